"""Workbooks: each sheet is a page, its cells as the sheet shows them; formulas count by the value stored with them."""

import io
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from dragoman.documents.readers.decode import clean
from dragoman.documents.readers.sheet import SheetCell, blocks_of
from dragoman.documents.readers.xlsx_format import is_invisible, printed
from dragoman.documents.reading import Block, Grid, Heading, Reading, UnreadableDocumentError
from dragoman.domain.document import Page
from dragoman.errors import MissingExtraError

MAX_UNPACKED = 100 * 1024 * 1024  # bytes of all parts together
MAX_PARTS = 2_000
MAX_CELLS = 400_000
_MAX_COLUMNS = 200  # of one sheet that are looked at
_MAX_PLACES = 4_000_000  # of all sheets, empty ones counted
_MAX_MERGED = 20  # rows that one text may stand for
_SAME = "Is the file genuine?"
_DECLARES = re.compile(rb"<!\s*(?:DOCTYPE|ENTITY)", re.IGNORECASE)
_UNSTORED = re.compile(rb"<c\s[^>]*>\s*<f[^>]*(?:/>|>[^<]*</f>)\s*(?:<v\s*/>|<v></v>)?\s*</c>")
_WHITE = ("FFFFFFFF", "00FFFFFF")


def read_xlsx(data: bytes, path: Path) -> Reading:
    """Read the visible sheets. Macros never run and links to other files are not followed.

    Raises UnreadableDocumentError for a file that is damaged, too large unpacked or without any text, and
    MissingExtraError when openpyxl is not installed.
    """
    try:
        import openpyxl as library
    except ImportError:
        raise MissingExtraError("reading workbooks", "xlsx") from None
    openpyxl: Any = library
    warnings = list(_checked(data, path))
    try:
        book: Any = openpyxl.load_workbook(io.BytesIO(data), data_only=True, keep_links=False)
        sheets = [_Sheet(sheet, number) for number, sheet in enumerate(book.worksheets, 1)]
        _check_size(sheets, path)
        blocks = [block for sheet in sheets for block in sheet.blocks()]
    except (UnreadableDocumentError, MemoryError, RecursionError):
        raise
    except Exception as fault:  # whatever a damaged file makes the library raise
        raise _damaged(path) from fault
    if not any(isinstance(block, Grid) or not isinstance(block, Heading) for block in blocks):
        raise UnreadableDocumentError(path, "no visible sheet holds anything", "Is it the right file?")
    warnings += [note for sheet in sheets for note in sheet.notes()]
    return Reading(
        pages=tuple(_page(sheet, blocks) for sheet in sheets),
        blocks=tuple(blocks),
        warnings=tuple(warnings),
        headings_are_marked=True,
    )


