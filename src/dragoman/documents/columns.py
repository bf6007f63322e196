"""What each column of a table is: a period, the unit, a source, or none of our business."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from dragoman.documents.components import is_whole, parted
from dragoman.documents.percent_rows import rows_of_percent
from dragoman.documents.presentation import Presentation
from dragoman.documents.units import scale_over
from dragoman.domain.document import Table
from dragoman.domain.period import FiscalCalendar, Period
from dragoman.interpret.normalize import normalize
from dragoman.interpret.period_label import MONTHS, read_label

_UNIT = frozenset({"unit", "units", "measure"})
_SOURCE = frozenset({"source", "sources", "note", "notes", "ref", "reference", "page", "comment", "comments"})
_CHANGE = re.compile(
    r"\b(?:changes?|variance|var|growth|movement|increase|decrease|yoy|cagr|delta|percent(?:age)?|per cent|pct|bps"
    r"|basis points|(?:to|of) (?:net )?(?:sales|revenues?)|of total|(?:un)?favou?rable|versus)\b|%|±|Δ|∆|\bvs\b",
    re.IGNORECASE,
)
_WEEKS = re.compile(r"\((?:52|53) weeks\)", re.IGNORECASE)
_SHARE = re.compile(r"(?:\bper ?cent(?:age)?|%) (?:of|to) (?:[a-z]+ ){0,2}?(?:total|sales|revenues?)\b", re.IGNORECASE)
_RESTATED = re.compile(r"\(?\b(?:as )?(?:restated|recast|revised)\b\)?|\(?\bas adjusted\b\)?", re.IGNORECASE)
# What may stand beside a period and says nothing of it: units, and words on how sure it is.
_ASIDE = re.compile(
    r"\([^()]*\b(?:thousands?|millions?|billions?|dollars|per share)\b[^()]*\)"
    r"|\((?:52|53) weeks\)|\btotal(?= \()|\b(?:in|of) (?:thousands|millions|billions)\b"
    r"|(?<!\w)(?:[A-Z]{2,3}|A)?\s?[$€£](?:\s?['’‘]?000s?|\s?(?:m|mm|mn|bn|million|billion)\b)?"
    r"|(?<=\b20\d\d)\s?%$"
    r"|\(?\b(?:unaudited|audited|actual|amounts?|dollars|consolidated|as reported|reported)\b\)?",
    re.IGNORECASE,
)
# Heads of parts whose figures have another unit than the table says.
_NO_AMOUNT = re.compile(
    r"(?<![\w-])(?:terms?|(?:average|useful|remaining|expected) (?:\w+ )?(?:life|lives)|years?|months|durations?|rates?"
    r"|yields?|dates?|locations?|square|footage|rooms|slots|inputs?|techniques?|range|shares?|options?|units?|number|prices?"
    r"|per|awards?|rsus?|psus?|performance)(?![\w-])",
    re.IGNORECASE,
)
_OF_AWARDS = re.compile(r"\bexercis(?:e|able)\b|\bgrant[- ]+date\b|\bcontractual (?:term|life)\b", re.IGNORECASE)
_OF_TIME = re.compile(
    rf"\b(?:{'|'.join(name for name in MONTHS if len(name) > 3)}|may)\.? \d"
    r"|\bquarters?\b|\bhalf\b|\bq[1-4]\b|\b[1-4]q\b",
    re.IGNORECASE,
)
_SOURCE_WORD = re.compile(r"\b(?:page|notes?|no)\b", re.IGNORECASE)
_UNITS_ASIDE = re.compile(
    r"\([^()]*\b(?:thousands?|millions?|billions?|dollars|per share)\b[^()]*\)|\((?:un)?audited\)"
    r"|(?<!\w)(?:[A-Z]{2,3}|A)?[$€£](?:\s?'?000s?|\s?(?:m|mm|mn|bn|million|billion)\b)?",
    re.IGNORECASE,
)
_AS_OF = re.compile(
    r"^as (?:of|at)\s*(?:/|and for|and|or)\s*(?:the\s+)?(?=\S*\s*\S*(?:years?|months|weeks)\b)", re.IGNORECASE
)
_SHORT = re.compile(
    r"\b(?:three|six|nine|3|6|9)[ -]months?\b"
    r"|\b(?:13|14|26|27|39|40|thirteen|fourteen|twenty|thirty)\b[ -]\S*\s?weeks?\b"
    r"|\bquarter(?:s|ly)?\b|\bhalf\b|\bq[1-4]\b|\b[hq][12]\b|\b[12]h\b|\b[1-4]q",
    re.IGNORECASE,
)
_SHORT_ENDED = re.compile(r"\b(?:months|quarters?|half|weeks) (?:ended|to)\b", re.IGNORECASE)
_NINE = re.compile(r"\b(?:nine|9)[ -]months\b|\b(?:39|40|thirty-nine|forty)[ -]weeks\b", re.IGNORECASE)  # no period
_LONG = re.compile(r"\b(?:years?|fiscal|twelve months|12 months|5[23] weeks|fy)\b|\bfy", re.IGNORECASE)
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_BARE = re.compile(r"\W*(?:19|20)\d\d\W*")
_DATE = re.compile(
    r"\W*(?:as (?:of|at) )?(?:[a-z]{3,9}\.? \d{1,2},?|\d{1,2} [a-z]{3,9}) (?:19|20)\d\d\W*", re.IGNORECASE
)
# Marks of a footnote: [a], [S1], (b), *, †, raised figures.
_FOOTNOTE = re.compile(r"\s*(?:\[[A-Za-z]{0,2}\d{0,2}\]|\((?:[a-z]|\d{1,2})\)|\*{1,3}|[†‡§¶]|[¹²³⁴⁵⁶⁷⁸⁹⁰]+)\s*$")
_ALL = re.compile(r"100(?:\.0+)?\s?%")
_MAX_HEADER = 160  # characters; a longer one is several


@dataclass(frozen=True, slots=True, kw_only=True)
class PeriodColumn:
    """A column of figures for one period."""

    index: int  # zero-based, into the rows
    label: str  # as printed
    period: Period
    is_restated: bool = False
    is_share: bool = False  # its figures are percentages of a whole, such as sales
    component: str = ""  # the segment, fund or product that a head names beside the period
    said: str = ""  # the words that name the period, where the head says more


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """The columns of one table that matter."""

    periods: tuple[PeriodColumn, ...] = ()
    unit: int | None = None  # index of the column that names each row's unit
    doubts: tuple[str, ...] = field(default=())


def read_columns(
    table: Table, calendar: FiscalCalendar | None, presentation: Presentation, *, over: str = ""
) -> Columns:
    """Say what the columns are. The first column holds the labels; `over` names the period of columns that are parts.

    A column that names no period holds no facts: whether a figure belongs to the year of the document is
    not ours to guess. In print, whose headers are put together from lines, more must agree (see `_Print`).
    """
    if over:
        return _read_parts(table, calendar, presentation, over)
    periods: list[PeriodColumn] = []
    unit: int | None = None
    unread: list[str] = []
    for index, label in enumerate(table.header[1:], 1):
        words = without_footnotes(label)
        if words.lower() in _UNIT:
            unit = index
        elif not words or words.lower() in _SOURCE or (_CHANGE.search(words) and not _is_share(words, table)):
            continue
        elif column := _column(index, label, table, calendar):
            periods.append(column)
        else:
            unread.append(label)
    doubts: list[str] = []
    if table.is_print and periods:
        periods = list(_without_shares(periods, table))
        periods, doubts = _Print(table, calendar, presentation, tuple(unread)).sure(periods)
    doubts = [*(f"column {label!r} names no period" for label in unread if label), *doubts]
    return Columns(periods=tuple(periods), unit=unit, doubts=tuple(doubts) if periods or table.is_print else ())


def _read_parts(table: Table, calendar: FiscalCalendar | None, presentation: Presentation, over: str) -> Columns:
    """Say which part each column is of, where the period stands over the rows or the table."""
    period = period_in(over, calendar)
    if period is None:
        return Columns(doubts=(f"{over!r} names no period",))
    heads = {
        index: " ".join(_UNITS_ASIDE.sub(" ", without_footnotes(label)).split()).strip(" ,;:-–—")
        for index, label in enumerate(table.header)
        if index and label
    }
    if any(map(_OF_AWARDS.search, heads.values())):
        return Columns(doubts=("its columns are of shares, prices and terms",))
    columns, doubts = [], []
    for index, head in heads.items():
        if not head or head.lower() in _SOURCE | _UNIT or _CHANGE.search(head):
            continue
        label = table.header[index]
        if _OF_TIME.search(head):
            doubts.append(f"column {label!r} may be of another period than {over!r}")
        elif _NO_AMOUNT.search(head) or not _is_of_money(table, index):
            doubts.append(f"column {label!r} may hold something else than money")
        elif not is_whole(head) and _is_cut(head, heads.values()):
            doubts.append(f"column {label!r} may be of a part that its head does not say")
        else:
            component = "" if is_whole(head) else head
            label = f"{over} {label}"
            columns.append(PeriodColumn(index=index, label=label, period=period, component=component, said=over))
    sure, more = _Print(table, calendar, presentation, ()).sure(columns)
    return Columns(periods=tuple(sure), doubts=(*doubts, *more))


def _is_of_money(table: Table, index: int) -> bool:
    """Say whether a sign in the column, or the scale over the table, says that its figures are money or percent."""
    cells = (table.header[index], *(row[index] for row in table.rows))
    return scale_over(table) is not None or any(sign in cell for cell in cells for sign in "$€£%")


def _is_cut(head: str, heads: Iterable[str]) -> bool:
    """Say whether a head may have lost its first words: it begins small, or other heads end with all it says."""
    if head[0].islower():
        return True
    longer = sum(other.lower().endswith(f" {head.lower()}") for other in heads)
    return longer > 1 or (longer == 1 and " " not in head)


def _is_share(words: str, table: Table) -> bool:
    return table.is_print and _SHARE.search(words) is not None and not _CHANGE.search(_SHARE.sub(" ", words))


def _column(index: int, label: str, table: Table, calendar: FiscalCalendar | None) -> PeriodColumn | None:
    """Read the head of one column: a period, in print also one beside the name of a part."""
    words = without_footnotes(label)
    is_share = _is_share(words, table)
    words = _SHARE.sub(" ", words).strip() if is_share else words
    period, component, said = _period(words, table.header[0], calendar), "", ""
    if period is None and table.is_print and not is_share:
        found = parted(_RESTATED.sub(" ", words), lambda text: _period(text, table.header[0], calendar))
        if found is None or _SOURCE_WORD.search(found.component):
            return None
        period, said = found.period, found.said
        component = " ".join(_UNITS_ASIDE.sub(" ", without_footnotes(found.component)).split()).strip(" ,;:-–—")
        component = "" if is_whole(component) else component
    if period is None:
        return None
    restated = _RESTATED.search(words) is not None
    return PeriodColumn(
        index=index,
        label=label,
        period=period,
        is_restated=restated,
        is_share=is_share,
        component=component,
        said=said,
    )


def _without_shares(periods: Sequence[PeriodColumn], table: Table) -> Iterator[PeriodColumn]:
    """Yield the columns without those of percentages beside the money of their period, but for shares of a whole."""
    shares = _columns_of_percent(table)
    money = {column.period for column in periods if column.index not in shares}
    for column in periods:
        is_told = column.is_share or column.component or column.index not in shares
        if is_told or (column.period not in money and _is_of_percent(table, column.index)):
            yield column
        elif _begins_with_all(table, column.index):
            yield replace(column, is_share=True)


def _columns_of_percent(table: Table) -> frozenset[int]:
    """Return the printed columns that begin with a percentage and hold nothing that can be none."""
    found = set()
    for index in range(1, len(table.header)) if table.is_print else ():
        cells = [row[index] for row in table.rows if any(map(str.isdigit, row[index]))]
        if cells and "%" in cells[0] and not any("," in cell or "$" in cell for cell in cells):
            found.add(index)
    return frozenset(found)


def _begins_with_all(table: Table, index: int) -> bool:
    """Say whether the first figure of a column is the whole: 100 % of sales."""
    first = next((row[index] for row in table.rows if any(map(str.isdigit, row[index]))), "")
    return _ALL.fullmatch(first) is not None


def _is_of_percent(table: Table, index: int) -> bool:
    """Say whether the figures of a column that begins with a percentage are such, marked or between marked ones."""
    unmarked = rows_of_percent(table)
    rows = [number for number, row in enumerate(table.rows, 1) if any(map(str.isdigit, row[index]))]
    return 2 * sum("%" in table.rows[number - 1][index] or number in unmarked for number in rows) > len(rows)


class _Print:
    """Doubts about the columns of a printed table."""

    def __init__(
        self, table: Table, calendar: FiscalCalendar | None, presentation: Presentation, unread: tuple[str, ...]
    ) -> None:
        self._calendar = calendar
        self._presentation = presentation
        self._is_crossed = sum(_YEAR.search(label) is not None and not _NINE.search(label) for label in unread) > 1
        self._has_unread = any(unread)
        self._is_ahead = any("thereafter" in label.lower() for label in table.header)
        is_short = any(_SHORT.search(text) for text in (*table.header, table.caption))
        self._is_short = is_short or any(_SHORT_ENDED.search(text) for text in table.section[-1:])
        self._over = table.header[0]

    def sure(self, columns: Sequence[PeriodColumn]) -> tuple[list[PeriodColumn], list[str]]:
        """Return the columns that can be trusted."""
        if self._is_crossed:
            return [], ["its columns are of more than periods"]
        if len(self._over) > _MAX_HEADER:
            return [], ["what stands over its labels is no header"]
        if self._is_ahead:
            return [], ["its columns are of years to come"]
        named = [self._named(column) for column in columns]
        has_parts = any(column.said for column in named)
        if has_parts and _is_staggered(named):
            return [], ["each of its columns names another period and another part, so its heads may be misplaced"]
        if has_parts and self._has_unread:
            return [], ["some of its columns name a period and a part, and others only a part"]
        times = Counter(map(_key, named))
        kept, doubts = [], []
        for column in named:
            doubt = self._doubt(column)
            if times[_key(column)] > 1:
                doubt = f"several columns are for {column.period.label}"
            elif has_parts and not column.said:
                doubt = f"column {column.label!r} may be of a part that its head does not say"
            if doubt:
                doubts.append(doubt)
            else:
                kept.append(column)
        return kept, list(dict.fromkeys(doubts))

    def _named(self, column: PeriodColumn) -> PeriodColumn:
        """Call a year by the one it ends in, where the document's fiscal 2023 ends in February 2024."""
        is_own_name = self._calendar is not None and self._calendar.is_named_by_start
        if is_own_name or not self._presentation.counts_by_first_year or _DATE.search(column.label):
            return column
        return replace(column, period=column.period.shifted(1))

    def _doubt(self, column: PeriodColumn) -> str | None:
        label = column.said or column.label
        says_length = _SHORT.search(label) or _LONG.search(label)
        if not says_length and not _LONG.search(self._over) and not _SHORT.search(self._over):
            if self._is_short and not _DATE.fullmatch(_plain(label)):
                return f"column {label!r} may be of a year or of part of one"
            is_uncertain = self._presentation.is_of_part or self._presentation.counts_by_first_year
            if is_uncertain and _BARE.fullmatch(_plain(label)):
                return f"column {label!r} may be of a year or of part of one"
        if self._calendar is None and _DATE.fullmatch(_plain(label)):
            return f"when the years end is not known, so {label!r} may be within one"
        last = self._presentation.last_year
        if last is not None and _year_of_end(column.period, self._calendar) > last:
            return f"{column.period.label} lies after the document"
        return None


