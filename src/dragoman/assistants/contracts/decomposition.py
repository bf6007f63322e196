"""What a question about a contract asks for, taken apart before anything is searched."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from dragoman.assistants.contracts.registry import UNKNOWN
from dragoman.domain.interpretation import IntentMatch, Interpretation


@dataclass(frozen=True, slots=True, kw_only=True)
class Decomposition:
    """A question as intent, words, limits and days; `seen` has each with its place, value and alternatives."""

    query: str
    intents: tuple[IntentMatch, ...]  # the best match of every intent, the most specific first
    entities: tuple[str, ...]  # lower-cased words with content, in order
    constraints: Mapping[str, str]
    temporals: tuple[str, ...]  # days as written
    seen: Interpretation
    also: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # for a word, what an agreement may call it

    @property
    def searched(self) -> tuple[str, ...]:
        """The words that are searched for: those with content, and what an agreement may call them."""
        return (
            *self.entities,
            *(word for words in self.also.values() for one in words for word in one.lower().split()),
        )

    @property
    def intent(self) -> str:
        """The first intent, "unknown" where no rule fired."""
        return self.intents[0].intent if self.intents else UNKNOWN

    def view(self) -> dict[str, Any]:
        """Return the four keys: intent, entities, constraints, temporals."""
        return {
            "intent": self.intent,
            "entities": list(self.entities),
            "constraints": dict(self.constraints),
            "temporals": list(self.temporals),
        }
