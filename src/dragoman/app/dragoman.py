"""The Python API: `Dragoman` is async, `Handle` is the same with the one bridge to sync."""

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import date
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar, Unpack

from dragoman.app.catalog import check_scenario
from dragoman.app.desk import MINES, Desk, limited
from dragoman.app.job_reply import Asked, answer_job
from dragoman.app.loop_thread import LoopThread
from dragoman.app.names import company_of, document_of, metric_of, period_of
from dragoman.app.pin import PinError
from dragoman.app.records import priced
from dragoman.app.route_options import RouteOptions
from dragoman.app.runtime import Runtime
from dragoman.app.settings import Settings, load_settings
from dragoman.assistants.contracts.router import contract_record
from dragoman.decide.route_record import route_record
from dragoman.documents.identity import Ask
from dragoman.documents.ingest import IngestOptions, IngestReport, ingest
from dragoman.domain.answer import Answer
from dragoman.domain.conversation import Turn
from dragoman.domain.document import ScoredPassage
from dragoman.domain.event import EventSink
from dragoman.domain.fact import Fact
from dragoman.domain.interpretation import Interpretation
from dragoman.errors import EmptyInputError, UnknownNameError, UsageError
from dragoman.graphs.asking import asked_by, asking
from dragoman.grounding.ground import Evidence
from dragoman.grounding.record import grounding_record
from dragoman.models.embed.errors import EmbedderError
from dragoman.models.meter import Meter

Record = dict[str, Any]
T = TypeVar("T")
CONTRACTS, TASKS = "contracts", "tasks"
ASSISTANTS = (MINES, CONTRACTS, TASKS)


class GroundInputError(UsageError):
    """What should be checked is not given as text with passages."""

    code = "ground-input"


class ClosedHandleError(UsageError):
    """A handle is used after it was closed."""

    code = "closed-handle"

    def __init__(self) -> None:
        super().__init__("this handle is closed", remedy="Open another one with dragoman.open().")


