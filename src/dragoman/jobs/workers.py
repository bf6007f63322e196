"""Threads that carry out jobs, each with an event loop and a runner of its own."""

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from threading import Event, Lock, Thread, current_thread

from dragoman import telemetry
from dragoman.domain import wire
from dragoman.errors import DragomanError, StoreError
from dragoman.jobs.bell import rung_or
from dragoman.jobs.envelope import Envelope
from dragoman.jobs.inprocess import POLL_SECONDS, QUEUE, InProcessBackend, stop_of
from dragoman.jobs.job import Json
from dragoman.jobs.runner import Failed, Finished, OpenRunner, Outcome, Runner, Waiting
from dragoman.stores.jobs import Change, Entry, StoredJob

MAX_FRUITLESS = 10  # attempts that got no further: what takes the process down must not do so for ever
GATHER_SECONDS = 0.02  # events of so long are recorded together: each write costs more than most nodes
AT_ONCE = frozenset(["scenario.started", "scenario_chained", "level.done", "item.done"])
"""What a runner keeps as done right after it told so, and does not tell again: these are recorded before that."""
GRACE_SECONDS = 3.0  # for running jobs to end when the process stops
_STARTED = Entry("job.started", {}, "job.started")


class Workers:
    """Carries out the jobs of a backend until it is stopped. One set of workers a store."""

    def __init__(
        self,
        backend: InProcessBackend,
        open_runner: OpenRunner,
        *,
        count: int = 2,
        grace: float = GRACE_SECONDS,
        max_per_tenant: int | None = None,
    ) -> None:
        self._backend = backend
        self._max_per_tenant = max_per_tenant  # jobs of one tenant at a time; None: as many as there are workers
        self._grace = grace
        self._failing: set[str] = set()  # names of workers
        self._unfinished: dict[str, str] = {}  # worker → the job it has in hand
        self._open_runner = open_runner
        self._stopping = Event()
        self._threads = [Thread(target=self._work, name=f"worker-{n}", daemon=True) for n in range(1, count + 1)]

    def start(self) -> None:
        """Queue again what ran when the last process ended, and begin."""
        self._backend.store.requeue()
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Stop after the running jobs, or soon: what does not end in time is queued for the next start."""
        self._stopping.set()
        self._backend.bell.ring_all()
        for thread in self._threads:
            thread.join(self._grace + 2)

    @property
    def are_ready(self) -> bool:
        """Whether jobs are carried out: every worker lives, and none has just failed to begin."""
        return not self._failing and all(thread.is_alive() for thread in self._threads)

    def _work(self) -> None:
        asyncio.run(self._carry_out_jobs())

    async def _carry_out_jobs(self) -> None:
        """Go on whatever happens: a full disk or a runner that cannot be opened may be well again soon."""
        with self._backend.bell.listening(QUEUE) as rung:
            while not self._stopping.is_set():
                try:
                    async with self._open_runner() as runner:
                        await self._carry_out_with(runner, rung)
                except Exception as fault:  # noqa: BLE001  # a worker that dies would leave its jobs waiting for ever
                    telemetry.record("worker.fault", error=type(fault).__name__)
                    self._failing.add(current_thread().name)
                    await rung_or(rung, POLL_SECONDS)

    async def _carry_out_with(self, runner: Runner, rung: asyncio.Event) -> None:
        backend, name = self._backend, current_thread().name
        if unfinished := self._unfinished.pop(name, None):
            backend.store.requeue(unfinished)
        while not self._stopping.is_set():
            job = backend.store.claim(_STARTED, max_per_tenant=self._max_per_tenant)
            self._failing.discard(name)
            if job is None:
                await rung_or(rung, POLL_SECONDS)
                continue
            backend.bell.ring(job.id)
            self._unfinished[name] = job.id
            await self._carry_out(runner, job)
            del self._unfinished[name]

    async def _carry_out(self, runner: Runner, job: StoredJob) -> None:
        """Work on one job until it ends, waits, or is no longer ours."""
        run = JobRun(self._backend, job)
        with telemetry.span("job", job=job.id):
            outcome = await self._outcome(runner, run)
        if outcome is not None:
            run.end(outcome)
        elif self._stopping.is_set():
            self._backend.store.requeue(job.id)
        self._backend.bell.ring(QUEUE)  # the next job of the same thread may begin

    async def _outcome(self, runner: Runner, run: "JobRun") -> Outcome | None:
        """Return how the work ended; None when it was stopped."""
        if failed := too_often(run.job):
            return failed
        task = asyncio.ensure_future(run.work(runner))
        with self._backend.bell.listening(stop_of(run.job.id)) as stopped:
            while not task.done() and run.is_wanted and not self._stopping.is_set():
                ringing = asyncio.ensure_future(stopped.wait())
                await asyncio.wait({task, ringing}, timeout=POLL_SECONDS, return_when=asyncio.FIRST_COMPLETED)
                ringing.cancel()
        if not task.done() and run.is_wanted:
            await asyncio.wait({task}, timeout=self._grace)
        if not task.done():
            task.cancel()
        return await _result(task)


async def carry_out_one(backend: InProcessBackend, open_runner: OpenRunner, job: str) -> None:
    """Carry out this job and no other, here and now. Only for whoever is the store's one worker."""
    backend.store.requeue()  # what ran when the last process ended
    claimed = backend.store.claim(_STARTED, only=job)
    if claimed is None:
        return
    try:
        async with open_runner() as runner:
            run = JobRun(backend, claimed)
            run.end(too_often(claimed) or await run.work(runner))
    except asyncio.CancelledError:
        backend.store.requeue(job)
        raise


