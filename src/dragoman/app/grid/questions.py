"""The questions of a grid: from options, or a file with one on each line."""

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from dragoman.app.desk import QUESTION_LIMIT
from dragoman.app.grid.errors import GridQuestionError
from dragoman.domain.utterance import readable
from dragoman.errors import Source
from dragoman.export.grid import GridColumn, GridRow

FIELDS = ("company", "period", "title")
_FIELD = re.compile(r"\{([^{}]*)\}")
_WRITE = 'Write a question, or "Name | question"; {company}, {period} and {title} are filled from the row.'


def read_questions(path: Path) -> tuple[GridColumn, ...]:
    """Return the questions of a file, a line each; blank lines and those that begin with # are passed over.

    Raises GridQuestionError with the place of the first bad line, and the numbers of all others.
    """
    try:
        lines = path.read_bytes().split(b"\n")
    except OSError as fault:
        problem = f"the questions cannot be read ({fault.strerror})"
        raise GridQuestionError(problem, where=Source(str(path)), remedy="Check the path.") from None
    columns, faults = [], []
    for number, raw in enumerate(lines, start=1):
        try:
            text = raw.decode("utf-8-sig" if number == 1 else "utf-8").strip()
            columns += [column_of(text)] if text and not text.startswith("#") else []
        except UnicodeDecodeError:
            faults.append((number, "this line is not UTF-8"))
        except GridQuestionError as fault:
            faults.append((number, fault.problem))
    if faults:
        raise _bad_lines(path, faults)
    return tuple(columns)


def column_of(text: str) -> GridColumn:
    """Read "question" or "Name | question". Raises GridQuestionError."""
    text = readable(text)
    name, bar, question = text.partition("|")
    question = (question if bar else name).strip()
    if not question or not any(character.isalnum() for character in question):
        raise GridQuestionError("there is no question here", remedy=_WRITE)
    if len(question) > QUESTION_LIMIT:
        problem = f"the question has {len(question):,} characters; one may have {QUESTION_LIMIT:,}"
        raise GridQuestionError(problem, remedy="Shorten it.")
    for field in _FIELD.findall(question):
        if field not in FIELDS:
            raise GridQuestionError(f"there is no field {{{field}}}", remedy=_WRITE)
    return GridColumn(title=(name.strip() if bar else "") or question, question=question)


def metric_columns(metrics: Sequence[str], periods: Iterable[str]) -> tuple[GridColumn, ...]:
    """Return a question for each metric in each period; without periods, in the row's own."""
    periods = tuple(periods)
    words = [metric.replace("_", " ") for metric in metrics]
    if not periods:
        return tuple(
            GridColumn(title=name, question=f"What was {{company}}'s {name} for {{period}}?") for name in words
        )
    return tuple(
        GridColumn(title=f"{name} {period}", question=f"What was {{company}}'s {name} for {{period}}?", period=period)
        for name in words
        for period in periods
    )


def asked(column: GridColumn, row: GridRow) -> str:
    """Return the question about this row; one that has no field gets the row's company and period before it."""
    known = {"company": row.company, "period": column.period or row.period, "title": row.title}
    if _FIELD.search(column.question):
        return " ".join(_FIELD.sub(lambda field: known[field[1]], column.question).split())
    about = " ".join(part for part in (row.company, known["period"]) if part) or row.title
    return f"{about}: {column.question}"


def _bad_lines(path: Path, faults: Sequence[tuple[int, str]]) -> GridQuestionError:
    (first, problem), *others = faults
    more = f" (also lines {', '.join(str(number) for number, _ in others[:20])})" if others else ""
    return GridQuestionError(f"{problem}{more}", where=Source(str(path), first, 1), remedy=_WRITE)
