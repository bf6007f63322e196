"""The one way a text of ours is put into the language of the question: figures are compared, line by line.

Everything is composed and checked in English, which code can read. A translation with other figures is not shown.
"""

from dataclasses import dataclass

from dragoman.assistants.mines.tools import MinesTools
from dragoman.assistants.mines.writing.ask import written
from dragoman.assistants.mines.writing.same_figures import same_figures
from dragoman.assistants.mines.writing.tongues import TONGUES, Tongue
from dragoman.decide.language import ENGLISH_ONLY
from dragoman.graphs.path import TurnContext

TRANSLATED = "Translated from English by a language model: code compared its figures, and nobody its words."
NOT_TRANSLATED = "This stays in English: no language model gave it in {language}."
KEPT_IN_ENGLISH = "This stays in English: in {language} its figures could not be kept as they are."


@dataclass(frozen=True, slots=True)
class Spoken:
    """A text, and what must be said about its language; empty for a text in English that was asked in English."""

    text: str
    note: str = ""


def tongue_of(asked: str, tools: MinesTools, turn: TurnContext) -> Tongue | None:
    """Return the language of a question that a model may answer in; None for English, and where there is no model."""
    if tools.adviser is None:
        return None
    code = tools.interpreter.interpret(asked, reference_date=turn.reference_date).utterance.language
    return TONGUES.get(code or "")


async def in_language(
    text: str, asked: str, *, node: str, tools: MinesTools, turn: TurnContext, note: str = TRANSLATED
) -> Spoken:
    """Return the text in the language of the question, or as it is where that cannot be done without harm.

    The note stands below it, translated too.
    """
    tongue = tongue_of(asked, tools, turn) if text and ENGLISH_ONLY not in text else None
    if tongue is None or node in turn.degraded:
        return Spoken(text)
    whole = f"{text}\n\n{note}".strip()
    said = await written("mines_translate", {"language": tongue.name, "text": whole}, node=node, tools=tools, turn=turn)
    if not said:
        return Spoken(text, NOT_TRANSLATED.format(language=tongue.name))
    if _is_clean(said, whole) and same_figures(whole, said, tongue):
        return Spoken(said, TRANSLATED)
    return Spoken(text, KEPT_IN_ENGLISH.format(language=tongue.name))


def _is_clean(said: str, text: str) -> bool:
    """Say whether a translation adds no address and no markup, and has about the length of its text."""
    added = [sign for sign in ("http", "www.", "](", "<", "`") if said.count(sign) > text.count(sign)]
    return not added and len(said) <= 3 * len(text) + 200
