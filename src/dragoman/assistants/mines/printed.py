"""Reads questions with the rows that the reports print, besides what the vocabulary names."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date

from dragoman.decide.cues import read_cues
from dragoman.decide.evidence import strangers
from dragoman.documents.rows import RowIndex, RowMention, Token, meanings, tokens_of
from dragoman.documents.stems import stem
from dragoman.domain.document import Coverage
from dragoman.domain.interpretation import Entity, Interpretation
from dragoman.domain.plan import Plan
from dragoman.domain.printed_row import PrintedRow, RowChoice, printed_row
from dragoman.domain.utterance import Span
from dragoman.domain.value import Name
from dragoman.interpret.interpreter import Interpreter
from dragoman.stores.corpus import CorpusStore

_OF_FIGURES = ("average", "difference", "growth", "maximum", "minimum", "ratio", "total", "which_year")
_PLACES = ("company", "fiscal_period", "fiscal_range")
_PLAIN = frozenset(
    {"consolidated", "reported", "overall", "entire", "whole", "combined", "percent", "usd", "unadjusted"}
    | {"respective", "respectively", "corresponding", "across", "among"}
)
_BEFORE = re.compile(r"(?<![\w'’])([a-z][\w-]+)\s+$", re.IGNORECASE)
_AFTER = re.compile(r"\s+([a-z][\w-]+)", re.IGNORECASE)
_ASIDE = re.compile(r"\s*\([^()]*\)")
_WORD = re.compile(r"([a-z][\w-]+)", re.IGNORECASE)


class RowReader:
    """Interprets a text; where it names a company or there is only one, rows of its reports are read as metrics.

    The longer name wins: "cost of revenues" is a row of its own and not revenue.
    """

    def __init__(self, interpreter: Interpreter, store: CorpusStore) -> None:
        self._interpreter = interpreter
        self._store = store
        self._rows = RowIndex(store)

    def interpret(self, text: str, *, reference_date: date) -> Interpretation:
        """Return what the text says. Raises InputTooLargeError above a million characters."""
        seen = self._interpreter.interpret(text, reference_date=reference_date)
        company = next(iter(seen.names("company")), None) or self._rows.only_company()
        if not company or not self._rows.has(company):
            return seen
        return self._with_rows(seen, company)

    def covered(self, seen: Interpretation, coverage: Coverage) -> Coverage:
        """Return what is covered for a text: the rows it asks for may have figures for more periods than metrics do."""
        company = next(iter(seen.names("company")), None) or self._rows.only_company()
        rows = [row for name in seen.names("metric") if (row := printed_row(name))] if company else []
        for row in rows:
            coverage = coverage.widened(company or "", self._rows.periods(row, company or ""))
        return coverage

    def choice(self, plan: Plan) -> RowChoice | None:
        """Return the rows that the words for a figure of the plan may mean, where those are several figures."""
        for cell in plan.cells:
            row = printed_row(cell.metric)
            if row and (rows := meanings(self._store, row, cell) or self._labels(row, cell.company)):
                return RowChoice(words=row.label, rows=rows)
        return None

    def _labels(self, row: PrintedRow, company: str) -> tuple[PrintedRow, ...]:
        """Return the rows that words hold which are no label themselves; none where there are fewer than two."""
        if self._rows.periods(row, company):
            return ()
        near = self._rows.near(tokens_of(row.label), company)
        return tuple(PrintedRow(label=one.label) for one in near) if len(near) > 1 else ()

    def _with_rows(self, seen: Interpretation, company: str) -> Interpretation:
        text = seen.utterance.text
        taken = [entity.span for entity in seen.entities if entity.dimension == "company"]
        found: list[RowMention] = []
        written = self._rows.written_out(text, tokens_of(text, taken), company)
        if written and not written.is_told and self._is_part(written, text, taken, company):
            written = None
        if written:
            seen, found = _with(_without(seen, written.span), written, tokens_of(text)), [written]
        taken = [entity.span for entity in seen.entities if entity.dimension in _PLACES]
        taken += [span for one in found for span in (one.span, *one.beside)]
        tokens = tokens_of(text, taken)
        for mention in self._rows.find(tokens, text, company):
            if written and written.is_told and mention.row.label == written.row.label:
                continue  # the same row, asked for before it was told which of that label is meant
            seen = _with(seen, mention, tokens)
            found.append(mention)
        seen = self._without_mixed(seen, found, company)
        if not found and not seen.names("metric") and (near := self._near(seen, company)):
            seen = near
        return self._narrowed(seen, [span for one in found for span in one.beside], company)

    def _without_mixed(self, seen: Interpretation, found: Sequence[RowMention], company: str) -> Interpretation:
        """Let a row of one part be none that is printed where the text names another of its parts as well."""
        left = {stem(word) for word in strangers(seen, read_cues(seen))}
        for mention in found:
            if left & self._rows.parts_beside(mention.row.label, company):
                name = PrintedRow(label=seen.utterance.text[mention.span.start : mention.span.end]).name
                kept = [
                    replace(entity, value=Name(name=name)) if entity.span == mention.span else entity
                    for entity in seen.entities
                ]
                seen = replace(seen, entities=tuple(kept))
        return seen

    def _near(self, seen: Interpretation, company: str) -> Interpretation | None:
        """Return what the text says where the words left of it are the better part of one row's label.

        Where several labels hold them the words stand for a row themselves, and `choice` tells which they may be.
        """
        cues = read_cues(seen)
        is_of_figures = cues.has(*_OF_FIGURES) or any(seen.of(dimension) for dimension in _PLACES[1:])
        if not is_of_figures or cues.has("explain", "news"):
            return None
        left = frozenset(strangers(seen, cues)) - _PLAIN
        tokens = [one for one in tokens_of(seen.utterance.text) if one.text.lower() in left]
        rows = self._rows.near(tokens, company)
        if not rows:
            return None
        span = Span(tokens[0].span.start, tokens[-1].span.end)
        text = seen.utterance.text[span.start : span.end]
        label = rows[0].label if len(rows) == 1 else text
        mention = RowMention(span=span, words=len(tokens), row=PrintedRow(label=label))
        return _with(seen, mention, tokens_of(seen.utterance.text))

    def _is_part(self, written: RowMention, text: str, taken: Sequence[Span], company: str) -> bool:
        """Say whether more words around a label that is written out make a longer one, in whatever order."""
        longer = self._rows.find(tokens_of(text, taken), text, company)
        return any(
            one.span != written.span and one.span.covers(written.span) and one.words > written.words for one in longer
        )

    def _narrowed(self, seen: Interpretation, told: Sequence[Span], company: str) -> Interpretation:
        """Let a metric with further words of a name around it be a row of that name, which no report prints.

        "Streaming revenue" is not revenue: where reports tell of parts, the whole is another figure.
        """
        strange = frozenset(strangers(seen, read_cues(seen))) - _PLAIN
        for entity in seen.of("metric"):
            span = widened(
                seen.utterance.text, entity.span, strange, told, lambda word: self._rows.knows(word, company)
            )
            if span != entity.span:
                text = seen.utterance.text[span.start : span.end]
                wider = replace(entity, value=Name(name=PrintedRow(label=text).name), text=text, span=span)
                inside = [e for e in seen.entities if e.dimension == "metric" and span.covers(e.span)]
                kept = [e for e in seen.entities if e not in inside]
                seen = replace(seen, entities=tuple(sorted([*kept, wider], key=lambda e: (e.span.start, e.span.end))))
        return seen


def widened(
    text: str, span: Span, strange: frozenset[str], told: Sequence[Span], is_printed: Callable[[str], bool]
) -> Span:
    """Return the span with the words of a name that nobody accounts for: before it, in brackets behind it, after it.

    Words after it count only where labels hold them: "payments" does, "looked like" does not.
    """

    def is_left(match: re.Match[str]) -> bool:
        place = Span(match.start(1), match.end(1))
        return match[1].lower() in strange and not any(one.overlaps(place) for one in told)

    start, end = span.start, span.end
    while (before := _BEFORE.search(text, 0, start)) and is_left(before):
        start = before.start(1)
    while (after := _AFTER.match(text, end)) and is_left(after) and is_printed(after[1]):
        end = after.end(1)
    if (aside := _ASIDE.match(text, end)) and any(
        is_left(word) for word in _WORD.finditer(text, aside.start(), aside.end())
    ):
        end = aside.end()
    return Span(start, end)


def _without(seen: Interpretation, span: Span) -> Interpretation:
    """Drop periods, amounts and the like that stand inside a label: they are part of its name."""
    kept = [entity for entity in seen.entities if entity.dimension == "metric" or not span.covers(entity.span)]
    return replace(seen, entities=tuple(kept))


def _with(seen: Interpretation, mention: RowMention, tokens: Sequence[Token]) -> Interpretation:
    """Put the row in place of the metrics its words were taken for, where it holds more of the question."""
    inside = [e for e in seen.of("metric") if e.span.overlaps(mention.span)]
    if not _is_meant(mention, inside, tokens):
        return seen
    beside = [e for e in seen.of("metric") if e not in inside and _is_told(e, mention, tokens)]
    name = mention.metric or mention.row.name
    row = Entity(
        dimension="metric",
        value=Name(name=name),
        text=seen.utterance.text[mention.span.start : mention.span.end],
        span=mention.span,
        how="exact",
    )
    kept = [entity for entity in seen.entities if entity not in inside and entity not in beside]
    return replace(
        seen,
        entities=tuple(sorted([*kept, row], key=lambda entity: (entity.span.start, entity.span.end))),
        unsupported=tuple(name for name in seen.unsupported if not name.span.overlaps(mention.span)),
        intents=tuple(match for match in seen.intents if not mention.span.covers(match.span)),
    )


def _is_meant(mention: RowMention, inside: Sequence[Entity], tokens: Sequence[Token]) -> bool:
    """Say whether the row accounts for more of the question's words than the metrics it would replace.

    With as many words the label as it is printed goes before the vocabulary's reading of it.
    """
    named = sum(any(entity.span.covers(token.span) for entity in inside) for token in tokens)
    is_known = any(isinstance(entity.value, Name) and entity.value.name == mention.metric for entity in inside)
    return is_known or mention.words > named or (mention.words == named and mention.metric is None)


def _is_told(entity: Entity, mention: RowMention, tokens: Sequence[Token]) -> bool:
    """Say whether a metric is only the heading over the row: "North America Retail (net sales)"."""
    own = [token for token in tokens if entity.span.covers(token.span)]
    return bool(own) and all(any(span.covers(token.span) for span in mention.beside) for token in own)
