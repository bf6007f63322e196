"""A sentence read into figures: numbers by the interpreter, each with what it is a number of."""

import re
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal

from dragoman.domain.interpretation import Entity, Interpretation
from dragoman.domain.utterance import Span
from dragoman.domain.value import DateValue, Duration, Money, Number, Percent, Quantity
from dragoman.grounding.assign import assign, mark_references
from dragoman.grounding.direction import direction_of, find_directions
from dragoman.grounding.figure import NOTHING, ONE, Figure, FigureKind, Names, Slots
from dragoman.grounding.mentions import Mentions, find_mentions, names_another_subject, with_labels
from dragoman.grounding.units import canonical_unit, is_money
from dragoman.interpret.interpreter import Interpreter
from dragoman.interpret.vocabulary import Vocabulary

_DIGITS = re.compile(r"\d[\d,']*(?:\.\d+)?|\.\d+")
_YEAR = re.compile(r"(?:19|20)\d\d")
_ABOUT = re.compile(
    r"(?:\babout|\baround|\broughly|\bapproximately|\bapprox\.?|\bnearly|\balmost|\bsome|\bcirca|\bc\.|~|≈)\s*(?:us|a)?\$?\s*$"
)
_MULTIPLE = re.compile(r"\s?(?:×|x\b|times\b)")
_SCALE_WORD = re.compile(r"thousand|million|billion|trillion|[\d\s](?:k|m|mn|bn|b)\b", re.IGNORECASE)
_LOSS = re.compile(
    r"\b(?:net )?loss(?:es)?(?: after tax)?(?: attributable [\w ]{0,30})?"
    r"(?: (?:of|was|were|at|to|came to|totalled|widened to|narrowed to))*\s*$"
)
_NET_CASH = re.compile(r"\bnet cash(?: position)?(?: (?:of|was|were|at|to|stood at))*\s*$")
_ACCOUNTING = re.compile(r"(?:\b(?:was|were|is|are|of|at|to|from|by)|[:=])\s*\($")  # "was (US$500 million)", no aside
_SPACED = (
    re.compile(  # digits in groups of three with blanks between, where a currency or a scale says they are one number
        r"(?<=[$€£¥])\d{1,3}(?:[ \u00a0]\d{3})+(?!\d)|"
        r"(?<![\w.,])\d{1,3}(?:[ \u00a0]\d{3})+(?=[ \u00a0]?(?:thousand|million|billion|m|mn|bn)\b)"
    )
)
_LOSS_AFTER = re.compile(r"\s+(?:\w+ )?(?:net )?loss\b")
_AT_LEAST = re.compile(
    r"\b(?:more than|over|above|at least|exceed(?:s|ed|ing)?|beat|topped|surpass(?:es|ed)|passed"
    r"|north of|in excess of)\s*$"
)
_AT_MOST = re.compile(r"\b(?:less than|under|below|at most|nearly|almost|just short of|close to|up to|not quite)\s*$")
_POINTER = re.compile(
    r"(?:\b(?:pages?|p|pp|notes?|tables?|figures?|fig|sections?|chapter|items?|steps?|rows?|columns?|parts?|schedule|clauses?"
    r"|no|number|exhibit|appendix|level|tier)\.?|#)\s*$"
)
_FORM = re.compile(r"(?:10|8|20|6|40)-?[kqf]\b")
_FACTOR = re.compile(r"(?:\bby|\btimes|[×*x])\s*$")
_NUMBER_WORDS = re.compile(r"[a-z][a-z -]*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """A sentence with its figures, dates and names."""

    text: str
    lower: str
    figures: tuple[Figure, ...]
    dates: tuple[Entity, ...]
    mentions: Mentions
    defaults: Slots  # what it speaks of where it names nothing


class Reader:
    """Reads sentences with the interpreter and the vocabulary of an assistant."""

    def __init__(self, interpreter: Interpreter, vocabulary: Vocabulary) -> None:
        self._interpreter = interpreter
        self._vocabulary = vocabulary

    def read(self, text: str, *, defaults: Slots, reference_date: date, labels: Names = NOTHING) -> Sentence:
        """Return what a sentence says in numbers.

        `defaults` are what it speaks of where it names nothing, `labels` metrics beside those of the vocabulary.
        """
        text = _SPACED.sub(lambda number: re.sub(r"[ \u00a0]", ",", number[0]), text)
        seen = self._interpreter.interpret(text, reference_date=reference_date)
        lower = _lower(text)
        mentions = with_labels(find_mentions(seen, lower, self._vocabulary, defaults.period), lower, labels)
        if all(mention.is_reference for mention in mentions.metrics) and names_another_subject(lower, seen):
            defaults = replace(defaults, metric=NOTHING, basis=NOTHING, share=NOTHING)
        figures = _directed(_figures(seen, lower, text), lower)
        mentions = mark_references(figures, mentions, lower)
        return Sentence(
            text=text,
            lower=lower,
            figures=assign(figures, mentions, lower, defaults),
            dates=tuple(entity for entity in seen.entities if _is_day(entity)),
            mentions=mentions,
            defaults=defaults,
        )


def _directed(figures: tuple[Figure, ...], lower: str) -> tuple[Figure, ...]:
    directions = find_directions(lower)
    if not directions:
        return figures
    governed = [(figure, direction_of(figure, figures, directions, lower)) for figure in figures]
    return tuple(replace(figure, direction=one.sign) if one else figure for figure, one in governed)


def _is_day(entity: Entity) -> bool:
    return isinstance(entity.value, DateValue) and entity.value.grain == "day"


def _figures(seen: Interpretation, lower: str, text: str) -> tuple[Figure, ...]:
    found = [figure for entity in seen.entities if (figure := _figure(entity, lower)) is not None]
    return tuple(replace(figure, quote=text.strip()) for figure in sorted(found, key=lambda figure: figure.start))


def _figure(entity: Entity, lower: str) -> Figure | None:
    made = _typed(entity, lower)
    if made is None or (made.kind == "number" and _is_name(lower, entity.span)):
        return None
    head = lower[: entity.span.start]
    if (
        made.amount > 0
        and made.kind in ("money", "number", "quantity")
        and _is_negative(head, lower[entity.span.end :])
    ):
        made = replace(made, amount=-made.amount, is_signed=True)
    if _ABOUT.search(head):
        made = replace(made, step=max(made.step, _rounded_step(made.amount)))
    if _AT_LEAST.search(head) or _AT_MOST.search(head):
        made = replace(made, bound=1 if _AT_LEAST.search(head) else -1)
    return replace(made, text=entity.text, start=entity.span.start, end=entity.span.end)


def _is_name(lower: str, span: Span) -> bool:
    """Say whether a bare number only names something: "page 3", "10-K", the 100 of "× 100"."""
    head, tail = lower[: span.start], lower[span.start :]
    return bool(_POINTER.search(head) or _FORM.match(tail) or (tail.startswith("100") and _FACTOR.search(head)))


def _is_negative(head: str, tail: str) -> bool:
    """Say whether what stands around an amount makes it negative: a loss, net cash for net debt, brackets."""
    in_brackets = tail.startswith(")") and _ACCOUNTING.search(head)
    return bool(in_brackets or _LOSS.search(head) or _NET_CASH.search(head) or _LOSS_AFTER.match(tail))


def _typed(entity: Entity, lower: str) -> Figure | None:
    value = entity.value
    match value:
        case Money(amount=amount, currency=currency):
            return _made(entity, amount, "money", currency or "")
        case Percent(percent=percent):
            return _made(entity, percent, "percent", "%")
        case Quantity(amount=amount, unit=unit):
            return _quantity(entity, amount, unit)
        case Duration(amount=amount, unit=unit):
            return None if _is_counted(entity.text, amount) else _made(entity, amount, "duration", unit)
        case Number(number=number):
            return _number(entity, number, lower)
    return None


def _quantity(entity: Entity, amount: Decimal, unit: str) -> Figure:
    base, factor = canonical_unit(unit)
    made = _made(entity, amount, "money" if is_money(unit) else "quantity", base)
    return replace(made, amount=made.amount * factor, step=made.step * factor)


def _number(entity: Entity, number: Decimal, lower: str) -> Figure | None:
    text = entity.text.strip()
    if _YEAR.fullmatch(text):
        return None
    if multiple := _MULTIPLE.match(lower, entity.span.end):
        return _made(entity, number, "multiple", "×") if multiple else None
    if _is_counted(text, number):
        return None
    return _made(entity, number, "number", "")


def _is_counted(text: str, number: Decimal) -> bool:
    """Say whether a number is one that people count in words, as in "the three years" or "one of the five"."""
    return _NUMBER_WORDS.fullmatch(text.lower()) is not None and abs(number) <= 20


def _made(entity: Entity, amount: Decimal, kind: FigureKind, unit: str) -> Figure:
    return Figure(
        amount=amount,
        step=_step(entity.text, amount),
        kind=kind,
        unit=unit,
        is_signed=amount < 0,
        is_scaled=_SCALE_WORD.search(entity.text) is not None,
    )


def _step(text: str, amount: Decimal) -> Decimal:
    """Return what the last written digit is worth: 100 million for "US$55.7 billion"."""
    digits = _DIGITS.search(text)
    if digits is None:
        return _rounded_step(amount) if abs(amount) >= 1000 else ONE
    written = digits[0].replace(",", "").replace("'", "")
    decimals = len(written.partition(".")[2])
    mantissa = Decimal(written)
    scale = abs(amount) / mantissa if mantissa else ONE
    return scale.scaleb(-decimals)


def _rounded_step(amount: Decimal) -> Decimal:
    """Return the power of ten that the zeros at the end leave: 1000 for 56000."""
    whole = abs(amount).normalize()
    exponent = int(whole.as_tuple().exponent)
    return Decimal(1).scaleb(exponent)


def _lower(text: str) -> str:
    lower = text.lower()
    if len(lower) != len(text):
        lower = "".join(low if len(low := character.lower()) == 1 else character for character in text)
    return lower.replace("’", "'").replace("\u2212", "-").replace("–", "-").replace("\u00a0", " ")
