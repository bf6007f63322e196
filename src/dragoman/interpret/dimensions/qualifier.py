"""Words that make a narrower metric of a wide one: "interim DPS", "final and interim dividends", "dividend (special)".

They stand apart from the metric's own name, so that no list of phrases could hold all their combinations.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from dragoman.domain.value import Name
from dragoman.interpret.dimensions.dimension import Match
from dragoman.interpret.keywords import STOPWORDS
from dragoman.interpret.vocabulary import Vocabulary
from dragoman.interpret.vocabulary_spec import MetricSpec

_REACH = 48  # characters before a metric in which its qualifiers stand
_MAX_WORDS = 4
_JOIN = re.compile(r"(?:(?:and|or)\b|[&,/+])(?:\s*(?:the|its|and|or)\b)?")
_WORD = re.compile(rf"{_JOIN.pattern}|[a-z]+(?:[-'][a-z]+)*|\S")
_AFTER = re.compile(r"\s?(?:[(,:-]|-\s)\s?(?P<word>[a-z]+)\)?(?=\s*(?:$|[?.!;,)]|(?:in|for|of|at|per|fy|20)))")
_SHORT = 60  # characters of a follow-up at most
_ALONE = re.compile(
    r"\W*(?:(?:and|or|so|but|now|what about|how about)\s+)?(?:the\s+|its\s+|their\s+)?(?P<word>[a-z]+)"
    r"(?:\s+(?:ones?|part|only|instead))?\s*(?:(?:for|in|of|at)\s+(?:fy\s?)?(?:\d{2,4})?)?\W*"
)


def qualify(matches: Sequence[Match], lower: str, vocabulary: Vocabulary) -> list[Match]:
    """Replace each metric that a word beside it narrows, and add those that share its name: "interim and final".

    A word alone is a metric where it is the whole of a follow-up: "and the final one?".
    """
    qualified: list[Match] = []
    if not any(match.dimension == "metric" for match in matches):
        return [*matches, *_alone(matches, lower, vocabulary)]
    at = 0
    for match in matches:
        spec = _spec(match, vocabulary)
        if spec is None or not (spec.qualifiers or spec.qualifies):
            qualified.append(match)
        else:
            qualified.extend(_read(match, spec, lower[max(at, match.start - _REACH) : match.start], lower, vocabulary))
        at = max(at, match.end)
    return qualified


def _alone(matches: Sequence[Match], lower: str, vocabulary: Vocabulary) -> Iterator[Match]:
    if len(lower) > _SHORT:
        return
    rest = lower
    for match in matches:
        rest = rest[: match.start] + " " * (match.end - match.start) + rest[match.end :]
    if found := _ALONE.fullmatch(rest):
        roots = (spec for spec in vocabulary.metrics.values() if spec.qualifies is None)
        names = (spec.qualifiers[found["word"]] for spec in roots if found["word"] in spec.qualifiers)
        for name in names:
            yield Match(found.start("word"), found.end("word"), "metric", Name(name=name), "alias")


def _spec(match: Match, vocabulary: Vocabulary) -> MetricSpec | None:
    is_metric = match.dimension == "metric" and isinstance(match.value, Name)
    return vocabulary.metrics.get(match.value.name) if is_metric and isinstance(match.value, Name) else None


def _read(match: Match, spec: MetricSpec, before: str, lower: str, vocabulary: Vocabulary) -> Iterator[Match]:
    narrowed, start, others = _before(match, spec, before, vocabulary)
    after = _AFTER.match(lower, match.end, match.end + _REACH)
    end = match.end
    if after and (name := vocabulary.metrics[narrowed].qualifiers.get(after["word"])):
        narrowed, end = name, after.end()
    yield from others
    is_same = narrowed == spec.metric
    yield match if is_same else replace(match, start=start, end=end, value=Name(name=narrowed), how="alias")


def _before(match: Match, spec: MetricSpec, before: str, vocabulary: Vocabulary) -> tuple[str, int, list[Match]]:
    """Walk left from the metric: qualifiers right before it narrow it, those behind an "and" are further metrics."""
    shared = vocabulary.metrics[spec.qualifies].qualifiers if spec.qualifies else spec.qualifiers
    name, start = spec.metric, match.start
    others: list[Match] = []
    is_joined = False
    for word in list(_WORD.finditer(before))[: -_MAX_WORDS - 1 : -1]:
        place = match.start - len(before) + word.start()
        if _JOIN.fullmatch(word[0]):
            is_joined = True
        elif is_joined and word[0] in shared:
            other = Name(name=shared[word[0]])
            others.insert(0, Match(place, place + len(word[0]), "metric", other, "alias"))
        elif not is_joined and (narrower := vocabulary.metrics[name].qualifiers.get(word[0])):
            name, start = narrower, place
        elif is_joined or word[0] in STOPWORDS or not word[0].isalpha():
            break
    return name, start, others
