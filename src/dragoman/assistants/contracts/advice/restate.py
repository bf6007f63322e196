"""A question in another language, put into English by a model and then read by the rules as any other.

A model only finds the words: code sees that no number came or went and that no other agreement is named, and the
person is told how the question was read. Instructions in it are left out as in English.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pydantic import BaseModel, ConfigDict, Field

from dragoman.assistants.contracts.advice.ask import asked, prompts
from dragoman.assistants.contracts.advice.reading import MODEL_AT_MOST
from dragoman.assistants.contracts.router import ContractRoute
from dragoman.assistants.contracts.tools import ContractsTools
from dragoman.assistants.contracts.which import which_of
from dragoman.assistants.languages.same_figures import same_numbers
from dragoman.assistants.languages.tongues import TONGUES
from dragoman.domain.conversation import Turn
from dragoman.domain.decision import Decision
from dragoman.domain.plan import Assumption
from dragoman.graphs.path import TurnContext
from dragoman.interpret.language import is_english
from dragoman.models.plain import is_plain

NODE = "decompose"
PROMPT = "contracts_restate"
NONE = "(none)"
MAX_LENGTH = 1_000  # characters
_ROOM = 100  # a question of three signs in Chinese has thirty letters in English
_LONGER = 8


class RestatedProposal(BaseModel):
    """The reply to the prompt. Whatever does not fit it is no reading at all."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    question: str = Field(max_length=MAX_LENGTH)
    earlier: str = Field(default="", max_length=MAX_LENGTH)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """A question with the turns before it."""

    text: str
    turns: Sequence[Turn] = ()
    questions_asked: int = 0
    english: str = ""  # as a model put it already, with what the person chose since


async def routed(asking: Asking, *, tools: ContractsTools, turn: TurnContext) -> tuple[ContractRoute, str]:
    """Return where a question goes, and its words in English where it was asked in another language."""
    if asking.english:
        return _told(_read(asking, asking.english, asking.turns, tools, turn), 0), asking.english
    route = _read(asking, asking.text, asking.turns, tools, turn)
    if not is_foreign(route) or tools.adviser is None:
        return route, ""
    earlier = _earlier(asking, tools, turn)
    before = len(turn.meter.calls)
    inputs = {"earlier": earlier or NONE, "question": asking.text}
    proposal = await asked(
        NODE,
        lambda model: model.propose(prompts()[PROMPT], inputs, RestatedProposal, meter=turn.meter),
        tools=tools,
        turn=turn,
    )
    calls = len(turn.meter.calls) - before
    if proposal is None or not _says_the_same(asking.text, proposal.question, tools, turn):
        why = "a model failed" if proposal is None else "what a model made of it is not the same question"
        return _noted(route, f"{route.record.decision.grounds.reason}; {why}", calls), ""
    lent = proposal.earlier if earlier and _says_the_same(earlier, proposal.earlier, tools, turn) else ""
    english = proposal.question.strip()
    route = _read(asking, english, _with_earlier(asking.turns, earlier, lent), tools, turn)
    return _told(route, calls), english


def is_foreign(route: ContractRoute) -> bool:
    """Say whether the rules could not read the question, since it is not in English."""
    return route.record.decision.grounds.reason == "language"


def _read(asking: Asking, text: str, turns: Sequence[Turn], tools: ContractsTools, turn: TurnContext) -> ContractRoute:
    return tools.router.decide(
        text, turns=turns, reference_date=turn.reference_date, questions_asked=asking.questions_asked
    )


def _earlier(asking: Asking, tools: ContractsTools, turn: TurnContext) -> str:
    """Return the person's last question where it is not in English either: "and for termination?" leans on it."""
    before = next((one.content for one in reversed(asking.turns) if one.role == "user"), "")
    language = tools.reader.interpret(before, reference_date=turn.reference_date).utterance.language
    return "" if is_english(language) else before


def _with_earlier(turns: Sequence[Turn], earlier: str, lent: str) -> Sequence[Turn]:
    """Return the turns with the last question in English; left out where nobody could put it so."""
    if not earlier:
        return turns
    place = max(number for number, one in enumerate(turns) if one.role == "user")
    said = (Turn("user", lent),) if lent else ()
    return (*turns[:place], *said, *turns[place + 1 :])


def _says_the_same(text: str, english: str, tools: ContractsTools, turn: TurnContext) -> bool:
    """Say whether a model's words are one plain English line with the same numbers, of no other agreement."""
    seen = tools.reader.interpret(text, reference_date=turn.reference_date)
    read = tools.reader.interpret(english, reference_date=turn.reference_date)
    if not is_plain(english) or not is_english(read.utterance.language) or len(english) > _LONGER * len(text) + _ROOM:
        return False
    if not same_numbers(english, text, TONGUES.get(seen.utterance.language or "")):
        return False
    agreements = tools.library.agreements()
    named, meant = which_of(text, agreements).agreements, which_of(english, agreements).agreements
    return len(named) == len(agreements) or named == meant


def _noted(route: ContractRoute, reason: str, calls: int) -> ContractRoute:
    decision: Decision = route.record.decision
    versions = {**decision.grounds.versions, "prompt": prompts()[PROMPT].label}
    confidence = min(decision.grounds.confidence, MODEL_AT_MOST)
    grounds = replace(decision.grounds, reason=reason, model_calls=calls, versions=versions, confidence=confidence)
    return replace(route, record=replace(route.record, decision=replace(decision, grounds=grounds)))


def _told(route: ContractRoute, calls: int) -> ContractRoute:
    """Say how the question was read, without what instructed the machine."""
    route = _noted(route, f"put into English by a model; {route.record.decision.grounds.reason}", calls)
    words = " ".join(route.record.interpretation.utterance.text.split()).replace("“", "'").replace("”", "'")
    read = Assumption(kind="reading", text=f"I read the question as “{words}”.")
    record = route.record
    plan = replace(record.plan, assumptions=(read, *record.plan.assumptions)) if route.agreement else record.plan
    return replace(route, record=replace(record, plan=plan))
