"""The rows that a company's reports print, to be found again in the words of a question."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from dragoman.documents.statement import agree
from dragoman.documents.stems import WORD, stem
from dragoman.domain.fact import Fact
from dragoman.domain.period import Period, same_end
from dragoman.domain.plan import Lookup
from dragoman.domain.printed_row import PrintedRow
from dragoman.domain.utterance import Span
from dragoman.stores.corpus import CorpusStore, RowLabel

_ROOM = 3  # words that may stand between those of a label
_LIGHT = frozenset(
    """
    a an and as at by did do does figure for give how in is its me much of on or our report reported reports show tell
    the their to was were what which with
    """.split()  # noqa: SIM905  a word list reads better so
)
_SPACES = re.compile(r"\s+")
_IN_PERCENT = re.compile(r"%|\bper ?cent\b|\bpercentages?\b")
_MARK = re.compile(r"(?<=[a-z]{3})\d$")  # of a footnote, behind a word
_NOTE = re.compile(r"\((?:see )?notes? [^()]{1,20}\)", re.IGNORECASE)
_OF_WHAT = re.compile(
    r"\bas an? (?:%|per ?cent(?:age)?|share|proportion|fraction) of\s+(?:the |its |total )*$", re.IGNORECASE
)
PART = " · "  # between a row's label and the part of the company that its column is of
_MIN_LITERAL = 2  # words of a label that are enough for it to be meant wherever it is written out


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    """A content word of a question, by its stem, and where it stands."""

    stem: str
    text: str
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class RowMention:
    """A row found in a question. `metric` is set where the vocabulary has a name for the rows of that label."""

    span: Span
    words: int  # of the question that it accounts for: those of the label and those beside it
    row: PrintedRow
    metric: str | None = None
    beside: tuple[Span, ...] = ()  # other words of the question that tell which of its rows is meant
    is_told: bool = False  # it is written out with what stands over it, as answers and choices write it


@dataclass(frozen=True, slots=True, kw_only=True)
class _Known:
    """A label with every place it stands in."""

    stems: tuple[str, ...]
    rows: tuple[RowLabel, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Rows:
    """The labels of one company: by a word that each holds, and by their printed text in small letters."""

    by_stem: Mapping[str, tuple[_Known, ...]]
    by_text: Mapping[str, _Known]
    words: frozenset[str]  # stems of all labels


class RowIndex:
    """The rows of the reports of one corpus, read anew when the corpus changes."""

    def __init__(self, store: CorpusStore) -> None:
        self._store = store
        self._version = ""
        self._known: dict[str, _Rows] = {}

    def written_out(self, text: str, tokens: Sequence[Token], company: str) -> RowMention | None:
        """Return the longest label that stands in the text as it is printed, dates and amounts within it and all.

        A label with the one over it in brackets, as answers write it, goes before everything.
        """
        plain = plain_label(text)
        if len(plain) != len(text):  # then places in one are none in the other
            return None
        known = self._rows(company).by_text
        held = [label for label in known if label in plain and _stands_alone(plain, label)]
        label = max(held, key=lambda label: (len(_with_group(known[label], label, plain)), len(label)), default="")
        if not label or (len(known[label].stems) < _MIN_LITERAL and not _with_group(known[label], label, plain)):
            return None
        whole = _with_group(known[label], label, plain) or label
        start = plain.index(whole)
        own = Span(start, start + len(label))
        others = self._not_of_another(known[label], [one for one in tokens if not own.overlaps(one.span)], company)
        mention = _mention(known[label], own, others, plain)
        return replace(mention, span=Span(start, start + len(whole)), is_told=whole != label)

    def has(self, company: str) -> bool:
        """Say whether any report of the company prints rows."""
        return bool(self._rows(company).by_text)

    def periods(self, row: PrintedRow, company: str) -> frozenset[str]:
        """Return the periods that rows of those words have figures for."""
        known = self._rows(company).by_text.get(plain_label(row.label))
        return frozenset(label for one in known.rows for label in one.periods) if known else frozenset()

    def only_company(self) -> str | None:
        """Return the company of all reports, None where there are several or none."""
        companies = self._store.coverage().companies
        return companies[0] if len(companies) == 1 else None

    def knows(self, word: str, company: str) -> bool:
        """Say whether a word stands in a label of the company's reports."""
        return stem(word.lower()) in self._rows(company).words

    def find(self, tokens: Sequence[Token], text: str, company: str) -> tuple[RowMention, ...]:
        """Return the rows whose whole label stands in the words, none overlapping another, the longest first."""
        found: list[RowMention] = []
        free = list(tokens)
        while mention := self._longest(free, tokens, text, company):
            found.append(mention)
            taken = (mention.span, *mention.beside)
            free = [token for token in free if not any(span.overlaps(token.span) for span in taken)]
        return tuple(found)

    def parts_beside(self, label: str, company: str) -> frozenset[str]:
        """Return the stems of the other parts that a table gives the same row for: "Rate · Domestic" beside it."""
        row, mark, part = label.partition(PART)
        if not mark:
            return frozenset()
        labels = (one.label.partition(PART) for known in self._rows(company).by_text.values() for one in known.rows)
        parts = {other for base, is_part, other in labels if is_part and plain_label(base) == plain_label(row)}
        return frozenset(word for other in parts for word in label_stems(other)) - {*label_stems(part)}

    def near(self, tokens: Sequence[Token], company: str) -> tuple[RowLabel, ...]:
        """Return the rows whose labels hold all these words, a row for each label; none for a lone word.

        Half of a label's words must be said: one that says much more is another figure.
        """
        said = {token.stem for token in tokens}
        if len(said) < _MIN_LITERAL:
            return ()
        every = dict.fromkeys(self._rows(company).by_text.values())
        held = [known for known in every if said.issubset(known.stems)]
        return tuple(known.rows[0] for known in held if 2 * len(said) >= len(known.stems))

    def _longest(self, free: Sequence[Token], tokens: Sequence[Token], text: str, company: str) -> RowMention | None:
        by_stem = self._rows(company).by_stem
        said = {token.stem for token in free}
        likely = {known.stems: known for token in free for known in by_stem.get(token.stem, ())}
        whole = [known for known in likely.values() if said.issuperset(known.stems)]
        placed = [(known, span) for known in whole if (span := _window(free, known.stems))]
        if not placed:
            return None
        known, span = max(placed, key=lambda one: (len(one[0].stems), -len(one[1])))
        others = self._not_of_another(known, [token for token in tokens if not span.covers(token.span)], company)
        is_whole = _OF_WHAT.search(text, 0, span.start) is not None
        return _mention(known, span, others, plain_label(text), is_whole=is_whole)

    def _not_of_another(self, known: _Known, others: Sequence[Token], company: str) -> list[Token]:
        """Leave out the words of another row of more than one word, which its table's heading may hold as well."""
        by_stem = self._rows(company).by_stem
        said = {token.stem for token in others}
        labels = {one.stems for token in others for one in by_stem.get(token.stem, ()) if one is not known}
        rows = [set(stems) for stems in labels if len(stems) >= _MIN_LITERAL and said.issuperset(stems)]
        groups = {word for row in known.rows for word in label_stems(row.group)}
        return [one for one in others if one.stem in groups or not any(one.stem in stems for stems in rows)]

    def _rows(self, company: str) -> _Rows:
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
        Token(stem=stem(_MARK.sub("", match[0].lower())), text=match[0], span=Span(match.start(), match.end()))
        for match in WORD.finditer(text)
        if match[0].lower() not in _LIGHT
    )
    return tuple(token for token in tokens if not any(place.overlaps(token.span) for place in places))


