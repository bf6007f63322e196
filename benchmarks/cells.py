"""How many checked cells come out of real PDFs right, beside what one would write with pdfplumber in an hour.

Run: DRAGOMAN_DATA=DIR PYTHONPATH=src python benchmarks/cells.py [aside]

The rule for pdfplumber, which knows no periods, units or scales: `extract_tables()` on the page, and where it finds
no figures, again by the places of words ("text"). The years are those of the last row above the first figures that
prints any, else of the first line of the page with two or more; the figures of a row are given to them from right to
left, so that a column of notes does no harm. A row's label is all that stands before its first figure. Brackets or a
minus make a figure negative, a dash is zero. The first "in thousands" or "in millions" of the page is the scale of
all but percent and per share. Of pdfplumber neither units are judged, since it has none, nor what has no period.
"""

import re
import sys
from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

import pdfplumber

from dragoman.app.settings import load_settings
from dragoman.app.vocabularies import project_vocabulary
from dragoman.evals.cell import find
from dragoman.evals.cells import Reports, share, source_of
from dragoman.evals.truth import CellSpec, TruthSpec, read_truth
from dragoman.stores.corpus import CorpusStore

FIGURE = re.compile(r"^[-–—(]*[$£€]?\s*[-(]*\s*(?:\d[\d,]*\.?\d*|\.\d+)\s*%?\s*\)?\s*%?$")
DASH = re.compile(r"^[$£€]?\s*[-–—]$")
YEAR = re.compile(r"\b(?:19|20)\d\d\b")
SCALES = {"thousand": 1_000, "million": 1_000_000}
SCALE = re.compile(r"\b(?:in|of)\s+(thousand|million)s", re.IGNORECASE)


class Row(NamedTuple):
    """A row of figures by fiscal year, as the rule reads it."""

    label: str
    figures: tuple[tuple[str, Decimal], ...]  # "FY2022", amount in whole units


def rows_of(page: "pdfplumber.page.Page") -> list[Row]:
    """Read all tables of a page by the rule."""
    text = page.extract_text() or ""
    said = SCALE.search(text)
    scale = SCALES[said[1].lower()] if said else 1
    years = next((found for line in text.splitlines() if len(found := YEAR.findall(line)) > 1), [])
    for settings in ({}, {"vertical_strategy": "text", "horizontal_strategy": "text"}):
        rows = [row for table in page.extract_tables(settings) for row in _read(table, years, scale)]
        if rows:
            return rows
    return []


def _read(table: list[list[str | None]], years: list[str], scale: int) -> Iterator[Row]:
    cells = [[(cell or "").replace("\n", " ").strip() for cell in row] for row in table]
    first = next((n for n, row in enumerate(cells) if any(map(_is_amount, row))), len(cells))
    above = [found for row in cells[:first] if (found := YEAR.findall(" ".join(row)))]
    periods = [f"FY{year}" for year in (above[-1] if above else years)]
    for row in cells[first:]:
        figures = [cell for cell in row if FIGURE.match(cell) or DASH.match(cell)]
        start = next((n for n, cell in enumerate(row) if cell in figures), len(row))
        label = " ".join(cell for cell in row[:start] if cell not in ("", "$"))
        count = min(len(periods), len(figures))
        if label and count:
            amounts = (_amount(cell, label, scale) for cell in figures[-count:])
            yield Row(label, tuple(zip(periods[-count:], amounts, strict=True)))


def _is_amount(cell: str) -> bool:
    return bool(FIGURE.match(cell)) and not YEAR.fullmatch(cell)


def _amount(cell: str, label: str, scale: int) -> Decimal:
    if DASH.match(cell):
        return Decimal(0)
    value = Decimal(re.sub(r"[^\d.]", "", cell))
    is_plain = "%" in cell or "per share" in label.lower()
    return (-value if re.match(r"^[$£€]?\s*[-–—(]", cell) else value) * (1 if is_plain else scale)


def judge(cell: CellSpec, rows: list[Row]) -> str:
    """Say right, wrong or missing of a cell; where several rows have the label, any of them may be right."""
    wanted = _letters(cell.label)
    found = [
        amount
        for row in rows
        if _letters(row.label) and _letters(row.label) in (wanted, wanted + _letters(cell.group))
        for period, amount in row.figures
        if period in cell.periods
    ]
    if not found:
        return "missing"
    return "right" if cell.amount in found else "wrong"


def _letters(text: str) -> str:
    return re.sub(r"[^a-z]", "", text.lower())


def plumbed(truth: TruthSpec, path: Path) -> Counter[str]:
    """Count the cells of one document as the rule finds them."""
    with pdfplumber.open(path) as pdf:
        pages = {number: rows_of(pdf.pages[number - 1]) for number in {cell.page for cell in truth.cells}}
    return Counter(judge(cell, pages[cell.page]) for cell in truth.cells if cell.period)


def main() -> int:
    """Print both, document by document."""
    settings = load_settings()
    if settings.data is None:
        print("skipped: set DRAGOMAN_DATA")
        return 0
    totals: dict[str, Counter[str]] = {"Dragoman": Counter(), "pdfplumber": Counter()}
    seconds = dict.fromkeys(totals, 0.0)
    with TemporaryDirectory() as folder:
        store = CorpusStore.open(Path(folder, "corpus.db"))
        reports = Reports(settings.data, store, project_vocabulary("mines", None))
        for truth in read_truth(aside="aside" in sys.argv[1:]):
            begun = perf_counter()
            cells = [cell for cell in truth.cells if cell.period]
            own = Counter(find(cell, reports.facts(truth, cell.page)).outcome for cell in cells)
            middle = perf_counter()
            other = plumbed(truth, source_of(truth, settings.data))
            for name, counted, took in (
                ("Dragoman", own, middle - begun),
                ("pdfplumber", other, perf_counter() - middle),
            ):
                totals[name] += counted
                seconds[name] += took
                print(f"{Path(truth.document).stem:<44} {_line(name, counted)}")
        store.close()
    for name, counted in totals.items():
        print(f"{'all':<44} {_line(name, counted)}   {seconds[name]:.0f} s")
    print("Dragoman reads whole documents in that time, pdfplumber the checked pages alone.")
    return 0


def _line(name: str, counted: Counter[str]) -> str:
    counts = " · ".join(f"{counted[outcome]:>3} {outcome}" for outcome in ("right", "wrong", "missing"))
    return f"{name:<10} {counts}   right {share(counted):.1%}"


if __name__ == "__main__":
    sys.exit(main())
