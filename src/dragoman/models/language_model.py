"""What assistants see of models: a prompt goes in, a typed proposal or a text comes out, and its cost is on a meter."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from pydantic import BaseModel

from dragoman.models.chat import Json, ToolSpec
from dragoman.models.meter import Meter
from dragoman.models.prompt import Prompt

T = TypeVar("T", bound=BaseModel)
OnText = Callable[[str], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """A function of ours that a model may call; what it returns, or why it refused, is text for the model.

    It is called only with arguments that fit its own schema.
    """

    spec: ToolSpec
    call: Callable[[Json], Awaitable[str]]


class LanguageModel(Protocol):
    """The models that are configured, behind their dispatch.

    Every method raises a ModelError when no candidate gave a usable reply within the deadline; a reading node then
    goes on without it. `inputs` are exactly those the prompt declares. Every call is put on the meter.
    """

    async def propose(self, prompt: Prompt, inputs: Mapping[str, str], output: type[T], *, meter: Meter) -> T:
        """Return a typed proposal. A reply of the wrong form is repaired once, with what was wrong."""

    async def write(
        self, prompt: Prompt, inputs: Mapping[str, str], *, meter: Meter, on_text: OnText | None = None
    ) -> str:
        """Return a text; `on_text` hears it as it comes."""

    async def work(
        self, prompt: Prompt, inputs: Mapping[str, str], tools: Sequence[Tool], *, max_rounds: int, meter: Meter
    ) -> str:
        """Let the model call the tools, at most `max_rounds` times, and return its last text."""
