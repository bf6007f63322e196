"""Reads questions with the rows that the reports print, besides what the vocabulary names."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from dragoman.documents.rows import RowIndex, RowMention, Token, tokens_of
from dragoman.domain.interpretation import Entity, Interpretation
from dragoman.domain.value import Name
from dragoman.interpret.interpreter import Interpreter

_PLACES = ("company", "fiscal_period", "fiscal_range")


class RowReader:
    """Interprets a text; where it names a company, rows of its reports are read as metrics.

    The longer name wins: "cost of revenues" is a row of its own and not revenue.
    """

    def __init__(self, interpreter: Interpreter, rows: RowIndex) -> None:
        self._interpreter = interpreter
        self._rows = rows

    def interpret(self, text: str, *, reference_date: date) -> Interpretation:
        """Return what the text says. Raises InputTooLargeError above a million characters."""
        seen = self._interpreter.interpret(text, reference_date=reference_date)
        companies = seen.names("company")
        if not companies:
            return seen
        taken = [entity.span for entity in seen.entities if entity.dimension in _PLACES]
        tokens = tokens_of(text, taken)
        for mention in self._rows.find(tokens, companies[0]):
            seen = _with(seen, mention, tokens)
        return seen


def _with(seen: Interpretation, mention: RowMention, tokens: Sequence[Token]) -> Interpretation:
    inside = [e for e in seen.of("metric") if e.span.overlaps(mention.span)]
    if not _is_longer(mention, inside, tokens):
        return seen
    name = mention.metric or mention.row.name
    if any(isinstance(entity.value, Name) and entity.value.name == name for entity in inside):
        return seen
    row = Entity(
        dimension="metric",
        value=Name(name=name),
        text=seen.utterance.text[mention.span.start : mention.span.end],
        span=mention.span,
        how="exact",
    )
    kept = [entity for entity in seen.entities if entity not in inside]
    return replace(seen, entities=tuple(sorted([*kept, row], key=lambda entity: (entity.span.start, entity.span.end))))


def _is_longer(mention: RowMention, inside: Sequence[Entity], tokens: Sequence[Token]) -> bool:
    """Say whether the label holds more of the question's words than the metrics it would replace."""
    named = sum(any(entity.span.covers(token.span) for entity in inside) for token in tokens)
    return mention.words > named or (bool(mention.row.group or mention.row.over) and mention.metric is None)
