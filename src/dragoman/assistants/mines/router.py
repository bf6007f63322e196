"""The mines router: four independent flags, decided by rules, and the plain edge that reads them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from time import perf_counter
from typing import Protocol

from dragoman import telemetry
from dragoman.assistants.mines import direct, readings
from dragoman.assistants.mines.readings import RuleLayer, Situation
from dragoman.decide.carry import Carried, carry
from dragoman.decide.cascade import Cascade
from dragoman.decide.clarify import may_ask
from dragoman.decide.exclusions import words_set_apart
from dragoman.decide.frame import read_frame, without_frame
from dragoman.decide.guards import is_blank, without_instructions, without_outside
from dragoman.decide.language import without_asking_words
from dragoman.decide.questions import read_each
from dragoman.decide.route_record import Flag, RouteRecord, route_record
from dragoman.domain.conversation import Turn
from dragoman.domain.decision import Clarification
from dragoman.domain.document import Coverage
from dragoman.domain.interpretation import Interpretation
from dragoman.domain.plan import Plan
from dragoman.domain.printed_row import RowChoice
from dragoman.errors import UsageError
from dragoman.interpret.vocabulary import Vocabulary

__all__ = ["Flag", "MinesRouter", "RouteRecord", "edge", "route_record"]


class Reads(Protocol):
    """Interprets a text; the interpreter does."""

    def interpret(self, text: str, *, reference_date: date) -> Interpretation:
        """Return what code can know about the text."""


class Rows(Protocol):
    """Knows the rows that reports print; the reader of questions does."""

    def covered(self, seen: Interpretation, coverage: Coverage) -> Coverage:
        """Return what is covered for a text, with the periods that only the rows it asks for have."""

    def choice(self, plan: Plan) -> RowChoice | None:
        """Return the rows that words of the plan may mean. None where they mean one figure each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Considered:
    """What the rules make of a question, and what they made it against: all that a model may be asked about."""

    record: RouteRecord
    situation: Situation
    text: str  # the person's words without clauses that instruct the machine, with what earlier turns lend them


class MinesRouter:
    """Decides where a question goes and what must be found. `coverage` is asked anew for every question.

    `rows` are those that the reports print, for what is covered beyond that and where words mean several of them.
    """

    def __init__(
        self,
        interpreter: Reads,
        vocabulary: Vocabulary,
        coverage: Callable[[], Coverage],
        rows: Rows | None = None,
    ) -> None:
        self._interpreter = interpreter
        self._vocabulary = vocabulary
        self._coverage = coverage
        self._rows = rows

    def decide(
        self, query: str, *, turns: Sequence[Turn] = (), reference_date: date, questions_asked: int = 0
    ) -> RouteRecord:
        """Decide about one question; `questions_asked` counts our own questions in this turn.

        Raises InputTooLargeError for a text that no question can have; everything else that breaks is a search.
        """
        considered = self.consider(query, turns=turns, reference_date=reference_date, questions_asked=questions_asked)
        return considered.record

    def consider(
        self, query: str, *, turns: Sequence[Turn] = (), reference_date: date, questions_asked: int = 0
    ) -> Considered:
        """Decide the same, and return it with what it was decided against."""
        began = perf_counter()
        considered = self._consider(query, turns, reference_date, questions_asked)
        record = replace(considered.record, latency_ms=(perf_counter() - began) * 1000)
        return replace(considered, record=record)

    def _consider(self, query: str, turns: Sequence[Turn], reference_date: date, questions_asked: int) -> Considered:
        def read(text: str) -> Interpretation:
            return self._interpreter.interpret(text, reference_date=reference_date)

        seen = read(query)
        situation = replace(self._situation(query, reference_date, questions_asked), in_thread=bool(turns))
        if is_blank(query):
            return Considered(record=readings.blank(seen, situation), situation=situation, text="")
        try:
            frame = read_frame(seen.utterance.text, [entity.span for entity in seen.of("company")])
            seen = without_frame(seen, seen.utterance.text, frame, read)
            situation = replace(situation, frame=frame)
            seen = without_instructions(seen, read)
            seen, said_beside = without_asking_words(seen, read)
            seen, left_out = without_outside(seen, read)
            seen = read_each(seen, read)
            carried = carry(seen, turns, self._interpreter, reference_date)
            considered = self._propose(carried, query, situation)
            record = considered.record
            apart = words_set_apart(seen) if record.plan.cells else ""
            more = (direct.OUTSIDE if left_out else "", direct.as_reported(apart) if apart else "", said_beside)
            record = replace(record, missing=(*record.missing, *filter(None, more)))
            return replace(considered, record=record)
        except UsageError:
            raise
        except Exception as failure:  # noqa: BLE001  guard G3: reading fails open, with a visible mark
            telemetry.record("degraded", node="retrieve_decision", error=type(failure).__name__)
            text = seen.utterance.text.strip()
            return Considered(record=readings.failed(seen, situation), situation=situation, text=text)

    def _propose(self, carried: Carried, query: str, situation: Situation) -> Considered:
        read = carried.interpretation.utterance.text
        hint = carried.query[len(read) :]
        situation = replace(situation, query=query + hint, carried=carried.assumptions)
        if self._rows:
            covered = self._rows.covered(carried.interpretation, situation.coverage)
            situation = replace(situation, coverage=covered)
        proposal = Cascade([RuleLayer(situation=situation)]).propose(carried.interpretation)
        record = proposal.choice if proposal else readings.failed(carried.interpretation, situation)
        is_asked = isinstance(record.decision, Clarification)
        choice = self._rows.choice(record.plan) if self._rows and not is_asked else None
        if choice and may_ask(situation.questions_asked):
            record = readings.which_row(choice, record, situation)
        return Considered(record=record, situation=situation, text=f"{read.strip()}{hint}")

    def _situation(self, query: str, reference_date: date, questions_asked: int) -> Situation:
        return Situation(
            query=query,
            coverage=self._coverage(),
            vocabulary=self._vocabulary,
            reference_date=reference_date,
            questions_asked=questions_asked,
        )


def edge(flags: Mapping[str, bool]) -> str | list[str]:
    """Return where the graph goes after the decision; a missing flag is not set.

    Out of scope beats everything; clarification beats retrieval, and is honoured alone as well; reports and news are
    searched side by side; everything else is for the guardrails to look at.
    """
    if flags.get("is_out_of_scope", False):
        return "answer"
    if flags.get("needs_clarification", False):
        return "clarify"
    agents = {"retrieval_agent": "needs_retrieval", "news_agent": "needs_news"}
    wanted = [agent for agent, flag in agents.items() if flags.get(flag, False)]
    return wanted or "guardrails"
