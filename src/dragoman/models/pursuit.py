"""The pursuit of one wish: candidates in order, each attempt noted, within one deadline."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from time import monotonic

from dragoman import telemetry
from dragoman.models.attempt import OnText, attempt
from dragoman.models.candidate import Candidate
from dragoman.models.chat import ChatRequest, Reply
from dragoman.models.circuit import Circuit, CircuitSettings
from dragoman.models.errors import Attempt, FailureKind, ModelUnavailableError, ProviderError
from dragoman.models.gate import Gate
from dragoman.models.meter import Meter

_WORTH_ANOTHER_ROUND: frozenset[FailureKind] = frozenset(("rate-limited", "server-error", "cut-off"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How long and how often a caller's wish is pursued."""

    deadline: timedelta = timedelta(seconds=90)  # for everything one call of the port does
    turn: timedelta = timedelta(minutes=3)  # for all calls of one turn or job together
    max_rounds: int = 2  # through all candidates
    pause: timedelta = timedelta(milliseconds=500)  # before the second round, where no provider names a time
    longest_pause: timedelta = timedelta(seconds=10)  # a provider that wants more is not waited for


class Health:
    """The circuits of all providers and the places at them, shared by whoever asks them."""

    def __init__(self, settings: CircuitSettings | None = None) -> None:
        self.gate = Gate()
        self._settings = settings
        self._circuits: dict[str, Circuit] = {}

    def of(self, provider: str) -> Circuit:
        """Return the circuit of a provider."""
        return self._circuits.setdefault(provider, Circuit(self._settings))


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """The clock and the way to wait, handed in so that tests have their own."""

    now: Callable[[], float] = monotonic  # seconds
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep


class Pursuit:
    """One wish of a caller, with its deadline, through as many attempts as that takes."""

    def __init__(
        self,
        candidates: Sequence[Candidate],
        *,
        limits: Limits,
        health: Health,
        world: World,
        prompt: str,
        meter: Meter,
    ) -> None:
        self._candidates = candidates
        self._health = health
        self._limits = limits
        self._world = world
        self._prompt = prompt
        self._meter = meter
        left = max(limits.turn.total_seconds() - meter.seconds, 0.0)
        self._until = world.now() + min(limits.deadline.total_seconds(), left)
        self._attempts: list[Attempt] = []

    async def ask(
        self, request: ChatRequest, *, first: Candidate | None = None, on_text: OnText | None = None
    ) -> tuple[Reply, Candidate]:
        """Return the first reply, and who gave it. Raises ModelUnavailableError."""
        hears = _Preview(on_text) if on_text else None
        order = sorted(self._candidates, key=lambda one: one is not first)  # stable: the others stay in order
        for number in range(self._limits.max_rounds):
            if number and not (order := await self._next_round(order)):
                break
            for candidate in order:
                if reply := await self._try(candidate, request, hears):
                    return reply, candidate
        raise ModelUnavailableError(self._attempts)

    async def _try(self, candidate: Candidate, request: ChatRequest, hears: "_Preview | None") -> Reply | None:
        if candidate.prepare:
            await candidate.prepare()
        remaining = self._until - self._world.now()
        if request.tools and not candidate.tools:
            self._note(candidate, ProviderError("rejected", "it cannot call functions"))
        elif remaining <= 0:
            self._note(candidate, ProviderError("deadline", "no time was left for it"))
        else:
            try:
                async with self._health.gate.place(candidate, seconds=remaining):
                    return await self._attempt(candidate, request, hears)
            except ProviderError as failure:
                self._note(candidate, failure)
        return None

    async def _attempt(self, candidate: Candidate, request: ChatRequest, hears: "_Preview | None") -> Reply:
        """Ask once, and let the provider's health know how that ended. Raises ProviderError."""
        circuit, now = self._health.of(candidate.provider), self._world.now()
        if not circuit.begin(now):
            raise ProviderError("resting", f"for another {max(circuit.ready_at() - now, 0):.0f} s")
        try:
            reply = await attempt(
                candidate,
                request,
                prompt=self._prompt,
                remaining=timedelta(seconds=max(self._until - now, 0)),
                meter=self._meter,
                on_text=hears.listener() if hears else None,
            )
        except ProviderError as failure:
            circuit.fail(failure.kind, self._world.now(), retry_after=failure.retry_after)
            raise
        except BaseException:
            circuit.leave()
            raise
        circuit.succeed()
        return reply

    def _note(self, candidate: Candidate, failure: ProviderError) -> None:
        telemetry.record("model.passed_over", prompt=self._prompt, model=candidate.id, failure=failure.kind)
        self._attempts.append(Attempt(model=candidate.id, failure=failure.kind, detail=failure.detail))

    async def _next_round(self, order: Sequence[Candidate]) -> list[Candidate]:
        """Return those whose fault may have passed, once it may have; none where waiting makes no sense."""
        last = {one.model: one.failure for one in self._attempts}
        worth = [one for one in order if last.get(one.id) in _WORTH_ANOTHER_ROUND]
        now = self._world.now()
        soonest = min((self._health.of(one.provider).ready_at() - now for one in worth), default=0.0)
        wait = max(soonest, self._limits.pause.total_seconds())
        if wait > self._limits.longest_pause.total_seconds() or now + wait >= self._until:
            return []
        if worth:
            await self._world.sleep(wait)
        return worth


class _Preview:
    """Lets only the first attempt that brings text be heard, so that no text is heard twice."""

    def __init__(self, on_text: OnText) -> None:
        self._on_text = on_text
        self._speaker: object = None

    def listener(self) -> OnText:
        """Return what hears the next attempt."""
        speaker = object()

        def hear(text: str) -> None:
            self._speaker = self._speaker or speaker
            if self._speaker is speaker:
                self._on_text(text)

        return hear
