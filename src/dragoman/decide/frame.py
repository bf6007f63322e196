"""What a question says beside what it asks: definitions of its own, the form of the answer, where to look.

"What is FY2020 DPO for Corning? DPO is defined as: 365 * (…) / (…). Round your answer to two decimal places." asks one
thing; the other sentences say how. They are kept apart, so that their words are not read as further questions.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from dragoman.domain.plan import AnswerForm
from dragoman.domain.utterance import Span
from dragoman.interpret.years_beside import YEAR_END_BEFORE

T = TypeVar("T")

_WORDS = {"zero": 0, "one": 1, "two": 2, "three": 3, "four": 4}
_SCALES = {"thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000}
_SENTENCE = re.compile(r"(?:[^.?!;\n]|[.](?=\S))+[.?!;]*")
_PLACES = re.compile(r"\bround\w*\b[^.?!]*?\bto\s+(?:the nearest\s+)?(?P<n>\d|zero|one|two|three|four)\s+decimal", re.I)
_WHOLE = re.compile(r"\bround\w*\b[^.?!]*?\bto\s+(?:the\s+)?(?:nearest\s+)?(?:whole number|integer)", re.I)
_SCALE = re.compile(
    r"\bin\s+(?:units? of\s+)?"
    r"(?P<currency>USD|US\$|\$|US dollars?|AUD|A\$|EUR|GBP)?\s?(?P<scale>thousand|million|billion)s?\b"
    r"(?:\s+of\s+(?P<after>USD|US dollars?|AUD|EUR|GBP))?",
    re.I,
)
_PERCENTS = re.compile(
    r"\b(?:answer|give|state|express)\b[^.?!]*\bin\s+(?:units? of\s+)?per\s?cent(?:s|ages?)?\b", re.I
)
_CURRENCIES = {"usd": "USD", "us$": "USD", "$": "USD", "us dollar": "USD", "aud": "AUD", "a$": "AUD"}
_CURRENCIES |= {"us dollars": "USD", "eur": "EUR", "gbp": "GBP"}

_NAME = r"(?P<name>[\w&%][\w&%' -]{0,60}?)(?:\s+\([\w&]{2,8}\))?"
_DEFINITIONS = (
    re.compile(rf"^\W*(?:(?:here|where|and|the|with)[ ,]+)*{_NAME}(?:\s+here)?\s+(?:is|are|can be)\s+(?:here\s+)?"
               r"(?:defined|calculated|computed)\s+(?:as|by)\b\s*:?\s*(?P<as>.+)$", re.I | re.S),
    re.compile(rf"^\W*(?:please\s+)?(?:define|calculate|compute)\s+(?:the\s+)?{_NAME}\s+as\b\s*:?\s*(?P<as>.+)$",
               re.I | re.S),
    re.compile(rf"^\W*(?:use\s+)?{_NAME}\s*=\s*(?P<as>.+)$", re.I | re.S),
)  # fmt: skip
_WHERE = re.compile(
    rf"[,;]?\s*\b(?:where|with|if|given)\s+{_NAME}(?:\s*=|\s+(?:is|equals|means|stands for)\b"
    r"(?:\s+(?:defined|calculated|computed)\s+(?:as|by)\b)?)\s*(?P<as>[^?]*[-+*/×÷−–][^?]*)",
    re.I,
)
_USING = re.compile(
    rf"^\W*(?:please\s+)?(?:calculate|compute)\s+(?:the\s+)?{_NAME}\s+(?:using|from|with|by adding)\s+"
    r"(?P<parts>[^?]+? and [^?]+)$",
    re.I | re.S,
)
_FORM = r"(?:USD|US\$|\$|US dollars?|AUD|EUR|GBP|thousands?|millions?|billions?|per\s?cents?|percentages?)"
_GIVE = r"(?:give|state|express|provide|report|show)\s+(?:me\s+)?(?:the|your|an?)\s+(?:final\s+)?(?:answer|result)"
_SOURCE = (
    r"(?:statements?|balance sheets?|financials?|filings?|P&L|line items?|information|reports?|position|cash flows?)"
)
_GUIDANCE = (  # sentences that only say how to go about it
    re.compile(r"^\W*(?:please\s+)?round\b[^?]*\b(?:decimals?|whole number|integer|nearest)\b[^?]*$", re.I),
    re.compile(rf"^\W*(?:please\s+)?(?:answer|respond|{_GIVE})\s+in\s+(?:units\b|{_FORM})[^?]*$", re.I),
    re.compile(
        rf"^\W*(?:please\s+)?(?:base|use|utili[sz]e|address|calculate what|rely|refer)\b[^?]*{_SOURCE}[^?]*$", re.I
    ),
    re.compile(r"^\W*(?:please\s+)?help us\b[^?]*$", re.I),
    re.compile(r"^\W*we (?:want|need|would like) to (?:calculate|compute)\b[^?]*\b(?:metric|ratio|figure)s?\W*$", re.I),
    re.compile(r"^\W*if\b[^?]*\b(?:not|n't)\b[^?]*\b(?:state|say|explain)\b[^?]*$", re.I),
)
_OPENING = re.compile(
    rf"^\W*(?:(?:based|bas(?:e|ing)|drawing|taking|according|using|when|by|from|looking|considering|given)\b[^?]*?{_SOURCE}"
    r"[^?,]*,\s*|here'?s the question:\s*)(?=(?:what|how|which|is|are|was|were|did|does|has|have)\b)",
    re.I,
)
_ASIDE = re.compile(r"\(\s*(?:using|in\s+(?:USD|US\$|\$|thousand|million|billion))\b[^()]*\)", re.I)
_OVER_UNDER = re.compile(
    r"\b(?P<name>[\w-]+(?: [\w-]+){0,3}?)\s+(?P<how>using\s+(?P<over>[^?,;]+?)\s+as\s+(?:the\s+)?numerator\s*,?\s*"
    r"and\s+(?P<under>[^?,;]+?)\s+as\s+(?:the\s+)?denominator)",
    re.I,
)
_USED = re.compile(r"\(\s*using\s+(?P<parts>[^()]+ and [^()]+)\)", re.I)


@dataclass(frozen=True, slots=True, kw_only=True)
class Definition:
    """What the question means by a name, in its own words."""

    name: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """What stands around the question. `apart` are the places of the text that are no question."""

    form: AnswerForm | None = None
    definitions: tuple[Definition, ...] = ()
    parts: tuple[str, ...] = ()  # what the figure is to be made of, where the question says so and not how
    apart: tuple[Span, ...] = field(default=())


PLAIN = Frame()


def read_frame(text: str, names: Sequence[Span] = ()) -> Frame:
    """Return what the text says beside its question; nothing where all of it is question.

    `names` are the places of companies: what holds one is no guidance, since it says of whom is asked.
    """
    definitions: list[Definition] = []
    parts: list[str] = []
    apart: list[Span] = []
    for sentence in _sentences(text):
        words = text[sentence.start : sentence.end].strip()
        if found := _definition(words):
            definitions.append(found)
            apart.append(sentence)
        elif where := _WHERE.search(words):
            definitions.append(Definition(name=where["name"].strip(), text=where["as"].strip().rstrip(". ")))
            apart.append(Span(sentence.start + where.start(), sentence.start + where.end()))
        elif quotient := _OVER_UNDER.search(words):
            definitions.append(_quotient(quotient))
            start = sentence.start + quotient.start("how")
            apart.append(Span(start, sentence.start + quotient.end()))
        elif using := _USING.match(words.rstrip(". ")):
            parts.append(using["parts"])
            apart.append(sentence)
        elif any(pattern.match(words) for pattern in _GUIDANCE):
            apart.append(sentence)
        else:
            apart += [Span(sentence.start + one.start, sentence.start + one.end) for one in _inside(words)]
            parts += [match["parts"] for match in _USED.finditer(words)]
    meant = [place for place in apart if not any(place.overlaps(name) for name in names)]
    apart = meant if not definitions else apart
    if len(_blanked(text, apart).split()) < 2:  # all of it is guidance: then it is the question
        return PLAIN
    form = _form(text)
    if not (definitions or parts or apart or form):
        return PLAIN
    return Frame(form=form, definitions=tuple(definitions), parts=tuple(parts), apart=tuple(apart))


def without_frame(seen: T, text: str, frame: Frame, read: Callable[[str], T]) -> T:
    """Return the question alone as it is read, every offset still into the person's own text."""
    return read(_blanked(text, frame.apart)) if frame.apart else seen


