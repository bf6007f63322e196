"""Which rows and columns a grid has."""

from collections.abc import Sequence
from dataclasses import dataclass

from dragoman.app.grid.errors import GridShapeError
from dragoman.app.grid.questions import asked, metric_columns
from dragoman.app.names import company_of, metric_of, period_of
from dragoman.app.runtime import Runtime
from dragoman.domain.document import CONTRACT, Document
from dragoman.domain.utterance import readable
from dragoman.errors import UnknownNameError
from dragoman.export.grid import GridColumn, GridRow

MAX_CELLS = 100_000


@dataclass(frozen=True, slots=True, kw_only=True)
class GridWish:
    """What was asked for, as people type it."""

    questions: tuple[GridColumn, ...] = ()
    metrics: tuple[str, ...] = ()
    companies: tuple[str, ...] = ()
    periods: tuple[str, ...] = ()
    documents: tuple[str, ...] = ()
    by_company: bool = False  # a row for each company, not for each document
    contracts: bool = False  # rows are agreements


@dataclass(frozen=True, slots=True, kw_only=True)
class GridPlan:
    """The rows, the columns, and the words of each cell."""

    rows: tuple[GridRow, ...]
    columns: tuple[GridColumn, ...]

    def cells(self) -> dict[tuple[int, int], str]:
        """Return the question of every cell, row by row."""
        return {
            (number, index): asked(column, row)
            for number, row in enumerate(self.rows)
            for index, column in enumerate(self.columns)
        }


def plan_grid(runtime: Runtime, wish: GridWish) -> GridPlan:
    """Return the grid that is wanted. Raises UnknownNameError, PeriodNameError, GridShapeError."""
    names = runtime.vocabulary
    companies = tuple(filter(None, (company_of(one, names) for one in wish.companies)))
    periods = tuple(filter(None, (period_of(one, names) for one in wish.periods)))
    metrics = tuple(filter(None, (metric_of(one, names) for one in wish.metrics)))
    if wish.by_company:
        rows = _company_rows(runtime, companies)
        columns = (*_in_periods(wish.questions, periods), *metric_columns(metrics, periods))
    else:
        rows = _document_rows(runtime, wish, companies, periods)
        columns = (*wish.questions, *metric_columns(metrics, ()))
    return _checked(GridPlan(rows=rows, columns=columns))


def _company_rows(runtime: Runtime, companies: Sequence[str]) -> tuple[GridRow, ...]:
    known = runtime.vocabulary.companies
    wanted = companies or tuple(name for name in known if name in runtime.corpus.coverage().companies)
    return tuple(GridRow(id=ticker, title=known[ticker].name, company=ticker) for ticker in wanted)


def _document_rows(
    runtime: Runtime, wish: GridWish, companies: Sequence[str], periods: Sequence[str]
) -> tuple[GridRow, ...]:
    documents = runtime.corpus.documents()
    known = {document.id: document for document in documents}
    for name in map(readable, wish.documents):
        if name not in known:
            raise UnknownNameError("document", name, known)
    chosen = [known[readable(name)] for name in wish.documents] or [
        one for one in documents if (one.kind == CONTRACT) == wish.contracts and one.kind != "news"
    ]
    kept = (one for one in chosen if _is_in(one.company, companies) and _is_in(one.period, periods))
    return tuple(_document_row(document) for document in kept)


def _document_row(document: Document) -> GridRow:
    return GridRow(
        id=document.id,
        title=document.title,
        company=document.company or "",
        period=document.period or "",
        document=document.id,
    )


def _is_in(value: str | None, wanted: Sequence[str]) -> bool:
    return not wanted or value in wanted


def _in_periods(questions: Sequence[GridColumn], periods: Sequence[str]) -> tuple[GridColumn, ...]:
    """Return each question for each period."""
    if not periods:
        return tuple(questions)
    return tuple(
        GridColumn(title=f"{column.title} {period}", question=column.question, period=period)
        for column in questions
        for period in periods
    )


def _checked(plan: GridPlan) -> GridPlan:
    if not plan.columns:
        raise GridShapeError("this grid has no questions", remedy="Give some, or --questions FILE, or --metric NAME.")
    if not plan.rows:
        raise GridShapeError("no document or company fits", remedy="See what there is: dragoman documents list")
    if len(plan.rows) * len(plan.columns) > MAX_CELLS:
        problem = f"this grid has {len(plan.rows) * len(plan.columns):,} cells; one may have {MAX_CELLS:,}"
        raise GridShapeError(problem, remedy="Make several, with --company or --period.")
    return plan
