"""One company against another in words: "higher than Rio Tinto's" speaks of two companies, not of two years."""

import re
from collections.abc import Callable, Sequence

from dragoman.grounding.check import Finding
from dragoman.grounding.derive import Cell
from dragoman.grounding.direction import Direction, find_directions
from dragoman.grounding.figure import NOTHING, Names, Slots, same_unit
from dragoman.grounding.mentions import Mention, names_of
from dragoman.grounding.reading import Sentence

# "higher revenue in FY2024 than Fortescue's", "exceeded BHP's"
_THAN = re.compile(r"[^.;:]{0,60}?\bthan\s+(?:(?:that|those|the one) of\s+|at\s+)?$")
_EXCEEDS = re.compile(r"^exceed")


def compared_with(sentence: Sentence, direction: Direction) -> Mention | None:
    """Return the company after "than", None where a word of direction compares no companies."""
    for mention in sentence.mentions.companies:
        between = sentence.lower[direction.end : mention.start] if mention.start >= direction.end else None
        if between is None:
            continue
        if _THAN.fullmatch(between) or (_EXCEEDS.match(direction.word) and not between.strip()):
            return mention
    return None


def check_comparison(sentence: Sentence, cells: Callable[[], Sequence[Cell]]) -> Finding | None:
    """Hold "A's revenue is higher than B's" against the figures of both. None where nothing can be held."""
    for direction in find_directions(sentence.lower):
        other = compared_with(sentence, direction)
        ours = _subject(sentence, direction)
        if other is None or not ours or len(other.names) != 1 or ours == other.names:
            continue
        return _held(sentence, direction, ours, other=other, cells=cells())
    return None


def _subject(sentence: Sentence, direction: Direction) -> Names:
    earlier = [mention for mention in sentence.mentions.companies if mention.end <= direction.start]
    found = earlier[0].names if earlier else sentence.defaults.company
    return found if len(found) == 1 else NOTHING


def _held(
    sentence: Sentence, direction: Direction, subject: Names, *, other: Mention, cells: Sequence[Cell]
) -> Finding | None:
    metric = next(iter(sentence.mentions.metrics), None)
    period = names_of(sentence.mentions.periods) or sentence.defaults.period
    if metric is None or not metric.names or len(period) != 1:
        return None
    if any(not cell.company for cell in cells):
        return None  # whose figures these are, nobody says
    slots = [Slots(company=c, metric=metric.names, basis=metric.basis, period=period) for c in (subject, other.names)]
    ours, theirs = (next((c for c in cells if c.period and not s.misfits(c.figure.slots)), None) for s in slots)
    if theirs is None:
        name = sentence.text[other.start : other.end]
        return Finding(verdict="unsupported", reason=f"the cited pages have no such figure of {name}")
    if ours is None or min(ours.figure.amount, theirs.figure.amount) < 0:
        return None
    if not same_unit(ours.figure.unit, theirs.figure.unit):
        return None
    more = (ours.figure.amount > theirs.figure.amount) - (ours.figure.amount < theirs.figure.amount)
    if more == direction.sign:
        return Finding(verdict="supported", reason="the figures of both companies say so", quote=ours.figure.quote)
    reason = f"the pages have {ours.figure.text} and {theirs.figure.text}"
    return Finding(verdict="contradicted", reason=reason, quote=theirs.figure.quote, basis="calculation")