def label_stems(label: str) -> tuple[str, ...]:
    """Return the stems of the content words of a label, each once."""
    return tuple(dict.fromkeys(token.stem for token in tokens_of(_NOTE.sub(" ", label))))


def plain_label(text: str) -> str:
    """Return a text in small letters with plain apostrophes, as labels are compared."""
    return _SPACES.sub(" ", text.lower().replace("’", "'"))


def printed_facts(store: CorpusStore, row: PrintedRow, lookup: Lookup) -> tuple[Fact, ...]:
    """Return the facts of a row, under the row's name as their metric; none where its words mean several figures.

    Statements go before notes and segments, as a reader would take them; of one figure told twice the one with more
    digits.
    """
    own = _row_facts(store, row, lookup)
    if not _is_one(own):
        own = [fact for fact in own if fact.cell.statement]
    if not own or not _is_one(own):
        return ()
    exact = min(own, key=lambda fact: fact.scale)
    chosen = [fact for fact in own if fact.scale == exact.scale]
    return tuple(replace(fact, metric=lookup.metric, period=lookup.period) for fact in chosen)


def meanings(store: CorpusStore, row: PrintedRow, lookup: Lookup) -> tuple[PrintedRow, ...]:
    """Return the rows that a row's words may mean for a period, by what stands over each; none where they mean one.

    Those that words cannot tell apart are left out, since nobody could choose between them.
    """
    own = _row_facts(store, row, lookup)
    if _is_one(own) or _is_one([fact for fact in own if fact.cell.statement] or own):
        return ()
    apart: dict[tuple[frozenset[str], ...], list[Fact]] = defaultdict(list)
    for fact in own:
        apart[frozenset(label_stems(fact.cell.group)), frozenset(label_stems(fact.cell.over))].append(fact)
    has_groups = len({group for group, _ in apart}) > 1
    found = [
        PrintedRow(
            label=facts[0].label,
            group=facts[0].cell.group,
            over="" if has_groups and facts[0].cell.group else facts[0].cell.over,
            unit=row.unit,
        )
        for facts in apart.values()
        if _is_one(facts)
    ]
    told = [one for one in dict.fromkeys(found) if one.group or one.over]
    return tuple(told) if len(told) > 1 else ()


