"""What tests of dispatch share: a clock that is wound by hand, candidates with a script, prompts."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from decimal import Decimal
from typing import Any, Literal

from pydantic import BaseModel

from dragoman.models.candidate import Candidate
from dragoman.models.dispatch import Dispatcher
from dragoman.models.prices import PriceSpec
from dragoman.models.prompt import Prompt
from dragoman.models.pursuit import Limits, World
from dragoman.testing.scripted_model import ScriptedChatModel

PRICE = PriceSpec(input=Decimal(1), output=Decimal(2))
DECIDE = Prompt(
    name="pick", version=3, role="decide", inputs=("text",), data=("text",), system="Pick.", user="{{ text }}"
)
WRITE = Prompt(
    name="tell", version=1, role="write", inputs=("text",), data=("text",), system="Tell.", user="{{ text }}"
)
INPUTS = {"text": "hello"}


class Choice(BaseModel):
    """What the tests ask for."""

    route: Literal["figures", "news"]
    reason: str = ""


@dataclass
class HandClock:
    """A clock that moves when it is told to, and when somebody sleeps on it."""

    seconds: float = 1000.0
    slept: list[float] = field(default_factory=list)

    def now(self) -> float:
        return self.seconds

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.seconds += seconds

    @property
    def world(self) -> World:
        return World(now=self.now, sleep=self.sleep)


def candidate(id: str, script: Sequence[Any], **more: Any) -> Candidate:  # noqa: A002  # the port's word
    model = ScriptedChatModel(id, script)
    return Candidate(**{"model": model, "provider": id, "price": PRICE, **more})


def dispatcher(*candidates: Candidate, clock: HandClock | None = None, **limits: Any) -> Dispatcher:
    return Dispatcher(candidates, world=(clock or HandClock()).world, limits=Limits(**{"max_rounds": 1, **limits}))


def seconds(number: float) -> timedelta:
    return timedelta(seconds=number)
