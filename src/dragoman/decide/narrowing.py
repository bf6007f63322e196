"""Words right beside a figure that narrow it and that nobody could read: "China revenue", "gross profit".

The figure is given all the same, since it is the nearest there is, and that it is the whole one is said.
"""

import re
from collections.abc import Iterable, Iterator

from dragoman.decide.ask import Ask
from dragoman.decide.cues import Cues
from dragoman.decide.evidence import strangers
from dragoman.decide.slots import MetricMention
from dragoman.domain.interpretation import Interpretation
from dragoman.domain.plan import Assumption

_WORD_BEFORE = re.compile(r"(?<![\w'’])(?P<words>[a-z][\w-]+)\s+$", re.IGNORECASE)
_PHRASE_AFTER = re.compile(
    r"\s+(?P<words>(?:from|in|of)\s+(?:(?:the|its|their|any|all)\s+)?"
    r"(?P<first>[a-z][\w-]+)(?:\s+(?P<second>[a-z][\w-]+))?)",
    re.IGNORECASE,
)
_NOTATION = re.compile(  # how the figure is to be written, which is seen to elsewhere
    r"\b(?:dollars?|cents?|usd|aud|us|australian|currency|millions?|billions?|thousands?|tonnes|ounces|words|detail)\b",
    re.IGNORECASE,
)


def narrowing_notes(asks: Iterable[Ask], seen: Interpretation, cues: Cues) -> list[Assumption]:
    """Return a sentence for each figure with a word beside it that nothing accounts for."""
    strange = frozenset(strangers(seen, cues))
    return [
        _note(ask, metric, left) for ask in asks for metric in ask.own.metrics for left in _left(ask, metric, strange)
    ]


def _note(ask: Ask, metric: MetricMention, words: str) -> Assumption:
    name = ask.world.vocabulary.metric_name(metric.name, metric.basis, metric.share)
    return Assumption(kind="metric", text=f'"{words}" is not taken into account: what is given is {name} as a whole.')


def _left(ask: Ask, metric: MetricMention, strange: frozenset[str]) -> Iterator[str]:
    start = ask.text.lower().find(metric.text.lower()) if metric.text else -1
    if start < 0:
        return
    before = _WORD_BEFORE.search(ask.text[:start])
    if before and before["words"].lower() in strange:
        yield before["words"]
    after = _PHRASE_AFTER.match(ask.text, start + len(metric.text))
    if after is None or _NOTATION.search(after["words"]):
        return
    if after["first"].lower() in strange:
        both = (after["second"] or "").lower() in strange
        yield after["words"] if both else ask.text[after.start("words") : after.end("first")]