def too_often(job: StoredJob) -> Failed | None:
    """Return the failure of a job whose work has ended its process again and again."""
    if job.fruitless <= MAX_FRUITLESS:
        return None
    return Failed("interrupted", f"the process ended {MAX_FRUITLESS} times while it worked on this job")


class JobRun:
    """One attempt at a part of a job: what it emits and how it ends."""

    def __init__(self, backend: InProcessBackend, job: StoredJob) -> None:
        self._backend = backend
        self.job = job
        self._counts: Counter[str] = Counter()
        self._unrecorded: list[Entry] = []
        self._lock = Lock()

    @property
    def is_wanted(self) -> bool:
        """Whether the job is still ours: not cancelled, not taken over."""
        row = self._backend.store.job(self.job.id)
        return row is not None and row.status == "running" and row.attempts == self.job.attempts

    async def work(self, runner: Runner) -> Outcome:
        """Start or resume; every failure is an outcome."""
        envelope = wire.load(Envelope, self.job.envelope)
        try:
            if reply := self.job.reply:
                return await runner.resume(envelope, self.job.id, reply["question"], reply["reply"], self.emit)
            return await runner.start(envelope, self.job.id, self.emit)
        except DragomanError as error:
            return Failed(error.code, error.problem, error.remedy)
        except Exception as fault:  # noqa: BLE001  # whatever happens, the job ends
            telemetry.record("job.fault", job=self.job.id, error=type(fault).__name__)
            return Failed("fault", f"something went wrong inside Dragoman ({type(fault).__name__})")

    def emit(self, kind: str, data: Json) -> None:
        """Record an event soon, unless an earlier attempt at this part has recorded it."""
        with self._lock:
            about = f"{kind}:{_subject(data)}"
            self._counts[about] += 1
            self._unrecorded.append(Entry(kind, data, f"{self.job.part}:{about}:{self._counts[about]}"))
            is_first = len(self._unrecorded) == 1
        if kind in AT_ONCE:
            self._record_gathered()
            return
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:  # on a thread of the runner's own
            self.record()
        else:
            if is_first:
                loop.call_later(GATHER_SECONDS, self._record_gathered)

    def _record_gathered(self) -> None:
        try:
            self.record()
        except StoreError as error:  # they stay in hand; the end of the run tries again, and fails if it must
            telemetry.record("job.unrecorded", job=self.job.id, error=error.code)

    def record(self, values: Mapping[str, object] | None = None, *more: Entry) -> None:
        """Record what was emitted, and more, in one transaction with the job's new values."""
        with self._lock:
            entries = (*self._unrecorded, *more)
            if not entries:
                return
            values = {**_target_of(entries), **(values or {})}
            ours = (self.job.part, self.job.attempts)
            change = Change(when=frozenset({"running"}), attempt=ours, values=values, entries=entries)
            if self._backend.store.change(self.job.id, change):
                self._backend.bell.ring(self.job.id)
            self._unrecorded.clear()

    def end(self, outcome: Outcome) -> None:
        """Record how it ended."""
        match outcome:
            case Finished(result=result):
                values: Json = {"status": "done", "result": result}
                entry = Entry("job.done", {"result": result}, "job.ended")
            case Waiting(question=question):
                asked = wire.dump(question)
                values = {"status": "waiting", "question": asked}
                entry = Entry("question.asked", {"question": asked}, f"asked:{question.id}")
            case Failed(code=code, message=message, remedy=remedy):
                error = {"code": code, "message": message, "remedy": remedy}
                values = {"status": "failed", "error": error}
                entry = Entry("job.failed", {"error": error}, "job.ended")
        self.record(values, entry)


def _target_of(entries: Sequence[Entry]) -> Mapping[str, object]:
    """Return the scenario that the job is in: the last one that began, or that the last hop led to."""
    names = {"scenario.started": "scenario", "scenario_chained": "to"}
    reached = [entry.data[names[entry.type]] for entry in entries if entry.type in names]
    return {"scenario": reached[-1]} if reached else {}


def _subject(data: Mapping[str, object]) -> str:
    """Return what an event is about: the same words each time the same work is done."""
    return "/".join(str(data[name]) for name in ("level", "node", "to", "depth", "attempt", "index") if name in data)


async def _result(task: "asyncio.Task[Outcome]") -> Outcome | None:
    try:
        return await task
    except asyncio.CancelledError:
        return None
