"""Comparisons a text asks for, bound to the value they govern: "more than US$1bn", "within 30 days", "between A and B"."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from dragoman.domain.interpretation import Between, Comparator
from dragoman.domain.value import Name, Value
from dragoman.interpret.dimensions.dimension import Match
from dragoman.interpret.negation import Exclusion, find_exclusions, is_negated

_ASKED: tuple[tuple[Comparator, str], ...] = (
    (
        "ge",
        r"at\s+least|no(?:t)?\s+(?:less|fewer|lower|smaller|under|below)\s+than|not\s+(?:under|below)|minimum\s+(?:of\s+)?"
        r"|a\s+minimum\s+of|min\.?\s+of|>=|≥|=>|starting\s+(?:at|from)|from\s+at\s+least|greater\s+than\s+or\s+equal\s+to"
        r"|more\s+than\s+or\s+equal\s+to|equal\s+to\s+or\s+(?:greater|more)\s+than|no\s+lower\s+than",
    ),
    (
        "le",
        r"at\s+most|no(?:t)?\s+(?:more|greater|higher|larger|bigger|later)\s+than|not\s+(?:over|above|exceed(?:ing)?)|no\s+more\s+than"
        r"|does(?:\s+not|n't)\s+exceed|did(?:\s+not|n't)\s+exceed|do(?:\s+not|n't)\s+exceed|maximum\s+of|a\s+maximum\s+of|max\.?\s+of"
        r"|up\s+to|<=|≤|=<|within|not\s+to\s+exceed|less\s+than\s+or\s+equal\s+to|capped\s+at|limited\s+to"
        r"|(?:shall|must|may|should|will|can)\s*not\s+exceed",
    ),
    (
        "gt",
        r"(?:more|greater|higher|larger|bigger|better|longer|later|bigger)\s+than|over|above|exceed(?:s|ed|ing)?|in\s+excess\s+of|>|beyond"
        r"|north\s+of|upwards?\s+of|top(?:s|ped)|surpass(?:es|ed|ing)?|beat(?:s|ing)?",
    ),
    (
        "lt",
        r"(?:less|fewer|lower|smaller|shorter|cheaper|worse|earlier)\s+than|under|below|beneath|<|south\s+of|short\s+of",
    ),
    ("ne", r"not\s+equal\s+to|other\s+than|different\s+from|!=|≠|<>|unequal\s+to|anything\s+but"),
    ("eq", r"exactly|equal(?:s)?\s+to|equals|precisely|==|="),
)
_WORDS: dict[str, Comparator] = {}
_BEFORE = re.compile(
    "|".join(
        rf"(?P<{name}>" + "|".join(f"(?:{p})" if re.match(r"\W", p) else rf"(?<!\w)(?:{p})" for p in [pattern]) + ")"
        for name, pattern in _ASKED
    )
)
_GAP = re.compile(r"(?:\s+(?:or\s+equal\s+to|a|an|the|of|about|some|by)(?!\w))*\s*")
_BETWEEN = re.compile(r"(?<!\w)between\s+(?:the\s+)?")
_AND = re.compile(r"\s*(?:and|to|-|&)\s*(?:the\s+)?")
_AFTER: tuple[tuple[Comparator, re.Pattern[str]], ...] = (
    (
        "ge",
        re.compile(
            r"\s*(?:,\s*)?(?:or|and)\s+(?:more|above|over|higher|greater|later|longer|up(?:wards?)?|better|beyond)(?!\w)|\+(?!\w)"
        ),
    ),
    ("le", re.compile(r"\s*(?:,\s*)?(?:or|and)\s+(?:less|below|under|lower|fewer|earlier|shorter|smaller)(?!\w)")),
)
# A figure that may be more or less; a named thing may only be left out.
_MEASURED = frozenset(("number", "percent", "money", "quantity", "duration"))
_IN_TIME = frozenset(("date", "fiscal_period", "time"))
_NEEDS_MEASURE = re.compile(r"(?:over|within|beyond|under|above|below|up\s+to|top|beat)")


@dataclass(frozen=True, slots=True)
class Comparison:
    """A comparison at [start:end] of the text."""

    start: int
    end: int
    comparator: Comparator
    value: Value | Between
    subject: str | None
    negated: bool = False


def find_comparisons(lower: str, matches: Sequence[Match]) -> list[Comparison]:
    """Return all comparisons of a text in its order. `matches` are in order and do not overlap."""
    if not matches:
        return []
    by_start: dict[int, Match] = {}
    for match in matches:
        by_start.setdefault(match.start, match)
    subjects = _Subjects(lower, matches)
    found = [*_between(lower, by_start, subjects), *_worded_before(lower, by_start, subjects)]
    governed = {comparison.end for comparison in found}
    found += [
        c for c in _worded_after(lower, matches, subjects) if not governed & {c.end, _value_end(lower, c, matches)}
    ]
    found += [_left_out(exclusion) for exclusion in find_exclusions(lower, matches)]
    return sorted(_once(found), key=lambda comparison: (comparison.start, comparison.end))


def _value_end(_lower: str, comparison: Comparison, matches: Sequence[Match]) -> int:
    return next((m.end for m in matches if m.start == comparison.start), -1)


def _between(lower: str, by_start: dict[int, Match], subjects: "_Subjects") -> list[Comparison]:
    found = []
    for word in _BETWEEN.finditer(lower):
        low = by_start.get(word.end())
        link = _AND.match(lower, low.end) if low else None
        high = by_start.get(link.end()) if link else None
        if low and high and {low.dimension, high.dimension} <= _MEASURED | _IN_TIME:
            negated = is_negated(lower, word.start())
            value = Between(low=low.value, high=high.value)
            subject = subjects.of(word.start(), low)
            found.append(Comparison(word.start(), high.end, "between", value, subject, negated))
    return found


def _worded_before(lower: str, by_start: dict[int, Match], subjects: "_Subjects") -> list[Comparison]:
    found = []
    for word in _BEFORE.finditer(lower):
        gap = _GAP.match(lower, word.end())
        match = by_start.get(gap.end()) if gap else None
        if match is None or not _governs(word, match):
            continue
        comparator: Comparator = word.lastgroup  # type: ignore[assignment] - the groups are named after the comparators
        if word[0].startswith("between"):
            continue
        negated = comparator in ("gt", "lt", "eq") and is_negated(lower, word.start())
        if negated:
            comparator = {"gt": "le", "lt": "ge", "eq": "ne"}[comparator]  # type: ignore[assignment] - as above
        found.append(Comparison(word.start(), match.end, comparator, match.value, subjects.of(word.start(), match)))
    return found


def _governs(word: re.Match[str], match: Match) -> bool:
    """Say whether this word can compare with that kind of value."""
    if match.dimension in _MEASURED:
        return True
    return (match.dimension in _IN_TIME and word.lastgroup in ("eq", "ne")) or (
        match.dimension in _IN_TIME and word[0].startswith(("later", "earlier", "no later", "not later"))
    )


def _worded_after(lower: str, matches: Sequence[Match], subjects: "_Subjects") -> list[Comparison]:
    found = []
    for match in matches:
        if match.dimension not in _MEASURED:
            continue
        for comparator, pattern in _AFTER:
            if word := pattern.match(lower, match.end):
                subject = subjects.of(match.start, match)
                found.append(Comparison(match.start, word.end(), comparator, match.value, subject))
    return found


def _left_out(exclusion: Exclusion) -> Comparison:
    match = exclusion.match
    subject = match.dimension if match.dimension != "metric" else _name(match)
    return Comparison(exclusion.start, exclusion.end, "ne", match.value, subject)


def _once(found: Sequence[Comparison]) -> list[Comparison]:
    """Drop a comparison inside a longer one ("other than" is found as comparator and as exclusion)."""
    kept: dict[tuple[int, Comparator], Comparison] = {}
    for comparison in found:
        kept.setdefault((comparison.end, comparison.comparator), comparison)
    return list(kept.values())


class _Subjects:
    """The metric that a comparison speaks of: the nearest before it in its sentence, else the nearest after."""

    def __init__(self, lower: str, matches: Sequence[Match]) -> None:
        self._metrics = [match for match in matches if match.dimension == "metric"]
        self._starts = [match.start for match in self._metrics]
        self._stops = [stop.start() for stop in re.finditer(r"[.;!?](?=\s|$)|\n", lower)]

    def of(self, start: int, match: Match) -> str | None:
        """Return the canonical metric, None where the sentence names none."""
        index = bisect_left(self._starts, start) - 1
        if index >= 0 and self._is_same_sentence(self._metrics[index].end, start):
            return _name(self._metrics[index])
        after = bisect_right(self._starts, match.start)
        if after < len(self._metrics) and self._is_same_sentence(match.end, self._metrics[after].start):
            return _name(self._metrics[after])
        return None

    def _is_same_sentence(self, left: int, right: int) -> bool:
        return bisect_left(self._stops, left) == bisect_left(self._stops, right)


def _name(match: Match) -> str | None:
    return match.value.name if isinstance(match.value, Name) else None
