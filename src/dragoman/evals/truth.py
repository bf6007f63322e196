"""Cells of real reports as people read them: `benchmarks/truth/*.yaml`, a file a document."""

from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Literal

from dragoman.domain.document import Box
from dragoman.errors import Source
from dragoman.evals.figures import DataSetError
from dragoman.specs.reader import load
from dragoman.specs.spec import Spec

FOLDER = Path(__file__).parents[3] / "benchmarks" / "truth"  # beside the package, in the source tree only
TableKind = Literal["income", "balance", "cashflow", "segment", "operational", "note"]


class CellSpec(Spec):
    """One printed figure and all that a reader of the page takes it to mean."""

    page: int
    """Counted from 1, whatever number is printed on it."""
    kind: TableKind
    label: str
    """The row's own words, without marks of footnotes and without the number of a note in a column of its own."""
    group: str = ""
    """The heading above the row, where the label alone does not say what it is."""
    column: str
    printed: str
    """As it stands there, without a currency sign before it."""
    value: str
    """With its sign; a dash is zero."""
    scale: int
    unit: str
    """"USD", "USD/share", "%"; "count" for what is only counted: shares, members, stores."""
    period: str | None
    """As Dragoman names it; None where the figure is of no fiscal period, such as a change in percent."""
    periods_too: tuple[str, ...] = ()
    """Other names that are as right: the balance of 30 June is that of the quarter and of the half."""
    box: tuple[float, float, float, float]
    """Where the figure stands, in PDF points from the top left corner: left, top, right, bottom."""

    @property
    def amount(self) -> Decimal:
        """The value in whole units."""
        return Decimal(self.value) * self.scale

    @property
    def periods(self) -> frozenset[str]:
        """Every name of the period that is right; empty where there is none."""
        return frozenset({self.period, *self.periods_too} if self.period else ())

    @property
    def place(self) -> Box:
        """The box as documents have it."""
        left, top, right, bottom = self.box
        return Box(x0=left, y0=top, x1=right, y1=bottom)


class TruthSpec(Spec):
    """One document and its checked cells."""

    document: str
    """The name of the file."""
    folder: str
    """The data set it belongs to."""
    sha256: str
    company: str
    year_end: str
    """The month in which fiscal years end."""
    aside: bool = False
    """Kept out of sight while the reader of tables is tuned."""
    note: str = ""
    cells: tuple[CellSpec, ...]

    def named(self) -> Iterator[tuple[str, CellSpec]]:
        """Yield every cell with its id: document, page, number on the page, label and period."""
        numbers: dict[int, int] = {}
        for cell in self.cells:
            numbers[cell.page] = number = numbers.get(cell.page, 0) + 1
            yield f"{Path(self.document).stem}:{cell.page}.{number} {cell.label} {cell.period or 'no period'}", cell


def read_truth(*, aside: bool) -> tuple[TruthSpec, ...]:
    """Read the documents that were set aside, or all others. Raises DataSetError outside the source tree."""
    files = sorted(FOLDER.glob("*.yaml"))
    if not files:
        problem = "the checked cells come with the source tree only"
        raise DataSetError(problem, where=Source(str(FOLDER)), remedy="Run it from a checkout.")
    return tuple(truth for truth in (load(path, TruthSpec) for path in files) if truth.aside is aside)