def _key(column: PeriodColumn) -> tuple[object, ...]:
    return column.period, column.is_restated, column.is_share, column.component.lower()


def _is_staggered(columns: Sequence[PeriodColumn]) -> bool:
    """Say whether neither a period nor a part comes twice: parts and periods that belong together make a grid."""
    periods = {column.period for column in columns}
    parts = {column.component.lower() for column in columns}
    return len(columns) > 1 and len(periods) == len(columns) == len(parts)


def _year_of_end(period: Period, calendar: FiscalCalendar | None) -> int:
    """Return the calendar year in which a period ends: the second quarter of a fiscal 2023 may end in 2022."""
    return calendar.last_day(period).year if calendar else period.year


def period_in(words: str, calendar: FiscalCalendar | None) -> Period | None:
    """Return the period of a line that says nothing else, as over the rows of a year."""
    return _period(words, "", calendar)


def _period(words: str, over_labels: str, calendar: FiscalCalendar | None) -> Period | None:
    """Read a column's period; "2024" may need what stands over the labels: "For the year ended 30 June"."""
    plain = _plain(words)
    return next(filter(None, (read_label(normalize(text).text, calendar) for text in _said(plain, over_labels))), None)


def _said(plain: str, over_labels: str) -> Iterator[str]:
    if over_labels:
        over = _plain(over_labels)
        yield f"{over} {plain}"
        if _SHORT.search(over) and not _SHORT.search(plain):
            return
    yield plain


def _plain(words: str) -> str:
    """Return a header without units, footnote marks and words such as "restated" and "unaudited"."""
    bare = _ASIDE.sub(" ", _RESTATED.sub(" ", without_footnotes(_AS_OF.sub("", words))))
    plain = " ".join(bare.split()).strip(" ,;:-–—")
    return f"year ended {plain}" if _WEEKS.search(words) and _DATE.fullmatch(plain) else plain


def without_footnotes(text: str) -> str:
    """Return a label without the marks of its footnotes."""
    before = None
    while before != text:
        before, text = text, _FOOTNOTE.sub("", text)
    return text.strip()
