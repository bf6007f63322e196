"""The meter of one turn or job: every call of a model, and what it took."""

from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import Decimal

from dragoman.domain.cost import Cost
from dragoman.models.chat import Usage


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One attempt at one model."""

    prompt: str  # name and version: "mines_route@3"
    model: str
    usage: Usage
    usd: Decimal | None  # None where no price is known
    milliseconds: float
    failure: str = ""  # the error's code, where it failed


@dataclass(slots=True)
class Meter:
    """Counts what a turn uses. One for each turn; not shared between turns."""

    calls: list[Call] = field(default_factory=list)
    heard: Callable[[Call], None] | None = None  # who is told of each call at once: the turn may be stopped

    def add(self, call: Call) -> None:
        """Put one attempt on record."""
        self.calls.append(call)
        if self.heard:
            self.heard(call)

    @property
    def seconds(self) -> float:
        """How long all attempts took together."""
        return sum(call.milliseconds for call in self.calls) / 1000

    @property
    def cost(self) -> Cost:
        """What all calls took together."""
        prices = [call.usd for call in self.calls]
        known = [price for price in prices if price is not None]
        return Cost(
            model_calls=len(self.calls),
            input_tokens=sum(call.usage.input_tokens for call in self.calls),
            output_tokens=sum(call.usage.output_tokens for call in self.calls),
            usd=None if len(known) < len(prices) else sum(known, Decimal(0)),
            models=tuple(dict.fromkeys(call.model for call in self.calls if not call.failure)),
            prompts=tuple(dict.fromkeys(call.prompt for call in self.calls)),
        )
