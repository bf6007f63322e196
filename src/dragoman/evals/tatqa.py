"""TAT-QA, a public set of questions over one table and the paragraphs around it: those that ask for figures."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from html import escape
from pathlib import Path
from typing import Any, Literal

from dragoman.evals.figures import DataSetError

FILE = "tatqa-dev/tatqa_dataset_dev.json"
Operation = Literal[
    "look-up", "several", "which year", "count", "sum", "difference", "average", "change %", "ratio", "other"
]
_SCALES: Mapping[str, Decimal] = {
    "": Decimal(1),
    "percent": Decimal(1),
    "thousand": Decimal(1000),
    "million": Decimal(1_000_000),
    "billion": Decimal(1_000_000_000),
}
_FIGURE = re.compile(r"[-−–]?[(]?[-−–]?\s*(?:US|A|C)?[$€£¥]?\s*[-−–]?(\d[\d,]*(?:\.\d+)?)\s*%?[)]?\s*%?")
_YEAR = re.compile(r"(?:FY)?\s?((?:19|20)\d\d)")
_NUMBER = r"-?\$?\d[\d,.]*%?"
_DERIVATIONS: tuple[tuple[Operation, re.Pattern[str]], ...] = (
    ("change %", re.compile(rf"\(?{_NUMBER}-\(?{_NUMBER}\)*/\(?{_NUMBER}\)?|{_NUMBER}/{_NUMBER}-1")),
    ("average", re.compile(rf"-?[(\[]?{_NUMBER}(?:\+\(?{_NUMBER}\)?)+[)\]]?/\(?[\d+-]+\)?")),
    ("difference", re.compile(rf"\(?{_NUMBER}\)?-\(?{_NUMBER}\)?")),
    ("sum", re.compile(rf"\(?{_NUMBER}(?:\+\(?{_NUMBER}\)?)+\)?")),
    ("ratio", re.compile(rf"\(?{_NUMBER}\)?/\(?{_NUMBER}\)?")),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableQuestion:
    """A question and the figures that answer it, in whole units; of a year the year itself."""

    id: str
    text: str
    operation: Operation
    amounts: tuple[Decimal, ...]
    within: Decimal  # how far off an answer may be: half of the last digit that is written
    derivation: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableContext:
    """A table with its paragraphs, and the questions about it that ask for figures."""

    id: str
    number: int
    rows: tuple[tuple[str, ...], ...]
    paragraphs: tuple[str, ...]
    questions: tuple[TableQuestion, ...]

    @property
    def is_held(self) -> bool:
        """Whether it is kept out of sight while the product is tuned: every second one."""
        return self.number % 2 == 1

    @property
    def html(self) -> str:
        """The context as a page. TAT-QA does not keep where the table stood: behind what ends in a colon, or last."""
        told = [f"<p>{escape(text)}</p>\n" for text in self.paragraphs]
        rows = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>\n" for row in self.rows)
        place = max((n for n, text in enumerate(self.paragraphs, 1) if text.rstrip().endswith(":")), default=len(told))
        told.insert(place, f"<table>\n{rows}</table>\n")
        return f"<!doctype html>\n<html><body>\n{''.join(told)}</body></html>\n"


def read_contexts(data: Path) -> tuple[TableContext, ...]:
    """Read the set. Raises DataSetError where it is missing or is not what it should be."""
    path = data / FILE
    try:
        found = json.loads(path.read_text("utf-8"))
        return tuple(_context(one, number) for number, one in enumerate(found))
    except OSError as error:
        raise DataSetError(f"{FILE} is not in the folder of data sets", remedy="See data/README.md there.") from error
    except (ValueError, KeyError, TypeError) as error:
        raise DataSetError(f"{FILE} is not in the format of TAT-QA", remedy="See tatqa-dev/SOURCE.md.") from error


def _context(found: Mapping[str, Any], number: int) -> TableContext:
    told = sorted(found["paragraphs"], key=lambda one: int(one["order"]))
    return TableContext(
        id=str(found["table"]["uid"]),
        number=number,
        rows=tuple(tuple(map(str, row)) for row in found["table"]["table"]),
        paragraphs=tuple(str(one["text"]) for one in told),
        questions=tuple(_questions(found["questions"], number)),
    )


def _questions(found: Sequence[Mapping[str, Any]], number: int) -> Iterator[TableQuestion]:
    for one in found:
        given = one["answer"] if isinstance(one["answer"], list) else [one["answer"]]
        derivation = str(one["derivation"] or "")
        operation = _operation(str(one["answer_type"]), given, derivation)
        if operation is None:
            continue
        scale = _SCALES[one["scale"]] if operation not in ("which year", "count") else Decimal(1)
        figures = [figure for text in given if (figure := read_figure(str(text))) is not None]
        yield TableQuestion(
            id=f"{number:03}.{one['order']} {operation}",
            text=str(one["question"]).strip(),
            operation=operation,
            amounts=tuple(figure * scale for figure in figures),
            within=max(_last_digit(figure) for figure in figures) / 2 * scale,
            derivation=derivation,
        )


def _operation(kind: str, given: Sequence[object], derivation: str) -> Operation | None:
    """Return what is asked for; None where the answer is no figure."""
    if not given or any(read_figure(str(text)) is None for text in given):
        return None
    if kind == "count":
        return "count"
    if kind == "arithmetic":
        return operation_of(derivation)
    if all(_YEAR.fullmatch(str(text)) for text in given):
        return "which year"
    return "look-up" if len(given) == 1 else "several"


def operation_of(derivation: str) -> Operation:
    """Return which operation a formula such as "(44.1-56.7)/56.7" is."""
    plain = re.sub(r"[\s,]|x?\*?100%?$", "", derivation).replace("–", "-").replace("−", "-").replace("÷", "/")
    return next((name for name, pattern in _DERIVATIONS if pattern.fullmatch(plain)), "other")


def read_figure(text: str) -> Decimal | None:
    """Return the number of a text that is nothing but a figure; None for any other text."""
    match = _FIGURE.fullmatch(text.strip()) or _YEAR.fullmatch(text.strip())
    if match is None:
        return None
    try:
        amount = Decimal(match[1].replace(",", ""))
    except InvalidOperation:
        return None
    is_negative = re.match(r"[$€£¥\s]*[-−–(]", text.strip()) is not None
    return -amount if is_negative else amount


def _last_digit(figure: Decimal) -> Decimal:
    exponent = figure.as_tuple().exponent
    return Decimal(1).scaleb(exponent if isinstance(exponent, int) else 0)
