"""Dispatch: the configured models as one language model.

Candidates are asked in order. One that fails is passed over for the next, its provider rests after several failures,
and the whole has a deadline. An error lists every attempt.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from pydantic import BaseModel

from dragoman.models.attempt import OnText
from dragoman.models.candidate import Candidate
from dragoman.models.chat import ChatRequest, Json, Message, Reply, ToolCall
from dragoman.models.circuit import State
from dragoman.models.constraint import ModelConstraint
from dragoman.models.errors import NoModelError, ReplyFormError
from dragoman.models.language_model import Tool
from dragoman.models.meter import Meter
from dragoman.models.prompt import Prompt, render
from dragoman.models.pursuit import Health, Limits, Pursuit, World
from dragoman.models.structured import WrongFormError, read_reply, repair, schema_of
from dragoman.models.tool_arguments import argument_faults

T = TypeVar("T", bound=BaseModel)

_CALLS_A_ROUND = 8


class Dispatcher:
    """A `LanguageModel` over several candidates."""

    def __init__(
        self,
        candidates: Sequence[Candidate],
        *,
        limits: Limits | None = None,
        health: Health | None = None,
        world: World | None = None,
        constraint: ModelConstraint | None = None,
    ) -> None:
        self.candidates = tuple(candidates)
        self.limits = limits or Limits()
        self.health = health or Health()
        self._world = world or World()
        self._constraint = constraint or ModelConstraint()

    def within(self, constraint: ModelConstraint) -> "Dispatcher":
        """Return the same models under a constraint; they share their health."""
        return Dispatcher(
            self.candidates, limits=self.limits, health=self.health, world=self._world, constraint=constraint
        )

    def states(self) -> dict[str, State]:
        """Return how each candidate's provider is: closed (asked as usual), open (it rests) or half-open (on trial)."""
        now = self._world.now()
        return {one.id: self.health.of(one.provider).state(now) for one in self.candidates}

    async def aclose(self) -> None:
        """End the connections of this event loop. What is asked afterwards opens them anew."""
        for candidate in self.candidates:
            if candidate.close:
                await candidate.close()

    async def propose(self, prompt: Prompt, inputs: Mapping[str, str], output: type[T], *, meter: Meter) -> T:
        """Return a typed proposal. Raises ModelError."""
        pursuit = self._pursue(prompt, meter)
        request = replace(_request(prompt, inputs), schema=schema_of(output))
        reply, candidate = await pursuit.ask(request)
        try:
            return read_reply(reply, output)
        except WrongFormError as fault:
            request = replace(request, messages=(*request.messages, *repair(reply, fault)))
        reply, candidate = await pursuit.ask(request, first=candidate)
        try:
            return read_reply(reply, output)
        except WrongFormError as fault:
            raise ReplyFormError(prompt.label, candidate.id, fault.summary) from None

    async def write(
        self, prompt: Prompt, inputs: Mapping[str, str], *, meter: Meter, on_text: OnText | None = None
    ) -> str:
        """Return a text. Raises ModelError.

        What `on_text` hears is a preview: when its speaker fails, it hears nothing of the next one.
        """
        request = _request(prompt, inputs)
        reply, candidate = await self._pursue(prompt, meter).ask(request, on_text=on_text)
        return _text(prompt, candidate, reply)

    async def work(
        self, prompt: Prompt, inputs: Mapping[str, str], tools: Sequence[Tool], *, max_rounds: int, meter: Meter
    ) -> str:
        """Let the model call the tools for at most `max_rounds` rounds, then have its last text. Raises ModelError.

        A round of nothing but calls that it has made before is the last.
        """
        pursuit = self._pursue(prompt, meter)
        request = replace(_request(prompt, inputs), tools=tuple(tool.spec for tool in tools))
        known = {tool.spec.name: tool for tool in tools}
        candidate: Candidate | None = None
        called: list[tuple[str, Json]] = []
        for _ in range(max_rounds):
            reply, candidate = await pursuit.ask(request, first=candidate)
            if not reply.calls:
                return _text(prompt, candidate, reply)
            calls = reply.calls[:_CALLS_A_ROUND]
            said = Message(role="assistant", content=reply.content, calls=calls)
            heard = [Message(role="tool", content=await _called(call, known), answers=call.id) for call in calls]
            request = replace(request, messages=(*request.messages, said, *heard))
            if all((call.name, call.arguments) in called for call in calls):
                break  # it goes in a circle: what it hears is what it has heard before
            called += [(call.name, call.arguments) for call in calls]
        wish = Message(role="user", content="No further call is possible. Answer with what you have.")
        request = replace(request, messages=(*request.messages, wish))
        reply, candidate = await pursuit.ask(request, first=candidate)
        return _text(prompt, candidate, reply)

    def _pursue(self, prompt: Prompt, meter: Meter) -> Pursuit:
        chosen = self._in_order(prompt)
        if not chosen:
            raise NoModelError(f"none of the configured models may be asked: {', '.join(self._constraint.allow)} only")
        return Pursuit(
            chosen, limits=self.limits, health=self.health, world=self._world, prompt=prompt.label, meter=meter
        )

    def _in_order(self, prompt: Prompt) -> tuple[Candidate, ...]:
        """Return who may be asked: those allowed first, and those for the prompt's role where there are any."""
        allowed = [one for one in self.candidates if self._constraint.allows(one.id)]
        if self._constraint.fallback_outside_allow:
            allowed += [one for one in self.candidates if one not in allowed]
        fitting = [one for one in allowed if prompt.role in one.roles]
        return tuple(fitting or allowed)


def _request(prompt: Prompt, inputs: Mapping[str, str]) -> ChatRequest:
    return ChatRequest(messages=render(prompt, inputs), max_output_tokens=prompt.max_output_tokens)


async def _called(call: ToolCall, known: Mapping[str, Tool]) -> str:
    if call.fault:
        return f"not called: {call.fault}"
    if call.name not in known:
        return f"not called: there is no such function; there are {', '.join(known)}"
    tool = known[call.name]
    if faults := argument_faults(call.arguments, tool.spec.parameters):
        return f"not called: {faults}"
    return await tool.call(call.arguments)


def _text(prompt: Prompt, candidate: Candidate, reply: Reply) -> str:
    if not reply.is_whole:
        raise ReplyFormError(prompt.label, candidate.id, "it was cut off at the limit of tokens")
    if not reply.content.strip():
        raise ReplyFormError(prompt.label, candidate.id, "it holds no text")
    return reply.content
