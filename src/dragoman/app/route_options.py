"""What a caller may say beside a text that is routed."""

from collections.abc import Sequence
from datetime import date
from typing import TypedDict

from dragoman.domain.conversation import Turn


class RouteOptions(TypedDict, total=False):
    """What may be said beside a text that is routed."""

    history: Sequence[Turn]
    reference_date: date | None
    assistant: str | None
