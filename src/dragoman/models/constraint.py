"""Which models may be asked, by tier: "free:*", "paid:*", "paid:deepseek"."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelConstraint:
    """Ids, or beginnings of ids that end in a star; with `fallback_outside_allow` the others come after them."""

    allow: tuple[str, ...] = ("*",)
    fallback_outside_allow: bool = False

    def allows(self, id: str) -> bool:  # noqa: A002  # the word that models use
        """Return whether a model is one of those named."""
        return any(id.startswith(name[:-1]) if name.endswith("*") else id == name for name in self.allow)
