"""Run suites by name: those of YAML cases, and those generated from public figures."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from dragoman.app.dragoman import open_handle
from dragoman.app.records import answer_record
from dragoman.app.settings import load_settings
from dragoman.decide.cascade import Policy
from dragoman.domain.conversation import Turn
from dragoman.domain.event import EventSink
from dragoman.errors import DragomanError, UnknownNameError
from dragoman.evals.case import CaseSpec, SuiteSpec
from dragoman.evals.figures import SUITES
from dragoman.evals.generated import BARS, GENERATED, NEEDS_DATA, ON_DEMAND
from dragoman.evals.judge import judge
from dragoman.evals.perfect_model import PerfectModel
from dragoman.evals.report import Bar, Judged, SuiteReport
from dragoman.evals.room import Room
from dragoman.specs.reader import load

REFERENCE_DATE = date(2026, 11, 30)
CASE_SUITES = ("routing", "boundary", "followups", "asking", "freely")
NEEDS_MODEL = ("freely",)
NO_MODEL = "it needs a model: --policy cascade with one configured, or --perfect-model"
NO_DATA = "DRAGOMAN_DATA is not set; name the data sets with --data DIR"


@dataclass(frozen=True, slots=True, kw_only=True)
class Decides:
    """Who decides while the suites run; a perfect model answers from what the cases expect."""

    policy: Policy = "embedded"
    is_perfect: bool = False


def run_suites(
    names: Sequence[str] | None,
    *,
    data: Path | None = None,
    limit: int | None = None,
    cases: Sequence[str] | None = None,
    decides: Decides | None = None,
    sink: EventSink | None = None,
) -> tuple[SuiteReport, ...]:
    """Run the named suites, or all but those on demand, over a fresh home.

    No model is called unless `decides` says so. Where there is an embedder, search is by meaning too.
    Raises UnknownNameError for a suite that does not exist, DataSetError when data is named but a set is missing.
    """
    settings = load_settings()
    known = suite_names()
    for name in names or ():
        if name not in known:
            raise UnknownNameError("suite", name, known)
    data = data or settings.data
    with TemporaryDirectory(prefix="dragoman-eval-") as home:
        off = replace(settings.memory, is_on=False)  # what is measured is the work, not what is remembered of it
        decides = decides or Decides()
        own = replace(settings, home=Path(home), reference_date=None, policy=decides.policy, memory=off)
        with open_handle(settings=own, reference_date=REFERENCE_DATE) as handle:
            if decides.is_perfect:
                handle.runtime.use_model(PerfectModel(_cases_of(names or known)))
            handle.runtime.embed_documents()
            room = Room(handle=handle, data=data, sink=sink, limit=limit, cases=frozenset(cases or ()))
            return tuple(_run(name, room) for name in names or [one for one in known if one not in ON_DEMAND])


def suite_names() -> tuple[str, ...]:
    """Return the names of all suites, in the order they run."""
    written = [name for name in CASE_SUITES if (SUITES / f"{name}.yaml").exists()]
    return (*written, *GENERATED)


def _run(name: str, room: Room) -> SuiteReport:
    bar = BARS.get(name, Bar())
    if name in NEEDS_MODEL and room.handle.runtime.language_model is None:
        return SuiteReport(suite=name, judged=(), bar=bar, skipped=NO_MODEL)
    if name not in GENERATED:
        return SuiteReport(suite=name, judged=tuple(_run_cases(name, room)), bar=bar)
    if room.data is None and name in NEEDS_DATA:
        return SuiteReport(suite=name, judged=(), bar=bar, skipped=NO_DATA)
    return SuiteReport(suite=name, judged=tuple(GENERATED[name](room)), bar=bar, measured=room.measured.get(name, {}))


def _cases_of(names: Sequence[str]) -> Iterator[CaseSpec]:
    for name in names:
        if name in CASE_SUITES:
            yield from load(SUITES / f"{name}.yaml", SuiteSpec).cases


def _run_cases(name: str, room: Room) -> Iterator[Judged]:
    suite = load(SUITES / f"{name}.yaml", SuiteSpec)
    wanted = room.wanted([case.id for case in suite.cases])
    for case in suite.cases:
        if case.id in wanted:
            yield _run_case(suite, case, room)
            room.done(case.id)


def _run_case(suite: SuiteSpec, case: CaseSpec, room: Room) -> Judged:
    day = date.fromisoformat(suite.reference_date)
    history = tuple(Turn(turn.role, turn.content) for turn in case.history)
    begun = perf_counter()
    try:
        if suite.runs == "router":
            record = room.handle.route(case.text, history=history, reference_date=day)
        else:
            record = answer_record(room.handle.ask(case.text, history=history, reference_date=day))
    except DragomanError as error:
        record = {"outcome": error.code, "answer": error.message, "path": []}
    return judge(case, record, (perf_counter() - begun) * 1000)
