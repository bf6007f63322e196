"""Rises and falls that a statement asserts in words, against the figures of the passages."""

import re
from collections.abc import Callable, Sequence
from decimal import Decimal

from dragoman.grounding.check import Finding
from dragoman.grounding.comparison import compared_with
from dragoman.grounding.derive import Cell
from dragoman.grounding.direction import Direction, find_directions
from dragoman.grounding.figure import Figure, Slots
from dragoman.grounding.mentions import Mention, before, names_of
from dragoman.grounding.reading import Sentence

_FROM = re.compile(r"\bfrom(?: (?:a|the|about))*\s*$")
_TO = re.compile(r"\bto(?: (?:a|the|about))*\s*$")
_LOSS = re.compile(r"\bloss(?:es)?\b")
TIMES = {
    "doubled": Decimal(2),
    "tripled": Decimal(3),
    "trebled": Decimal(3),
    "quadrupled": Decimal(4),
    "halved": Decimal("0.5"),
}
_MORE_THAN = re.compile(r"\bmore than\s+$")
# Of what the word says: "doubled" is said of 1.8 times as much, and of 2.5 times.
_NEARLY = Decimal("0.9")
_WELL_OVER = Decimal("1.25")


def check_trend(sentence: Sentence, cells: Callable[[], Sequence[Cell]]) -> Finding | None:
    """Check the words of change in a sentence. None where there are none, or nothing to hold them against."""
    for direction in find_directions(sentence.lower):
        if not direction.is_change or _LOSS.search(sentence.lower) or compared_with(sentence, direction):
            continue
        finding = _from_to(sentence, direction) or _over_years(sentence, direction, cells())
        if finding:
            return finding
    return None


def _from_to(sentence: Sentence, direction: Direction) -> Finding | None:
    """Hold "rose from 5 to 6" against its own two numbers."""
    after = [figure for figure in sentence.figures if figure.start >= direction.end]
    start = next((figure for figure in after if _FROM.search(sentence.lower[: figure.start])), None)
    end = next((figure for figure in after if _TO.search(sentence.lower[: figure.start])), None)
    if start is None or end is None or start.kind != end.kind or start.amount == end.amount:
        return None
    if (end.amount > start.amount) == (direction.sign > 0):
        return None
    reason = f"from {start.text} to {end.text} is not what “{direction.word}” says"
    return Finding(verdict="contradicted", reason=reason, basis="calculation")


def _over_years(sentence: Sentence, direction: Direction, cells: Sequence[Cell]) -> Finding | None:
    metric = _subject(sentence, direction)
    slots = _slots(sentence, metric)
    if not slots.metric or len(slots.period) > 2 or not slots.period:
        return None
    new = max(slots.period)
    old = min(slots.period) if len(slots.period) == 2 else before(new)
    changes = [
        (early, late)
        for late in cells
        if late.period == new and _fits(late, slots)
        for early in cells
        if early.period == old and early.series == late.series
    ]
    if not changes:
        return None
    right = [pair for pair in changes if _sign(pair[1].figure, pair[0].figure) == direction.sign]
    early, late = (right or changes)[0]
    if right and _is_as_many_times(sentence, direction, right):
        return Finding(verdict="supported", reason="the figures of both periods say so", quote=late.figure.quote)
    reason = f"the page has {early.figure.text} before and {late.figure.text} after"
    return Finding(verdict="contradicted", reason=reason, quote=late.figure.quote, basis="calculation")


def _is_as_many_times(sentence: Sentence, direction: Direction, pairs: Sequence[tuple[Cell, Cell]]) -> bool:
    """Hold "doubled" and "halved" against how many times as much it is; other words only say which way."""
    times = TIMES.get(direction.word)
    if times is None:
        return True
    head = sentence.lower[: direction.start]
    for early, late in pairs:
        old, new = early.figure.amount, late.figure.amount
        if min(old, new) <= 0:
            continue
        ratio = new / old if times > 1 else old / new
        wanted = times if times > 1 else 1 / times
        low = Decimal(1) if _MORE_THAN.search(head) else _NEARLY
        if low * wanted <= ratio <= _WELL_OVER * wanted:
            return True
    return False


def _subject(sentence: Sentence, direction: Direction) -> Mention | None:
    """Return the metric that rose or fell: the last one before the word, else the first after it."""
    earlier = [mention for mention in sentence.mentions.metrics if mention.end <= direction.start]
    if earlier:
        return earlier[-1]
    return sentence.mentions.metrics[0] if sentence.mentions.metrics else None


def _slots(sentence: Sentence, metric: Mention | None) -> Slots:
    known = sentence.defaults
    named = names_of(sentence.mentions.periods)
    if metric is None:
        return Slots(company=known.company, metric=known.metric, period=named or known.period)
    return Slots(
        company=names_of(sentence.mentions.companies) or known.company,
        metric=metric.names,
        basis=metric.basis,
        share=metric.share,
        period=named or known.period,
    )


def _fits(cell: Cell, slots: Slots) -> bool:
    return not slots.misfits(cell.figure.slots)


def _sign(late: Figure, early: Figure) -> int:
    return (late.amount > early.amount) - (late.amount < early.amount)
