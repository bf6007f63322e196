"""Where a question about contracts goes: to one agreement, to a question back, or to a word that needs no search."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from time import perf_counter
from typing import Any, Protocol

from dragoman.assistants.contracts import direct
from dragoman.assistants.contracts.decomposer import Decomposes
from dragoman.assistants.contracts.decomposition import Decomposition
from dragoman.assistants.contracts.library import Agreement
from dragoman.assistants.contracts.which import Which, which_of
from dragoman.decide.clarify import MAX_OPTIONS, may_ask
from dragoman.decide.guards import is_blank, without_instructions
from dragoman.decide.language import english_only
from dragoman.decide.route_record import Flag, RouteRecord, route_record
from dragoman.domain.conversation import Turn
from dragoman.domain.decision import (
    Candidate,
    Clarification,
    Decision,
    Grounds,
    Option,
    OutOfScope,
    Routed,
    Unsupported,
)
from dragoman.domain.interpretation import Interpretation
from dragoman.domain.plan import Assumption, Clause, Plan

ROUTE = "contracts"
_TALK = ("greeting", "thanks", "capabilities", "acknowledge", "reset")
_LEANS = re.compile(r"^\W*(?:and|also|what about|how about|and what about|or)\b", re.IGNORECASE)
# Set by hand; nothing calibrates them yet.
_SURE, _LIKELY, _UNSURE = 0.97, 0.9, 0.6


class Reads(Protocol):
    """Interprets a text; the interpreter does."""

    def interpret(self, text: str, *, reference_date: date) -> Interpretation:
        """Return what code can know about the text."""


class HoldsAgreements(Protocol):
    """Gives the agreements of the corpus; the library does."""

    def agreements(self) -> tuple[Agreement, ...]:
        """Return every agreement with its amendments."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ContractRoute:
    """What was decided, what the question was taken apart into, and what was left open and how it was read."""

    record: RouteRecord
    asked: Decomposition
    agreement: Agreement | None = None


class ContractsRouter:
    """Decides where a question goes. The agreements are looked up anew for every question."""

    def __init__(self, interpreter: Reads, decomposer: Decomposes, library: HoldsAgreements) -> None:
        self._interpreter = interpreter
        self._decomposer = decomposer
        self._library = library

    def decide(
        self, query: str, *, turns: Sequence[Turn] = (), reference_date: date, questions_asked: int = 0
    ) -> ContractRoute:
        """Return the decision with everything it rests on. Nothing is searched."""
        began = perf_counter()

        def read(text: str) -> Interpretation:
            return self._interpreter.interpret(text, reference_date=reference_date)

        agreements = self._library.agreements()
        seen = without_instructions(read(query), read)
        query, assumptions = _with_earlier(seen.utterance.text, turns)
        which = which_of(query, agreements, turns)
        asked = self._decomposer.read(which.query, reference_date=reference_date)
        said = _said(seen, asked, agreements)
        decision, answer = said or (_about(asked, which, questions_asked), "")
        route = _route(query, seen, decision, answer, assumptions + _assumed(which, len(agreements)))
        route = replace(route, latency_ms=(perf_counter() - began) * 1000)
        agreement = which.agreements[0] if isinstance(decision, Routed) and which.agreements else None
        return ContractRoute(record=route, asked=asked, agreement=agreement if not said else None)


def contract_record(route: ContractRoute, *, latency_ms: float | None = None) -> dict[str, Any]:
    """Return the JSON of `dragoman route --assistant contracts`: that of every route, and the decomposition."""
    intents = [
        {"intent": m.intent, "rule": m.rule, "start": m.span.start, "end": m.span.end, "margin": m.margin}
        for m in route.asked.intents
    ]
    record = route_record(route.record, latency_ms=latency_ms)
    return record | {"assistant": ROUTE, "decomposition": route.asked.view(), "intents": intents}


