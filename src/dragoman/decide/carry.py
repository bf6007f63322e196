"""Follow-ups: what a question leaves open is taken from the nearest earlier turn that has it, slot by slot.

User turns come before answers, the newest first, six messages back at most. The person's words stay as they are; what
was carried is appended in brackets, companies first, and said in the answer.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Protocol

from dragoman.decide.cues import Cues, read_cues
from dragoman.decide.evidence import strangers
from dragoman.decide.questions import split_questions
from dragoman.decide.slots import Slots, hint_span
from dragoman.domain.conversation import Turn
from dragoman.domain.interpretation import Entity, IntentMatch, Interpretation
from dragoman.domain.period import Period
from dragoman.domain.plan import Assumption
from dragoman.domain.utterance import Span
from dragoman.domain.value import FiscalPeriod, FiscalRange, Name

MAX_MESSAGES_BACK = 6

_NEVER = ("greeting", "thanks", "acknowledge", "capabilities", "reset", "off_topic", "elsewhere", "advice")
_LEANING = ("follow_up", "correction")
# Work that goes on with another company or year: "and Rio?" after a growth question asks for growth.
_GOES_ON = frozenset(
    """
    growth cagr difference ratio total average maximum minimum rank which_year trend compare
    """.split()  # noqa: SIM905  a word list reads better so
)
_ASKS_ALONE = (
    "explain",
    "growth",
    "trend",
    "rank",
    "average",
    "total",
    "compare",
    "difference",
    "ratio",
    "news",
    "maximum",
    "minimum",
)
_BEFORE = re.compile(r"\b(?:the )?(?:year (?:before|earlier|prior)|(?:previous|prior|preceding) year)\b", re.IGNORECASE)
_AFTER = re.compile(r"\b(?:the )?(?:year after|(?:next|following) year)\b", re.IGNORECASE)
_BY = re.compile(r"^\W*(?:and\s+|now\s+|then\s+|what about\s+)?by\b", re.IGNORECASE)
_THE_FIGURE = re.compile(r"\bwhat(?:'s| is| was| were| are) the\b", re.IGNORECASE)


class Reads(Protocol):
    """Interprets a text; the interpreter does."""

    def interpret(self, text: str, *, reference_date: date) -> Interpretation:
        """Return what code can know about the text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Carried:
    """A question with what earlier turns lend it; `query` is its text with the hint."""

    interpretation: Interpretation
    query: str
    assumptions: tuple[Assumption, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Earlier:
    """One earlier message as it was read."""

    seen: Interpretation
    slots: Slots
    cues: Cues
    is_user: bool


def carry(seen: Interpretation, turns: Sequence[Turn], interpreter: Reads, reference_date: date) -> Carried:
    """Fill the open slots of a question from the turns before it, oldest first in `turns`."""
    text = seen.utterance.text
    unchanged = Carried(interpretation=seen, query=text)
    cues = read_cues(seen)
    if not turns or len(hint_span(text)) or not _may_lean(seen, cues):
        return unchanged
    own = _own_slots(seen)
    needs = _needs(seen, own, cues)
    if not needs:
        return unchanged
    history = _History(turns, lambda words: interpreter.interpret(words, reference_date=reference_date))
    return _filled(seen, own, needs, history) or unchanged


def _may_lean(seen: Interpretation, cues: Cues) -> bool:
    """Say whether the text can lean on earlier turns at all: a greeting, a poem or a definition does not."""
    if cues.has(*_NEVER):
        return False
    leans = cues.has(*_LEANING)
    if cues.has("concept") and not leans and not _THE_FIGURE.search(seen.utterance.text):
        return False
    if leans or _own_slots(seen):
        return True
    return cues.has(*_ASKS_ALONE) and not strangers(seen, cues)


def _own_slots(seen: Interpretation) -> Slots:
    split = split_questions(seen)
    joined = Slots()
    for question in split.questions:
        joined = joined.joined(question.slots)
    return joined


def _needs(seen: Interpretation, own: Slots, cues: Cues) -> tuple[str, ...]:
    """Return the slots to look for. With company and year there, nothing but a leaning question's metric."""
    leans = cues.has(*_LEANING) or (own.kinds < 2 and not own.metrics and len(seen.keywords) <= 3)
    stranger = any(mention.dimension == "company" for mention in seen.unsupported)
    needs: list[str] = []
    if not own.companies and not stranger and not cues.has("all_companies"):
        needs.append("company")
    step = _year_step(seen.utterance.text)
    if (not own.periods or step) and not cues.has("news"):
        needs.append("period")
    if not own.metrics and leans and not cues.has("news"):
        needs.append("metric")
    return tuple(needs)


class _History:
    """Earlier messages in the order in which they lend, each read when it is first needed and once."""

    def __init__(self, turns: Sequence[Turn], read: Callable[[str], Interpretation]) -> None:
        self._read_so_far: list[_Earlier] = []
        self._rest = _in_order(turns[-MAX_MESSAGES_BACK:], read)

    def __iter__(self) -> Iterator[_Earlier]:
        yield from tuple(self._read_so_far)
        for earlier in self._rest:
            self._read_so_far.append(earlier)
            yield earlier


def _in_order(turns: Sequence[Turn], read: Callable[[str], Interpretation]) -> Iterator[_Earlier]:
    """Yield user turns, the newest first, then answers; nothing from before a reset."""
    begin = 0
    for place in reversed(range(len(turns))):
        if turns[place].role != "user":
            continue
        earlier = _earlier(turns[place], read)
        if earlier.cues.has("reset"):
            begin = place
            break
        yield earlier
    answers = (turn for turn in reversed(turns[begin:]) if turn.role != "user")
    yield from (_earlier(turn, read) for turn in answers)


def _earlier(turn: Turn, read: Callable[[str], Interpretation]) -> _Earlier:
    seen = read(turn.content)
    return _Earlier(seen=seen, slots=_own_slots(seen), cues=read_cues(seen), is_user=turn.role == "user")


def _filled(seen: Interpretation, own: Slots, needs: Sequence[str], history: _History) -> Carried | None:
    entities: list[Entity] = []
    cues: list[IntentMatch] = []
    parts: list[str] = []
    for slot in ("company", "period", "metric"):
        if slot not in needs:
            continue
        lender = next((earlier for earlier in history if _lends(earlier, slot)), None)
        if lender is None:
            continue
        taken, words, more = _taken(lender, slot, seen)
        entities.extend(taken)
        parts.extend(words)
        cues.extend(more)
    if not parts:
        return None
    if own.metrics and _BY.search(seen.utterance.text):  # "and by EBITDA?": the same order by another figure
        last = next((earlier for earlier in history if earlier.is_user and earlier.slots.metrics), None)
        cues.extend(match for match in (last.cues if last else ()) if match.intent in _GOES_ON)
    place = Span(len(seen.utterance.text), len(seen.utterance.text))
    kept = _without_step(seen) if _year_step(seen.utterance.text) else seen
    filled = replace(
        kept.with_entities(*(replace(e, span=place, how="carried") for e in entities)),
        intents=(*seen.intents, *(replace(match, span=place) for match in _wanted_cues(seen, cues))),
    )
    hint = ", ".join(dict.fromkeys(parts))
    said = Assumption(kind="carried", text=f"Carried over from earlier in this conversation: {hint}.")
    return Carried(interpretation=filled, query=f"{seen.utterance.text} [{hint}]", assumptions=(said,))


def _lends(earlier: _Earlier, slot: str) -> bool:
    if slot == "company":
        return bool(earlier.slots.companies) or (earlier.is_user and earlier.cues.has("all_companies"))
    return bool(earlier.slots.periods if slot == "period" else earlier.slots.metrics)


def _taken(earlier: _Earlier, slot: str, seen: Interpretation) -> tuple[list[Entity], list[str], list[IntentMatch]]:
    """Return the entities to carry, the words of the hint, and the cues that come with them."""
    if slot == "company" and not earlier.slots.companies:
        match = earlier.cues.of("all_companies")[0]
        text = earlier.seen.utterance.text
        return [], [text[match.span.start : match.span.end].strip()], [match]
    if slot == "company":
        spans = {mention.span for mention in earlier.slots.companies}
        taken = [e for e in earlier.seen.of("company") if e.span in spans]
        return taken, sorted(earlier.slots.tickers), []
    if slot == "period":
        return _taken_periods(earlier, _year_step(seen.utterance.text))
    mentions = earlier.slots.metrics
    spans = {mention.span for mention in mentions}
    taken = [e for e in earlier.seen.of("metric") if e.span in spans]
    taken += [*earlier.seen.of("basis"), *earlier.seen.of("share")]
    words = [_metric_words(m.text, m.basis) for m in mentions]
    return taken, list(dict.fromkeys(words)), [m for m in earlier.cues if m.intent in _GOES_ON]


def _metric_words(text: str, basis: str | None) -> str:
    return text if basis is None or basis in text.lower() else f"{basis.replace('_', ' ')} {text}"


def _taken_periods(earlier: _Earlier, step: int) -> tuple[list[Entity], list[str], list[IntentMatch]]:
    taken: list[Entity] = []
    words: list[str] = []
    for mention in earlier.slots.periods:
        periods = tuple(period.shifted(step) for period in mention.periods)
        labels = tuple(period.label for period in periods)
        one = len(periods) == 1
        value = _plain(periods[0]) if one else FiscalRange(labels=labels)
        dimension = "fiscal_period" if one else "fiscal_range"
        taken.append(Entity(dimension=dimension, value=value, text=mention.text, span=mention.span, how="carried"))
        words.append(labels[0] if one else f"{labels[0]} to {labels[-1]}")
    return taken, sorted(words), []


def _plain(period: Period) -> FiscalPeriod:
    """Return the period without the calendar of the company it was asked about before."""
    return FiscalPeriod(label=period.label, grain=period.grain)


def _year_step(text: str) -> int:
    """Return -1 for "the year before", 1 for "the year after", else 0."""
    if _BEFORE.search(text):
        return -1
    return 1 if _AFTER.search(text) else 0


def _without_step(seen: Interpretation) -> Interpretation:
    """Drop what "the year before" was read as: it is counted from the carried year, not from today."""
    matches: Iterator[re.Match[str]] = iter(
        [*_BEFORE.finditer(seen.utterance.text), *_AFTER.finditer(seen.utterance.text)]
    )
    places = [Span(m.start(), m.end()) for m in matches]
    kept = tuple(
        e for e in seen.entities if not (e.dimension.startswith("fiscal") and any(p.overlaps(e.span) for p in places))
    )
    return replace(seen, entities=kept)


def _wanted_cues(seen: Interpretation, cues: Sequence[IntentMatch]) -> list[IntentMatch]:
    """Carry what was to be done only when the question itself does not say."""
    says_itself = any(match.intent in _GOES_ON for match in seen.intents)
    return [m for m in cues if m.intent == "all_companies" or not says_itself]


def carried_names(seen: Interpretation, dimension: str) -> tuple[str, ...]:
    """Return the canonical names of one dimension that were carried."""
    found = (e.value.name for e in seen.of(dimension) if e.how == "carried" and isinstance(e.value, Name))
    return tuple(dict.fromkeys(found))
