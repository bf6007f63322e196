"""Metrics and ratios under all their names, and the words for basis and share beside them."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from dragoman.domain.interpretation import Interpretation
from dragoman.domain.utterance import Span
from dragoman.domain.value import Name
from dragoman.interpret.dimensions.dimension import Match
from dragoman.interpret.lexicon import Hit, Phrase
from dragoman.interpret.normalize import NormalizedText
from dragoman.interpret.vocabulary import Vocabulary

_REACH = 40  # characters between a metric and what belongs to it, at most
_SIDE_BY_SIDE = re.compile(r"[,;.?!]|(?<!\w)(?:and|or|vs|versus|than|with|against|to)(?!\w)")


@dataclass(frozen=True, slots=True)
class Cues:
    """The words of a text that speak for one metric or another: "iron ore" with "shipped" is not production."""

    vocabulary: Vocabulary
    text: NormalizedText

    def ranked(self, phrase: Phrase) -> list[str]:
        """Return the metric and its alternatives, the one with most cues first."""
        around = self.text.words.difference(phrase.words.split())

        def cues(metric: str) -> int:
            spec = self.vocabulary.metrics.get(metric)
            return len(around.intersection(spec.cues)) if spec else 0

        return sorted((phrase.name, *phrase.alternatives), key=cues, reverse=True)


def metric_matches(hit: Hit, cues: Cues) -> list[Match]:
    """Return the match of a metric, basis or share; a name such as "UNPAT" gives metric and basis at one place."""
    phrase = hit.phrase
    if phrase.dimension not in ("metric", "basis", "share"):
        return []
    name, *others = cues.ranked(phrase) if phrase.alternatives else (phrase.name,)
    alternatives = tuple(Name(name=other) for other in others)
    matches = [Match(hit.start, hit.end, phrase.dimension, Name(name=name), phrase.how, alternatives=alternatives)]
    for dimension, variant in (("basis", phrase.basis), ("share", phrase.share)):
        if variant:
            matches.append(Match(hit.start, hit.end, dimension, Name(name=variant), "alias"))
    return matches


def drop_echoes(matches: Sequence[Match], lower: str, vocabulary: Vocabulary) -> list[Match]:
    """Drop a wide physical measure where the text names it more closely: "spodumene shipped from Mt Marion".

    Money stays: who asks for cash flow and free cash flow wants both.
    """
    metrics = [match for match in matches if match.dimension == "metric"]
    if len(metrics) < 2:
        return list(matches)
    counts = Counter(_named(match) for match in metrics)
    echoes = {match.start for match in metrics if _is_vague_echo(match, counts, vocabulary)}
    for left, right in pairwise(metrics):
        echoes.update(_wider_of(left, right, lower, vocabulary))
    return [match for match in matches if match.start not in echoes]


def _is_vague_echo(match: Match, counts: Counter[str], vocabulary: Vocabulary) -> bool:
    spec = vocabulary.metrics.get(_named(match))
    if not match.alternatives or spec is None or spec.kind not in ("quantity", "unit_cost"):
        return False
    others = {_named(match), *(other.name for other in match.alternatives if isinstance(other, Name))}
    if sum(counts[name] for name in others) < 2:
        return False
    counts[_named(match)] -= 1
    return True


def _wider_of(left: Match, right: Match, lower: str, vocabulary: Vocabulary) -> list[int]:
    """Return where the wider of two metrics begins, if one is part of the other and nothing sets them side by side."""
    gap = lower[left.end : right.start]
    if len(gap) > _REACH or _SIDE_BY_SIDE.search(gap):
        return []
    pairs = ((left, right), (right, left))
    return [
        wide.start
        for narrow, wide in pairs
        if (spec := vocabulary.metrics.get(_named(narrow))) and spec.within == _named(wide)
    ]


def _named(match: Match) -> str:
    return match.value.name if isinstance(match.value, Name) else ""


@dataclass(frozen=True, slots=True)
class MetricMention:
    """A metric of the text with the basis and share that stand beside it."""

    metric: str
    basis: str | None
    share: str | None
    span: Span


def metric_mentions(seen: Interpretation) -> tuple[MetricMention, ...]:
    """Return the metrics of a text in its order, each with its own basis and share.

    "Statutory profit and underlying EBITDA" gives each its own; "underlying profit and EBITDA" gives both the one
    that stands before them; a basis right after a metric is that metric's.
    """
    metrics = seen.of("metric")
    mentions = []
    for index, metric in enumerate(metrics):
        after = metrics[index + 1].span.start if index + 1 < len(metrics) else len(seen.utterance.text)
        before = metrics[index - 1].span.end if index else 0
        names = [_variant(seen, dimension, metric.span, before, after) for dimension in ("basis", "share")]
        if isinstance(metric.value, Name):
            mentions.append(MetricMention(metric.value.name, names[0], names[1], metric.span))
    return tuple(mentions)


def _variant(seen: Interpretation, dimension: str, span: Span, before: int, after: int) -> str | None:
    """Return the variant in the metric, right before it, or after it up to the next metric; nearest wins."""
    ranked = []
    for entity in seen.of(dimension):
        if not isinstance(entity.value, Name):
            continue
        if entity.span.overlaps(span):
            return entity.value.name
        if before <= entity.span.start < span.start:
            ranked.append((span.start - entity.span.end, entity.value.name))
        elif span.end <= entity.span.start < after:
            # "EBITDA and statutory profit": a basis with the next metric right behind it is that one's.
            is_next = after - entity.span.end <= 1 and after < len(seen.utterance.text)
            if not is_next:
                ranked.append((entity.span.start - span.end, entity.value.name))
    ranked.sort()
    return ranked[0][1] if ranked and ranked[0][0] <= _REACH else None
