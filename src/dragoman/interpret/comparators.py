"""Comparisons that a text asks for, bound to the value they govern: "more than US$1bn", "within 30 days"."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from dragoman.domain.interpretation import Between, Comparator
from dragoman.domain.value import Duration, Name, Value
from dragoman.interpret.dimensions.dimension import Match
from dragoman.interpret.negation import Exclusion, find_exclusions, is_negated

# Longer wordings first: "more than or equal to" must not be read as "more than".
_WORDED: tuple[tuple[Comparator, str], ...] = (
    (
        "ge",
        """
        at least | no less than | not less than | no fewer than | not fewer than | no lower than | not lower than
        no smaller than
        not under | not below | a minimum of | minimum of | min of | greater than or equal to
        more than or equal to | equal to or greater than | equal to or more than | starting at | >= | => | ≥
        """,
    ),
    (
        "le",
        """
        at most | no more than | not more than | no greater than | not greater than | no higher than | not higher than
        no larger than | not larger than | no later than | not later than | not over | not above | not exceeding
        does not exceed | doesn't exceed | did not exceed | didn't exceed | do not exceed | don't exceed | not exceed
        not to exceed | cannot exceed | can't exceed | a maximum of | maximum of | max of | up to | within | capped at
        limited to | less than or equal to | equal to or less than | <= | =< | ≤
        """,
    ),
    (
        "gt",
        """
        more than | greater than | higher than | larger than | bigger than | better than | longer than | later than
        in excess of | north of | upwards of | upward of | over | above | beyond | exceeding | exceeds
        exceeded | exceed | tops | topped | surpassing | surpasses | surpassed | surpass | beating | beats | beat | >
        """,
    ),
    (
        "lt",
        """
        less than | fewer than | lower than | smaller than | shorter than | cheaper than | worse than | earlier than
        south of | short of | under | below | beneath | <
        """,
    ),
    ("ne", "not equal to | unequal to | different from | != | ≠ | <>"),
    ("eq", "exactly | precisely | equal to | equals | =="),
)


def _listed(phrases: str) -> list[str]:
    return [phrase.strip() for line in phrases.splitlines() for phrase in line.split("|") if phrase.strip()]


def _pattern(phrases: str) -> str:
    ways = [re.escape(phrase).replace(r"\ ", r"\s+") for phrase in _listed(phrases)]
    return "|".join(rf"(?<!\w){way}(?!\w)" if way[-1].isalpha() else way for way in ways)


_REACH = 48  # characters before a value in which its comparator stands
_GAP_WORDS = ("a", "an", "the", "of", "about", "some", "by")
# The last words that may stand before a compared value: most values can be passed over by looking at one word.
_LAST_WORDS = tuple({phrase.split()[-1] for _, phrases in _WORDED for phrase in _listed(phrases)} | set(_GAP_WORDS))
_GAP = rf"(?:\s+(?:or\s+equal\s+to|{'|'.join(_GAP_WORDS)})(?![\w$])){{0,3}}\s*"
_ANY = "|".join(f"(?P<{comparator}>{_pattern(phrases)})" for comparator, phrases in _WORDED)
_BEFORE = re.compile(rf"(?P<words>{_ANY}){_GAP}$")
# "isn't more than": the negation goes into the comparator. "Not at least" and the like are said by nobody.
_OPPOSITE: dict[Comparator, Comparator] = {"gt": "le", "lt": "ge", "eq": "ne"}
_BETWEEN = re.compile(r"(?<!\w)between\s+(?:the\s+)?")
_TO = re.compile(r"\s*(?:to|-)\s*")
_CHANGE = re.compile(
    r"(?<!\w)(?:from|by|up|down|rose|risen|rises?|grew|grown|grows?|fell|fallen|falls?|dropped|drops?|gained|lost"
    r"|(?:in|de)creas\w+|declin\w+|improv\w+|expand\w+|narrow\w+|widen\w+|climb\w+|slipp\w+|went|goes|moved)"
    r"(?:\s+[a-z]+){0,2}\s*$"
)
_AND = re.compile(r"\s*(?:and|to|-|&)\s*(?:the\s+)?")
_AFTER: tuple[tuple[Comparator, re.Pattern[str]], ...] = (
    (
        "ge",
        re.compile(
            r"\s*(?:,\s*)?(?:or|and)\s+(?:more|above|over|higher|greater|later|longer|up(?:wards?)?|better)(?!\w)|\+(?!\w)"
        ),
    ),
    ("le", re.compile(r"\s*(?:,\s*)?(?:or|and)\s+(?:less|below|under|lower|fewer|earlier|shorter|smaller)(?!\w)")),
)
# A figure that may be more or less; a named thing may only be left out.
_MEASURED = frozenset(("number", "percent", "money", "quantity", "duration"))
_IN_TIME = frozenset(("date", "fiscal_period", "time"))
_COMPARABLE = _MEASURED | _IN_TIME


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
    found = [
        *_between(lower, by_start, subjects),
        *_spans(lower, matches, subjects),
        *_worded_before(lower, matches, subjects),
    ]
    governed = {comparison.end for comparison in found}
    found += _worded_after(lower, [match for match in matches if match.end not in governed], subjects)
    found += [_left_out(exclusion) for exclusion in find_exclusions(lower, matches)]
    return sorted(_once(found), key=lambda comparison: (comparison.start, comparison.end))


def _between(lower: str, by_start: dict[int, Match], subjects: "_Subjects") -> list[Comparison]:
    found = []
    for word in _BETWEEN.finditer(lower):
        low = by_start.get(word.end())
        link = _AND.match(lower, low.end) if low else None
        high = by_start.get(link.end()) if link else None
        if low and high and {low.dimension, high.dimension} <= _COMPARABLE:
            negated = is_negated(lower, word.start())
            value = Between(low=low.value, high=high.value)
            subject = subjects.of(word.start(), low)
            found.append(Comparison(word.start(), high.end, "between", value, subject, negated))
    return found


def _spans(lower: str, matches: Sequence[Match], subjects: "_Subjects") -> list[Comparison]:
    """Read "20 % to 30 %" as between; "rose from 20 % to 30 %" and "fell 3 % to 20 %" tell what happened."""
    found = []
    for low, high in pairwise(matches):
        if not low.dimension == high.dimension == "percent" or not _TO.fullmatch(lower, low.end, high.start):
            continue
        before = lower[max(0, low.start - _REACH) : low.start]
        if not _CHANGE.search(before) and not _BETWEEN.search(before):
            value = Between(low=low.value, high=high.value)
            found.append(Comparison(low.start, high.end, "between", value, subjects.of(low.start, low)))
    return found


def _worded_before(lower: str, matches: Sequence[Match], subjects: "_Subjects") -> list[Comparison]:
    found = []
    for match in matches:
        if match.dimension not in _COMPARABLE or not _may_be_compared(lower, match):
            continue
        word = _BEFORE.search(lower, max(0, match.start - _REACH), match.start)
        if word is None or not _governs(word["words"], match):
            continue
        comparator: Comparator = next(c for c, _ in _WORDED if word[c])
        if is_negated(lower, word.start()):
            comparator = _OPPOSITE.get(comparator, comparator)
        found.append(Comparison(word.start(), match.end, comparator, match.value, subjects.of(word.start(), match)))
    return found


def _may_be_compared(lower: str, match: Match) -> bool:
    before = lower[max(0, match.start - 12) : match.start].rstrip()
    return before.endswith(_LAST_WORDS if match.dimension in _MEASURED else ("than", "the"))


def _governs(words: str, match: Match) -> bool:
    """Say whether these words can compare with that kind of value; "over five years" is a time, no comparison."""
    if isinstance(match.value, Duration):
        return words != "over" or match.value.unit not in ("year", "quarter")
    return match.dimension in _MEASURED or (
        match.dimension in _IN_TIME and words.endswith(("later than", "earlier than"))
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
