"""Everything code can know about a text without a model."""

from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Literal

from dragoman.domain.utterance import Span, Utterance
from dragoman.domain.value import FiscalPeriod, FiscalRange, Name, Value

How = Literal["exact", "alias", "pattern", "fuzzy", "carried"]
Comparator = Literal["lt", "le", "gt", "ge", "eq", "ne", "between"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entity:
    """A typed value found in the text."""

    dimension: str
    value: Value
    text: str  # as written; for a carried entity, as it was written in the earlier turn
    span: Span  # in the original text; empty at its end for a carried entity
    how: How
    score: float = 1.0  # below 1 only for fuzzy matches
    alternatives: tuple[Value, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Between:
    """The two ends of "between A and B", both included."""

    low: Value
    high: Value


@dataclass(frozen=True, slots=True, kw_only=True)
class Constraint:
    """A comparison that the text asks for: "more than US$1bn", "within 30 days", "except"."""

    comparator: Comparator
    value: Value | Between
    subject: str | None  # the canonical metric or dimension it speaks of, where the text says so
    negated: bool  # a negation that the comparator does not already express
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class IntentMatch:
    """A rule that fired, best first in `Interpretation.intents`."""

    intent: str
    rule: str
    span: Span
    margin: float  # how far ahead of the next intent it is, 0 to 1


@dataclass(frozen=True, slots=True, kw_only=True)
class UnsupportedMention:
    """Something named that we recognise as outside what any vocabulary covers."""

    dimension: str
    text: str
    span: Span
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Interpretation:
    """What a text says, as far as rules and the vocabulary can tell."""

    utterance: Utterance
    entities: tuple[Entity, ...] = ()
    constraints: tuple[Constraint, ...] = ()
    intents: tuple[IntentMatch, ...] = ()
    keywords: tuple[str, ...] = ()  # lower-cased content words in order
    unsupported: tuple[UnsupportedMention, ...] = ()
    notes: tuple[str, ...] = ()

    def of(self, dimension: str) -> tuple[Entity, ...]:
        """Return the entities of one dimension in the order of the text."""
        return tuple(entity for entity in self.entities if entity.dimension == dimension)

    def names(self, dimension: str) -> tuple[str, ...]:
        """Return the canonical names of one closed dimension, each once, in the order of the text."""
        found = [e.value.name for e in self.of(dimension) if isinstance(e.value, Name)]
        return tuple(dict.fromkeys(found))

    def period_labels(self) -> tuple[str, ...]:
        """Return the labels of all fiscal periods and ranges, each once, in the order of the text."""
        labels: list[str] = []
        for entity in self.entities:
            if isinstance(entity.value, FiscalPeriod):
                labels.append(entity.value.label)
            elif isinstance(entity.value, FiscalRange):
                labels.extend(entity.value.labels)
        return tuple(dict.fromkeys(labels))

    def has_intent(self, intent: str) -> bool:
        """Say whether any rule of the intent fired."""
        return any(match.intent == intent for match in self.intents)

    def with_entities(self, *more: Entity) -> "Interpretation":
        """Return a copy that also holds the given (carried) entities."""
        return replace(self, entities=(*self.entities, *more))


def plain_number(entity: Entity) -> Decimal | None:
    """Return the number of a bare-number entity, None for every other dimension."""
    return getattr(entity.value, "number", None)
