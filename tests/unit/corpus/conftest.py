"""Reads the sample corpus with eyes of its own, so that a fault of the script that wrote it can show."""

import csv
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
CORPUS = ROOT / "src" / "dragoman" / "assistants" / "mines" / "corpus"
sys.path.insert(0, str(ROOT / "scripts"))

FOOTNOTE = re.compile(r"\s*\[[a-z]\]")


@dataclass(frozen=True, slots=True)
class PrintedRow:
    """A row of a digest's table, one for each year column."""

    digest: str
    ticker: str
    page: int
    heading: str
    unit: str
    label: str
    year: str  # "FY2024"
    own_year: bool
    cell: str  # without footnote marks
    addresses: tuple[str, ...]

    @property
    def value(self) -> Decimal | None:
        """The number in the cell; None where nothing was found."""
        if self.cell in ("–", "nil"):
            return Decimal(0) if self.cell == "nil" else None
        digits = Decimal(self.cell.strip("()").replace(",", ""))
        return -digits if self.cell.startswith("(") else digits


def front_matter(text: str) -> dict[str, str]:
    head = text.split("---\n")[1]
    return {key: value.strip(' "') for key, value in (line.split(":", 1) for line in head.splitlines())}


def pages(text: str) -> list[str]:
    return text.split("---\n", 2)[2].split("<!-- page -->")


def printed_rows(path: Path) -> list[PrintedRow]:
    text = path.read_text(encoding="utf-8")
    front = front_matter(text)
    sources = dict(re.findall(r"^- (\[S\d+\]) (\S+)$", text, re.MULTILINE))
    rows = []
    for number, page in enumerate(pages(text), start=1):
        heading, header = "", None
        for line in page.splitlines():
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            if line.startswith("#"):
                heading = line.lstrip("# ")
            elif not line.startswith("|"):
                header = None
            elif header is None:
                header = cells
            elif not line.startswith("| ---"):
                rows += _row(path.name, front, (number, heading), header, cells, sources)
    return rows


def _row(name, front, place, header, cells, sources):
    marks = cells[-1].split(" / ")
    for column, year in enumerate(header[1:-1]):
        addresses = tuple(sources[mark] for mark in re.findall(r"\[S\d+\]", marks[column]))
        yield PrintedRow(
            digest=name,
            ticker=front["company"],
            page=place[0],
            heading=place[1],
            unit=header[0],
            label=cells[0],
            year=f"FY{year.removeprefix('FY')}",
            own_year=column == 0,
            cell=FOOTNOTE.sub("", cells[column + 1]),
            addresses=addresses,
        )


@pytest.fixture(scope="session")
def digests() -> list[Path]:
    return sorted((CORPUS / "digests").glob("*.md"))


@pytest.fixture(scope="session")
def news() -> list[Path]:
    return sorted((CORPUS / "news").glob("*.md"))


@pytest.fixture(scope="session")
def rows(digests: list[Path]) -> list[PrintedRow]:
    return [row for path in digests for row in printed_rows(path)]


@pytest.fixture(scope="session")
def figures(data_set: Callable[[str], Path]) -> list[dict[str, str]]:
    """The data set's rows, read here and not by the script."""
    with (data_set("miner-figures") / "figures.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))