def _sentences(text: str) -> Iterator[Span]:
    for match in _SENTENCE.finditer(text):
        lead = len(match[0]) - len(match[0].lstrip())
        yield Span(match.start() + lead, match.end())


def _definition(sentence: str) -> Definition | None:
    plain = sentence.rstrip(". ")
    for pattern in _DEFINITIONS:
        if match := pattern.match(plain):
            return Definition(name=match["name"].strip(), text=match["as"].strip())
    return None


def _quotient(found: re.Match[str]) -> Definition:
    """Return the ratio that is told by its two parts, under the last words before them."""
    words = found["name"].split()
    name = " ".join(words[-3:] if len(words) > 3 else words)
    return Definition(name=name, text=f"({found['over']}) / ({found['under']})")


def _inside(sentence: str) -> Iterator[Span]:
    """Yield what is guidance within a sentence that asks: how it opens, and asides in brackets."""
    if opening := _OPENING.match(sentence):
        yield Span(0, opening.end())
    for match in (*_ASIDE.finditer(sentence), *YEAR_END_BEFORE.finditer(sentence)):
        yield Span(match.start(), match.end())


def _blanked(text: str, places: list[Span] | tuple[Span, ...]) -> str:
    characters = list(text)
    for place in places:
        characters[place.start : place.end] = " " * len(place)
    return "".join(characters)


def _form(text: str) -> AnswerForm | None:
    places = _PLACES.search(text)
    scale = _SCALE.search(text)
    named = (scale["currency"] or scale["after"] or "") if scale else ""
    form = AnswerForm(
        scale=_SCALES[scale["scale"].lower()] if scale else None,
        currency=_CURRENCIES.get(named.lower()),
        places=(int(places["n"]) if places["n"].isdigit() else _WORDS[places["n"].lower()])
        if places
        else (0 if _WHOLE.search(text) else None),
        as_percent=_PERCENTS.search(text) is not None,
    )
    return form if form != AnswerForm() else None
