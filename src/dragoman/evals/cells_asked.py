"""The suite `cells_asked`: checked cells of real reports, asked for in words, through the whole graph without a model.

Each question names the company, the row as it is printed, with the label over it where there is one, and the period.
"""

import re
from calendar import month_name
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

from dragoman.app.dragoman import Handle, open_handle
from dragoman.documents.company_name import without_form
from dragoman.documents.identity import IngestOptions
from dragoman.documents.ingest import ingest
from dragoman.documents.statement import step_of
from dragoman.domain.answer import Answer
from dragoman.domain.period import Period
from dragoman.evals.answers import answer_facts
from dragoman.evals.cell import same_unit
from dragoman.evals.cells import source_of
from dragoman.evals.report import Judged
from dragoman.evals.room import Room
from dragoman.evals.truth import CellSpec, TruthSpec, read_truth

QUESTIONS = 300
_PHRASES = (
    "What was {company}'s {row} in {period}?",
    "{company} {row} {period}",
    "How much was the {row} of {company} for {period}?",
    "Tell me {company}'s {period} {row}.",
    "What does {company} report as {row} for {period}?",
)
_SHARE = re.compile(r"%|percent|margin|\brate\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedCell:
    """A cell with the question for it."""

    id: str
    text: str
    cell: CellSpec


def asked_cells(truths: Sequence[TruthSpec]) -> tuple[AskedCell, ...]:
    """Return a question for every cell of a period whose row and label over it mean one figure of the period.

    Tables of segments are left out: their rows do not say of which segment they are.
    """
    questions: list[AskedCell] = []
    for truth in truths:
        meanings: dict[tuple[str, str, str | None], set[tuple[object, str]]] = {}
        for cell in truth.cells:
            meanings.setdefault((cell.label, cell.group, cell.period), set()).add((cell.amount, cell.unit))
        for name, cell in truth.named():
            if cell.kind != "segment" and cell.period and len(meanings[cell.label, cell.group, cell.period]) == 1:
                text = _PHRASES[len(questions) % len(_PHRASES)].format(
                    company=without_form(truth.company),
                    row=_row(cell),
                    period=cell.period,
                )
                questions.append(AskedCell(id=name, text=text, cell=cell))
    return tuple(questions)


def _row(cell: CellSpec) -> str:
    row = f"{cell.label} ({cell.group})" if cell.group else cell.label
    return row if cell.unit != "%" or _SHARE.search(row) else f"{row} in percent"


def asked_cell_cases(room: Room) -> Iterator[Judged]:
    """Ask for the cells, spread evenly over the documents."""
    truths = (*read_truth(aside=False), *read_truth(aside=True))
    questions = asked_cells(truths)
    if not room.cases and room.limit is None:
        room = replace(room, limit=QUESTIONS)
    wanted = room.wanted([one.id for one in questions])
    with TemporaryDirectory(prefix="dragoman-asked-") as folder:
        project = Path(folder) / "project"
        _write_project(project, truths)
        settings = replace(room.handle.runtime.settings, home=Path(folder) / "home")
        with open_handle(project=project, settings=settings, reference_date=date(2026, 11, 30)) as handle:
            _bring_in(handle, truths, room.data_sets)
            for one in questions:
                if one.id in wanted:
                    yield judge_asked(one, handle.ask(one.text))
                    room.done(one.id)


def judge_asked(asked: AskedCell, answer: Answer) -> Judged:
    """Right when the first figure of the answer is the cell's in sign, unit and period, from whatever page."""
    case, spent = asked.id, answer.latency_ms
    if answer.outcome == "clarification":
        return Judged(case=case, verdict="asked", reason=answer.text, milliseconds=spent)
    facts = answer_facts(answer)
    if answer.outcome != "answered" or not facts:
        return Judged(case=case, verdict="declined", reason=f"{asked.text} {answer.text}", milliseconds=spent)
    fact, cell = facts[0], asked.cell
    period = fact.period.label if fact.period else None
    is_right = (
        abs(fact.amount - cell.amount) <= step_of(fact) / 2 and same_unit(cell.unit, fact) and period in cell.periods
    )
    found = f"{fact.label} {period}: {fact.value} × {fact.scale} {fact.unit}, page {fact.cell.page}"
    reason = "" if is_right else f"{asked.text} wanted {cell.printed} × {cell.scale} {cell.unit}; found {found}"
    return Judged(case=case, verdict="right" if is_right else "wrong", reason=reason, milliseconds=spent)


def _bring_in(handle: Handle, truths: Sequence[TruthSpec], data: Path) -> None:
    runtime = handle.runtime
    for truth in truths:
        period = max(f"FY{Period.parse(cell.period).year}" for cell in truth.cells if cell.period)
        options = IngestOptions(company=_ticker(truth), period=period)
        report = ingest([source_of(truth, data)], store=runtime.corpus, vocabulary=runtime.vocabulary, options=options)
        if report[0].error:
            raise report[0].error


def _write_project(folder: Path, truths: Sequence[TruthSpec]) -> None:
    (folder / "vocabulary").mkdir(parents=True)
    (folder / "dragoman.yaml").write_text("name: asked\n", "utf-8")
    lines = {_ticker(truth): _company(truth) for truth in truths}
    (folder / "vocabulary" / "companies.yaml").write_text("\n".join(["companies:", *lines.values(), ""]), "utf-8")


def _company(truth: TruthSpec) -> str:
    month = list(month_name).index(truth.year_end)
    currencies = [cell.unit for cell in truth.cells if len(cell.unit) == 3 and cell.unit.isupper()]
    currency = max(set(currencies), key=currencies.count)
    return (
        f'  - {{ticker: {_ticker(truth)}, name: "{without_form(truth.company)}", aliases: ["{truth.company}"], '
        f"year_end_month: {month}, currency: {currency}}}"
    )


def _ticker(truth: TruthSpec) -> str:
    return re.sub(r"[^A-Z]", "", truth.document.split("_")[0].upper())[:6]
