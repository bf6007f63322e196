"""Runs jobs: resolve the scenario, run it, carry out the chain, and end with something useful.

Each hop of a job is a run with checkpoints of its own, `job:0`, `job:1`…; which hop a job is at is read from them,
so a job goes on where it stood after a restart, whether it was working or waiting.
"""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any, Protocol

from dragoman import telemetry
from dragoman.domain.conversation import Turn
from dragoman.domain.decision import Option
from dragoman.domain.outcome import Failed, Finished, Outcome, Question, Waiting
from dragoman.errors import DragomanError, UnknownNameError
from dragoman.graphs.path import TurnContext
from dragoman.graphs.run import Durability, Graph, Pause, Run, reached, resume, start, waiting
from dragoman.graphs.saver import Saver, open_saver, prune, threads_of
from dragoman.scenarios.assistant import Assistants
from dragoman.scenarios.orchestrator import MAX_CHAIN_DEPTH, Chain, Resolution, after, resolve
from dragoman.scenarios.run.compile import compile_scenario
from dragoman.scenarios.run.hops import Hop, hop_record
from dragoman.scenarios.run.listening import Emit, listening, tell
from dragoman.scenarios.run.result import decision_of, result_of
from dragoman.scenarios.run.state import Start, fresh
from dragoman.scenarios.shop import Shop

Json = dict[str, Any]
DURABILITY: Durability = "sync"  # each level is kept before the next begins: some write


class EnvelopeLike(Protocol):
    """A prompt as it was queued. Metadata is an object or a mapping with scenario_id, intent_route and kind."""

    @property
    def prompt(self) -> str:
        """The person's words."""

    @property
    def metadata(self) -> Any:  # noqa: ANN401  jobs has a class for it, tests a mapping
        """What was said about the prompt besides its words."""

    @property
    def thread(self) -> str | None:
        """The conversation it belongs to."""

    @property
    def chain_path(self) -> Sequence[str]:
        """Scenarios that have handed the work on, before it was queued."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What a runner is told about the world, anew for each job."""

    today: Callable[[], date]
    default: str
    turns: Callable[[str | None], Sequence[Turn]] = lambda _thread: ()
    assistants: Assistants = field(default_factory=dict)  # what levels of kind graph can ask


