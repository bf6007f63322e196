"""The one way a text of ours is put into the language of the question: figures are compared, line by line.

Everything is composed and checked in English, which code can read. A translation with other figures is not shown.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from dragoman.assistants.mines.advice.ask import written
from dragoman.assistants.mines.tools import MinesTools
from dragoman.assistants.mines.writing.same_figures import same_figures
from dragoman.assistants.mines.writing.tongues import TONGUES, Tongue
from dragoman.decide.language import ENGLISH_ONLY
from dragoman.graphs.path import TurnContext

TRANSLATED = "Translated from English by a language model: code compared its figures, and nobody its words."
_QUOTATION = re.compile(r"“[^“”]*”")
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
    whole, quoted = _without_quotations(f"{text}\n\n{note}".strip())
    said = await written("mines_translate", {"language": tongue.name, "text": whole}, node=node, tools=tools, turn=turn)
    if not said:
        return Spoken(text, NOT_TRANSLATED.format(language=tongue.name))
    has_quotations = all(said.count(mark) == 1 for mark in quoted)
    if has_quotations and _is_clean(said, whole) and same_figures(whole, said, tongue):
        return Spoken(_with_quotations(said, quoted), TRANSLATED)
    return Spoken(text, KEPT_IN_ENGLISH.format(language=tongue.name))


def _without_quotations(text: str) -> tuple[str, dict[str, str]]:
    """Return the text with a mark for each quotation, and what stood there.

    What strangers wrote (the news) stays as they wrote it: it is not ours to put into other words, and a model that
    reads it could take it for a wish.
    """
    quoted: dict[str, str] = {}

    def marked(found: re.Match[str]) -> str:
        mark = f"“({_letters(len(quoted))})”"
        quoted[mark] = found[0]
        return mark

    return _QUOTATION.sub(marked, text), quoted


def _letters(number: int) -> str:
    return chr(ord("A") + number // 26) + chr(ord("A") + number % 26)


def _with_quotations(said: str, quoted: Mapping[str, str]) -> str:
    for mark, words in quoted.items():
        said = said.replace(mark, words)
    return said


def _is_clean(said: str, text: str) -> bool:
    """Say whether a translation adds no address and no markup, and has about the length of its text."""
    added = [sign for sign in ("http", "www.", "](", "<", "`") if said.count(sign) > text.count(sign)]
    return not added and len(said) <= 3 * len(text) + 200
