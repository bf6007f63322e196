"""The suite `open_questions`: what sentences of real reports say, asked through the whole graph without a model."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

from dragoman.app.dragoman import Handle, open_handle
from dragoman.assistants.mines.compose.narrative import ONLY_NEAR
from dragoman.documents.identity import IngestOptions
from dragoman.documents.ingest import ingest
from dragoman.domain.answer import Answer
from dragoman.evals.figures import DataSetError
from dragoman.evals.report import Judged
from dragoman.evals.room import Room
from dragoman.specs.reader import load
from dragoman.specs.spec import Spec

FILE = Path(__file__).parent / "suites" / "open_questions.yaml"


class ReportSpec(Spec):
    """A report of a public data set and whose it is."""

    file: str
    """Below the folder of data sets."""
    ticker: str
    name: str
    aliases: tuple[str, ...] = ()
    year_end_month: int
    currency: str
    period: str


class OpenCaseSpec(Spec):
    """A question, and words that its answer holds."""

    id: str
    text: str
    says: tuple[str, ...] = ()
    absent: bool = False
    """The reports do not say it: nothing may be stated."""
    aside: bool = False
    """Not looked at while the choosing of sentences was tuned."""


class OpenQuestionsSpec(Spec):
    """The suite's file."""

    reports: tuple[ReportSpec, ...]
    cases: tuple[OpenCaseSpec, ...]


def told_cases(room: Room, *, aside: bool) -> Iterator[Judged]:
    """Bring the reports into one index and ask the questions in sight, or those set aside."""
    spec = load(FILE, OpenQuestionsSpec)
    cases = [case for case in spec.cases if case.aside == aside]
    wanted = room.wanted([case.id for case in cases])
    with TemporaryDirectory(prefix="dragoman-open-") as folder:
        project = Path(folder) / "project"
        _write_project(project, spec)
        settings = replace(room.handle.runtime.settings, home=Path(folder) / "home")
        with open_handle(project=project, settings=settings, reference_date=date(2026, 11, 30)) as handle:
            _bring_in(handle, spec, room.data_sets)
            for case in cases:
                if case.id in wanted:
                    yield judge_open(case, handle.ask(case.text))
                    room.done(case.id)


def judge_open(case: OpenCaseSpec, answer: Answer) -> Judged:
    """Right when what is stated says it; sentences that are only shown as the closest ones state nothing."""
    spent = answer.latency_ms
    if answer.outcome == "clarification":
        return Judged(case=case.id, verdict="asked", reason=answer.text, milliseconds=spent)
    states = answer.outcome == "answered" and ONLY_NEAR not in answer.text
    if not states:
        if case.absent:
            return Judged(case=case.id, verdict="right", milliseconds=spent)
        return Judged(case=case.id, verdict="declined", reason=f"{case.text} {answer.text}", milliseconds=spent)
    said = answer.text.lower()
    is_right = not case.absent and any(words.lower() in said for words in case.says)
    reason = "" if is_right else f"{case.text} {answer.text}"
    return Judged(case=case.id, verdict="right" if is_right else "wrong", reason=reason, milliseconds=spent)


def _bring_in(handle: Handle, spec: OpenQuestionsSpec, data: Path) -> None:
    runtime = handle.runtime
    for report in spec.reports:
        path = data / report.file
        if not path.exists():
            raise DataSetError(f"{report.file} is not in the folder of data sets", remedy="See data/README.md there.")
        options = IngestOptions(company=report.ticker, period=report.period, kind="report")
        results = ingest([path], store=runtime.corpus, vocabulary=runtime.vocabulary, options=options)
        if results[0].error:
            raise results[0].error


def _write_project(folder: Path, spec: OpenQuestionsSpec) -> None:
    (folder / "vocabulary").mkdir(parents=True)
    (folder / "dragoman.yaml").write_text("name: open\n", "utf-8")
    lines = [_company(report) for report in spec.reports]
    (folder / "vocabulary" / "companies.yaml").write_text("\n".join(["companies:", *lines, ""]), "utf-8")


def _company(report: ReportSpec) -> str:
    aliases = ", ".join(f'"{alias}"' for alias in report.aliases)
    return (
        f'  - {{ticker: {report.ticker}, name: "{report.name}", aliases: [{aliases}], '
        f"year_end_month: {report.year_end_month}, currency: {report.currency}}}"
    )
