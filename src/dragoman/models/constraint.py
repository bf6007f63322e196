"""Which models may be asked, by tier: "free:*", "paid:*", "paid:deepseek"."""

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from dragoman.models.language_model import LanguageModel


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelConstraint:
    """Ids, or beginnings of ids that end in a star; with `fallback_outside_allow` the others come after them."""

    allow: tuple[str, ...] = ("*",)
    fallback_outside_allow: bool = False

    def allows(self, id: str) -> bool:  # noqa: A002  # the word that models use
        """Return whether a model is one of those named."""
        return any(id.startswith(name[:-1]) if name.endswith("*") else id == name for name in self.allow)


@runtime_checkable
class Tiered(Protocol):
    """A language model that has tiers to choose among."""

    def within(self, constraint: ModelConstraint) -> LanguageModel:
        """Return the same under a constraint."""


def constrained(model: LanguageModel, constraint: ModelConstraint) -> LanguageModel:
    """Return the model under a constraint; one that has no tiers stays as it is."""
    return model.within(constraint) if isinstance(model, Tiered) else model
