"""Cues: the intent rules that fired in a stretch of text, without those that only fired inside a name."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from dragoman.decide.slots import SLOT_DIMENSIONS
from dragoman.domain.interpretation import IntentMatch, Interpretation
from dragoman.domain.utterance import Span

_DUE = re.compile(r"\bfall(?:s|ing)? due\b", re.IGNORECASE)
_ABOUT_NAMES = frozenset({"implied_company", "implied_metric"})


@dataclass(frozen=True, slots=True)
class Cues:
    """What a text wants done, as far as intent rules tell; the order is the text's."""

    matches: tuple[IntentMatch, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.matches)

    def __iter__(self) -> Iterator[IntentMatch]:
        return iter(self.matches)

    def has(self, *intents: str) -> bool:
        """Say whether any of these intents fired."""
        return any(match.intent in intents for match in self.matches)

    def rule(self, intent: str, *rules: str) -> bool:
        """Say whether one of these rules of the intent fired."""
        return any(match.intent == intent and match.rule in rules for match in self.matches)

    def of(self, intent: str) -> tuple[IntentMatch, ...]:
        """Return the matches of one intent."""
        return tuple(match for match in self.matches if match.intent == intent)

    def within(self, span: Span) -> "Cues":
        """Return the cues that start inside the span; carried ones (empty spans) always count."""
        return Cues(tuple(m for m in self.matches if not len(m.span) or span.start <= m.span.start < span.end))

    @property
    def intents(self) -> frozenset[str]:
        """The names of all intents that fired."""
        return frozenset(match.intent for match in self.matches)


def read_cues(seen: Interpretation) -> Cues:
    """Return the cues of a text: "total" inside "total dividend" is part of a name and no cue.

    Cues about what a name itself implies stay: "WAIO" is BHP's, "share price" is for the news.
    """
    dimensions = SLOT_DIMENSIONS | {"basis"}  # "as defined by the data service" is a name, no wish for a definition
    names = [entity.span for entity in seen.entities if entity.dimension in dimensions and len(entity.span)]
    found = [match for match in _outside(seen.intents, names) if not _is_due(match, seen.utterance.text)]
    return Cues(tuple(sorted(found, key=lambda m: (m.span.start, m.intent, m.rule))))


def _is_due(match: IntentMatch, text: str) -> bool:
    """Tell amounts "falling due", which fall nowhere, from those that fell."""
    return match.intent == "growth" and _DUE.match(text, match.span.start) is not None


def _outside(matches: Iterable[IntentMatch], names: list[Span]) -> Iterator[IntentMatch]:
    for match in matches:
        if (
            match.intent in _ABOUT_NAMES
            or match.rule == "market"
            or not len(match.span)
            or not any(n.covers(match.span) for n in names)
        ):
            yield match
