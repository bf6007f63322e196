"""Metrics and ratios under all their names, and the words for basis and share beside them."""

from collections.abc import Sequence
from dataclasses import dataclass

from dragoman.domain.interpretation import Interpretation
from dragoman.domain.utterance import Span
from dragoman.domain.value import Name
from dragoman.interpret.dimensions.company import place_hits
from dragoman.interpret.dimensions.dimension import Context, Match
from dragoman.interpret.lexicon import Hit
from dragoman.interpret.normalize import NormalizedText
from dragoman.interpret.vocabulary import Vocabulary

_REACH = 40  # characters between a metric and the word for its basis, at most


class MetricDimension:
    """Finds metrics and ratios by any of their names."""

    name = "metric"

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary

    def find(self, text: NormalizedText, context: Context) -> list[Match]:  # noqa: ARG002 - no name depends on the date
        """Return all metrics of the text."""
        hits = place_hits(self._vocabulary, text)
        cues = Cues(self._vocabulary, text)
        return [match for hit in hits for match in metric_matches(hit, cues) if match.dimension == "metric"]


class VariantDimension:
    """Finds the words that say which figure of a metric is meant: its basis or its share."""

    def __init__(self, name: str, vocabulary: Vocabulary) -> None:
        self.name = name
        self._vocabulary = vocabulary

    def find(self, text: NormalizedText, context: Context) -> list[Match]:  # noqa: ARG002 - no name depends on the date
        """Return all bases (or shares) that the text names, also inside a metric's own name."""
        hits = place_hits(self._vocabulary, text)
        cues = Cues(self._vocabulary, text)
        return [match for hit in hits for match in metric_matches(hit, cues) if match.dimension == self.name]


@dataclass(frozen=True, slots=True)
class Cues:
    """The words of a text that speak for one metric or another: "iron ore" with "shipped" is not production."""

    vocabulary: Vocabulary
    text: NormalizedText

    def ranked(self, name: str, alternatives: Sequence[str]) -> list[str]:
        """Return the metric and its alternatives, the one with most cues first."""

        def cues(metric: str) -> int:
            spec = self.vocabulary.metrics.get(metric)
            return len(self.text.words.intersection(spec.cues)) if spec else 0

        return sorted((name, *alternatives), key=cues, reverse=True)


def metric_matches(hit: Hit, cues: Cues) -> list[Match]:
    """Return the match of a metric, basis or share; a name such as "UNPAT" gives metric and basis at one place."""
    phrase = hit.phrase
    if phrase.dimension not in ("metric", "basis", "share"):
        return []
    name, *others = cues.ranked(phrase.name, phrase.alternatives) if phrase.alternatives else (phrase.name,)
    alternatives = tuple(Name(name=other) for other in others)
    matches = [Match(hit.start, hit.end, phrase.dimension, Name(name=name), phrase.how, alternatives=alternatives)]
    for dimension, variant in (("basis", phrase.basis), ("share", phrase.share)):
        if variant:
            matches.append(Match(hit.start, hit.end, dimension, Name(name=variant), "alias"))
    return matches


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