class Dragoman:
    """One project, open. Everything that waits is awaitable; close it with `aclose` or `async with`."""

    def __init__(self, runtime: Runtime, *, reference_date: date | None = None, assistant: str | None = None) -> None:
        """`assistant` None leaves it to the thread: the one that gave its last answer, else mines."""
        self._runtime = runtime
        self._assistant = assistant
        self._today = reference_date
        self._desk: Desk | None = None
        self._is_closed = False

    @property
    def runtime(self) -> Runtime:
        """The parts it is made of. Raises ClosedHandleError once it is closed."""
        if self._is_closed:
            raise ClosedHandleError
        return self._runtime

    @property
    def desk(self) -> Desk:
        """Where turns are stored and answered."""
        runtime = self.runtime
        if self._desk is None:
            self._desk = Desk(runtime, assistant=self._assistant or MINES)
        return self._desk

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Close every store. Closing twice is fine."""
        if self._is_closed:
            return
        self._is_closed = True
        try:
            if self._desk:
                await self._desk.aclose()
            await self._runtime.close_models()
        finally:
            self._runtime.close()

    def interpret(self, text: str, *, reference_date: date | None = None) -> Interpretation:
        """Return what code can know about the text."""
        self.runtime.see_changes()
        return self.runtime.interpreter.interpret(text, reference_date=self.day(reference_date))

    def route(
        self,
        text: str,
        *,
        history: Sequence[Turn] = (),
        reference_date: date | None = None,
        assistant: str | None = None,
    ) -> Record:
        """Return where the rules would send the question and why, as JSON types; nothing is searched, no model asked.

        Raises InputTooLargeError, UnknownNameError.
        """
        text, day, who = limited(text), self.day(reference_date), self.assistant_for(named=assistant)
        self.runtime.see_changes()
        if who == TASKS:
            return self.runtime.route_task(text)
        if who == CONTRACTS:
            ruled = contract_record(self.runtime.contracts.router.decide(text, turns=history, reference_date=day))
        else:
            ruled = route_record(self.runtime.router.decide(text, turns=history, reference_date=day))
        return priced(ruled, Meter())

    async def advised_route(self, text: str, **asked: Unpack[RouteOptions]) -> Record:
        """Return the same, with what a model says where the rules are unsure and one may be asked."""
        who = self.assistant_for(named=asked.get("assistant"))
        if self.runtime.language_model is None:
            return await asyncio.to_thread(self.route, text, **asked)
        await asyncio.to_thread(self.runtime.prepare, who)
        day = self.day(asked.get("reference_date"))
        return await self.runtime.advised_route(who, limited(text), asked.get("history", ()), day)

    async def ask(
        self,
        text: str,
        *,
        thread: str | None = None,
        history: Sequence[Turn] = (),
        reference_date: date | None = None,
        assistant: str | None = None,
        scenario: str | None = None,
    ) -> Answer:
        """Answer a question, in a new thread unless one is named.

        A scenario that is named is run without routing, by the tasks assistant.
        Raises EmptyInputError, InputTooLargeError, UnknownNameError, PinError.
        """
        assistant = self.assistant_for(thread, assistant, scenario)
        turn = self.desk.begin(text, thread=thread, history=history)
        await asyncio.to_thread(self.runtime.prepare, assistant)
        day = self.day(reference_date)
        return await self.desk.finish(turn, reference_date=day, assistant=assistant, scenario=scenario)

    @contextmanager
    def fresh(self) -> Iterator[None]:
        """Work out anew what is asked in the block, whatever is remembered: `with handle.fresh(): handle.ask(…)`."""
        with asking(replace(asked_by.get(), wants_fresh=True)):
            yield

    async def resume(self, thread: str, question: str, reply: str, *, reference_date: date | None = None) -> Answer:
        """Answer a question of ours by its id: an option's number, its text, or free words."""
        await asyncio.to_thread(self.runtime.prepare, self.assistant_for(thread))
        day = self.day(reference_date)
        if job := self.desk.job_of(thread, question):
            return await answer_job(self.runtime, self.desk, Asked(job, thread, question), reply, lambda: day)
        return await self.desk.resume(thread, question, reply, reference_date=day)

    def assistant_for(self, thread: str | None = None, named: str | None = None, scenario: str | None = None) -> str:
        """Return the assistant that answers: the one that is named, else this handle's, else the thread's.

        A scenario that is named is run by the tasks assistant. Raises UnknownNameError, PinError.
        """
        if scenario is not None:
            check_scenario(self.runtime, scenario)
            if (named or self._assistant) not in (None, TASKS):
                raise PinError(scenario, named or self._assistant or "")
            return TASKS
        if named is not None and named not in ASSISTANTS:
            raise UnknownNameError("assistant", named, ASSISTANTS)
        return named or self._assistant or (self.desk.assistant_of(thread) if thread else MINES)

    def ingest(
        self,
        paths: Iterable[Path | str],
        *,
        company: str | None = None,
        period: str | None = None,
        kind: str | None = None,
        ask: Ask | None = None,
        ocr: str = "",
    ) -> tuple[IngestReport, ...]:
        """Read files and folders into the index; a file that fails is reported and leaves nothing behind.

        What is not said is read from the pages; `ask` is asked what they leave open. A company that a report names
        and the vocabulary lacks is written into the own vocabulary. Where an embedder is there, vectors are made.
        """
        self.runtime.see_changes()
        names, own = self.runtime.vocabulary, self.runtime.own_vocabulary()
        company = company_of(company, names)
        reports = ingest(
            [Path(path) for path in paths],
            store=self.runtime.corpus,
            vocabulary=names,
            options=IngestOptions(
                company=company, period=period_of(period, names, company), kind=kind, ask=ask, ocr=ocr
            ),
            sink=self.runtime.sink,
            book=own,
        )
        if own.has_grown:
            self.runtime.renew_vocabulary()
        with suppress(EmbedderError):  # what was read is found by its words; see `dragoman documents embed`
            self.runtime.embed_documents()
        return reports

    def facts(
        self,
        *,
        document: str | None = None,
        company: str | None = None,
        metric: str | None = None,
        period: str | None = None,
    ) -> tuple[Fact, ...]:
        """Return facts that match all given filters.

        Raises UnknownNameError for a name that the vocabulary or the index lacks, PeriodNameError.
        """
        names, corpus = self.runtime.vocabulary, self.runtime.corpus
        ticker = company_of(company, names)
        return corpus.facts(
            company=ticker,
            metric=metric_of(metric, names),
            period=period_of(period, names, ticker),
            document=document_of(document, corpus),
        )

    def search(
        self,
        text: str,
        *,
        company: str | None = None,
        period: str | None = None,
        document: str | None = None,
        k: int = 8,
    ) -> tuple[ScoredPassage, ...]:
        """Return the best passages, best first.

        Raises EmptyInputError, InputTooLargeError, UnknownNameError, PeriodNameError.
        """
        if not text.strip():
            raise EmptyInputError
        names = self.runtime.vocabulary
        ticker = company_of(company, names)
        label, only = period_of(period, names, ticker), document_of(document, self.runtime.corpus)
        if self._assistant == CONTRACTS:
            return self.runtime.contracts.retriever.search(limited(text), document=only, k=k)
        return self.runtime.retriever.search(limited(text), company=ticker, period=label, document=only, k=k)

    def ground(self, fields: Record, *, reference_date: date | None = None) -> Record:
        """Check `fields["answer"]` against `fields["passages"]`; both as in `dragoman ground --batch`."""
        answer, question = fields.get("answer"), fields.get("question") or ""
        if not isinstance(answer, str) or not isinstance(question, str):
            raise GroundInputError(
                '"answer" is not a string', remedy='Give {"answer": "…", "passages": [{"text": "…"}]}.'
            )
        if not answer.strip():
            raise EmptyInputError
        grounding = self.runtime.grounder.ground(
            answer,
            [_evidence(passage) for passage in fields.get("passages") or ()],
            question=question,
            reference_date=self.day(reference_date),
        )
        return grounding_record(grounding)

    def answer_of(self, thread: str, turn: int | None = None) -> Answer:
        """Return a stored answer, the last of the thread without a turn number."""
        return self.desk.answer_of(thread, turn)

    def day(self, reference_date: date | None) -> date:
        """Return what "today" is: the given day, else that of this handle, else the clock's."""
        return reference_date or self._today or self.runtime.clock.today()


