"""Is a checked cell among the facts of its page: right, wrong, or missing, and in what way."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from dragoman.domain.document import Box
from dragoman.domain.fact import Fact
from dragoman.evals.truth import CellSpec

Outcome = Literal["right", "wrong", "missing"]
_WORD = re.compile(r"[a-z0-9]+")
_SLACK = 3.0  # points; two readers never agree on a box to the hair
_NAMES = {  # of units that have several
    "A cents/share": ("A cents/share", "AUD cents/share", "cents/share"),
    "pence/share": ("pence/share", "GBP pence/share", "p/share", "GBX/share"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What became of one cell. `ways` says in which ways a wrong one is wrong, or how a missing one is missing."""

    outcome: Outcome
    ways: tuple[str, ...] = ()
    found: str = ""
    fact: Fact | None = None
    has_twin: bool = False  # another fact of the page has its label, period and unit, and another amount


def find(cell: CellSpec, facts: Sequence[Fact]) -> Finding:
    """Hold a cell against the facts of its page.

    The fact of a cell is the one whose box lies on the printed figure. A cell of no fiscal period is right
    when no fact of a period was made of it, since then nobody is told a change for an amount.
    """
    at = [fact for fact in facts if fact.cell.box and _covers(fact.cell.box, cell.place)]
    if cell.period is None:
        dated = [fact for fact in at if fact.period is not None]
        return Finding(outcome="wrong", ways=("period",), found=_said(dated[0])) if dated else Finding(outcome="right")
    if not at:
        return _without(cell, facts)
    judged = sorted(((ways_of(cell, fact), fact) for fact in at), key=lambda one: len(one[0]))
    ways, fact = judged[0]
    if not ways:
        return Finding(outcome="right", fact=fact, has_twin=any(_is_twin(fact, other) for other in facts))
    if ways == ("label cut",):
        return Finding(outcome="missing", ways=ways, found=_said(fact), fact=fact)
    return Finding(outcome="wrong", ways=ways, found=_said(fact), fact=fact)


def ways_of(cell: CellSpec, fact: Fact) -> tuple[str, ...]:
    """Return every way in which a fact says something else than the page."""
    return tuple(_differences(cell, fact))


def _differences(cell: CellSpec, fact: Fact) -> Iterator[str]:
    own, shown = cell.amount, fact.amount
    if own != shown and own == -shown:
        yield "sign"
    elif own != shown:
        yield "scale" if abs(fact.value) == abs(own / cell.scale) else "value"
    if fact.period is None or fact.period.label not in cell.periods:
        yield "period"
    if not same_unit(cell.unit, fact):
        yield "unit"
    label = likeness(cell, fact)
    if label != "same":
        yield "label" if label == "other" else "label cut"


def same_unit(unit: str, fact: Fact) -> bool:
    """Say whether a fact is in the unit. What is only counted may be called anything but money and percent."""
    if unit == "count":
        return fact.currency is None and fact.unit not in ("%", "x", "$")
    if unit == "USD/member":
        return fact.currency == "USD"
    return fact.unit in _NAMES.get(unit, (unit,))


def likeness(cell: CellSpec, fact: Fact) -> Literal["same", "cut", "other"]:
    """Compare labels by their words: the same, a lesser part of what is printed, or another row's."""
    printed = _words(cell.label)
    whole = printed | _words(cell.group)
    for text in (fact.label, fact.cell.row_label):
        words = _words(text)
        if printed <= words or (words <= whole and 2 * len(words & printed) >= len(printed)):
            return "same"
    return "cut" if _words(fact.label) <= whole else "other"


def _without(cell: CellSpec, facts: Sequence[Fact]) -> Finding:
    """Say how a cell is missing; another figure of its row under its own period is a wrong answer."""
    row = [fact for fact in facts if fact.cell.box and _beside(fact.cell.box, cell.place)]
    alike = [fact for fact in row if likeness(cell, fact) == "same" and fact.period is not None]
    for fact in alike:
        if fact.period and fact.period.label in cell.periods and same_unit(cell.unit, fact):
            return Finding(outcome="wrong", ways=("column",), found=_said(fact), fact=fact)
    how = "cell" if row else "row" if facts else "page"
    return Finding(outcome="missing", ways=(f"no fact of the {how}",), found=_said(row[0]) if row else "")


def _is_twin(fact: Fact, other: Fact) -> bool:
    same = other.label == fact.label and other.period == fact.period and other.unit == fact.unit
    return same and other.amount != fact.amount


def _said(fact: Fact) -> str:
    period = fact.period.label if fact.period else "no period"
    return f"{fact.label!r} {period}: {fact.value} × {fact.scale:,} {fact.unit} (column {fact.cell.column_label!r})"


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.lower()))


def _covers(box: Box, figure: Box) -> bool:
    """Say whether the middle of the figure's last digits lies in the box: a box may begin at the currency sign."""
    x, y = figure.x1 - min(4.0, (figure.x1 - figure.x0) / 2), (figure.y0 + figure.y1) / 2
    return box.x0 - _SLACK <= x <= box.x1 + _SLACK and box.y0 - _SLACK <= y <= box.y1 + _SLACK


def _beside(box: Box, figure: Box) -> bool:
    middle = (figure.y0 + figure.y1) / 2
    return box.y0 - _SLACK / 2 <= middle <= box.y1 + _SLACK / 2
