"""The three pages of a digest: headline figures, the year in words, notes and sources."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from digest_figures import (
    CORE,
    COSTS,
    DATA_SERVICES,
    DIVIDENDS,
    HEADLINE,
    NOT_FOUND,
    ONE_YEAR_ONLY,
    OTHER_BASES,
    PRODUCTION,
    SIGNS,
    Company,
    Figure,
    Figures,
    prior,
)
from digest_prose import Prose

PAGE_BREAK = "<!-- page -->"
WRITTEN = "2026-11-30"
DISCLAIMER = "This page is a digest of public figures, written for a sample corpus; it is not the company's report."
MARKS = {
    "derived": ("[d]", "derived: its parts were read, the figure itself was not seen in print; page 3 says how"),
    "rounded": ("[r]", "rounded on the page it was read from"),
    "data_service": ("[s]", "read from a data service, not from the company"),
}

Notes = dict[str, Any]  # one year of a company's YAML file


@dataclass(frozen=True, slots=True, kw_only=True)
class Digest:
    """One digest while it is written; numbers its sources in the order they are used."""

    company: Company
    period: str
    figures: Figures
    notes: dict[str, Notes]  # of every year: the comparatives carry the marks of theirs
    sources: list[str] = field(default_factory=list)

    @property
    def title(self) -> str:
        """The name people cite it by."""
        return f"{self.company.name} digest {self.company.year(self.period)}"

    @property
    def file_name(self) -> str:
        """Ticker and year: "bhp-fy2024.md", "rio-2024.md"."""
        return f"{self.company.ticker}-{self.company.year(self.period)}.md".lower()

    def text(self) -> str:
        """Return the whole file. A claim of the notes that does not hold is a ProseError."""
        for claim in self._notes.get("claims", ()):
            self._prose.check(claim)
        headline, year, notes = self._headline_page(), self._year_page(), self._notes_page()
        pages = ([f"# {self.title}", DISCLAIMER, *headline], [DISCLAIMER, *year], [DISCLAIMER, *notes])
        body = f"\n{PAGE_BREAK}\n\n".join("\n\n".join(page) + "\n" for page in pages)
        return f"{self._front_matter()}\n{body}"

    def _front_matter(self) -> str:
        lines = (
            f'title: "{self.title}"',
            f"company: {self.company.ticker}",
            f"period: {self.period}",
            "kind: digest",
            f"currency: {self.company.currency}",
            f"published: {WRITTEN}",
            'source: "public figures, see Sources"',
        )
        return "\n".join(("---", *lines, "---", ""))

    def _headline_page(self) -> list[str]:
        return [
            *self._paragraphs("summary"),
            "## Headline figures",
            *self._tables(HEADLINE, always=CORE),
            self._reading_help((*HEADLINE, *DIVIDENDS)),
            "## Dividends",
            *self._tables(DIVIDENDS),
            *self._paragraphs("dividends"),
        ]

    def _year_page(self) -> list[str]:
        return [
            f"## {self.company.year(self.period)} in words",
            *self._paragraphs("year"),
            "## Production and costs",
            *self._tables((*PRODUCTION, *COSTS)),
            *self._paragraphs("production"),
        ]

    def _notes_page(self) -> list[str]:
        notes = "\n".join(f"- {note}" for note in self._paragraphs("notes"))
        parts = ["## Notes on definitions and restatements", notes]
        for heading, metrics in (("Other bases", OTHER_BASES), ("Figures of data services", DATA_SERVICES)):
            if tables := self._tables(metrics, compared=False):
                parts += [f"### {heading}", *tables]
        sources = "\n".join(f"- [S{number}] {address}" for number, address in enumerate(self.sources, start=1))
        return [*parts, "## Sources", sources]

    @property
    def _notes(self) -> Notes:
        return self.notes[self.period]

    @property
    def _prose(self) -> Prose:
        return Prose(figures=self.figures, company=self.company, period=self.period)

    def _paragraphs(self, key: str) -> list[str]:
        return [self._prose.fill(text) for text in self._notes.get(key, ())]

    def _tables(self, metrics: Sequence[str], *, always: Sequence[str] = (), compared: bool = True) -> list[str]:
        """Return a table for each unit among the metrics; `always` lists those with a row even if nothing was found."""
        years = self._years(compared=compared)
        tables: dict[str, list[str]] = {}
        for metric in metrics:
            row = [self.figures.get(self.company.ticker, year, metric) for year in years]
            known = next((figure for figure in row if figure), None)
            if known is None and metric not in always:
                continue
            if row[0] is None and metric in ONE_YEAR_ONLY:
                continue
            unit = known.header if known else f"{SIGNS[self.company.currency]} million"
            tables.setdefault(unit, []).append(self._row(metric, row))
        return ["\n".join((*self._head(unit, years), *rows)) for unit, rows in tables.items()]

    def _years(self, *, compared: bool = True) -> list[str]:
        before = prior(self.period) if compared else None
        return [self.period, before] if before else [self.period]

    def _head(self, unit: str, years: Sequence[str]) -> tuple[str, str]:
        names = [self.company.year(year) for year in years]
        return _line([unit, *names, "Source"]), _line(["---", *("---:" for _ in names), "---"])

    def _row(self, metric: str, figures: Sequence[Figure | None]) -> str:
        sources = " / ".join(self._source_marks(figure) for figure in figures)
        return _line([self.company.label(metric), *map(self._cell, figures), sources])

    def _cell(self, figure: Figure | None) -> str:
        if figure is None:
            return NOT_FOUND
        return " ".join((figure.cell, *(MARKS[kind][0] for kind in self._kinds(figure))))

    def _kinds(self, figure: Figure) -> list[str]:
        marked = self.notes[figure.period].get("marks", {})
        return [kind for kind in MARKS if figure.metric in marked.get(kind, ())]

    def _source_marks(self, figure: Figure | None) -> str:
        if figure is None:
            return NOT_FOUND
        return "".join(f"[S{self._number(address)}]" for address in figure.sources)

    def _number(self, address: str) -> int:
        if address not in self.sources:
            self.sources.append(address)
        return self.sources.index(address) + 1

    def _reading_help(self, metrics: Iterable[str]) -> str:
        shown = [self.figures.get(self.company.ticker, year, metric) for metric in metrics for year in self._years()]
        kinds = {kind for figure in shown if figure for kind in self._kinds(figure)}
        parts = ["Figures in parentheses are negative (net debt in parentheses is net cash); – means not found."]
        if len(years := self._years()) > 1:
            now, before = map(self.company.year, years)
            parts.append(f"Source marks before the stroke are for {now}, after it for {before}.")
        if kinds:
            parts.append(
                "; ".join(f"{mark} {meaning}" for kind, (mark, meaning) in MARKS.items() if kind in kinds) + "."
            )
        return " ".join(parts)


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
