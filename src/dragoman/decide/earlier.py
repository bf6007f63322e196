"""Earlier messages of a thread, in the order in which they lend, and what each has to lend."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from dragoman.decide.cues import Cues, read_cues
from dragoman.decide.questions import split_questions
from dragoman.decide.slots import PeriodMention, Slots
from dragoman.domain.conversation import Turn
from dragoman.domain.interpretation import Entity, IntentMatch, Interpretation
from dragoman.domain.period import Period
from dragoman.domain.utterance import Span
from dragoman.domain.value import FiscalPeriod, FiscalRange, Name

MAX_MESSAGES_BACK = 6

# Work that goes on with another company or year: "and Rio?" after a growth question asks for growth.
GOES_ON = frozenset(
    """
    growth cagr difference ratio total average maximum minimum rank which_year trend compare
    """.split()  # noqa: SIM905  a word list reads better so
)
_BEFORE = re.compile(r"\b(?:the )?(?:year (?:before|earlier|prior)|(?:previous|prior|preceding) year)\b", re.IGNORECASE)
_AFTER = re.compile(r"\b(?:the )?(?:year after|(?:next|following) year)\b", re.IGNORECASE)
_SENTENCE_END = re.compile(r"(?<=[.!?])\s|\n")
MAX_LENDING = 200  # characters of an answer; a longer opening is a list
# Rules of all_companies whose words name the companies, not the question.
_SPOKEN_OF = ("the_miners", "plural", "others", "everyone")
_SAME = re.compile(r"\b(?:the )?(?:same|that) (?:fiscal |financial )?(?:year|period)\b", re.IGNORECASE)

# Fills the open slots of an earlier question from the turns before it.
Resolve = Callable[[Interpretation, Sequence[Turn]], Interpretation]


@dataclass(frozen=True, slots=True, kw_only=True)
class Loan:
    """What an earlier message lends: entities, how the hint names them, and the work that goes on."""

    entities: tuple[Entity, ...] = ()
    words: tuple[str, ...] = ()
    cues: tuple[IntentMatch, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Earlier:
    """One earlier message as it was read."""

    seen: Interpretation
    slots: Slots
    cues: Cues
    is_user: bool

    def lends(self, slot: str) -> bool:
        """Say whether the message has the slot; only a person's "the five miners" stands for companies."""
        if slot == "company":
            return bool(self.slots.companies) or (self.is_user and self.cues.has("all_companies"))
        return bool(self.slots.periods if slot == "period" else self.slots.metrics)


class History:
    """Earlier messages in the order in which they lend, each read when it is first needed and once."""

    def __init__(self, turns: Sequence[Turn], read: Callable[[str], Interpretation], resolve: Resolve) -> None:
        self._read_so_far: list[Earlier] = []
        self._rest = _in_order(turns[-MAX_MESSAGES_BACK:], read, resolve)

    def __iter__(self) -> Iterator[Earlier]:
        yield from tuple(self._read_so_far)
        for earlier in self._rest:
            self._read_so_far.append(earlier)
            yield earlier

    def nearest(self, slot: str) -> Earlier | None:
        """Return the message that lends the slot, None when none does."""
        return next((earlier for earlier in self if earlier.lends(slot)), None)


def _in_order(turns: Sequence[Turn], read: Callable[[str], Interpretation], resolve: Resolve) -> Iterator[Earlier]:
    """Yield user turns with what was lent to them, the newest first, then answers; nothing from before a reset."""
    begin = 0
    for place in reversed(range(len(turns))):
        if turns[place].role != "user":
            continue
        seen = read(turns[place].content)
        if read_cues(seen).has("reset"):
            begin = place
            break
        anew = begins_anew(seen, read)
        resolved = resolve(seen, () if anew else turns[:place])
        yield Earlier(seen=resolved, slots=_all_slots(resolved), cues=read_cues(resolved), is_user=True)
        if anew:
            begin = place
            break
    for turn in reversed(turns[begin:]):
        if turn.role != "user":
            seen = read(first_sentence(turn.content))
            yield Earlier(seen=seen, slots=own_slots(seen), cues=read_cues(seen), is_user=False)


def begins_anew(seen: Interpretation, read: Callable[[str], Interpretation]) -> bool:
    """Say whether a text drops what was said and then asks: "Forget that. What was Rio's revenue?"."""
    opening, *rest = _SENTENCE_END.split(seen.utterance.text.strip(), maxsplit=1)
    return bool(rest) and not read_cues(seen).has("correction") and read_cues(read(opening)).has("reset")


def first_sentence(answer: str) -> str:
    """Return the sentence of an answer that says whose figure it gives; lists and remarks after it lend nothing."""
    return _SENTENCE_END.split(answer.strip(), maxsplit=1)[0][:MAX_LENDING]


def _all_slots(seen: Interpretation) -> Slots:
    """Return what a text asks about, with what was lent to it."""
    split = split_questions(seen)
    own = Slots()
    for question in split.questions:
        own = own.joined(question.slots)
    return own.filled_from(split.context)


def own_slots(seen: Interpretation) -> Slots:
    """Return what the text itself asks about, without what it leaves out."""
    joined = Slots()
    for question in split_questions(seen).questions:
        joined = joined.joined(question.slots)
    return joined


