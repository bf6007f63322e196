"""Figures printed in two tables; halves and quarters that make a year; cash carried over."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import pairwise

from dragoman.documents.audit.finding import Finding, differs, holds
from dragoman.domain.comparative import smallest_step
from dragoman.domain.fact import Fact
from dragoman.domain.period import Part, Period

_MIN_DIGITS = 4  # fewer agree by chance
_SLIPS = (1_000, 1_000_000)
_PARTS: tuple[tuple[Part, ...], ...] = (("H1", "H2"), ("Q1", "Q2", "Q3", "Q4"))
_OPENING = re.compile(r"\bcash\b.*\b(?:beginning|start|opening)\b|^(?:beginning|opening)\b.*\bcash\b", re.IGNORECASE)
_CLOSING = re.compile(r"\bcash\b.*\b(?:end of|closing|at end|ending)\b|^(?:ending|closing)\b.*\bcash\b", re.IGNORECASE)
# Cash of a business that is for sale is in the opening balance and not in the closing one of the year before.
_APART = re.compile(r"\bcash\b.*\b(?:held for sale|discontinued)\b", re.IGNORECASE)
_Key = tuple[str | None, str, str | None, str | None, str]


def compare(facts: Sequence[Fact]) -> Iterator[Finding]:
    """Yield what the facts of one document say of each other."""
    by_key: dict[_Key, dict[Period, list[Fact]]] = defaultdict(lambda: defaultdict(list))
    for fact in facts:
        if fact.period is not None:
            by_key[_key(fact)][fact.period].append(fact)
    for periods in by_key.values():
        yield from _same_figures(periods)
        yield from _years_swapped(periods)
        yield from _parts(periods)
    yield from _carried_over(facts)


def _key(fact: Fact) -> _Key:
    return fact.metric, " ".join(fact.label.lower().split()), fact.basis, fact.share, fact.unit


def _is_long(fact: Fact) -> bool:
    return bool(fact.value) and len(fact.value.normalize().as_tuple().digits) >= _MIN_DIGITS


def _same_figures(periods: Mapping[Period, Sequence[Fact]]) -> Iterator[Finding]:
    """Yield figures that two tables print alike; of those that differ only the ones that are a slip of scale.

    Others that differ say nothing: "Other" of one table is not "Other" of the next.
    """
    for period, printed in periods.items():
        firsts: dict[int, Fact] = {}
        for fact in printed:
            firsts.setdefault(fact.cell.table, fact)
        groups: dict[Decimal, list[Fact]] = defaultdict(list)
        for fact in firsts.values():
            if _is_long(fact):
                groups[fact.amount].append(fact)
        for same in groups.values():
            if len(same) > 1:
                yield holds(f"same figure: {same[0].label}, {period.label}", *same)
        yield from _slips(groups)


def _slips(groups: Mapping[Decimal, Sequence[Fact]]) -> Iterator[Finding]:
    amounts = sorted(groups, key=lambda amount: -len(groups[amount]))
    for amount in amounts[1:]:
        usual = amounts[0]
        if any(amount * factor == usual or amount == usual * factor for factor in _SLIPS):
            for fact in groups[amount]:
                yield differs("same figure", f"same figure: {fact.label}", fact, groups[usual][0])


def _years_swapped(periods: Mapping[Period, Sequence[Fact]]) -> Iterator[Finding]:
    """Yield figures that one table prints under two years the other way round than another table."""
    tables: dict[int, dict[Period, Fact]] = defaultdict(dict)
    for period, printed in periods.items():
        for fact in printed:
            if _is_long(fact):
                tables[fact.cell.table].setdefault(period, fact)
    ordered = sorted(period for period in periods if period.part == "year")
    for earlier, later in pairwise(ordered):
        pairs = [(table[earlier], table[later]) for table in tables.values() if earlier in table and later in table]
        for number, (one, two) in enumerate(pairs):
            for before, after in pairs[:number]:
                if one.amount == after.amount != two.amount == before.amount:
                    yield differs("same figure", f"same figure: {one.label}", one, before)
                    yield differs("same figure", f"same figure: {two.label}", two, after)
                    break


def _parts(periods: Mapping[Period, Sequence[Fact]]) -> Iterator[Finding]:
    """Yield years that their halves or quarters make; one that they do not make is no fault: balances never do."""
    if all(period.part == "year" for period in periods):
        return
    for whole in [period for period in periods if period.part == "year"]:
        for names in _PARTS:
            chosen = [periods[part][0] for name in names if (part := Period(whole.year, name)) in periods]
            year = periods[whole][0]
            if len(chosen) < len(names) or not year.amount:
                continue
            expected = sum((one.amount for one in chosen), Decimal(0))
            if abs(year.amount - expected) <= smallest_step(year) * len(names) / 2:
                yield holds(f"parts of a year: {year.label}, {whole.label}", *chosen, year)


def _carried_over(facts: Sequence[Fact]) -> Iterator[Finding]:
    """Yield cash at the beginning of a year against cash at the end of the year before, in one table."""
    apart = {fact.cell.table for fact in facts if _APART.search(fact.label)}
    opening: dict[tuple[int, Period], Fact] = {}
    closing: dict[tuple[int, Period], Fact] = {}
    for fact in facts:
        if fact.period is None or fact.period.part != "year" or "cash" not in fact.label.lower():
            continue
        if _OPENING.search(fact.label):
            opening.setdefault((fact.cell.table, fact.period), fact)
        elif _CLOSING.search(fact.label):
            closing.setdefault((fact.cell.table, fact.period), fact)
    for (table, period), fact in opening.items():
        before = closing.get((table, period.shifted(-1)))
        if before is not None:
            name = f"cash: carried over to {period.label}"
            same = abs(fact.amount - before.amount) <= smallest_step(fact)
            if same:
                yield holds(name, before, fact)
            elif table not in apart:
                yield differs("cash", name, fact, before)