def _row_facts(store: CorpusStore, row: PrintedRow, lookup: Lookup) -> list[Fact]:
    """Return every fact under the words of a row for the period, of the first document that has any."""
    found = [fact for label in same_end(lookup.period) for fact in store.printed(lookup.company, row.label, label)]
    meant = [fact for fact in found if _is_of(fact, row) and _is_at(fact, lookup.period)]
    first = meant[0].cell.document if meant else ""
    return [fact for fact in meant if fact.cell.document == first]


def _is_at(fact: Fact, period: Period) -> bool:
    return fact.period == period or fact.cell.statement == "balance"  # which is of a day, not of the time before


def _is_one(facts: Sequence[Fact]) -> bool:
    """Say whether all are one figure, whatever digits some of them leave out."""
    first = facts[0] if facts else None
    return all(
        first and fact.unit == first.unit and fact.amount * first.amount >= 0 and agree(fact, first) for fact in facts
    )


def _is_of(fact: Fact, row: PrintedRow) -> bool:
    is_under = set(label_stems(row.group)) <= set(label_stems(fact.cell.group))
    is_below = set(label_stems(row.over)) <= set(label_stems(fact.cell.over))
    return is_under and is_below and row.unit in ("", fact.unit)


def _indexed(labels: Iterable[RowLabel]) -> _Rows:
    alike: dict[tuple[str, ...], list[RowLabel]] = defaultdict(list)
    for row in labels:
        alike[tuple(sorted(label_stems(row.label)))].append(row)
    every = [_Known(stems=stems, rows=tuple(rows)) for stems, rows in alike.items() if stems]
    by_stem: dict[str, list[_Known]] = defaultdict(list)
    for known in every:
        by_stem[known.stems[0]].append(known)
    by_text = {plain_label(row.label): known for known in every for row in known.rows}
    words = frozenset(word for known in every for word in known.stems)
    return _Rows(by_stem={first: tuple(known) for first, known in by_stem.items()}, by_text=by_text, words=words)


def _with_group(known: _Known, label: str, plain: str) -> str:
    """Return the label with what stands over it in brackets, where it stands so in the text; else nothing."""
    own = [row for row in known.rows if plain_label(row.label) == label]
    over = dict.fromkeys(text for row in own for text in (row.group, row.over) if text)
    both = (f"{label} ({plain_label(text)})" for text in over)
    return next((text for text in both if text in plain), "")


def _stands_alone(text: str, label: str) -> bool:
    start = text.index(label)
    return not (text[start - 1 : start] + text[start + len(label) :][:1]).strip().isalnum()


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


def _mention(known: _Known, span: Span, others: Sequence[Token], plain: str, *, is_whole: bool = False) -> RowMention:
    """Choose among the rows of one label: by the words around it in the question, then as it is printed.

    `is_whole` says that a share of it is asked for, as of revenue in "costs as a % of revenue".
    """
    said = {token.stem for token in others}

    def told_by(row: RowLabel) -> tuple[int, int]:
        in_group = len(said.intersection(label_stems(row.group)))
        return in_group, 0 if in_group else len(said.intersection(label_stems(row.over)))

    best = max(map(told_by, known.rows))
    told = [row for row in known.rows if told_by(row) == best]
    written = max((label for row in told if (label := plain_label(row.label)) in plain), key=len, default="")
    meant = [row for row in told if plain_label(row.label) == written] or told
    shares = [row for row in meant if row.unit == "%"] if _IN_PERCENT.search(plain) and not is_whole else []
    amounts = [row for row in meant if row.unit != "%"] if is_whole else []
    meant = shares or amounts or meant
    first = meant[0]
    group = _told({row.group for row in meant}, others) if best[0] else ""
    over = _told({row.over for row in meant}, others) if best[1] else ""
    words = {*label_stems(group), *label_stems(over)}
    is_alone = not group and not over
    beside = tuple(token.span for token in others if token.stem in words)
    return RowMention(
        span=span,
        words=len(known.stems) + len(beside),
        row=PrintedRow(label=first.label, group=group, over=over, unit="%" if shares else ""),
        metric=next((row.metric for row in meant if row.metric), None) if is_alone else None,
        beside=beside,
    )


def _told(headings: Collection[str], others: Sequence[Token]) -> str:
    """Return the heading that is meant; where several fit, only what the question says of them, which tells none."""
    if len(headings) == 1:
        return next(iter(headings))
    shared = set.intersection(*(set(label_stems(heading)) for heading in headings))
    return " ".join(token.text for token in others if token.stem in shared)