def _checked(data: bytes, path: Path) -> Iterator[str]:
    """Refuse what is no archive, unpacks to too much or declares entities; note macros and formulas without values."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = archive.infolist()
            if len(parts) > MAX_PARTS or sum(part.file_size for part in parts) > MAX_UNPACKED:
                raise UnreadableDocumentError(path, f"it unpacks to more than {MAX_UNPACKED >> 20} MB", _SAME)
            if any("vbaproject" in part.filename.lower() for part in parts):
                yield "it carries macros; they were not run"
            yield from _contents(archive, path)
    except (zipfile.BadZipFile, zipfile.LargeZipFile, RuntimeError, NotImplementedError, EOFError):
        raise _damaged(path) from None


def _contents(archive: zipfile.ZipFile, path: Path) -> Iterator[str]:
    cells = unstored = read = 0
    for part in archive.infolist():
        if not part.filename.lower().endswith((".xml", ".rels")):
            continue
        with archive.open(part) as file:
            content = file.read(MAX_UNPACKED - read + 1)  # what an archive says of its sizes may be a lie
        read += len(content)
        if read > MAX_UNPACKED:
            raise UnreadableDocumentError(path, f"it unpacks to more than {MAX_UNPACKED >> 20} MB", _SAME)
        if b"\0" in content[:64] or _DECLARES.search(content):
            raise UnreadableDocumentError(path, "its XML declares entities, which no workbook does", _SAME)
        if part.filename.startswith("xl/worksheets/"):
            cells += content.count(b"<c ")
            unstored += len(_UNSTORED.findall(content))
    if cells > MAX_CELLS:
        raise UnreadableDocumentError(path, f"it has more than {MAX_CELLS:,} cells", "Split it into smaller files.")
    if unstored:
        yield f"{unstored:,} formulas have no stored value and were left out: open the file, calculate and save it"


def _check_size(sheets: list["_Sheet"], path: Path) -> None:
    if sum(sheet.size for sheet in sheets) > _MAX_PLACES:
        raise UnreadableDocumentError(path, "its cells are strewn over too many rows and columns", _SAME)


def _damaged(path: Path) -> UnreadableDocumentError:
    return UnreadableDocumentError(path, "this is no workbook, or it is damaged or locked", "Save it as .xlsx again.")


class _Sheet:
    """One sheet: its visible cells, and what of it was left out."""

    def __init__(self, sheet: Any, number: int) -> None:  # noqa: ANN401 (openpyxl is optional)
        self._sheet = sheet
        self.number = number
        self.title = " ".join(clean(sheet.title).split())
        self.is_hidden = sheet.sheet_state != "visible"
        self._rows = {number for number, row in sheet.row_dimensions.items() if row.hidden}
        self._columns = set(self._hidden_columns())
        self._unseen = 0  # cells whose text is white on white or formatted away
        self._left_out = 0  # cells of hidden rows and columns
        self._merged = dict(self._merged_cells())
        self._width = min(int(sheet.max_column), _MAX_COLUMNS)

    @property
    def size(self) -> int:
        """How many places its rows have, most of them empty as a rule."""
        return len(list(self._numbers())) * self._width

    def blocks(self) -> list[Block]:
        if self.is_hidden:
            return []
        rows = [row for number in self._numbers() if (row := self._row(number)) is not None]
        found = list(blocks_of(rows, page=self.number))
        return [Heading(page=self.number, level=1, text=self.title), *found] if found else []

    def notes(self) -> Iterator[str]:
        """Say what was left out."""
        if self.is_hidden:
            yield f'the hidden sheet "{self.title}" was left out'
        if self._left_out:
            yield f'sheet "{self.title}": {self._left_out:,} cells of hidden rows and columns were left out'
        if self._unseen:
            yield f'sheet "{self.title}": {self._unseen:,} cells that nobody can see were left out'

    def _numbers(self) -> Iterator[int]:
        """Give the rows that hold anything, and one blank row for each gap between them."""
        last = 0
        for number in sorted({row for row, _ in self._sheet._cells}):  # noqa: SLF001 (the public ways visit a million)
            if last and number > last + 1:
                yield last + 1
            yield number
            last = number

    def _row(self, number: int) -> list[SheetCell] | None:
        cells = [self._sheet.cell(number, column) for column in range(1, self._width + 1)]
        if number in self._rows:
            self._left_out += sum(cell.value is not None for cell in cells)
            return None
        return [self._cell(cell) for cell in cells if not self._is_left_out(cell)]

    def _is_left_out(self, cell: Any) -> bool:  # noqa: ANN401 (as above)
        if cell.column not in self._columns:
            return False
        self._left_out += cell.value is not None
        return True

    def _cell(self, cell: Any) -> SheetCell:  # noqa: ANN401 (as above)
        source = self._merged.get((cell.row, cell.column), cell)
        if source.value is None:
            return SheetCell()
        if is_invisible(source.number_format) or _is_white_on_white(source):
            self._unseen += 1
            return SheetCell()
        text = " ".join(clean(printed(source.value, source.number_format)).split())
        is_number = isinstance(source.value, int | float) and not isinstance(source.value, bool)
        place = f'sheet "{self.title}", cell {cell.coordinate}'
        return SheetCell(text=text, place=place, is_number=is_number)

    def _hidden_columns(self) -> Iterator[int]:
        for column in self._sheet.column_dimensions.values():
            if column.hidden and column.min:
                yield from range(column.min, min(column.max or column.min, _MAX_COLUMNS) + 1)

    def _merged_cells(self) -> Iterator[tuple[tuple[int, int], Any]]:
        """Give each cell of a merged head the cell whose text covers it; other rows show it only once."""
        for area in self._sheet.merged_cells.ranges:
            first = self._sheet.cell(area.min_row, area.min_col)
            if first.value is None or (isinstance(first.value, int | float) and area.min_row != area.max_row):
                continue
            for row in range(area.min_row, min(area.max_row, area.min_row + _MAX_MERGED) + 1):
                for column in range(area.min_col, min(area.max_col, _MAX_COLUMNS) + 1):
                    yield (row, column), first


def _is_white_on_white(cell: Any) -> bool:  # noqa: ANN401 (as above)
    color, fill = cell.font.color, cell.fill
    if color is None or color.type != "rgb" or color.rgb not in _WHITE:
        return False
    return fill.fill_type is None or (fill.fgColor.type == "rgb" and fill.fgColor.rgb in _WHITE)


def _page(sheet: _Sheet, blocks: list[Block]) -> Page:
    lines = [_text_of(block) for block in blocks if block.page == sheet.number]
    return Page(number=sheet.number, text="\n\n".join(lines), printed=sheet.title)


def _text_of(block: Block) -> str:
    if isinstance(block, Grid):
        return "\n".join(" | ".join(row).strip() for row in (block.header, *block.rows))
    return block.text