def _said(seen: Interpretation, asked: Decomposition, agreements: Sequence[Agreement]) -> tuple[Decision, str] | None:
    """Answer what needs no search; None for everything else."""
    text = seen.utterance.text
    first = seen.intents[0].intent if seen.intents else ""
    if is_blank(text):
        return _spoken("blank", direct.capabilities(agreements))
    if first in _TALK and not (first == "capabilities" and asked.intents):
        texts = {"greeting": direct.greeting(agreements), "capabilities": direct.capabilities(agreements)}
        texts |= {"thanks": direct.THANKS, "acknowledge": direct.ACKNOWLEDGE, "reset": direct.RESET}
        return _spoken(first, texts[first])
    if foreign := english_only(seen, example=direct.A_QUESTION):
        return OutOfScope(message=foreign.text, grounds=Grounds(reason="language", confidence=_LIKELY)), foreign.text
    if first == "off_topic" and not asked.intents:
        message = direct.out_of_scope(agreements)
        return OutOfScope(message=message, grounds=Grounds(reason="off_topic", confidence=_SURE)), message
    if not agreements:
        grounds = Grounds(reason="no agreement is in the index", confidence=1.0)
        text = f"{direct.NOTHING}\n{direct.NOTHING_REMEDY}"
        return Unsupported(message=direct.NOTHING, remedy=direct.NOTHING_REMEDY, grounds=grounds), text
    return None


def _spoken(rule: str, text: str) -> tuple[Decision, str]:
    return Routed(route="talk", plan=Plan(), grounds=Grounds(reason=rule, confidence=_SURE)), text


def _about(asked: Decomposition, which: Which, questions_asked: int) -> Decision:
    candidates = tuple(
        Candidate(intent=match.intent, confidence=_confidence(match.margin), evidence=match.rule)
        for match in asked.intents
    )
    confidence = candidates[0].confidence if candidates else _UNSURE
    reason = f"{asked.intents[0].rule} → {asked.intent}" if asked.intents else "no intent, words alone"
    grounds = Grounds(reason=reason, confidence=confidence, candidates=candidates)
    if len(which.agreements) > 1 and may_ask(questions_asked):
        titles = [agreement.document.title for agreement in which.agreements[:MAX_OPTIONS]]
        options = tuple(Option(value=f"in the {title}", text=title) for title in titles)
        return Clarification(
            why="missing_slot", question="Which agreement do you mean?", options=options, grounds=grounds
        )
    contract = which.agreements[0].document.id
    step = Clause(intent=asked.intent, contract=contract, topic=asked.query)
    return Routed(route=ROUTE, plan=Plan(steps=(step,)), grounds=grounds)


def _confidence(margin: float) -> float:
    """Return how sure a rule is, from how far ahead of the next intent it was."""
    return round(_UNSURE + (_LIKELY - _UNSURE) * min(1.0, margin * 2), 3)


def _route(
    query: str, seen: Interpretation, decision: Decision, answer: str, assumptions: tuple[Assumption, ...]
) -> RouteRecord:
    sure = decision.grounds.confidence
    plan = decision.plan if isinstance(decision, Routed) else Plan()
    is_search = bool(plan.steps)
    asks = isinstance(decision, Clarification)
    return RouteRecord(
        query=query,
        interpretation=seen,
        decision=decision,
        is_out_of_scope=Flag(isinstance(decision, OutOfScope | Unsupported), sure),
        needs_retrieval=Flag(is_search or asks, sure),
        needs_news=Flag(value=False, confidence=1.0),
        needs_clarification=Flag(asks, sure),
        clarification_question=decision.question if isinstance(decision, Clarification) else "",
        direct_answer=answer,
        plan=replace(plan, assumptions=assumptions),
    )


def _with_earlier(query: str, turns: Sequence[Turn]) -> tuple[str, tuple[Assumption, ...]]:
    """Lend "and for termination?" the question before it; the words stay, what is lent follows in brackets."""
    before = next((turn.content for turn in reversed(turns) if turn.role == "user"), "")
    if not before or not _LEANS.match(query):
        return query, ()
    text = f"I read this together with your last question, “{before}”."
    return f"{query} [{before.strip(' ?.')}]", (Assumption(kind="carried", text=text),)


def _assumed(which: Which, covered: int) -> tuple[Assumption, ...]:
    if covered < 2 or len(which.agreements) != 1:
        return ()
    title = which.agreements[0].document.title
    how = ", as in your last question" if which.carried else ""
    return (Assumption(kind="carried" if which.carried else "contract", text=f"I looked in the {title}{how}."),)
