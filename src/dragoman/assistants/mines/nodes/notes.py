"""The remarks under an answer: what was assumed, in the person's words, each kind once."""

import re
from collections.abc import Iterable, Mapping
from datetime import date

from dragoman.assistants.mines.compose.words import CURRENCIES, in_unit, is_money, listed
from dragoman.assistants.mines.material import Material
from dragoman.assistants.mines.tools import MinesTools
from dragoman.calculate.convert import CONVERT
from dragoman.decide.assumptions import sentences
from dragoman.decide.slots import slots_of
from dragoman.domain.fact import Fact
from dragoman.domain.lineage import LineageNode, calculations_of

_READ_AS = re.compile(r"^I read '(?P<word>[^']+)' as (?P<exact>.+)\.$")
_ASKED_IN = re.compile(
    r"\b(?:in|into|to)\s+(?:(?P<us>us|u\.s\.|american|usd|us\$)|(?P<au>australian|aussie|aud|a\$|au\$))"
    r"(?:\s*[- ]?dollars?)?(?![\w$]|\s*\d)",
    re.IGNORECASE,
)
_RATE = re.compile(
    r"\b(?:at|using|with)\s+(?:an?\s+)?(?:(?:exchange\s+)?rate\s+(?:of\s+)?)?[01]?\.\d+\b", re.IGNORECASE
)


def notes_of(material: Material, composed: Iterable[str], spoken: Mapping[str, str]) -> tuple[str, ...]:
    """Return the assumptions of the plan and of the figures; the latest year is not said where another is given."""
    moved = {one.cell.company for one in material.found.values() if one.fact and one.fact.period != one.cell.period}
    said = sentences(material.plan.assumptions, without_latest_of=moved)
    return tuple(dict.fromkeys((*said, *_readings(composed, spoken))))


def spoken_words(query: str, tools: MinesTools, today: date) -> dict[str, str]:
    """Return the person's own word for each metric, under the vocabulary's."""
    seen = tools.interpreter.interpret(query, reference_date=today)
    names = {mention.name: mention.text for mention in slots_of(seen).metrics if mention.text}
    return {tools.vocabulary.metric_name(name): _within(text) for name, text in names.items()}


def _within(word: str) -> str:
    """Return a word as it stands inside a sentence."""
    return word if word[:2].isupper() else word[:1].lower() + word[1:]


def _readings(notes: Iterable[str], spoken: Mapping[str, str]) -> list[str]:
    """Put "I read 'profit' as …" in the person's word, all readings of one word in one sentence."""
    readings: dict[str, list[str]] = {}
    others: list[str] = []
    for note in notes:
        if match := _READ_AS.match(note):
            readings.setdefault(spoken.get(match["word"], match["word"]), []).append(match["exact"])
        else:
            others.append(note)
    return [*(_read_as(word, exact) for word, exact in readings.items()), *others]


def _read_as(word: str, exact: list[str]) -> str:
    exact = list(dict.fromkeys(exact))
    choice = ", whichever a report has" if len(exact) > 1 else ""
    return f"I read '{word}' as {listed(exact, last='or')}{choice}."


def conversion(query: str, facts: Iterable[Fact], *, lineage: Iterable[LineageNode] = ()) -> str:
    """Say that nothing is converted where another currency, or a rate, was asked for; nothing otherwise."""
    if any(one.operation == CONVERT for node in lineage for one in calculations_of(node)):
        return ""
    asked = _ASKED_IN.search(query)
    wanted = ("USD" if asked["us"] else "AUD") if asked else None
    units = {fact.currency: in_unit(fact.currency) for fact in facts if fact.currency and is_money(fact.unit)}
    foreign = [text for currency, text in units.items() if wanted and currency != wanted]
    rate = _RATE.search(query) is not None and (len(units) > 1 or bool(foreign))
    if rate:
        return "I use a rate that is given only to rank figures; here each stays in the currency it is reported in."
    if foreign and wanted:
        reported = listed([text.removeprefix("in ") for text in foreign])
        kept = f"what is reported in {reported} stays so"
        return f"I have no exchange rate, so nothing is turned into {CURRENCIES[wanted]}: {kept}."
    return ""
