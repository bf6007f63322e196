"""A candidate: one model that dispatch may ask, and what it has to know about it."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

from dragoman.models.chat import ChatModel
from dragoman.models.prices import PriceSpec

Role = Literal["decide", "write"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """One model at one provider. Candidates of the same provider share its health."""

    model: ChatModel
    provider: str  # host and port
    price: PriceSpec | None = None  # None: not known
    roles: tuple[Role, ...] = ("decide", "write")
    tools: bool = True  # whether it can call functions
    call_timeout: timedelta = timedelta(seconds=45)
    max_concurrent: int | None = None  # calls of its provider at a time; None: as many as there are
    prepare: Callable[[], Awaitable[None]] | None = None  # awaited before a call, outside its limit of time
    close: Callable[[], Awaitable[None]] | None = None  # ends its connections

    @property
    def id(self) -> str:
        """Tier and name."""
        return self.model.id
