"""Write the sample corpus's digests from the miners' figures, or check that they are up to date.

The tables come from `figures.csv`, the prose from `scripts/digest_notes/`; its figures are placeholders (see
`digest_prose`). Usage: python scripts/write_digests.py [--figures FOLDER] [--check]
"""

import argparse
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from digest_figures import (
    COMPANIES,
    CORE,
    COSTS,
    DATA_SERVICES,
    DIVIDENDS,
    HEADLINE,
    NOT_FOUND,
    OTHER_BASES,
    PRODUCTION,
    YEARS,
    Company,
    Figure,
    Figures,
    prior,
)
from digest_prose import Prose, ProseError
from ruamel.yaml import YAML

ROOT = Path(__file__).resolve().parent.parent
NOTES = ROOT / "scripts" / "digest_notes"
DIGESTS = ROOT / "src" / "dragoman" / "assistants" / "mines" / "corpus" / "digests"
PAGE_BREAK = "<!-- page -->"
MARKS = {
    "derived": ("[d]", "Derived: its parts were read, the figure itself was not seen in print; the notes say how."),
    "rounded": ("[r]", "Rounded: the page it was read from gives it with fewer digits than the table's unit."),
    "data_service": ("[s]", "Read from a data service, not from the company."),
}

Notes = dict[str, Any]  # one company-year of a YAML file


@dataclass(slots=True)
class Digest:
    """One digest while it is written; numbers its sources in the order they are used."""

    company: Company
    period: str
    figures: Figures
    notes: Notes
    sources: list[str] = field(default_factory=list)

    @property
    def title(self) -> str:
        return f"{self.company.name} digest {self.company.year(self.period)}"

    @property
    def file_name(self) -> str:
        return f"{self.company.ticker}-{self.company.year(self.period)}.md".lower()

    def text(self) -> str:
        """Return the whole file: three pages and the front matter."""
        pages = (self._headline_page(), self._year_page(), self._notes_page())
        body = f"\n{PAGE_BREAK}\n\n".join("\n\n".join(page) + "\n" for page in pages)
        return f"{self._front_matter()}\n{body}"

    def _front_matter(self) -> str:
        lines = (
            f'title: "{self.title}"',
            f"company: {self.company.ticker}",
            f"period: {self.period}",
            "kind: digest",
            f"currency: {self.company.currency}",
            "published: 2026-11-30",
            'source: "public figures, see Sources"',
        )
        return "\n".join(("---", *lines, "---", ""))

    def _headline_page(self) -> list[str]:
        headline = self._table(HEADLINE, CORE)
        dividends = self._table(DIVIDENDS)
        return [
            f"# {self.title}",
            self._disclaimer(),
            self._filled("period"),
            "## Headline figures",
            *headline,
            self._reading_help((*HEADLINE, *CORE)),
            "## Dividends",
            *dividends,
            *self._paragraphs("dividends"),
        ]

    def _year_page(self) -> list[str]:
        tables = [*self._table(PRODUCTION), *self._table(COSTS)]
        return [
            self._disclaimer(),
            f"## {self.company.year(self.period)} in words",
            *self._paragraphs("year"),
            "## Production and costs",
            *tables,
            *self._paragraphs("production"),
        ]

    def _notes_page(self) -> list[str]:
        parts = [self._disclaimer(), "## Notes on definitions and restatements"]
        parts += [f"- {self._prose.fill(note)}" for note in self.notes["notes"]]
        parts[2:] = ["\n".join(parts[2:])]
        for heading, metrics in (("Other bases", OTHER_BASES), ("Per data aggregator", DATA_SERVICES)):
            if table := self._table(metrics, one_off=True):
                parts += [f"### {heading}", *table]
        sources = "\n".join(f"- [S{number}] {address}" for number, address in enumerate(self.sources, start=1))
        return [*parts, "## Sources", sources]

    def _disclaimer(self) -> str:
        name = self.company.name
        return f"*A digest of public figures, written for Dragoman's sample corpus; it is not a report by {name}.*"

    @property
    def _prose(self) -> Prose:
        return Prose(figures=self.figures, company=self.company, period=self.period)

    def _filled(self, key: str) -> str:
        return self._prose.fill(self.notes[key])

    def _paragraphs(self, key: str) -> Iterator[str]:
        return map(self._prose.fill, self.notes.get(key, ()))

    def _table(self, metrics: Sequence[str], always: Sequence[str] = (), *, one_off: bool = False) -> list[str]:
        """Return the tables of these metrics, one for each unit, empty where nothing was found."""
        tables: dict[str, list[str]] = {}
        for metric in metrics:
            now, before = self._pair(metric)
            if one_off:
                before = None
            known = now or before
            if known is None and metric in always:
                tables[self._money_header()].append(self._row(metric, None, None))
            elif known is not None and (now or metric not in ONE_YEAR_ONLY):
                tables.setdefault(known.header, []).append(self._row(metric, now, before, one_off=one_off))
        return ["\n".join((*self._head(unit, one_off=one_off), *rows)) for unit, rows in tables.items()]

    def _money_header(self) -> str:
        return "US$ million" if self.company.currency == "USD" else "A$ million"

    def _pair(self, metric: str) -> tuple[Figure | None, Figure | None]:
        before = prior(self.period)
        ticker = self.company.ticker
        return (
            self.figures.get(ticker, self.period, metric),
            self.figures.get(ticker, before, metric) if before else None,
        )

    def _years(self, *, one_off: bool) -> tuple[str, ...]:
        before = None if one_off else prior(self.period)
        return tuple(self.company.year(year) for year in (self.period, before) if year)

    def _head(self, unit: str, *, one_off: bool) -> tuple[str, str]:
        years = self._years(one_off=one_off)
        return _line((unit, *years, "Source")), _line(("---", *("---:" for _ in years), "---"))

    def _row(self, metric: str, now: Figure | None, before: Figure | None, *, one_off: bool = False) -> str:
        cells = [self._cell(now)]
        marks = self._marks(now)
        if len(self._years(one_off=one_off)) == 2:
            cells.append(self._cell(before))
            marks = f"{marks} / {self._marks(before)}"
        return _line((self.company.label(metric), *cells, marks))

    def _cell(self, figure: Figure | None) -> str:
        if figure is None:
            return NOT_FOUND
        marks = [MARKS[kind][0] for kind in self._kinds(figure)]
        return " ".join((figure.cell, *marks))

    def _kinds(self, figure: Figure) -> list[str]:
        marked = NOTES_OF[self.company.ticker][figure.period].get("marks", {})
        return [kind for kind in MARKS if figure.metric in marked.get(kind, ())]

    def _marks(self, figure: Figure | None) -> str:
        if figure is None:
            return NOT_FOUND
        return "".join(f"[S{self._number(address)}]" for address in figure.sources)

    def _number(self, address: str) -> int:
        if address not in self.sources:
            self.sources.append(address)
        return self.sources.index(address) + 1

    def _reading_help(self, metrics: Iterable[str]) -> str:
        figures = [figure for metric in (*metrics, *DIVIDENDS) for figure in self._pair(metric) if figure]
        kinds = {kind for figure in figures for kind in self._kinds(figure)}
        parts = ["Figures in parentheses are negative (a net debt in parentheses is net cash); – means not found."]
        if prior(self.period):
            now, before = self._years(one_off=False)
            parts.append(f"Source marks before the stroke belong to {now}, those after it to {before}.")
        parts += [f"{mark} {meaning}" for kind, (mark, meaning) in MARKS.items() if kind in kinds]
        return " ".join(parts)


