"""Where a question about contracts goes: to one agreement, to a question back, or to a word that needs no search."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from time import perf_counter
from typing import Any, Protocol

from dragoman.assistants.contracts import direct
from dragoman.assistants.contracts.concepts import read_concepts
from dragoman.assistants.contracts.decomposer import Decomposes
from dragoman.assistants.contracts.decomposition import Decomposition
from dragoman.assistants.contracts.library import Agreement
from dragoman.assistants.contracts.pointed import clause_named
from dragoman.assistants.contracts.topics import topics_of
from dragoman.assistants.contracts.which import Which, unknown_name, which_of
from dragoman.decide.clarify import MAX_OPTIONS, may_ask
from dragoman.decide.guards import is_blank, without_instructions
from dragoman.decide.language import english_only
from dragoman.decide.route_record import Flag, RouteRecord, route_record
from dragoman.documents.concepts import SYNONYM
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
_EXAMPLES = tuple(
    Option(value=text, text=text)
    for text in (
        "What must be paid, and when?",
        "How can it be terminated?",
        "What are the penalties?",
        "What is the liability cap?",
    )
)
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
        seen = _read_as_asked(read(query), read)
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


def _read_as_asked(seen: Interpretation, read: Callable[[str], Interpretation]) -> Interpretation:
    """Leave out what instructs the machine, unless nothing else is asked: "must they say that they renew?" does."""
    plain = without_instructions(seen, read)
    is_empty = not read_concepts(plain.utterance.text) and not is_blank(seen.utterance.text)
    return seen if is_empty and topics_of(seen.utterance.text) else plain


def _said(seen: Interpretation, asked: Decomposition, agreements: Sequence[Agreement]) -> tuple[Decision, str] | None:
    """Answer what needs no search; None for everything else."""
    text = seen.utterance.text
    first = seen.intents[0].intent if seen.intents else ""
    if is_blank(text):
        return _spoken("blank", direct.capabilities(agreements))
    if foreign := english_only(seen, example=direct.A_QUESTION):
        return OutOfScope(message=foreign.text, grounds=Grounds(reason="language", confidence=_LIKELY)), foreign.text
    if first in _TALK and not (first == "capabilities" and asked.intents):
        texts = {"greeting": direct.greeting(agreements), "capabilities": direct.capabilities(agreements)}
        texts |= {"thanks": direct.THANKS, "acknowledge": direct.ACKNOWLEDGE, "reset": direct.RESET}
        return _spoken(first, texts[first])
    if first == "off_topic" and not asked.intents and not _is_spoken_of(text, agreements):
        message = direct.out_of_scope(agreements)
        return OutOfScope(message=message, grounds=Grounds(reason="off_topic", confidence=_SURE)), message
    if name := unknown_name(text, agreements):
        return _no_such(name, agreements)
    if not agreements:
        grounds = Grounds(reason="no agreement is in the index", confidence=1.0)
        text = f"{direct.NOTHING}\n{direct.NOTHING_REMEDY}"
        return Unsupported(message=direct.NOTHING, remedy=direct.NOTHING_REMEDY, grounds=grounds), text
    return None


def _no_such(name: str, agreements: Sequence[Agreement]) -> tuple[Decision, str]:
    message = f"No agreement in the index is called or made with “{name}”."
    remedy = f"There is {direct.describe(agreements)}."
    grounds = Grounds(reason="names an agreement that is not there", confidence=_LIKELY)
    return Unsupported(message=message, remedy=remedy, grounds=grounds), f"{message}\n{remedy}"


def _is_spoken_of(text: str, agreements: Sequence[Agreement]) -> bool:
    """Say whether an agreement has all words of a question that looks like one about something else."""
    concepts = read_concepts(text)
    return bool(concepts) and any(
        all(any(one.weight_in(c.spoken, c.words) >= SYNONYM for c in agreement.clauses) for one in concepts)
        for agreement in agreements
    )


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
    if not _says_something(asked) and may_ask(questions_asked):
        question = f"What would you like to know about the {which.agreements[0].document.title}?"
        return Clarification(why="uncertain", question=question, options=_EXAMPLES, grounds=grounds)
    contract = which.agreements[0].document.id
    step = Clause(intent=asked.intent, contract=contract, topic=asked.query)
    return Routed(route=ROUTE, plan=Plan(steps=(step,)), grounds=grounds)


def _says_something(asked: Decomposition) -> bool:
    """Say whether a question holds anything to look for: "look at this for me" does not."""
    return bool(asked.intents or topics_of(asked.query) or clause_named(asked.query) or read_concepts(asked.query))


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