def _evidence(passage: object) -> Evidence:
    match passage:
        case {"text": str(text), **more}:
            page = more.get("page")
            return Evidence(
                text=text, document=str(more.get("document", "")), page=page if isinstance(page, int) else 0
            )
    raise GroundInputError('a passage has no "text"', remedy='Each is {"text": "…", "document": "…", "page": 1}.')


class Handle:
    """`Dragoman` for programs that do not await.

    Its event loop lives on a thread of its own, so it also works where a loop runs already (notebooks), and
    several threads may use one handle.
    """

    def __init__(self, dragoman: Dragoman) -> None:
        self._dragoman = dragoman
        self._loop = LoopThread()
        self._wait = self._loop.run
        self.interpret = dragoman.interpret
        self.ingest = dragoman.ingest
        self.facts = dragoman.facts
        self.search = dragoman.search
        self.ground = dragoman.ground
        self.answer_of = dragoman.answer_of
        self.fresh = dragoman.fresh

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def runtime(self) -> Runtime:
        """The parts this handle is made of."""
        return self._dragoman.runtime

    def ask(
        self,
        text: str,
        *,
        thread: str | None = None,
        history: Sequence[Turn] = (),
        reference_date: date | None = None,
        assistant: str | None = None,
        scenario: str | None = None,
    ) -> Answer:
        """See `Dragoman.ask`. What fills an empty home runs in the caller's thread, where Ctrl-C stops it."""
        assistant = self._dragoman.assistant_for(thread, assistant, scenario)
        turn = self._dragoman.desk.begin(text, thread=thread, history=history)
        self.runtime.prepare(assistant)
        day = self._dragoman.day(reference_date)
        work = self._dragoman.desk.finish(turn, reference_date=day, assistant=assistant, scenario=scenario)
        return self._wait(work)

    def route(self, text: str, **asked: Unpack[RouteOptions]) -> Record:
        """See `Dragoman.advised_route`. Where no model may be asked, the rules answer in the caller's thread."""
        if self.runtime.language_model is None:
            return self._dragoman.route(text, **asked)
        return self._wait(self._dragoman.advised_route(text, **asked))

    def resume(self, thread: str, question: str, reply: str, *, reference_date: date | None = None) -> Answer:
        """See `Dragoman.resume`."""
        self.runtime.prepare(self._dragoman.assistant_for(thread))
        return self._wait(self._dragoman.resume(thread, question, reply, reference_date=reference_date))

    def close(self) -> None:
        """Close every store and the event loop. Closing twice is fine."""
        self._loop.close(self._dragoman.aclose())


def open_handle(
    *,
    project: Path | str | None = None,
    assistant: str | None = None,
    settings: Settings | None = None,
    reference_date: date | None = None,
    sink: EventSink | None = None,
) -> Handle:
    """Open a project, or the packaged assistant over the sample corpus when none is named."""
    return Handle(
        open_dragoman(project=project, assistant=assistant, settings=settings, reference_date=reference_date, sink=sink)
    )


def open_dragoman(
    *,
    project: Path | str | None = None,
    assistant: str | None = None,
    settings: Settings | None = None,
    reference_date: date | None = None,
    sink: EventSink | None = None,
) -> Dragoman:
    """Open the same for programs that await. Nothing is read or written before it is needed."""
    if assistant is not None and assistant not in ASSISTANTS:
        raise UnknownNameError("assistant", assistant, ASSISTANTS)
    folder = Path(project) if project else None
    runtime = Runtime(settings or load_settings(), project=folder, sink=sink, reference_date=reference_date)
    return Dragoman(runtime, assistant=assistant, reference_date=reference_date)
