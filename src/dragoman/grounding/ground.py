"""The checker: an answer's text against the passages it may rest on, claim by claim.

It knows nothing of how the answer was made, so answers of templates, of models and of strangers are checked alike.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from dragoman.domain.claim import Grounding
from dragoman.domain.lineage import CalculationNode
from dragoman.grounding.confidence import verdict
from dragoman.grounding.evidence import Evidence
from dragoman.grounding.figure import NOTHING, Figure, Names, Slots
from dragoman.grounding.mentions import Mentions, names_of
from dragoman.grounding.passages import PassageReader
from dragoman.grounding.reading import Reader, Sentence
from dragoman.grounding.statement_check import Known, StatementCheck
from dragoman.grounding.statements import Statement, statements_of
from dragoman.grounding.units import Measure, read_measure
from dragoman.interpret.interpreter import Interpreter
from dragoman.interpret.vocabulary import Vocabulary

__all__ = ["Evidence", "Grounder"]


class Grounder:
    """Checks answers with the interpreter and the vocabulary of an assistant."""

    def __init__(self, interpreter: Interpreter, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._reader = Reader(interpreter, vocabulary)
        self._passages = PassageReader(self._reader, vocabulary)

    def ground(
        self,
        answer: str,
        evidence: Sequence[Evidence],
        *,
        question: str = "",
        calculations: Sequence[CalculationNode] = (),
        reference_date: date,
    ) -> Grounding:
        """Return every claim of the answer with what the passages say to it, and the verdict on the whole.

        A claim with markers rests on the passages they cite, one without on all. `calculations` are
        those the answer states; their operands must stand in the passages too.
        """
        passages = [self._passages.read(each, reference_date=reference_date) for each in evidence]
        asked = self._reader.read(question, defaults=Slots(), reference_date=reference_date) if question else None
        speaks_of = about = _spoken_of(asked.mentions) if asked else Slots()
        labels = frozenset(label for passage in passages for label in passage.labels)
        known = Known(
            calculations=tuple(calculations),
            asked=asked.figures if asked else (),
            measure=read_measure(question) or Measure(),
        )
        claims = []
        for statement in statements_of(answer):
            read = self._read(statement, speaks_of, labels, reference_date)
            check = StatementCheck(statement, read, passages, vocabulary=self._vocabulary, known=known)
            claims.append(check.claim())
            known = replace(known, established=(*known.established, *check.established))
            speaks_of = _next(_spoken_of(read.mentions), speaks_of, about)
        return Grounding(verdict=verdict(claims), claims=tuple(claims))

    def figures(self, text: str, *, reference_date: date) -> tuple[Figure, ...]:
        """Return the numbers that a text states, as claims are read."""
        read = (
            self._reader.read(statement.plain, defaults=Slots(), reference_date=reference_date)
            for statement in statements_of(text)
        )
        return tuple(figure for sentence in read for figure in sentence.figures)

    def _read(self, statement: Statement, speaks_of: Slots, labels: Names, reference_date: date) -> Sentence:
        defaults = speaks_of
        if statement.heading:
            heading = self._reader.read(statement.heading, defaults=Slots(), reference_date=reference_date)
            defaults = _spoken_of(heading.mentions).or_else(speaks_of)
        read = self._reader.read(statement.plain, defaults=defaults, reference_date=reference_date, labels=labels)
        if statement.table:
            rows = self._passages.table((*statement.table, statement.text), statement.heading, defaults)
            return replace(read, figures=tuple(rows))
        return read


def _next(spoken: Slots, before: Slots, asked: Slots) -> Slots:
    """Return what the next sentence speaks of; a period goes on only beside that of the question."""
    period = spoken.period | asked.period if spoken.period else before.period
    return replace(spoken.or_else(before), period=period)


def _spoken_of(mentions: Mentions) -> Slots:
    """Return what a sentence speaks of, for the next one that does not say it."""
    main = [mention for mention in mentions.metrics if not mention.is_reference]
    metric = main[-1] if main else None
    return Slots(
        company=names_of(mention for mention in mentions.companies if not mention.is_reference),
        metric=metric.names if metric else NOTHING,
        basis=metric.basis if metric else NOTHING,
        share=metric.share if metric else NOTHING,
        period=names_of(m for m in mentions.periods if not m.is_relative and not m.is_reference),
    )
