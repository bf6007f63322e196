"""Numbers that follow from the passages by one calculation."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import combinations, permutations

from dragoman.domain.lineage import CalculationNode, facts_of
from dragoman.domain.period import Period
from dragoman.grounding.figure import Figure, FigureKind, Names, Slots, same_unit
from dragoman.grounding.mentions import before
from dragoman.grounding.units import canonical_unit
from dragoman.interpret.vocabulary import Vocabulary
from dragoman.interpret.vocabulary_spec import RatioSpec

_COMPOUND = re.compile(
    r"\bcagr\b|\bcompound|\bannuali[sz]ed|\bper year\b|\ba year\b|\bper annum\b|\bannual(?:ly)? (?:growth )?rate\b"
)
_DIFFERENCE = re.compile(
    r"\b(?:more|less|higher|lower|above|below|by|up|down|differences?|increase[sd]?|decrease[sd]?|rose|fell|grew|gap|ahead|behind|exceed\w*"
    r"|change[sd]?|improve\w*|decline[sd]?|drop\w*|narrow\w*|wid\w*|fewer|gain\w*|cut|reduc\w*|rise|fall|moved|swing)\b"
)
_SUM = re.compile(
    r"\b(?:totals?|totall?ed|totall?ing|sums?|combined|together|altogether"
    r"|cumulative|aggregate|in all|add(?:s|ed)? up|makes?|the sum is)\b"
)
_MEAN = re.compile(r"\b(?:averages?|averaged|averaging|mean)\b")
_MONEY = re.compile(r"[A-Z]{3}(?:/|$)")
_MAX_CANDIDATES = 60


@dataclass(frozen=True, slots=True)
class Cell:
    """A figure of the passages whose company, metric and period are each one name (or not said)."""

    company: str
    metric: str
    basis: str
    share: str
    period: str
    figure: Figure

    @property
    def series(self) -> tuple[str, str, str, str]:
        """What stays the same along the years."""
        return self.company, self.metric, self.basis, self.share


@dataclass(frozen=True, slots=True)
class Derived:
    """A computed amount and how it was computed."""

    amount: Decimal
    kind: FigureKind
    unit: str
    how: str
    quotes: tuple[str, ...]
    is_change: bool = False  # over time, so that its sign says which way


def cells_of(figures: Iterable[Figure]) -> tuple[Cell, ...]:
    """Return the figures that can be calculated with, the most precise one of each place."""
    best: dict[tuple[str, ...], Cell] = {}
    for figure in figures:
        slots = figure.slots
        names = [_only(slots.company), _only(slots.metric), _only(slots.basis), _only(slots.share), _only(slots.period)]
        if figure.kind in ("percent", "duration") or not all(name is not None for name in names):
            continue
        key = tuple(name or "" for name in names)
        if not key[1]:
            continue
        kept = best.get(key)
        if kept is None or figure.step < kept.figure.step:
            company, metric, basis, share, period = key
            best[key] = Cell(company, metric, basis, share, period, figure)
    return tuple(best.values())


def candidates(cells: Sequence[Cell], slots: Slots, *, periods: Names) -> tuple[Cell, ...]:
    """Return the cells a statement about these slots may be computed from: its periods and the year before them."""
    wider = periods | {label for name in periods if (label := before(name))}
    found = [
        cell
        for cell in cells
        if _allows(slots.company, cell.company) and _allows(slots.metric, cell.metric) and _allows(wider, cell.period)
    ]
    return tuple(found[:_MAX_CANDIDATES])


def growths(cells: Sequence[Cell], periods: Names, lower: str) -> Iterator[Derived]:
    """Give the growth rates (and, where the words ask for it, compound rates) between periods of one series."""
    compound = _COMPOUND.search(lower) is not None
    for series in _series(cells):
        for old, new in _pairs(series, periods):
            base, amount = old.figure.amount, new.figure.amount
            if base == 0:
                continue
            yield _derived((amount - base) / abs(base) * 100, "percent", "%", "growth", old, new)
            years = Period.parse(new.period).year - Period.parse(old.period).year
            if compound and years > 1 and base > 0 and amount > 0:
                rate = ((amount / base) ** (Decimal(1) / years) - 1) * 100
                yield _derived(rate, "percent", "%", "compound growth", old, new)


def named_ratios(metrics: Names, lower: str, vocabulary: Vocabulary) -> tuple[RatioSpec, ...]:
    """Return the ratios that the metrics name; "EBITDA fell …, a margin of 43 %" names the margin of EBITDA."""
    margin = "margin" in lower
    return tuple(
        spec
        for name, spec in vocabulary.ratios.items()
        if name in metrics or (margin and spec.numerator in metrics and "margin" in name)
    )


def ratios(cells: Sequence[Cell], metrics: Names, lower: str, vocabulary: Vocabulary) -> Iterator[Derived]:
    """Give the ratios that the metrics name, and those between two metrics of one company and period."""
    named = [(spec.numerator, spec.denominator) for spec in named_ratios(metrics, lower, vocabulary)]
    plain = [name for name in metrics if name not in vocabulary.ratios]
    pairs = {*named, *((one, two) for one in plain for two in plain if one != two)}
    for one, two in combinations(cells, 2):
        if (one.company, one.period) != (two.company, two.period):
            continue
        for over, under in ((one, two), (two, one)):
            if (over.metric, under.metric) in pairs and under.figure.amount:
                quotient = over.figure.amount / under.figure.amount
                yield _derived(quotient * 100, "percent", "%", "ratio", over, under)
                yield _derived(quotient, "multiple", "×", "ratio", over, under)


def shares_of_another(cells: Sequence[Cell], ours: Names) -> Iterator[Derived]:
    """Give what one company's figure is of another's: "139 % of Fortescue's", "3.1 times Fortescue's"."""
    for one, two in permutations(cells, 2):
        if one.company not in ours or two.company in ours or not two.company or not two.figure.amount:
            continue
        same = (one.metric, one.basis, one.share, one.period) == (two.metric, two.basis, two.share, two.period)
        if same and same_unit(one.figure.unit, two.figure.unit):
            quotient = one.figure.amount / two.figure.amount
            yield _derived(quotient * 100, "percent", "%", "ratio", one, two)
            yield _derived(quotient, "multiple", "×", "ratio", one, two)


def differences(cells: Sequence[Cell], lower: str) -> Iterator[Derived]:
    """Give the differences between cells that differ in one respect, where the words speak of a difference."""
    if not _DIFFERENCE.search(lower):
        return
    for one, two in combinations(cells, 2):
        if one.figure.kind == two.figure.kind and same_unit(one.figure.unit, two.figure.unit) and _one_apart(one, two):
            early, late = sorted((one, two), key=lambda cell: cell.period)
            amount = late.figure.amount - early.figure.amount
            yield _derived(amount, one.figure.kind, one.figure.unit, "difference", early, late)


def sums(cells: Sequence[Cell], slots: Slots, periods: Names, lower: str) -> Iterator[Derived]:
    """Give totals and averages over all named periods or companies, where the words speak of them."""
    wants_sum, wants_mean = _SUM.search(lower), _MEAN.search(lower)
    if not wants_sum and not wants_mean:
        return
    for group in _groups(cells, slots, periods):
        figures = [cell.figure for cell in group]
        if len({(figure.kind, figure.unit) for figure in figures}) != 1:
            continue
        amount = sum((figure.amount for figure in figures), Decimal(0))
        if wants_sum:
            yield _derived(amount, figures[0].kind, figures[0].unit, "total", *group)
        if wants_mean:
            yield _derived(amount / len(group), figures[0].kind, figures[0].unit, "average", *group)


def from_calculation(node: CalculationNode, figures: Sequence[Figure]) -> Derived | None:
    """Return a stated calculation, None if one of its operands stands in no passage or it has no result."""
    facts = facts_of(node)
    if node.amount is None or not facts:
        return None
    quotes = []
    for fact in facts:
        found = next(
            (figure for figure in figures if figure.amount == fact.amount and _is_of(fact.company, figure)), None
        )
        if found is None:
            return None
        quotes.append(found.quote)
    kinds: dict[str, FigureKind] = {"%": "percent", "×": "multiple", "": "number"}
    unit, factor = canonical_unit(node.unit)
    kind = kinds.get(node.unit) or ("money" if _MONEY.match(unit) else "quantity")
    is_change = node.operation in ("growth", "cagr", "difference") and len({fact.period for fact in facts}) > 1
    return Derived(node.amount * factor, kind, unit, node.operation, tuple(quotes), is_change)


def _is_of(company: str | None, figure: Figure) -> bool:
    return not company or not figure.slots.company or company in figure.slots.company


def _only(names: Names) -> str | None:
    """Return the one name, nothing for none, None for several."""
    if len(names) > 1:
        return None
    return next(iter(names), "")


def _allows(names: Names, name: str) -> bool:
    return not names or not name or name in names


def _series(cells: Sequence[Cell]) -> Iterator[dict[str, Cell]]:
    series: dict[tuple[str, ...], dict[str, Cell]] = {}
    for cell in cells:
        if cell.period:
            series.setdefault(cell.series, {})[cell.period] = cell
    yield from series.values()


def _pairs(series: dict[str, Cell], periods: Names) -> Iterator[tuple[Cell, Cell]]:
    """Give the pairs of periods a change may be between: the ends that are named, or a period and the one before."""
    named = sorted(label for label in periods if label in series)
    if len(named) >= 2:
        yield from ((series[old], series[new]) for old, new in combinations(named, 2))
        return
    for new in named or sorted(series):
        old = before(new)
        if old in series:
            yield series[old], series[new]


def _one_apart(one: Cell, two: Cell) -> bool:
    differing = (one.company != two.company) + (one.period != two.period)
    differing += (one.metric, one.basis, one.share) != (two.metric, two.basis, two.share)
    return differing == 1


def _groups(cells: Sequence[Cell], slots: Slots, periods: Names) -> Iterator[Sequence[Cell]]:
    along_years: dict[tuple[str, ...], list[Cell]] = {}
    across: dict[tuple[str, ...], list[Cell]] = {}
    of_parts: dict[tuple[str, ...], list[Cell]] = {}
    for cell in cells:
        if not periods or cell.period in periods:
            along_years.setdefault(cell.series, []).append(cell)
            across.setdefault((cell.metric, cell.basis, cell.share, cell.period), []).append(cell)
            of_parts.setdefault((cell.company, cell.period), []).append(cell)
    for group in of_parts.values():
        if len(slots.metric) > 1 and len(group) == len(slots.metric) == len({cell.metric for cell in group}):
            yield group
    for group in along_years.values():
        if len(group) > 1 and (len(periods) < 2 or {cell.period for cell in group} == periods):
            yield group
    for group in across.values():
        if len(group) > 1 and {cell.company for cell in group} == (slots.company or {cell.company for cell in group}):
            yield group


def _derived(amount: Decimal, kind: FigureKind, unit: str, how: str, *cells: Cell) -> Derived:
    is_change = how in ("growth", "compound growth", "difference") and cells[0].period != cells[-1].period
    return Derived(amount, kind, unit, how, tuple(dict.fromkeys(cell.figure.quote for cell in cells)), is_change)
