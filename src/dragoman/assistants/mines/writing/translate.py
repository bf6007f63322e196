"""Answers and questions of ours in the language of the question, as the nodes of this assistant ask for them."""

from collections.abc import Mapping, Sequence

from dragoman.assistants.languages.tongues import TONGUES, Tongue
from dragoman.assistants.languages.translate import Spoken, Write, answer_translated, translated
from dragoman.assistants.mines.advice.ask import written
from dragoman.assistants.mines.nodes.degraded import warnings
from dragoman.assistants.mines.tools import MinesTools
from dragoman.decide.language import ENGLISH_ONLY
from dragoman.domain.answer import Answer
from dragoman.graphs.path import TurnContext


def tongue_of(asked: str, tools: MinesTools, turn: TurnContext) -> Tongue | None:
    """Return the language of a question that a model may answer in; None for English, and where there is no model."""
    if tools.adviser is None:
        return None
    code = tools.interpreter.interpret(asked, reference_date=turn.reference_date).utterance.language
    return TONGUES.get(code or "")


async def question_in_language(text: str, asked: str, *, node: str, tools: MinesTools, turn: TurnContext) -> Spoken:
    """Return a question of ours in the language of the person's, or as it is where that cannot be done."""
    tongue = _wanted(text, asked, node, tools, turn)
    return await translated(text, tongue, write=_write(node, tools, turn), note="") if tongue else Spoken(text)


async def answer_in_language(answer: Answer, asked: str, *, node: str, tools: MinesTools, turn: TurnContext) -> Answer:
    """Return an answer in the language of the question; one that stays in English says so."""
    tongue = _wanted(answer.text, asked, node, tools, turn)
    if tongue is None:
        return answer
    return await answer_translated(answer, tongue, write=_write(node, tools, turn), degraded=lambda: warnings(turn))


def still_told(sentences: Sequence[str], asked: str, tools: MinesTools, turn: TurnContext) -> list[str]:
    """Return what is said beside an answer: that we work in English is not, where a model translates."""
    speaks = tongue_of(asked, tools, turn) is not None
    return [sentence for sentence in sentences if not (speaks and ENGLISH_ONLY in sentence)]


def _wanted(text: str, asked: str, node: str, tools: MinesTools, turn: TurnContext) -> Tongue | None:
    """Return the language to put a text into: none for what is in it already, and after the node's model failed."""
    if not text or ENGLISH_ONLY in text or node in turn.degraded:
        return None
    return tongue_of(asked, tools, turn)


def _write(node: str, tools: MinesTools, turn: TurnContext) -> Write:
    async def write(inputs: Mapping[str, str]) -> str:
        return await written("mines_translate", inputs, node=node, tools=tools, turn=turn)

    return write
