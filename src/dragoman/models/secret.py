"""A secret that does not show itself."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Secret:
    """A key. It prints as dots; only `reveal` gives it, and only adapters call that."""

    _text: str

    def reveal(self) -> str:
        """Return the key, for the one header it belongs in."""
        return self._text

    def __bool__(self) -> bool:
        return bool(self._text)

    def __repr__(self) -> str:
        return "Secret(…)" if self._text else "Secret()"

    __str__ = __repr__
