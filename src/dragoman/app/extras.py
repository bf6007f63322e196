"""What is said where a part of the product is not installed."""

from collections.abc import Iterator
from contextlib import contextmanager

from dragoman.errors import MissingExtraError


@contextmanager
def needs_assistants() -> Iterator[None]:
    """Name the extra that is missing where LangGraph is. Raises MissingExtraError."""
    try:
        yield
    except ModuleNotFoundError as missing:
        if (missing.name or "").startswith("dragoman"):
            raise
        raise MissingExtraError("asking questions", "assistants") from None
