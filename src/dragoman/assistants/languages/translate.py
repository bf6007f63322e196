"""The one way a text of ours is put into the language of the question: figures and quotations are compared by code.

Everything is composed and checked in English, which code can read. A translation with other figures is not shown.
"""

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from dragoman.assistants.languages.denial import denies_alike
from dragoman.assistants.languages.digits import with_digits
from dragoman.assistants.languages.same_figures import same_figures
from dragoman.assistants.languages.tongues import Tongue
from dragoman.domain.answer import Answer

TRANSLATED = "Translated from English by a language model: code compared its figures, and nobody its words."
NOT_TRANSLATED = "This stays in English: no language model gave it in {language}."
KEPT_IN_ENGLISH = "This stays in English: in {language} its figures, or what it denies, could not be kept as they are."
_QUOTATION = r"“[^“”]*”|\"[^\"\n]*\""
Write = Callable[
    [Mapping[str, str]], Awaitable[str]
]  # `language` and `text` → the text in it; empty where asking failed


@dataclass(frozen=True, slots=True)
class Spoken:
    """A text, and what must be said about its language; empty for a text in English that was asked in English.

    `lines` has what became of each line of the text, and of the note.
    """

    text: str
    note: str = ""
    lines: Mapping[str, str] | None = None

    @property
    def is_translated(self) -> bool:
        """Whether the text is in the other language."""
        return self.lines is not None


async def translated(
    text: str, tongue: Tongue, *, write: Write, note: str = TRANSLATED, verbatim: Sequence[str] = ()
) -> Spoken:
    """Return the text in another language, or as it is where that cannot be done without harm.

    What stands in quotation marks, and each of the `verbatim` parts, stays word for word. The note stands below it,
    translated too.
    """
    whole = f"{text}\n\n{note}".strip()
    marked, kept = _without_quotations(whole, verbatim)
    plain = "\n".join(with_digits(line) for line in marked.splitlines())
    said = await write({"language": tongue.name, "text": plain})
    if not said:
        return Spoken(text, NOT_TRANSLATED.format(language=tongue.name))
    has_quotations = all(said.count(mark) == 1 for mark in kept)
    is_same = has_quotations and same_figures(plain, said, tongue) and denies_alike(plain, said, tongue)
    if not (is_same and _is_clean(said, plain)):
        return Spoken(text, KEPT_IN_ENGLISH.format(language=tongue.name))
    pairs = zip(_lines(marked), _lines(said), strict=True)
    lines = {_with_quotations(ours, kept): _with_quotations(theirs, kept) for ours, theirs in pairs}
    return Spoken(_with_quotations(said, kept), TRANSLATED, lines)


async def answer_translated(
    answer: Answer, tongue: Tongue, *, write: Write, verbatim: Sequence[str] = (), degraded: Callable[[], Sequence[str]]
) -> Answer:
    """Return an answer in another language, with its assumptions and caveats; figures and citations stay.

    One that stays in English says so, and what `degraded` then gives.
    """
    together = " ".join(answer.assumptions)
    asides = "\n".join(answer.assumptions)  # a line each, so that each is found again
    text = answer.text.replace(together, asides) if together else answer.text
    spoken = await translated(text, tongue, write=write, verbatim=verbatim)
    if spoken.lines is None:
        more = [line for line in (*degraded(), spoken.note) if line not in answer.caveats]
        text = "\n\n".join((answer.text, "\n".join(more)))
        return replace(answer, text=text, caveats=(*answer.caveats, *more))

    def said(line: str) -> str:
        return (spoken.lines or {}).get(line, line)

    return replace(
        answer,
        text=spoken.text,
        assumptions=tuple(map(said, answer.assumptions)),
        caveats=tuple(said(line) for line in (*answer.caveats, TRANSLATED)),
    )


def _without_quotations(text: str, verbatim: Sequence[str]) -> tuple[str, dict[str, str]]:
    """Return the text with a mark for each quotation, and what stood there.

    What strangers wrote (the news, an agreement) stays as they wrote it: it is not ours to put into other words, and a
    model that reads it could take it for a wish.
    """
    quoted: dict[str, str] = {}

    def marked(found: re.Match[str]) -> str:
        mark = f"“({_letters(len(quoted))})”"
        quoted[mark] = found[0]
        return mark

    longest_first = sorted({part for part in verbatim if part}, key=len, reverse=True)
    parts = [rf"(?<!\w){re.escape(part)}(?!\w)" for part in longest_first]
    return re.sub("|".join((*parts, _QUOTATION)), marked, text), quoted


def _letters(number: int) -> str:
    return chr(ord("A") + number // 26) + chr(ord("A") + number % 26)


def _with_quotations(said: str, quoted: Mapping[str, str]) -> str:
    for mark, words in quoted.items():
        said = said.replace(mark, words)
    return said


def _lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.strip()]


def _is_clean(said: str, text: str) -> bool:
    """Say whether a translation adds no address and no markup, and has about the length of its text."""
    added = [sign for sign in ("http", "www.", "](", "<", "`") if said.count(sign) > text.count(sign)]
    return not added and len(said) <= 3 * len(text) + 200
