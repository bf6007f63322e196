"""The pursuit of one wish: candidates in order, each attempt noted, within one deadline."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from time import monotonic

from dragoman.models.attempt import OnText, attempt
from dragoman.models.candidate import Candidate
from dragoman.models.chat import ChatRequest, Reply
from dragoman.models.circuit import Circuit, CircuitSettings
from dragoman.models.errors import Attempt, FailureKind, ModelUnavailableError, ProviderError
from dragoman.models.meter import Meter

_WORTH_ANOTHER_ROUND: frozenset[FailureKind] = frozenset(("rate-limited", "server-error", "cut-off"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How long and how often a caller's wish is pursued."""

    deadline: timedelta = timedelta(seconds=90)  # for everything one call of the port does
    max_rounds: int = 2  # through all candidates
    pause: timedelta = timedelta(milliseconds=500)  # before the second round, where no provider names a time
    longest_pause: timedelta = timedelta(seconds=10)  # a provider that wants more is not waited for


class Health:
    """The circuits of all providers, shared by whoever asks them."""

    def __init__(self, settings: CircuitSettings | None = None) -> None:
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
        self._until = world.now() + limits.deadline.total_seconds()
        self._attempts: list[Attempt] = []

    async def ask(
        self, request: ChatRequest, *, first: Candidate | None = None, on_text: OnText | None = None
    ) -> tuple[Reply, Candidate]:
        """Return the first reply, and who gave it. Raises ModelUnavailableError."""
        hears = _Preview(on_text) if on_text else None
        order = sorted(self._candidates, key=lambda one: one is not first)  # stable: the others stay in order
        for number in range(self._limits.max_rounds):
            if number and not await self._pause(order):
                break
            for candidate in order:
                if reply := await self._try(candidate, request, hears):
                    return reply, candidate
        raise ModelUnavailableError(self._attempts)

    async def _try(self, candidate: Candidate, request: ChatRequest, hears: "_Preview | None") -> Reply | None:
        circuit, now = self._health.of(candidate.provider), self._world.now()
        if request.tools and not candidate.tools:
            self._note(candidate, "rejected", "it cannot call functions")
            return None
        if (remaining := self._until - now) <= 0:
            self._note(candidate, "deadline", "no time was left for it")
            return None
        if not circuit.begin(now):
            self._note(candidate, "resting", f"for another {max(circuit.ready_at() - now, 0):.0f} s")
            return None
        try:
            reply = await attempt(
                candidate,
                request,
                prompt=self._prompt,
                remaining=timedelta(seconds=remaining),
                meter=self._meter,
                on_text=hears.listener() if hears else None,
            )
        except ProviderError as failure:
            circuit.fail(failure.kind, self._world.now(), retry_after=failure.retry_after)
            self._note(candidate, failure.kind, failure.detail)
            return None
        except BaseException:
            circuit.leave()
            raise
        circuit.succeed()
        return reply

    def _note(self, candidate: Candidate, failure: FailureKind, detail: str) -> None:
        self._attempts.append(Attempt(model=candidate.id, failure=failure, detail=detail))

    async def _pause(self, order: Sequence[Candidate]) -> bool:
        """Wait until another round makes sense; say whether it does."""
        last = {one.model: one.failure for one in self._attempts}
        worth = [one for one in order if last.get(one.id) in _WORTH_ANOTHER_ROUND]
        now = self._world.now()
        ready = [self._health.of(one.provider).ready_at() - now for one in worth]
        if not ready:
            return False
        wait = max(min(ready), self._limits.pause.total_seconds())
        if wait > self._limits.longest_pause.total_seconds() or now + wait >= self._until:
            return False
        await self._world.sleep(wait)
        return True


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
