"""The rows that a company's reports print, to be found again in the words of a question."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from dragoman.documents.stems import WORD, stem
from dragoman.documents.terms import is_stopped
from dragoman.domain.fact import Fact
from dragoman.domain.plan import Lookup
from dragoman.domain.printed_row import PrintedRow
from dragoman.domain.utterance import Span
from dragoman.stores.corpus import CorpusStore, RowLabel

_ROOM = 3  # words that may stand between those of a label


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    """A content word of a question, by its stem, and where it stands."""

    stem: str
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class RowMention:
    """A row found in a question. `metric` is set where the vocabulary has a name for all rows of that label."""

    span: Span
    words: int  # content words of the label
    row: PrintedRow
    metric: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Known:
    """A label with every place it stands in."""

    stems: tuple[str, ...]
    rows: tuple[RowLabel, ...]


class RowIndex:
    """The rows of the reports of one corpus, read anew when the corpus changes."""

    def __init__(self, store: CorpusStore) -> None:
        self._store = store
        self._version = ""
        self._known: dict[str, Mapping[str, tuple[_Known, ...]]] = {}

    def find(self, tokens: Sequence[Token], company: str) -> tuple[RowMention, ...]:
        """Return the rows whose whole label stands in the words, none overlapping another, the longest first."""
        found: list[RowMention] = []
        free = list(tokens)
        while mention := self._longest(free, tokens, company):
            found.append(mention)
            free = [token for token in free if not mention.span.overlaps(token.span)]
        return tuple(found)

    def _longest(self, free: Sequence[Token], tokens: Sequence[Token], company: str) -> RowMention | None:
        by_stem = self._by_stem(company)
        said = {token.stem for token in free}
        likely = {known.stems: known for token in free for known in by_stem.get(token.stem, ())}
        whole = [known for known in likely.values() if said.issuperset(known.stems)]
        placed = [(known, span) for known in whole if (span := _window(free, known.stems))]
        if not placed:
            return None
        known, span = max(placed, key=lambda one: (len(one[0].stems), -len(one[1])))
        return _mention(known, span, {token.stem for token in tokens if not span.covers(token.span)})

    def _by_stem(self, company: str) -> Mapping[str, tuple[_Known, ...]]:
        """Return the labels of a company under the first of their words that is rarest among them."""
        version = self._store.coverage().version
        if version != self._version:
            self._known, self._version = {}, version
        if company not in self._known:
            self._known[company] = _indexed(self._store.row_labels(company))
        return self._known[company]


def tokens_of(text: str, taken: Iterable[Span] = ()) -> tuple[Token, ...]:
    """Return the content words of a text outside of what is taken already."""
    places = tuple(taken)
    tokens = (
        Token(stem=stem(match[0].lower()), span=Span(match.start(), match.end()))
        for match in WORD.finditer(text)
        if not is_stopped(match[0].lower())
    )
    return tuple(token for token in tokens if not any(place.overlaps(token.span) for place in places))


def label_stems(label: str) -> tuple[str, ...]:
    """Return the stems of the content words of a label, each once."""
    return tuple(dict.fromkeys(token.stem for token in tokens_of(label)))


def printed_facts(store: CorpusStore, row: PrintedRow, lookup: Lookup) -> tuple[Fact, ...]:
    """Return the facts of a row, under the row's name as their metric; none where its words mean several figures.

    Statements go before notes and segments, as a reader would take them.
    """
    found = store.printed(lookup.company, row.label, lookup.period.label)
    meant = [fact for fact in found if _is_of(fact, row)]
    first = meant[0].cell.document if meant else ""
    own = [fact for fact in meant if fact.cell.document == first]
    if len({(fact.amount, fact.unit) for fact in own}) > 1:
        own = [fact for fact in own if fact.cell.statement]
    if len({(fact.amount, fact.unit) for fact in own}) != 1:
        return ()
    return tuple(replace(fact, metric=lookup.metric) for fact in own)


def _is_of(fact: Fact, row: PrintedRow) -> bool:
    group = not row.group or fact.cell.group == row.group
    return group and (not row.over or label_stems(fact.cell.over) == label_stems(row.over))


def _indexed(labels: Iterable[RowLabel]) -> Mapping[str, tuple[_Known, ...]]:
    alike: dict[tuple[str, ...], list[RowLabel]] = defaultdict(list)
    for row in labels:
        alike[tuple(sorted(label_stems(row.label)))].append(row)
    by_stem: dict[str, list[_Known]] = defaultdict(list)
    for stems, rows in alike.items():
        if stems:
            by_stem[stems[0]].append(_Known(stems=stems, rows=tuple(rows)))
    return {first: tuple(known) for first, known in by_stem.items()}


def _window(tokens: Sequence[Token], stems: Sequence[str]) -> Span | None:
    """Return the shortest stretch with all the stems, nothing where they stand too far apart to be one name."""
    best: tuple[int, int, int] | None = None
    for first in range(len(tokens)):
        missing = set(stems)
        for last in range(first, min(len(tokens), first + len(stems) + _ROOM)):
            missing.discard(tokens[last].stem)
            if not missing:
                best = min(best or (len(tokens) + 1, 0, 0), (last - first, first, last))
                break
    return Span(tokens[best[1]].span.start, tokens[best[2]].span.end) if best else None


def _mention(known: _Known, span: Span, others: set[str]) -> RowMention:
    """Choose among the rows of one label by the words around it in the question."""

    def told_by(row: RowLabel) -> tuple[int, int]:
        group, over = label_stems(row.group), label_stems(row.over)
        return len(others.intersection(group)), len(others.intersection(over))

    best = max(map(told_by, known.rows))
    meant = [row for row in known.rows if told_by(row) == best]
    metrics = {row.metric for row in meant}
    first = meant[0]
    is_usual = len(metrics) == 1 or best == (0, 0)
    row = PrintedRow(
        label=first.label, group=first.group if best[0] else "", over=first.over if best[1] and not best[0] else ""
    )
    metric = next((row.metric for row in meant if row.metric), None) if is_usual else None
    return RowMention(span=span, words=len(known.stems), row=row, metric=metric)
