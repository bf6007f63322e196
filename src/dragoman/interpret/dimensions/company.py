"""Companies under all their names; names that are also ordinary words only where the text speaks of companies."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from dragoman.domain.value import Name
from dragoman.interpret.dimensions.dimension import Match
from dragoman.interpret.lexicon import Hit, squeeze
from dragoman.interpret.normalize import NormalizedText
from dragoman.interpret.overlap import Placed
from dragoman.interpret.phrases import MISSPELT_SCORE
from dragoman.interpret.vocabulary import Vocabulary
from dragoman.interpret.vocabulary_spec import AmbiguousNameSpec

_REACH = 24  # characters between a name and what may vouch for it
# What may stand between a company and the metric, period or company beside it.
_LINK = re.compile(
    r"(?:'s?|[\s,;&/()+:-]|\b(?:and|or|vs\.?|versus|to|with|for|in|of|than|the|total|annual|its|did|was|were|report)\b)*"
)
_NUMBER_BEFORE = re.compile(r"\d\s*-?\s*$")


@dataclass(frozen=True, slots=True)
class Doubt:
    """A name that was taken for the ordinary word it also is."""

    hit: Hit
    means: str


def place_hits(vocabulary: Vocabulary, text: NormalizedText) -> list[Hit]:
    """Return all names of the vocabulary with their places in the normalised text."""
    squeezed = squeeze(text.lower)
    hits = vocabulary.find(squeezed)
    if squeezed.offsets is None:
        return hits
    return [Hit(*squeezed.place(hit.start, hit.end), hit.phrase) for hit in hits]


def judge(hits: Sequence[Hit], text: NormalizedText, *, others: Sequence[Placed]) -> tuple[list[Hit], list[Doubt]]:
    """Split off the hits that are more likely an ordinary word ("30 min", "Rio de Janeiro").

    `others` are further things that vouch for a company beside them, such as periods.
    """
    doubtful = [hit for hit in hits if hit.phrase.ambiguous]
    is_name_alone = len(hits) == 1 and text.lower.strip(" ?.!") == text.lower[hits[0].start : hits[0].end]
    if not doubtful or is_name_alone:  # the name alone may answer a question back
        return list(hits), []
    vouching = [hit for hit in hits if hit.phrase.dimension in ("company", "metric") and not _needs_neighbour(hit)]
    is_about_figures = bool(others) or any(not hit.phrase.ambiguous for hit in vouching)
    neighbours = _Neighbours(text.lower, [*vouching, *others], is_about_figures=is_about_figures)
    is_shouted = text.text.isupper()
    doubts = []
    for hit in doubtful:
        ambiguity = hit.phrase.ambiguous
        if ambiguity and not _is_company(hit, ambiguity, text, neighbours=neighbours, is_shouted=is_shouted):
            doubts.append(Doubt(hit, ambiguity.means))
    rejected = {(doubt.hit.start, doubt.hit.end) for doubt in doubts}
    return [hit for hit in hits if (hit.start, hit.end) not in rejected], doubts


def company_match(hit: Hit) -> Match:
    """Return the match of a company's name."""
    how = hit.phrase.how
    return Match(
        hit.start, hit.end, "company", Name(name=hit.phrase.name), how, MISSPELT_SCORE if how == "fuzzy" else 1.0
    )


class _Neighbours:
    """Says whether something stands right beside a place, by the positions where things begin and end."""

    def __init__(self, lower: str, placed: Iterable[Placed], *, is_about_figures: bool) -> None:
        self._lower = lower
        items = list(placed)
        self._starts = {item.start for item in items}
        self._ends = {item.end for item in items}
        self.is_about_figures = is_about_figures  # the text names a metric, a period or a company for certain

    def beside(self, start: int, end: int) -> bool:
        lower = self._lower
        after = _LINK.match(lower, end, min(len(lower), end + _REACH))
        if after and any(at in self._starts for at in range(end + 1, after.end() + 1)):
            return True
        for at in range(start - 1, max(0, start - _REACH) - 1, -1):
            if at in self._ends:
                return _LINK.fullmatch(lower, at, start) is not None
        return False


def _needs_neighbour(hit: Hit) -> bool:
    return hit.phrase.ambiguous is not None and hit.phrase.ambiguous.needs_neighbour


def _is_company(
    hit: Hit, ambiguity: AmbiguousNameSpec, text: NormalizedText, *, neighbours: _Neighbours, is_shouted: bool
) -> bool:
    if _stands_before(text.lower, hit.end, ambiguity.not_before):
        return False
    is_ticker = text.text[hit.start : hit.end].isupper() and not is_shouted
    if ambiguity.needs_neighbour and _NUMBER_BEFORE.search(text.lower, max(0, hit.start - 4), hit.start):
        return False
    if not is_ticker and _stands_after(text.lower, hit.start, ambiguity.not_after):
        return False
    if not neighbours.is_about_figures and not text.words.isdisjoint(ambiguity.not_with):
        return False
    return not ambiguity.needs_neighbour or is_ticker or neighbours.beside(hit.start, hit.end)


def _stands_before(lower: str, end: int, words: Sequence[str]) -> bool:
    rest = lower[end : end + _REACH].lstrip(" /-.,")
    return any(rest.startswith(word) and not rest[len(word) : len(word) + 1].isalnum() for word in words)


def _stands_after(lower: str, start: int, words: Sequence[str]) -> bool:
    rest = lower[max(0, start - _REACH) : start].rstrip(" /-.,")
    return any(rest.endswith(word) and not rest[: -len(word)][-1:].isalnum() for word in words)
