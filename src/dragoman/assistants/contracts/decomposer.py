"""A question about a contract, taken apart by rules: what is wanted, of what, within which limits, on which days."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any, Protocol

from dragoman.assistants.contracts.decomposition import Decomposition
from dragoman.assistants.contracts.registry import UNKNOWN, ClauseIntentSpec, load_registry
from dragoman.domain.decision import Candidate
from dragoman.domain.interpretation import IntentMatch, Interpretation
from dragoman.domain.utterance import Span
from dragoman.domain.value import Duration, Percent
from dragoman.interpret.interpreter import Interpreter
from dragoman.interpret.vocabulary import Vocabulary, load_vocabulary

DIMENSIONS = (
    "number", "ordinal", "percent", "money", "quantity", "duration", "date", "date_range", "time", "section",
)  # fmt: skip
THIN_MARGIN = 0.2  # below it the first two intents are about as likely, and a classifier is asked where there is one
STOPWORDS = frozenset("the is in at of for and a to what are on with by".split())  # noqa: SIM905, it reads
_WORD = re.compile(r"[^\W_]+(?:(?:[.,'’-]|(?<=[0-9])/(?=[0-9]))[^\W_]+)*")
_ANY_DAY = date(2000, 1, 1)  # the four keys hold days as written, whatever day it is


class IntentClassifier(Protocol):
    """Proposes intents where no rule fires or two are as good as each other."""

    def propose(self, query: str) -> Sequence[Candidate]:
        """Return intents with calibrated confidence, best first. Empty means no opinion."""


class Decomposes(Protocol):
    """Takes questions apart; the QueryDecomposer does, and so may something of your own."""

    def read(self, query: str, *, reference_date: date) -> Decomposition:
        """Return everything code can know about the question."""


class QueryDecomposer:
    """Takes questions apart. Same text, same result: no model, no network."""

    def __init__(
        self, intents: Sequence[ClauseIntentSpec] | None = None, *, classifier: IntentClassifier | None = None
    ) -> None:
        """Use the packaged intents unless others are given. Raises SpecError for rules that cannot work."""
        specs = _packaged() if intents is None else tuple(intents)
        self._names = frozenset(spec.intent for spec in specs)
        self._interpreter = Interpreter(empty_vocabulary(), specs, dimensions=DIMENSIONS)
        self._classifier = classifier

    async def decompose(self, query: str) -> dict[str, Any]:
        """Return exactly four keys: intent, entities, constraints, temporals."""
        return self.read(query, reference_date=_ANY_DAY).view()

    def read(self, query: str, *, reference_date: date) -> Decomposition:
        """Return the same with all intents ranked, and every value with its place."""
        return self.of(self._interpreter.interpret(query, reference_date=reference_date))

    def of(self, seen: Interpretation) -> Decomposition:
        """Return the decomposition of a question that was interpreted already."""
        query = seen.utterance.text
        return Decomposition(
            query=query,
            intents=self._ranked(seen),
            entities=tuple(self.extract_entities(query)),
            constraints=_constraints(seen),
            temporals=tuple(entity.text for entity in seen.entities if entity.dimension in ("date", "date_range")),
            seen=seen,
        )

    def extract_intent(self, query: str) -> str:
        """Return the most specific intent whose rules fire, else "unknown"."""
        return self.read(query, reference_date=_ANY_DAY).intent

    def extract_entities(self, query: str) -> list[str]:
        """Return the words, lower-cased, in order, without the fourteen stopwords; "1.5" and "third-party" are one."""
        return [word for word in _WORD.findall(query.lower()) if word not in STOPWORDS]

    def extract_constraints(self, query: str) -> dict[str, str]:
        """Return `timeframe` ("30 days") and `percentage` ("1.5"); several of a kind stand under the plural as well."""
        return dict(self.read(query, reference_date=_ANY_DAY).constraints)

    def extract_temporals(self, query: str) -> list[str]:
        """Return all days of the text as they are written."""
        return list(self.read(query, reference_date=_ANY_DAY).temporals)

    # The names under which the document's own examples call them.
    _extract_intent = extract_intent
    _extract_entities = extract_entities
    _extract_constraints = extract_constraints
    _extract_temporals = extract_temporals

    def _ranked(self, seen: Interpretation) -> tuple[IntentMatch, ...]:
        best: dict[str, IntentMatch] = {}
        for match in seen.intents:
            if match.intent in self._names:
                best.setdefault(match.intent, match)
        ranked = tuple(best.values())
        if self._classifier and (not ranked or ranked[0].margin < THIN_MARGIN):
            return self._reranked(seen, ranked, self._classifier)
        return ranked

    def _reranked(
        self, seen: Interpretation, ranked: tuple[IntentMatch, ...], classifier: IntentClassifier
    ) -> tuple[IntentMatch, ...]:
        """Put the classifier's choice first. It may only choose among the intents there are."""
        chosen = next((one for one in classifier.propose(seen.utterance.text) if one.intent in self._names), None)
        if chosen is None:
            return ranked
        held = next((match for match in ranked if match.intent == chosen.intent), None)
        whole = Span(0, len(seen.utterance.text))
        first = held or IntentMatch(intent=chosen.intent, rule="classifier", span=whole, margin=chosen.confidence)
        return (replace(first, margin=chosen.confidence), *(match for match in ranked if match is not held))


def intent_of(view: Mapping[str, Any]) -> str:
    """Return the intent of a four-key view."""
    return str(view.get("intent", UNKNOWN))


@cache
def empty_vocabulary() -> Vocabulary:
    """Return the vocabulary of contracts, which knows no names."""
    return load_vocabulary(Path(__file__).parent / "vocabulary")


@cache
def _packaged() -> tuple[ClauseIntentSpec, ...]:
    return load_registry()


def _constraints(seen: Interpretation) -> dict[str, str]:
    times = [
        _spoken(limit.value)
        for limit in seen.constraints
        if limit.comparator == "le" and isinstance(limit.value, Duration)
    ]
    shares = [_plain(e.value.percent) for e in seen.entities if isinstance(e.value, Percent)]
    found: dict[str, str] = {}
    for name, values in (("timeframe", times), ("percentage", shares)):
        if values:
            found[name] = values[0]
        if len(values) > 1:
            found[f"{name}s"] = ", ".join(values)
    return found


def _spoken(duration: Duration) -> str:
    kind = "business " if duration.business else ""
    plural = "" if duration.amount == 1 else "s"
    return f"{_plain(duration.amount)} {kind}{duration.unit}{plural}"


def _plain(amount: Decimal) -> str:
    return f"{amount.normalize():f}"
