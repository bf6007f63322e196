"""Follow-ups: what a question leaves open is taken from the nearest earlier turn that has it, slot by slot.

User turns come before answers, the newest first, six messages back at most. The person's words stay as they are; what
was carried is appended in brackets, companies first, and said in the answer.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Protocol

from dragoman.decide.cues import Cues, read_cues
from dragoman.decide.earlier import (
    GOES_ON,
    MAX_MESSAGES_BACK,
    History,
    Loan,
    begins_anew,
    leans_on_a_year,
    lend_companies,
    lend_metrics,
    lend_periods,
    own_slots,
    without_leaning_year,
    year_step,
)
from dragoman.decide.evidence import strangers
from dragoman.decide.exclusions import excluded_entities
from dragoman.decide.halves import counts_from_the_year_before, gives_one_end, gives_one_part, place_of_it
from dragoman.decide.slots import Slots, hint_span
from dragoman.domain.conversation import Turn
from dragoman.domain.interpretation import Entity, IntentMatch, Interpretation
from dragoman.domain.plan import Assumption
from dragoman.domain.utterance import Span
from dragoman.domain.value import Name

__all__ = ["MAX_MESSAGES_BACK", "Carried", "carry"]

_NEVER = ("greeting", "thanks", "acknowledge", "capabilities", "reset", "off_topic", "elsewhere", "advice")
_LEANING = ("follow_up", "correction")
_ASKS_ALONE = (*GOES_ON, "explain", "news")
_BY = re.compile(r"^\W*(?:and\s+|now\s+|then\s+|what about\s+)?by\b", re.IGNORECASE)
_THE_FIGURE = re.compile(r"\bwhat(?:'s| is| was| were| are) the\b", re.IGNORECASE)
# "Is that more than Rio's?" holds what was said against what is named.
_THAT_THAN = re.compile(
    r"\b(?:(?:is|was|were|are|does|did|do|has|had)\s+(?=(?:\w+\s+){1,6}(?:than|as|against|vs)\b|\w+\s+compare)|"
    r"compare\s+(?=\w+\s+(?:with|to|against)\b))(?P<that>that|it|this|these|those|they|them|theirs?)\b",
    re.IGNORECASE,
)
_WHICH_OF_BOTH = re.compile(
    r"\b(?:which|who)\b.*\b(?:higher|lower|bigger|larger|smaller|more|less|better|worse)\b", re.I
)
_FEW_WORDS = 3
_MONTH = re.compile(r"\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b|\d[/.-]\d", re.IGNORECASE)


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


def carry(seen: Interpretation, turns: Sequence[Turn], interpreter: Reads, reference_date: date) -> Carried:
    """Fill the open slots of a question from the turns before it, oldest first in `turns`."""
    text = seen.utterance.text
    unchanged = Carried(interpretation=seen, query=text)
    cues = read_cues(seen)
    if not turns or len(hint_span(text)):
        return unchanged
    own = own_slots(seen)
    if not _may_lean(seen, own, cues):
        return unchanged
    needs = _needs(seen, own, cues)
    if not needs or begins_anew(seen, lambda words: interpreter.interpret(words, reference_date=reference_date)):
        return unchanged
    history = _history(turns, interpreter, reference_date)
    loans = _loans(seen, own, needs, history)
    seen = _dated_anew(seen, loans, interpreter, reference_date)
    return _filled(seen, loans) if any(loan.words for loan in loans) else unchanged


def _dated_anew(seen: Interpretation, loans: Sequence[Loan], interpreter: Reads, today: date) -> Interpretation:
    """Read dates with the calendar of the company that is lent: Rio's "31 December 2024" is the end of its year."""
    entities = [entity for loan in loans for entity in loan.entities if entity.dimension == "company"]
    lent = [entity.value.name for entity in entities if isinstance(entity.value, Name)]
    if len(lent) != 1 or not _MONTH.search(seen.utterance.text):
        return seen
    text = seen.utterance.text
    again = interpreter.interpret(f"{text} {lent[0]}", reference_date=today)
    dated = [e for e in again.entities if e.dimension.startswith("fiscal") and e.span.end <= len(text)]
    kept = [e for e in seen.entities if not e.dimension.startswith("fiscal")]
    return replace(seen, entities=(*kept, *dated))


def _history(turns: Sequence[Turn], interpreter: Reads, reference_date: date) -> History:
    """Return the turns as they lend; an earlier question has what was lent to it in its turn."""

    def resolve(seen: Interpretation, before: Sequence[Turn]) -> Interpretation:
        return carry(seen, before, interpreter, reference_date).interpretation

    return History(turns, lambda words: interpreter.interpret(words, reference_date=reference_date), resolve)


def _may_lean(seen: Interpretation, own: Slots, cues: Cues) -> bool:
    """Say whether the text can lean on earlier turns at all: a greeting, a poem or a definition does not."""
    if cues.has(*_NEVER):
        return False
    leans = cues.has(*_LEANING)
    if cues.has("concept") and not leans and not _THE_FIGURE.search(seen.utterance.text):
        return False
    if leans or own or excluded_entities(seen) or cues.has("implied_metric"):
        return True
    if seen.of("basis") or seen.of("share"):
        return not strangers(seen, cues)  # "what does the data service say?"
    return cues.has(*_ASKS_ALONE) and not strangers(seen, cues)


