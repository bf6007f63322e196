"""What is done with a question that is not in English: read where nothing of it is lost, else told in its language."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from dragoman.domain.interpretation import Interpretation
from dragoman.domain.utterance import Span
from dragoman.interpret.language import blanked, is_english, languages, only_asks

ENGLISH_ONLY = "I work in English here."
ASK = "Please ask in English, for example: {example}"
_SLOTS = ("company", "metric", "fiscal_period")


@dataclass(frozen=True, slots=True, kw_only=True)
class EnglishOnly:
    """That we work in English, in the language of the question and in English."""

    message: str
    remedy: str

    @property
    def text(self) -> str:
        """Both, as they are said."""
        return f"{self.message}\n{self.remedy}"


def english_only(
    seen: Interpretation, *, example: str, companies: Sequence[str] = (), years: str = ""
) -> EnglishOnly | None:
    """Return what is said to a text in another language; None for one that may be read as English.

    `companies` and `years` are those covered; without them nothing is said of reports.
    """
    code = seen.utterance.language
    if is_english(code):
        return None
    known = languages().by_code.get(code or "")
    if known is None:
        return EnglishOnly(message=ENGLISH_ONLY, remedy=ASK.format(example=example))
    says = known.says
    lines = [says.ask.format(example=example)]
    lines += [says.reports.format(companies=", ".join(companies), years=years)] if companies else []
    return EnglishOnly(message=says.english_only, remedy="\n".join((*lines, ENGLISH_ONLY)))


def without_asking_words(seen: Interpretation, read: Callable[[str], Interpretation]) -> tuple[Interpretation, str]:
    """Read past foreign words that only ask, where company, figure and year stand in words we know.

    "BHP revenue FY2024 是多少" asks for one figure whatever the words around it; one word more that is not known to
    only ask, a second company or year, or a limit, and nothing is read. The second value is what is said about it.
    """
    language = languages().by_code.get(seen.utterance.language or "")
    slots = {name: seen.of(name) for name in _SLOTS}
    if language is None or any(len(found) != 1 for found in slots.values()) or seen.constraints:
        return seen, ""
    text = seen.utterance.text
    kept = [found[0].span for found in slots.values()]
    if not only_asks(text, language, kept):
        return seen, ""
    places = [place for place in _outside(len(text), kept) if len(place)]
    return read(blanked(text, places)), f"{language.says.english_only} {ENGLISH_ONLY}"


def _outside(length: int, kept: Sequence[Span]) -> list[Span]:
    ordered = sorted(kept)
    starts = [0, *(span.end for span in ordered)]
    ends = [*(span.start for span in ordered), length]
    return [Span(start, max(start, end)) for start, end in zip(starts, ends, strict=True)]