def lend_companies(history: History, *, of_both: bool = False) -> Loan | None:
    """Return the companies of the nearest message that has any; "the five miners" goes on as such.

    "Which is higher?" after a question about one company and one about another is about `of_both`.
    """
    lender = history.nearest("company")
    if lender is None:
        return None
    if not lender.slots.companies:
        match = lender.cues.of("all_companies")[0]
        words = lender.seen.utterance.text[match.span.start : match.span.end].strip()
        return Loan(words=(words if match.rule in _SPOKEN_OF else "the five miners",), cues=(match,))
    if of_both and len(lender.slots.tickers) == 1 and (other := _other_company(history, lender)):
        both = (*other.seen.of("company"), *lender.seen.of("company"))
        names = {*other.slots.tickers, *lender.slots.tickers}
        return Loan(entities=both, words=tuple(sorted(names)))
    named = set(lender.slots.tickers)
    taken = tuple(e for e in lender.seen.of("company") if isinstance(e.value, Name) and e.value.name in named)
    taken = tuple(sorted(taken, key=lambda e: e.span))  # as the question had them
    return Loan(entities=taken, words=tuple(sorted(lender.slots.tickers)))


def _other_company(history: History, lender: Earlier) -> Earlier | None:
    """Return the nearest question about another company."""
    asked = (e for e in history if e.is_user and e.slots.companies)
    return next((e for e in asked if set(e.slots.tickers).isdisjoint(lender.slots.tickers)), None)


def lend_metrics(history: History) -> Loan | None:
    """Return the metrics of the nearest message that has any, with their bases and with what was done to them.

    After a question about a company in general it is in general that the next one goes on.
    """
    last = next(iter(history), None)
    if last and last.is_user and not last.slots.metrics and (general := last.cues.of("performance")):
        return Loan(cues=general)
    lender = history.nearest("metric")
    if lender is None:
        return None
    mentions = lender.slots.metrics
    named = {mention.name for mention in mentions}
    taken = [e for e in lender.seen.of("metric") if isinstance(e.value, Name) and e.value.name in named]
    taken += [*lender.seen.of("basis"), *lender.seen.of("share")]
    words = tuple(dict.fromkeys(_metric_words(mention.text, mention.basis) for mention in mentions))
    goes_on = (m for m in lender.cues if m.intent in GOES_ON and lender.is_user)
    return Loan(entities=tuple(taken), words=words, cues=tuple(goes_on))


def _metric_words(text: str, basis: str | None) -> str:
    text = text if text.isupper() else text[:1].lower() + text[1:]
    return text if basis is None or basis in text.lower() else f"{basis.replace('_', ' ')} {text}"


def lend_periods(history: History, step: int) -> Loan | None:
    """Return the periods of the nearest message that has any, moved by `step` years."""
    lender = history.nearest("period")
    return _moved(_widest(lender.slots.periods), step) if lender else None


def _widest(mentions: Sequence[PeriodMention]) -> tuple[PeriodMention, ...]:
    """Leave out years that lie within a run that is named as well."""
    runs = [set(mention.periods) for mention in mentions if len(mention.periods) > 1]
    return tuple(m for m in mentions if len(m.periods) > 1 or not any(run.issuperset(m.periods) for run in runs))


def _moved(mentions: Sequence[PeriodMention], step: int) -> Loan:
    taken: list[Entity] = []
    words: list[str] = []
    for mention in mentions:
        periods = tuple(period.shifted(step) for period in mention.periods)
        labels = tuple(period.label for period in periods)
        one = len(periods) == 1
        value = _plain(periods[0]) if one else FiscalRange(labels=labels)
        dimension = "fiscal_period" if one else "fiscal_range"
        taken.append(Entity(dimension=dimension, value=value, text=mention.text, span=mention.span, how="carried"))
        label = labels[0] if one else f"{labels[0]} to {labels[-1]}"
        words.append(mention.text if mention.relative and not step else label)
    return Loan(entities=tuple(taken), words=tuple(sorted(words)))


def _plain(period: Period) -> FiscalPeriod:
    """Return the period without the calendar of the company it was asked about before."""
    return FiscalPeriod(label=period.label, grain=period.grain)


def year_step(text: str) -> int:
    """Return -1 for "the year before", 1 for "the year after", else 0."""
    if _BEFORE.search(text):
        return -1
    return 1 if _AFTER.search(text) else 0


def leans_on_a_year(text: str) -> bool:
    """Say whether the text counts from a year that was named before it."""
    return year_step(text) != 0 or _SAME.search(text) is not None


def without_leaning_year(seen: Interpretation) -> Interpretation:
    """Drop what "the year before" was read as: it is counted from an earlier year, not from today."""
    text = seen.utterance.text
    places = [Span(m.start(), m.end()) for pattern in (_BEFORE, _AFTER, _SAME) for m in pattern.finditer(text)]
    kept = (e for e in seen.entities if not (e.dimension.startswith("fiscal") and _touches(e.span, places)))
    return replace(seen, entities=tuple(kept))


def _touches(span: Span, places: Sequence[Span]) -> bool:
    return any(place.overlaps(span) for place in places)
