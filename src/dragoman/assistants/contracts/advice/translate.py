"""Answers and questions of ours in the language of the question; the agreement's own words stay as they are written."""

from collections.abc import Mapping, Sequence

from dragoman.assistants.contracts.advice.ask import asked, prompts, warnings
from dragoman.assistants.contracts.tools import ContractsTools
from dragoman.assistants.languages.tongues import TONGUES, Tongue
from dragoman.assistants.languages.translate import Write, answer_translated, translated
from dragoman.decide.language import ENGLISH_ONLY
from dragoman.domain.answer import Answer
from dragoman.graphs.path import TurnContext

PROMPT = "contracts_translate"


async def question_in_language(text: str, words: str, *, tools: ContractsTools, turn: TurnContext) -> str:
    """Return a question of ours in the language of the person's words, or as it is where that cannot be done."""
    tongue = _wanted(text, words, "decompose", tools, turn)
    if tongue is None:
        return text
    titles = [one.document.title for one in tools.library.agreements()]
    said = await translated(text, tongue, write=_write("decompose", tools, turn), note="", verbatim=titles)
    return said.text


async def answer_in_language(
    answer: Answer, words: str, *, verbatim: Sequence[str], tools: ContractsTools, turn: TurnContext
) -> Answer:
    """Return an answer in the language of the person's words, the `verbatim` parts as they are.

    One that stays in English says so.
    """
    tongue = _wanted(answer.text, words, "output", tools, turn)
    if tongue is None:
        return answer
    titles = [one.document.title for one in tools.library.agreements()]
    return await answer_translated(
        answer,
        tongue,
        write=_write("output", tools, turn),
        verbatim=(*verbatim, *titles),
        degraded=lambda: warnings(turn),
    )


def _wanted(text: str, words: str, node: str, tools: ContractsTools, turn: TurnContext) -> Tongue | None:
    """Return the language to put a text into: none for what is in it already, and after the node's model failed."""
    if not text or ENGLISH_ONLY in text or node in turn.degraded or tools.adviser is None:
        return None
    code = tools.reader.interpret(words, reference_date=turn.reference_date).utterance.language
    return TONGUES.get(code or "")


def _write(node: str, tools: ContractsTools, turn: TurnContext) -> Write:
    async def write(inputs: Mapping[str, str]) -> str:
        text = await asked(
            node, lambda model: model.write(prompts()[PROMPT], inputs, meter=turn.meter), tools=tools, turn=turn
        )
        return (text or "").strip()

    return write
