"""What a text takes away: "not BHP", "except FY23", "I don't want revenue but profit"."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from dragoman.interpret.dimensions.dimension import Match

_EXCLUSION = re.compile(
    r"(?<!\w)(?:(?:but\s+)?not(?:\s+(?:including|for|in|about|counting|interested\s+in|the\s+one\s+for))?"
    r"|except(?:\s+for|ing)?|exclud(?:ing|e|es)|without|other\s+than|apart\s+from|aside\s+from|rather\s+than|instead\s+of"
    r"|ignor(?:ing|e)|leav(?:ing|e)\s+out|leav(?:ing|e)\s+aside|omit(?:ting)?|minus|bar(?:ring)?|never\s+mind|forget(?:\s+about)?"
    r"|(?:do\s+not|don't|didn't|did\s+not)\s+(?:want|need|mean|include|show(?:\s+me)?|give\s+me|care\s+about|ask(?:\s+(?:for|about))?))"
    r"(?!\w)\s*(?:(?:the|any|its|their|for|in|of|about)\s+){0,2}"
)
_NOT = re.compile(
    r"(?:(?<!\w)(?:not|never|no|isn't|wasn't|aren't|weren't|doesn't|didn't|don't|hasn't|haven't|won't)|n't)\s+(?:\w+\s+){0,2}$"
)
_MORE = re.compile(r"\s*(?:,|and|or|nor|&|,\s*(?:and|or|nor))\s*(?:the\s+)?")
_VARIANTS = frozenset(("basis", "share"))
# "In FY24, not FY23": what may be left out is a thing with a name, never an amount.
_NAMED = frozenset(("company", "metric", "fiscal_period", "fiscal_range", "date", "date_range", "section", *_VARIANTS))


@dataclass(frozen=True, slots=True)
class Exclusion:
    """A match that the text leaves out; [start:end] holds the word that does and the match."""

    start: int
    end: int
    match: Match


def find_exclusions(lower: str, matches: Sequence[Match]) -> list[Exclusion]:
    """Return what the text leaves out, in order. `matches` are in order and do not overlap."""
    if not matches:
        return []
    by_start: dict[int, int] = {}
    for index, match in enumerate(matches):
        by_start.setdefault(match.start, index)
    found: list[Exclusion] = []
    for word in _EXCLUSION.finditer(lower):
        index = by_start.get(word.end(), -1)
        start = word.start()
        while index >= 0 and matches[index].dimension in _NAMED:
            last = matches[index]
            found.append(Exclusion(start, last.end, last))
            more = _MORE.match(lower, last.end)
            index = _index_after(by_start, more.end() if more else last.end + 1, matches, index)
            start = matches[index].start
    return found


def is_negated(lower: str, start: int) -> bool:
    """Say whether a negation governs what begins at `start`: "not between", "isn't more than"."""
    return _NOT.search(lower, max(0, start - 24), start) is not None


def _index_after(by_start: dict[int, int], at: int, matches: Sequence[Match], index: int) -> int:
    """Return the next thing of the same list ("except BHP and Rio"), -1 where the list ends."""
    following = by_start.get(at, -1)
    is_same = following > index and matches[following].dimension == matches[index].dimension
    # "not underlying profit": the basis alone is left out, the metric stays.
    return following if is_same else -1
