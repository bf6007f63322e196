"""Documents and the parts of them that are indexed, shown and cited."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Literal

from dragoman.domain.period import Period
from dragoman.domain.reason import NO_REASONS, Reasons

PassageKind = Literal["text", "table", "note"]
CONTRACT = "contract"  # the kind of documents that have clauses and parties, and no company or year


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """A rectangle on a page, in PDF points from the top left corner."""

    x0: float
    y0: float
    x1: float
    y1: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A source file as it was read; `id` is stable for a path, `digest` changes with its content."""

    id: str
    path: str
    title: str
    digest: str  # SHA-256 of the bytes, hexadecimal
    kind: str = "report"  # report, digest, news, contract
    company: str | None = None
    period: str | None = None  # canonical label
    published: str | None = None  # ISO date, from metadata only
    source: str | None = None  # address it was taken from, if it says so
    pages: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One page: its number counted from 1, the number printed on it, its plain text."""

    number: int
    text: str
    printed: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentNote:
    """What the reading of a document found worth saying: what was left out, what is unsure, what was hidden."""

    page: int | None  # None where it is about the whole document
    text: str

    @property
    def sentence(self) -> str:
        """The note with its page, in one line."""
        return self.text if self.page is None else f"page {self.page}: {self.text}"


@dataclass(frozen=True, slots=True, kw_only=True)
class OutlineEntry:
    """One entry of a document's contents tree; level 1 is the outermost."""

    title: str
    level: int
    page: int  # counted from 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One cell of a table, with all that is needed to find it again."""

    document: str
    page: int
    table: int  # counted from 1 over the whole document
    row: int  # counted from 1, header rows not counted
    column: int  # counted from 1, the label column included
    row_label: str
    column_label: str
    text: str  # as printed
    box: Box | None = None
    place: str = ""  # in a file without pages: 'sheet "Income", cell C14'
    unit_source: str = ""  # where unit and scale came from: 'the table\'s header "US$ million"'
    group: str = ""  # the label over the row that has no figures: "Earnings per share"
    over: str = ""  # the heading the table stands under, else its caption
    statement: str = ""  # income, balance or cash_flow, where the table is one of the company's statements


@dataclass(frozen=True, slots=True, kw_only=True)
class Footnote:
    """What a report says below a table about a figure in it."""

    mark: str  # as printed at the figure, its row or its column
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A table as rows of cell texts, rectangular, header rows first."""

    page: int
    number: int
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    caption: str = ""  # the paragraph above it, where that speaks of units
    section: tuple[str, ...] = ()
    boxes: tuple[tuple[Box | None, ...], ...] = ()  # of the cells of `rows`; empty where the file has no places
    places: tuple[tuple[str, ...], ...] = ()  # what the cells of `rows` are called in files without pages

    @property
    def is_print(self) -> bool:
        """Say whether it stands in a report as people set it, and not in a text that was written for this index."""
        return bool(self.boxes or self.places)


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """The part of a document we index and cite: one page, one section, prose or table."""

    id: str
    document: str
    page: int
    section: tuple[str, ...]  # heading path, outermost first
    kind: PassageKind
    text: str
    title: str = ""  # of the document
    company: str | None = None
    period: str | None = None
    boxes: tuple[Box, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredPassage:
    """A passage as retrieval returned it."""

    passage: Passage
    score: float  # higher is better; comparable within one result only
    reasons: Reasons = NO_REASONS

    @property
    def why(self) -> str:
        """Why it was found, in words."""
        return self.reasons.in_words()


@dataclass(frozen=True, slots=True, kw_only=True)
class Coverage:
    """What the index holds: the periods and metrics of each company."""

    periods: dict[str, tuple[str, ...]] = field(default_factory=dict)  # company → labels, oldest first
    metrics: dict[str, tuple[str, ...]] = field(default_factory=dict)  # company → canonical metrics
    version: str = ""  # of the corpus

    @property
    def companies(self) -> tuple[str, ...]:
        """Every company with at least one document."""
        return tuple(self.periods)

    def ordered(self, companies: Iterable[str]) -> "Coverage":
        """Return the same with companies in the given order; others follow as they were."""
        order = dict.fromkeys([*(name for name in companies if name in self.periods), *self.periods])
        return replace(self, periods={company: self.periods[company] for company in order})

    def widened(self, company: str, periods: Iterable[str]) -> "Coverage":
        """Return the same with further periods of a company, which only some rows of its reports have."""
        labels = {*self.periods.get(company, ()), *periods}
        in_time = sorted(labels, key=lambda label: (Period.parse(label).year, label.startswith("FY"), label))
        return replace(self, periods={**self.periods, company: tuple(in_time)})

    def latest(self, company: str) -> str | None:
        """Return the newest covered fiscal year of the company, None if it has none."""
        years = [label for label in self.periods.get(company, ()) if label.startswith("FY")]
        return max(years, default=None)
