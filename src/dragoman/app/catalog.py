"""What a prompt can be sent to, for people who choose."""

from typing import Any

from dragoman.app.runtime import Runtime
from dragoman.errors import UnknownNameError

_ASSISTANTS: dict[str, dict[str, Any]] = {
    "mines": {
        "display_name": "Mines",
        "description": "Questions over the annual reports of mining companies: figures, comparisons, growth, news.",
        "examples": ["What was BHP's FY2024 revenue?", "Rank the five miners by FY2024 revenue"],
        "effects": "read",
    }
}


def catalog() -> list[dict[str, Any]]:
    """Return everything a prompt can be sent to."""
    return [{"id": name, **about} for name, about in _ASSISTANTS.items()]


def mermaid(runtime: Runtime, name: str) -> str:
    """Return the drawing of a graph. Raises UnknownNameError, MissingExtraError."""
    if name not in _ASSISTANTS:
        raise UnknownNameError("scenario", name, _ASSISTANTS)
    return runtime.draw_assistant()