# Lines that explain one year; an empty row for them in the next year would say nothing.
ONE_YEAR_ONLY = ("operating_cash_flow_before_financing_and_tax", "ebitda_statutory", "cash_and_bullion", "bank_debt")
NOTES_OF: dict[str, dict[str, Notes]] = {}


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def digests(figures: Figures) -> Iterator[Digest]:
    """Return the 25 digests, company by company."""
    yaml = YAML(typ="safe")
    for company in COMPANIES:
        NOTES_OF[company.ticker] = yaml.load(NOTES / f"{company.ticker.lower()}.yaml")
        for period in YEARS:
            yield Digest(company, period, figures, NOTES_OF[company.ticker][period])


def main() -> int:
    """Write or check; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--figures", type=Path, help="folder of figures.csv (default: $DRAGOMAN_DATA/miner-figures)")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a digest is out of date")
    given = parser.parse_args()
    folder = given.figures or Path(os.environ.get("DRAGOMAN_DATA", "")) / "miner-figures"
    if not (folder / "figures.csv").is_file():
        print(f"No figures.csv in {folder}. Set DRAGOMAN_DATA or give --figures FOLDER.")
        return 2
    stale = []
    try:
        texts = {DIGESTS / digest.file_name: digest.text() for digest in digests(Figures(folder))}
    except ProseError as error:
        print(f"A placeholder in {NOTES.name} cannot be filled: {error}")
        return 2
    for path, text in texts.items():
        if path.is_file() and path.read_text(encoding="utf-8") == text:
            continue
        stale.append(path.name)
        if not given.check:
            path.write_text(text, encoding="utf-8")
    print(
        f"{len(texts)} digests, {len(stale)} {'out of date' if given.check else 'written'} {' '.join(stale)}".rstrip()
    )
    return 1 if given.check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