class ScenarioRunner:
    """Starts and resumes jobs. `Shop` holds the scenarios, their catalog and what levels work with."""

    def __init__(self, shop: Shop, saver: Saver, surroundings: Surroundings) -> None:
        self._shop = shop
        self._saver = saver
        self._surroundings = surroundings

    @classmethod
    @asynccontextmanager
    async def open(
        cls, shop: Shop, checkpoints: Path | None, surroundings: Surroundings
    ) -> AsyncIterator["ScenarioRunner"]:
        """Open a runner over a file of checkpoints; None keeps them in memory."""
        async with open_saver(checkpoints) as saver:
            yield cls(shop, saver, surroundings)

    async def start(self, envelope: EnvelopeLike, job: str, emit: Emit) -> Outcome:
        """Run a job, or go on with one that was stopped in the middle."""
        with listening(emit):
            return await self._guarded(self._begin(envelope, job))

    async def resume(self, envelope: EnvelopeLike, job: str, question_id: str, reply: object, emit: Emit) -> Outcome:
        """Go on with the reply to a question of the job.

        Raises UnknownNameError when it does not wait for it, also when the level that asked is gone from the file.
        What the envelope said is in the job's checkpoints; it is taken so that all runners are called alike.
        """
        del envelope
        hop = await self._current(job)
        pauses = await waiting(hop.graph, hop.thread) if hop else ()
        pause = next((one for one in pauses if one.interrupt == question_id), None)
        if hop is None or pause is None:
            raise UnknownNameError("question that waits", question_id, (one.interrupt for one in pauses))
        with listening(emit):
            return await self._guarded(self._go_on(hop, pause, reply))

    async def question(self, job: str) -> Question | None:
        """Return what the job waits for, also after a restart."""
        hop = await self._current(job)
        pauses = await waiting(hop.graph, hop.thread) if hop else ()
        return question_of(pauses[0]) if pauses else None

    async def decision(self, job: str) -> Json:
        """Return who decided where the job went so far, and on what."""
        hop = await self._current(job)
        return decision_of(hop.scenario, await self._hops(hop)) if hop else {}

    async def forget(self, job: str) -> None:
        """Remove the checkpoints of a job that ended."""
        for depth in range(MAX_CHAIN_DEPTH + 1):
            await prune(self._saver, thread_of(job, depth))

    async def forget_all(self, is_over: Callable[[str], bool]) -> None:
        """Remove the checkpoints of every job that is over: one that was cancelled has nobody to forget it."""
        for thread in await threads_of(self._saver):
            if is_over(thread.rpartition(":")[0]):
                await prune(self._saver, thread)

    async def _guarded(self, work: Any) -> Outcome:  # noqa: ANN401  a coroutine that ends in an outcome
        try:
            outcome: Outcome = await work
        except DragomanError as error:
            return Failed(error.code, error.problem, error.remedy)
        except Exception as fault:  # noqa: BLE001  a job ends with a message, whatever happens to it
            telemetry.record("fault", error=type(fault).__name__)
            return Failed("fault", f"something went wrong inside Dragoman ({type(fault).__name__})")
        return outcome

    async def _begin(self, envelope: EnvelopeLike, job: str) -> Outcome:
        hop = await self._current(job)
        if hop is None:
            return await self._first(envelope, job)
        values, following = await reached(hop.graph, hop.thread)
        if pauses := await waiting(hop.graph, hop.thread):
            return Waiting(question_of(pauses[0]))
        if not following:  # the hop was done, and what comes after it had not begun
            return await self._follow(hop, Run(values=values))
        return await self._follow(hop, await self._run(hop, None))

    async def _first(self, envelope: EnvelopeLike, job: str) -> Outcome:
        self._shop.refresh()
        found = resolve(_fields(envelope.metadata), self._shop.scenarios, default=self._surroundings.default)
        if found.note:
            tell("degraded", {"node": "resolve", "why": found.note})
        said = [{"role": turn.role, "content": turn.content} for turn in self._surroundings.turns(envelope.thread)]
        begin = Start(
            prompt=envelope.prompt,
            turns=said,
            job=job,
            chain_path=tuple(envelope.chain_path),
            catalog=self._shop.catalog.entries,
        )
        return await self._enter(found, begin)

    async def _enter(self, found: Resolution, begin: Start) -> Outcome:
        path, job = begin["chain_path"], begin["job"]
        hop = self._hop(job, found.scenario, depth=len(path))
        tell("scenario.started", {"scenario": found.scenario, "tier": found.tier, "depth": len(path)})
        return await self._follow(hop, await self._run(hop, dict(fresh(found.scenario, begin))))

    async def _go_on(self, hop: Hop, pause: Pause, reply: object) -> Outcome:
        run = await resume(
            hop.graph, pause.interrupt, reply, thread=hop.thread, turn=self._turn(), durability=DURABILITY
        )
        return await self._follow(hop, run)

    async def _follow(self, hop: Hop, run: Run) -> Outcome:
        """Wait, chain or finish: whatever the run that stopped asks for."""
        if run.pause:
            return Waiting(question_of(run.pause))
        final = run.values
        spec = self._shop.scenarios[hop.scenario]
        following = after(final, self._shop.scenarios, self._shop.catalog)
        if isinstance(following, Chain):
            return await self._chain(hop, final, following)
        hops = await self._hops(hop)
        result = result_of(final, spec, note=following.note, hops=hops)
        if following.note:
            telemetry.record("chain.stopped", scenario=hop.scenario)
        return Finished(result)

    async def _chain(self, hop: Hop, final: Json, following: Chain) -> Outcome:
        path = (*final["chain_path"], hop.scenario)
        tell(
            "scenario_chained",
            {"from": hop.scenario, "to": following.to, "reason": following.reason, "depth": len(path)},
        )
        begin = Start(
            prompt=str(final["prompt"]),  # with the person's replies after it
            turns=final["turns"],
            job=hop.job,
            chain_path=path,
            catalog=self._shop.catalog.entries,
        )
        return await self._enter(Resolution(following.to, "chain"), begin)

    async def _run(self, hop: Hop, values: Json | None) -> Run:
        return await start(hop.graph, values, thread=hop.thread, turn=self._turn(), durability=DURABILITY)

    async def _current(self, job: str) -> Hop | None:
        """Return the last hop that has begun, from its checkpoint."""
        for depth in range(MAX_CHAIN_DEPTH, -1, -1):
            stored = await self._saver.aget_tuple({"configurable": {"thread_id": thread_of(job, depth)}})
            scenario = str(stored.checkpoint["channel_values"].get("scenario_id", "")) if stored else ""
            if scenario in self._shop.scenarios:
                return self._hop(job, scenario, depth=depth)
        return None

    async def _hops(self, last: Hop) -> list[Json]:
        records = []
        for depth in range(last.depth + 1):
            stored = await self._saver.aget_tuple({"configurable": {"thread_id": thread_of(last.job, depth)}})
            if stored:
                records.append(hop_record(stored.checkpoint["channel_values"], self._shop.catalog.version))
        return records

    def _hop(self, job: str, scenario: str, *, depth: int) -> Hop:
        graph: Graph = compile_scenario(
            self._shop.scenarios[scenario], self._shop.world(self._surroundings.assistants), self._saver
        )
        return Hop(job=job, scenario=scenario, depth=depth, thread=thread_of(job, depth), graph=graph)

    def _turn(self) -> TurnContext:
        return TurnContext(self._surroundings.today())


def question_of(pause: Pause) -> Question:
    """Return the question a run stopped with; its id is the interrupt's, which only this pause has."""
    payload: Mapping[str, Any] = pause.payload
    options = tuple(Option(value=one["value"], text=one["text"]) for one in payload["options"])
    return Question(
        id=pause.interrupt, kind=payload["kind"], text=payload["text"], options=options, schema=payload["schema"]
    )


def thread_of(job: str, depth: int) -> str:
    """Return the checkpoint thread of one hop of a job."""
    return f"{job}:{depth}"


def _fields(metadata: Any) -> Mapping[str, Any]:  # noqa: ANN401  as in the protocol
    if isinstance(metadata, Mapping):
        return metadata
    return {name: getattr(metadata, name, None) for name in ("scenario_id", "intent_route", "kind")}
