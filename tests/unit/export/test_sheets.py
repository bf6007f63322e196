"""What stands beside a number in a sheet, and what a document's words may not become there."""

import csv
import io

import pytest
from tests.unit.export.conftest import column_of, fact_of, node_of, said_of, values_of, workbook_of

from dragoman.export.conversation import conversation_sheets, flat_sheet
from dragoman.export.csv_text import csv_text
from dragoman.export.errors import SheetSizeError
from dragoman.export.figure import fact_figures
from dragoman.export.figure_sheet import fact_sheet
from dragoman.export.sheet import Column, Sheet, letter
from dragoman.export.workbook import workbook_bytes


def rows_of(sheet):
    return list(csv.DictReader(io.StringIO(csv_text(sheet))))


def test_a_number_has_value_unit_scale_period_document_page_and_cell():
    (row,) = rows_of(flat_sheet([said_of(node_of())]))

    assert {name: row[name] for name in ("value", "unit", "scale", "amount", "period")} == {
        "value": "55658", "unit": "USD", "scale": "1000000", "amount": "55658000000", "period": "FY2024",
    }  # fmt: skip
    place = ("title", "document", "page", "table", "row", "column", "column_label", "box", "printed")
    expected = ["BHP report", "bhp-1", "7", "2", "3", "2", "FY2024", "72.1 310.5 120.9 322.0", "55,658"]
    assert [row[name] for name in place] == expected
    assert (row["marker"], row["proofs"], row["proved_by"]) == ("1", "1", "sum: Total")


def test_digits_are_kept_as_printed():
    values = [row["value"] for row in rows_of(fact_sheet(tuple(fact_figures([fact_of("1.70"), fact_of("-896.5")]))))]

    assert values == ["1.70", "-896.5"]


def test_labels_that_look_like_formulas_are_text_in_a_workbook(hostile):
    said = [said_of(node_of(label=label), text=label, quote=label, question=label) for label in hostile]

    for sheet in workbook_of(*said):
        ours = ("Value", "Amount") if sheet.title == "Figures" else ()
        heads = [cell.value for cell in sheet[1]]
        for row in sheet.iter_rows(min_row=2):
            assert [cell.data_type for cell, head in zip(row, heads, strict=True) if head not in ours].count("f") == 0
            assert all(cell.hyperlink is None for cell in row)


def test_labels_that_look_like_formulas_are_text_in_csv(hostile):
    rows = rows_of(fact_sheet(tuple(fact_figures([fact_of(label=label) for label in hostile]))))

    assert [row["label"] for row in rows] == ["'" + label.replace("\r", "\n") for label in hostile]


def test_a_negative_number_stays_a_number_in_csv():
    assert rows_of(fact_sheet(tuple(fact_figures([fact_of("-12")]))))[0]["value"] == "-12"


def test_a_text_longer_than_a_cell_is_cut_and_marked():
    (answer,) = column_of(workbook_of(said_of(node_of(), text="x" * 40_000))["Answers"], "Answer")

    assert (len(answer), answer[-1]) == (32_767, "…")


def test_figures_of_several_periods_are_compared_on_a_sheet_of_their_own():
    sheet = values_of(said_of(node_of("1", 2023), node_of("2", 2024), node_of("3", 2024, company="RIO")))["Comparison"]

    assert [cell.value for cell in sheet[1]][-2:] == ["FY2023", "FY2024"]
    assert (column_of(sheet, "FY2023"), column_of(sheet, "FY2024")) == ([1, None], [2, 3])


def test_figures_that_contradict_each_other_are_not_chosen_between():
    sheet = workbook_of(said_of(node_of("1"), node_of("2"), node_of("5", 2023)))["Comparison"]

    assert column_of(sheet, "FY2024") == ["differs: see Figures"]


def test_an_answer_without_numbers_has_its_quotes():
    said = [said_of(quote="Interest runs at 1.5 %.")]

    assert [sheet.title for sheet in conversation_sheets(said)] == ["Answers", "Sources"]
    (row,) = rows_of(flat_sheet(said))
    assert (row["kind"], row["label"], row["page"]) == ("quote", "Interest runs at 1.5 %.", "7")


def test_the_same_content_is_the_same_file():
    sheets = conversation_sheets([said_of(node_of())])

    assert workbook_bytes(sheets, title="T") == workbook_bytes(sheets, title="T")


def test_more_rows_than_a_sheet_holds_are_refused():
    sheet = Sheet(title="Facts", columns=(Column(name="a", title="A"),), rows=((None,),) * 1_048_576)

    with pytest.raises(SheetSizeError, match="1,048,575 rows"):
        workbook_bytes((sheet,), title="T")


@pytest.mark.parametrize(("column", "letters"), [(0, "A"), (25, "Z"), (26, "AA"), (701, "ZZ"), (702, "AAA")])
def test_columns_have_letters(column, letters):
    assert letter(column) == letters
