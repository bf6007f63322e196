"""A round trip to one model in each way that Dragoman asks: text, a given form, tools, a stream."""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from pathlib import Path
from time import perf_counter
from typing import Literal

from pydantic import BaseModel, ConfigDict

from dragoman.models.attempt import attempt
from dragoman.models.candidate import Candidate
from dragoman.models.chat import ChatRequest, Reply, ToolSpec
from dragoman.models.errors import ProviderError
from dragoman.models.meter import Meter
from dragoman.models.prompt import Prompt, load_prompt, render
from dragoman.models.structured import WrongFormError, read_reply, schema_of

Way = Literal["text", "structured", "tools", "stream", "vectors", "news"]
_HOPELESS = ("unreachable", "refused", "rejected", "timeout")  # the other ways would end the same
_TOOL = ToolSpec(
    name="add",
    description="Adds two whole numbers.",
    parameters={
        "type": "object",
        "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}},
        "required": ["a", "b"],
    },
)


class CheckReply(BaseModel):
    """The form that the check asks for."""

    model_config = ConfigDict(extra="forbid")

    colour: Literal["red", "green", "blue"]
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """How one way of asking went."""

    way: Way
    outcome: Literal["ok", "fault", "skipped"]
    detail: str = ""
    milliseconds: float = 0.0
    usd: Decimal | None = Decimal(0)


async def check(candidate: Candidate) -> tuple[Trial, ...]:
    """Try each way once. What cannot work after the first failure is skipped."""
    if candidate.prepare:
        await candidate.prepare()
    trials: list[Trial] = []
    for way in _WISHES:
        if trials and trials[0].detail.startswith(_HOPELESS):
            trials.append(Trial(way=way, outcome="skipped", detail="the first one failed"))
        elif way == "tools" and not candidate.tools:
            trials.append(Trial(way=way, outcome="skipped", detail="it cannot call functions, as its family says"))
        else:
            trials.append(await _try(candidate, way))
    return tuple(trials)


async def _try(candidate: Candidate, way: Way) -> Trial:
    meter, began, heard = Meter(), perf_counter(), list[float]()
    note: Callable[[str], None] | None = (lambda _: heard.append(_since(began))) if way == "stream" else None
    try:
        reply = await attempt(
            candidate,
            _request(way),
            prompt=_prompt().label,
            remaining=candidate.call_timeout * 2,  # so that the limit is its own
            meter=meter,
            on_text=note,
        )
        detail = _judged(way, reply)
    except ProviderError as failure:
        return Trial(way=way, outcome="fault", detail=str(failure), milliseconds=_since(began), usd=meter.cost.usd)
    except WrongFormError as fault:
        detail = f"wrong-form: {fault.summary}"
        return Trial(way=way, outcome="fault", detail=detail, milliseconds=_since(began), usd=meter.cost.usd)
    if heard:
        detail = f"first text after {heard[0]:.0f} ms, {len(heard)} pieces"
    return Trial(way=way, outcome="ok", detail=detail, milliseconds=_since(began), usd=meter.cost.usd)


_WISHES: dict[Way, str] = {
    "text": "Reply with the word ready.",
    "structured": "The colour is green and the number is 7.",
    "tools": "Call the function add with 19 and 23.",
    "stream": "Count from one to ten in words.",
}


def _request(way: Way) -> ChatRequest:
    return ChatRequest(
        messages=render(_prompt(), {"wish": _WISHES[way]}),
        tools=(_TOOL,) if way == "tools" else (),
        schema=schema_of(CheckReply) if way == "structured" else None,
        max_output_tokens=200,
    )


def _judged(way: Way, reply: Reply) -> str:
    """Say what came. Raises WrongFormError where it is not what was asked for."""
    if way == "structured":
        found = read_reply(reply, CheckReply)
        as_asked = (found.colour, found.number) == ("green", 7)
        return "" if as_asked else "of the right form, but not the values that were asked for"
    if way == "tools":
        if not reply.calls:
            raise WrongFormError("it called no function")
        if reply.calls[0].name != _TOOL.name or reply.calls[0].fault:
            raise WrongFormError("it called no function that there is, or with arguments that are none")
        return ""
    if not reply.is_whole:
        return "it did not stop by itself"
    return f"{reply.usage.output_tokens} tokens" if reply.usage.output_tokens else "it does not count its tokens"


def _since(began: float) -> float:
    return (perf_counter() - began) * 1000


@cache
def _prompt() -> Prompt:
    return load_prompt(Path(__file__).parent / "prompts" / "check.yaml")
