"""What a question is about, as a model proposes it: intents of the registry, and words an agreement would use.

Amounts, rates, times, days and the agreement that is meant are read by code and stay as they are.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from dragoman.assistants.contracts.advice.ask import asked, prompts
from dragoman.assistants.contracts.decomposer import THIN_MARGIN
from dragoman.assistants.contracts.decomposition import Decomposition
from dragoman.assistants.contracts.library import Agreement
from dragoman.assistants.contracts.pointed import clause_named
from dragoman.assistants.contracts.router import ContractRoute
from dragoman.assistants.contracts.tools import ContractsTools
from dragoman.assistants.contracts.topics import topics_of
from dragoman.decide.cascade import Policy
from dragoman.documents.stems import stems
from dragoman.domain.decision import Routed
from dragoman.domain.interpretation import IntentMatch
from dragoman.domain.plan import Clause
from dragoman.domain.utterance import Span
from dragoman.graphs.path import TurnContext

NODE = "decompose"
PROMPT = "contracts_read"
MIN_CONFIDENCE = 0.5  # of the model's own; below it its intents are no opinion
MODEL_AT_MOST = 0.8  # a model's own confidence is no measured one
MAX_INTENTS, MAX_WORDS, MAX_ALSO, MAX_LENGTH = 3, 6, 4, 40
MAX_TITLES = 60
_WORDS = re.compile(r"[^\W\d_]+(?:[ '’-][^\W\d_]+){0,3}")
Json = dict[str, Any]


class Synonym(BaseModel):
    """A word of the question, and what an agreement would call it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    word: str = Field(max_length=80, description="as it stands in the question")
    also: list[str] = Field(max_length=8, description="words an agreement would use for it")


class ReadingProposal(BaseModel):
    """The reply to the prompt. Whatever does not fit it is no opinion at all."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    intents: list[str] = Field(default_factory=list, max_length=10)
    words: list[Synonym] = Field(default_factory=list, max_length=20)
    confidence: float = Field(default=0.7, ge=0, le=1)


async def advised_route(
    route: ContractRoute, *, tools: ContractsTools, turn: TurnContext
) -> tuple[ContractRoute, Json]:
    """Return the route with what a model added, and that as JSON for the state; the same where nobody is asked."""
    agreement = route.agreement
    if agreement is None or not is_open(route.asked, tools.policy):
        return route, {}
    inputs = {
        "intents": "\n".join(f"- {one.intent}: {one.description}" for one in tools.registry.values()),
        "titles": "\n".join(_titles(agreement)),
        "question": route.asked.query,
    }
    before = len(turn.meter.calls)
    proposal = await asked(
        NODE,
        lambda model: model.propose(prompts()[PROMPT], inputs, ReadingProposal, meter=turn.meter),
        tools=tools,
        turn=turn,
    )
    calls = len(turn.meter.calls) - before
    advice = advice_of(proposal, route.asked, agreement, tools) if proposal else {}
    return _with(route, advice, calls), advice


def is_open(question: Decomposition, policy: Policy) -> bool:
    """Say whether a model is asked: in a cascade where no rule knows the question, or two know it alike."""
    if policy != "cascade":
        return policy == "model"
    if topics_of(question.query) or clause_named(question.query):
        return False
    return not question.intents or (len(question.intents) > 1 and question.intents[0].margin < THIN_MARGIN)


def advice_of(proposal: ReadingProposal, question: Decomposition, agreement: Agreement, tools: ContractsTools) -> Json:
    """Return what of a proposal can be used: intents that exist, and words that the agreement has."""
    is_sure = proposal.confidence >= MIN_CONFIDENCE
    intents = [name for name in dict.fromkeys(proposal.intents) if name in tools.registry] if is_sure else []
    said = frozenset(stems(question.query))
    also = {}
    for one in proposal.words[:MAX_WORDS]:
        words = [word for word in dict.fromkeys(one.also) if _is_word_of(word, agreement)][:MAX_ALSO]
        if words and frozenset(stems(one.word)) & said:
            also[one.word.lower()] = words
    if not intents and not also:
        return {}
    confidence = min(proposal.confidence, MODEL_AT_MOST)
    return {"intents": intents[:MAX_INTENTS], "also": also, "confidence": confidence}


def advised(question: Decomposition, advice: Mapping[str, Any]) -> Decomposition:
    """Return a question with what a model added to it; its own words, amounts and days stay."""
    if not advice:
        return question
    whole = Span(0, len(question.query))
    margin = float(advice["confidence"])
    proposed = [IntentMatch(intent=name, rule="model", span=whole, margin=margin) for name in advice["intents"]]
    rest = [match for match in question.intents if match.intent not in advice["intents"]]
    also = {word: tuple(words) for word, words in advice["also"].items()}
    return replace(question, intents=(*proposed, *rest), also=also)


def _is_word_of(word: str, agreement: Agreement) -> bool:
    """Say whether these are one to four plain words that stand together in a clause of the agreement."""
    if len(word) > MAX_LENGTH or not _WORDS.fullmatch(word.strip()):
        return False
    wanted = frozenset(stems(word))
    return bool(wanted) and any(wanted <= clause.words for clause in agreement.clauses)


def _titles(agreement: Agreement) -> Sequence[str]:
    return list(dict.fromkeys(title for clause in agreement.clauses for title in clause.titles))[:MAX_TITLES]


def _with(route: ContractRoute, advice: Json, calls: int) -> ContractRoute:
    decision = route.record.decision
    if not isinstance(decision, Routed):
        return route
    question, grounds = advised(route.asked, advice), decision.grounds
    grounds = replace(grounds, model_calls=grounds.model_calls + calls)
    if calls and not advice:
        grounds = replace(grounds, reason=f"{grounds.reason}; a model had no opinion")
    if advice:
        reason = f"model → {question.intent}" if advice["intents"] else f"{grounds.reason}, and words of a model"
        versions = {**grounds.versions, "prompt": prompts()[PROMPT].label}
        grounds = replace(grounds, reason=reason, versions=versions)
    if advice.get("intents"):
        grounds = replace(grounds, decided_by="model", confidence=advice["confidence"])
    steps = tuple(
        replace(step, intent=question.intent) if isinstance(step, Clause) else step for step in decision.plan.steps
    )
    decision = replace(decision, grounds=grounds, plan=replace(decision.plan, steps=steps))
    record = replace(route.record, decision=decision, plan=replace(route.record.plan, steps=steps))
    return replace(route, record=record, asked=question)
