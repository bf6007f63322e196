"""Workbooks: what the sheet shows, heads put together, what is hidden, and files that mean harm."""

import io
import zipfile
from datetime import date
from pathlib import Path

import openpyxl
import pytest

from dragoman.documents.identity import IngestOptions
from dragoman.documents.ingest import ingest
from dragoman.documents.readers.xlsx import read_xlsx
from dragoman.documents.readers.xlsx_format import printed
from dragoman.documents.reading import Grid, UnreadableDocumentError

PATH = Path("figures.xlsx")


def written(build) -> bytes:
    book = openpyxl.Workbook()
    build(book.active, book)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def income(sheet, book) -> None:
    del book
    sheet.title = "Income"
    for row in (
        ["Consolidated income statement"],
        ["US$ millions"],
        [],
        [None, "Year ended 30 June"],
        [None, 2024, 2023],
        ["Revenue", 5678.4, 5000],
        ["Cost of sales", -3000, -2900],
        [],
        ["Profit after tax", 2078.4, -1600],
    ):
        sheet.append(row)
    sheet.merge_cells("B4:C4")
    for cell in (cell for row in sheet["B6:C9"] for cell in row):
        cell.number_format = "#,##0.0_);(#,##0.0)"


def grids(data: bytes) -> list[Grid]:
    return [block for block in read_xlsx(data, PATH).blocks if isinstance(block, Grid)]


def test_a_table_has_its_merged_heads_its_labels_and_what_the_cells_show() -> None:
    (grid,) = grids(written(income))

    assert grid.header == ("", "Year ended 30 June 2024", "Year ended 30 June 2023")
    assert grid.rows[1] == ("Cost of sales", "(3,000.0)", "(2,900.0)")
    assert grid.rows[2] == ("Profit after tax", "2,078.4", "(1,600.0)")
    assert grid.places[0][1] == 'sheet "Income", cell B6'
    assert grid.caption == "US$ millions"


def test_its_figures_are_facts_with_sheet_and_cell(store, vocabulary, tmp_path: Path) -> None:
    path = tmp_path / "figures.xlsx"
    path.write_bytes(written(income))

    ingest([path], store=store, vocabulary=vocabulary, options=IngestOptions(company="BHP"))

    (fact,) = store.facts(metric="revenue", period="FY2024")
    assert (str(fact.value), fact.scale, fact.unit) == ("5678.4", 1_000_000, "USD")
    assert fact.cell.place == 'sheet "Income", cell B6'


@pytest.mark.parametrize(
    ("value", "number_format", "text"),
    [
        (1234.5, "General", "1234.5"),
        (-1234.5, "#,##0;(#,##0)", "(1,235)"),
        (-1234.5, "#,##0.00", "-1,234.50"),
        (0, '#,##0;(#,##0);"-"', "-"),
        (0.0345, "0.0%", "3.5%"),
        (12345678, "#,##0,", "12,346"),
        (12345678, '$#,##0.0,,"m"', "$12.3m"),
        (5, '0.0"x"', "5.0x"),
        (7, "[$€-407] #,##0", "€ 7"),
        (0.1 + 0.2, "General", "0.3"),
        (date(2024, 6, 30), "yyyy-mm-dd", "30 June 2024"),
        (date(2024, 6, 30), "mmm-yy", "June 2024"),
        (date(2024, 6, 30), "yyyy", "2024"),
        (True, "General", "TRUE"),
    ],
)
def test_a_value_is_read_as_its_format_shows_it(value, number_format: str, text: str) -> None:
    assert printed(value, number_format) == text


def test_what_nobody_sees_is_left_out_and_told() -> None:
    def build(sheet, book) -> None:
        income(sheet, book)
        sheet.row_dimensions[7].hidden = True
        sheet.column_dimensions["C"].hidden = True
        sheet["B6"].number_format = ";;;"
        sheet["A9"].font = openpyxl.styles.Font(color="FFFFFFFF")
        book.create_sheet("Secret")["A1"] = "Revenue is 1 dollar"
        book["Secret"].sheet_state = "hidden"

    reading = read_xlsx(written(build), PATH)
    shown = str(reading.pages)

    assert all(hidden not in shown for hidden in ("Cost of sales", "2023", "5,678", "Profit", "1 dollar"))
    told = " ".join(reading.warnings)
    assert 'the hidden sheet "Secret" was left out' in told
    assert "cells of hidden rows and columns were left out" in told
    assert "2 cells that nobody can see were left out" in told


def test_a_formula_without_a_stored_value_is_left_out_and_told() -> None:
    def build(sheet, book) -> None:
        income(sheet, book)
        sheet["B9"] = "=B6-B7"

    reading = read_xlsx(written(build), PATH)

    assert "1 formulas have no stored value" in " ".join(reading.warnings)


def test_tables_below_each_other_are_told_apart_and_gaps_are_none() -> None:
    def build(sheet, book) -> None:
        income(sheet, book)
        for row in ([], ["Production", 2024, 2023], ["Iron ore (Mt)", 191.8, 190]):
            sheet.append(row)

    first, second = grids(written(build))

    assert len(first.rows) == 3
    assert second.header == ("Production", "2024", "2023")


@pytest.mark.parametrize("data", [b"no archive", b"PK\x03\x04 broken", b""])
def test_what_is_no_workbook_is_refused(data: bytes) -> None:
    with pytest.raises(UnreadableDocumentError, match="no workbook"):
        read_xlsx(data, PATH)


def with_part(data: bytes, name: str, content: bytes) -> bytes:
    out = io.BytesIO(data)
    with zipfile.ZipFile(out, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, content)
    return out.getvalue()


def test_an_archive_that_unpacks_to_too_much_is_refused() -> None:
    bomb = with_part(written(income), "xl/media/x.xml", b" " * (101 * 1024 * 1024))

    with pytest.raises(UnreadableDocumentError, match="unpacks to more than"):
        read_xlsx(bomb, PATH)


def test_entities_are_refused_and_macros_are_not_run() -> None:
    with pytest.raises(UnreadableDocumentError, match="entities"):
        read_xlsx(with_part(written(income), "xl/worksheets/sheet9.xml", b'<!DOCTYPE x [<!ENTITY a "b">]><x/>'), PATH)

    assert "macros" in read_xlsx(with_part(written(income), "xl/vbaProject.bin", b"x"), PATH).warnings[0]


def test_an_empty_workbook_is_refused() -> None:
    with pytest.raises(UnreadableDocumentError, match="no visible sheet"):
        read_xlsx(written(lambda sheet, book: None), PATH)


def test_cells_far_apart_are_read_without_all_that_lies_between() -> None:
    def build(sheet, book) -> None:
        income(sheet, book)
        sheet.cell(1_048_576, 1, "the end")

    assert read_xlsx(written(build), PATH).blocks[-1].text == "the end"
