"""The checker for running text: agreements, where a claim is a rate, a time, a sum, a duty or a denial.

There are no tables with metrics and periods here, so what a number is a number of is told by the words around it:
each claim is held against the sentence of the passages that has most of its words.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from dragoman.domain.claim import Claim, ClaimKind, Grounding
from dragoman.domain.interpretation import Entity
from dragoman.domain.value import DateValue, Duration, Money, Percent, Quantity, Value
from dragoman.grounding.alike import SAME, held_against, overlap, words_of
from dragoman.grounding.check import Finding
from dragoman.grounding.confidence import verdict
from dragoman.grounding.evidence import Evidence
from dragoman.grounding.statements import Statement, sentences_of, statements_of
from dragoman.grounding.verbatim import quoted
from dragoman.interpret.interpreter import Interpreter

ALIGNED = 0.45  # of a claim's words in a sentence of the source: it speaks of the same
_DUTY = re.compile(r"\b(?:shall|must|will|is required to|are required to|has to|have to|is obliged to)\b")
_OPEN = "nothing in it that can be checked without a judge"
_ORDER = {"contradicted": 0, "unsupported": 1, "unchecked": 2, "supported": 3}
_CITED_PLACE = re.compile(r"\[[^\[\]]*\bpage \d+[^\[\]]*\]")  # "[Late Payment Penalties, page 8]" is no claim


@dataclass(frozen=True, slots=True, eq=False)
class _Spoken:
    """A sentence of the source, read."""

    text: str
    words: frozenset[str]
    values: tuple[Value, ...]
    marker: int


class ProseGrounder:
    """Checks what an answer says against sentences of running text."""

    def __init__(self, interpreter: Interpreter) -> None:
        self._interpreter = interpreter
        self._values = lru_cache(maxsize=4096)(self._read_values)

    def ground(self, answer: str, evidence: Sequence[Evidence], *, reference_date: date) -> Grounding:
        """Return every claim of the answer with what the passages say to it, and the verdict on the whole.

        A claim with markers rests on the passages they cite, one without on all.
        """
        spoken = [
            self._spoken(sentence, one.marker or place, reference_date)
            for place, one in enumerate(evidence, 1)
            for sentence in _sentences(one.text)
        ]
        statements = statements_of(_CITED_PLACE.sub(" ", answer))
        claims = tuple(self._claim(statement, spoken, reference_date) for statement in statements)
        return Grounding(verdict=verdict(claims), claims=claims)

    def _claim(self, statement: Statement, spoken: Sequence[_Spoken], day: date) -> Claim:
        cited = [one for one in spoken if not statement.markers or one.marker in statement.markers]
        entities = self._values(statement.plain, day)
        kinds = _kinds(entities, statement.plain)
        if statement.is_question:
            return Claim(text=statement.text, kinds=kinds, verdict="unchecked", reason="a question claims nothing")
        findings = list(_findings(statement.plain, entities, cited, kinds))
        worst = min(findings, key=lambda finding: _ORDER[finding.verdict])
        return Claim(
            text=statement.text,
            kinds=kinds,
            verdict=worst.verdict,
            quote=worst.quote,
            reason=worst.reason,
            basis="general_knowledge" if worst.verdict == "unsupported" else None,
        )

    def _spoken(self, text: str, marker: int, day: date) -> _Spoken:
        values = tuple(entity.value for entity in self._values(text, day))
        return _Spoken(text, words_of(text), values, marker)

    def _read_values(self, text: str, day: date) -> tuple[Entity, ...]:
        seen = self._interpreter.interpret(text, reference_date=day)
        return tuple(e for e in seen.entities if isinstance(e.value, Percent | Money | Quantity | Duration | DateValue))


def _findings(
    text: str, entities: Sequence[Entity], cited: Sequence[_Spoken], kinds: Sequence[ClaimKind]
) -> Iterator[Finding]:
    words = words_of(text)
    same = max(cited, key=lambda one: overlap(words, one.words), default=None)
    share = overlap(words, same.words) if same else 0.0
    if word_for_word := next((said for one in cited if (said := quoted(text, one.text))), None):
        yield word_for_word
        return
    for entity in entities:
        yield _value(entity, words, cited, same if share >= ALIGNED else None)
    if same and share >= SAME:
        spoken = ((one.text, one.words) for one in cited)
        said = held_against(_without_values(text, entities), spoken) or Finding(verdict="unchecked", reason=_OPEN)
        if not entities or said.verdict != "unchecked":  # values that stand there carry a wording left open
            yield said
    elif not entities and "obligation" in kinds:
        yield Finding(verdict="unsupported", reason="no cited sentence speaks of this duty")
    elif not entities:
        yield Finding(verdict="unchecked", reason=_OPEN)


def _without_values(text: str, entities: Sequence[Entity]) -> str:
    """Return a text with 0 for its values: they are checked as values, and an amendment may have changed them."""
    for entity in sorted(entities, key=lambda one: -one.span.start):
        text = f"{text[: entity.span.start]}0{text[entity.span.end :]}"
    return text


def _value(entity: Entity, words: frozenset[str], cited: Sequence[_Spoken], same: _Spoken | None) -> Finding:
    """Say whether a value stands where the claim speaks of, or another of its kind does."""
    holding = [one for one in cited if any(_equal(entity.value, value) for value in one.values)]
    near = max(holding, key=lambda one: overlap(words, one.words), default=None)
    rival = next((v for v in same.values if _comparable(v, entity.value)), None) if same else None
    is_cited_for_it = near is not None and same is not None and near.marker != same.marker
    if near and (rival is None or is_cited_for_it or near is same or overlap(words, near.words) >= ALIGNED):
        return Finding(verdict="supported", reason=f"{entity.text} stands on the page", quote=near.text)
    if same and rival is not None:
        reason = f"the page has another {_KIND_NAMES[type(rival)]} than {entity.text}"
        return Finding(verdict="contradicted", reason=reason, quote=same.text)
    return Finding(verdict="unsupported", reason=f"{entity.text} stands on no cited page")


_KIND_NAMES: dict[type, str] = {
    Percent: "percentage", Money: "amount", Quantity: "quantity", Duration: "time", DateValue: "date"
}  # fmt: skip


def _kinds(entities: Sequence[Entity], text: str) -> tuple[ClaimKind, ...]:
    kinds: list[ClaimKind] = []
    if any(not isinstance(entity.value, DateValue) for entity in entities):
        kinds.append("quantity")
    if any(isinstance(entity.value, DateValue | Duration) for entity in entities):
        kinds.append("date")
    if _DUTY.search(text.lower()):
        kinds.append("obligation")
    return tuple(kinds) or ("statement",)


def _equal(one: Value, other: Value) -> bool:
    match one, other:
        case (Money(amount=a, currency=c), Money(amount=b, currency=d)):
            return a == b and (c is None or d is None or c == d)
        case (DateValue(date=a), DateValue(date=b)):
            return a == b
        case (Duration(amount=a, unit=u, business=x), Duration(amount=b, unit=v, business=y)):
            return (a, u) == (b, v) and x == y
        case (Percent() | Quantity(), _):
            return one == other
    return False


def _comparable(one: Value, other: Value) -> bool:
    if isinstance(one, Quantity) and isinstance(other, Quantity):
        return one.unit == other.unit
    return type(one) is type(other)


@lru_cache(maxsize=1024)
def _sentences(text: str) -> tuple[str, ...]:
    return sentences_of(text)