def _needs(seen: Interpretation, own: Slots, cues: Cues) -> tuple[str, ...]:
    """Return the slots to look for. With company and year there, nothing but a leaning question's metric."""
    short = own.kinds < 2 and not own.metrics and len(seen.keywords) <= _FEW_WORDS
    leans = cues.has(*_LEANING) or bool(excluded_entities(seen)) or short
    stranger = any(mention.dimension == "company" for mention in seen.unsupported)
    needs: list[str] = []
    if _THAT_THAN.search(seen.utterance.text):
        return ("company", "period", "metric")
    if not own.companies and not stranger and not cues.has("all_companies"):
        needs.append("company")
    dated = cues.has("news", "which_year")  # both look over the years
    text = seen.utterance.text
    if (not own.periods or leans_on_a_year(text) or gives_one_end(text, own, cues)) and not dated:
        needs.append("period")
    unnamed = not own.metrics and not _speaks_of_another(seen, cues)
    if (unnamed and leans and not cues.has("news")) or gives_one_part(seen, own, cues):
        needs.append("metric")
    return tuple(needs)


def _speaks_of_another(seen: Interpretation, cues: Cues) -> bool:
    """Say whether "what about the costs?" names something that no metric is called by."""
    leans = cues.rule("follow_up", "what_about", "pronoun")
    return leans and not cues.has(*GOES_ON, "explain", "concept") and _is_noun_alone(seen, cues)


def _is_noun_alone(seen: Interpretation, cues: Cues) -> bool:
    slots = own_slots(seen)
    return not slots and not seen.of("basis") and not seen.of("share") and bool(strangers(seen, cues))


def _loans(seen: Interpretation, own: Slots, needs: Sequence[str], history: History) -> list[Loan]:
    text = seen.utterance.text
    found: list[Loan | None] = []
    if "company" in needs:
        found.append(lend_companies(history, of_both=_WHICH_OF_BOTH.search(text) is not None))
    if "metric" in needs and (news := _news_goes_on(history)):
        return [*filter(None, found), news]
    if "period" in needs:
        stays = counts_from_the_year_before(text, read_cues(seen))
        found.append(lend_periods(history, 0 if stays else year_step(text)))
    if "metric" in needs:
        found.append(lend_metrics(history))
    elif own.metrics and _BY.search(text) and (same := lend_metrics(history)):
        found.append(Loan(cues=same.cues))  # "and by EBITDA?": the same order by another figure
    return [loan for loan in found if loan]


def _news_goes_on(history: History) -> Loan | None:
    """Return the wish for news when the last question was for nothing else: "and Rio?" asks for news too."""
    last = next(iter(history), None)
    if last is None or not last.is_user or last.slots.metrics or not last.cues.has("news"):
        return None
    return Loan(words=("news",), cues=last.cues.of("news"))


def _filled(seen: Interpretation, loans: Sequence[Loan]) -> Carried:
    text = seen.utterance.text
    place = Span(len(text), len(text))
    own, own_cues = own_slots(seen), read_cues(seen)
    halves = {"metric": gives_one_part(seen, own, own_cues), "fiscal_period": gives_one_end(text, own, own_cues)}
    kept = without_leaning_year(seen) if leans_on_a_year(text) else seen
    cues = _wanted(seen, [match for loan in loans for match in loan.cues])
    lent = [_placed(e, seen, place, joins=halves.get(e.dimension, False)) for loan in loans for e in loan.entities]
    filled = replace(
        kept.with_entities(*lent),
        intents=(*seen.intents, *(replace(match, span=place) for match in cues)),
    )
    hint = ", ".join(dict.fromkeys(words for loan in loans for words in loan.words))
    said = Assumption(kind="carried", text=f"Carried over from earlier in this conversation: {hint}.")
    return Carried(interpretation=filled, query=f"{text} [{hint}]", assumptions=(said,))


def _placed(entity: Entity, seen: Interpretation, end: Span, *, joins: bool) -> Entity:
    """Put what was lent at the end of the text; in "is that more than Rio's" the company stands where "that" is.

    What `joins` the half that the text itself names counts as named.
    """
    if joins:
        place = place_of_it(seen.utterance.text) if entity.dimension == "metric" else _end_of_year(seen)
        return replace(entity, span=place, how="alias")
    that = _THAT_THAN.search(seen.utterance.text)
    if that and seen.of(entity.dimension):
        return replace(entity, span=Span(that.start("that"), that.end("that")), how="alias")
    return replace(entity, span=end, how="carried")


def _end_of_year(seen: Interpretation) -> Span:
    """Return the place right behind the year that is named, within its question."""
    end = own_slots(seen).periods[0].span.end
    return Span(end, end)


def _wanted(seen: Interpretation, cues: Sequence[IntentMatch]) -> list[IntentMatch]:
    """Carry what was to be done only when the question itself does not say."""
    says_itself = any(match.intent in GOES_ON and match.rule != "chart" for match in seen.intents)
    return [match for match in cues if match.intent in ("all_companies", "news") or not says_itself]
