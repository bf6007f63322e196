"""What a grid asks, what it keeps, and what its cells say."""

import json
from decimal import Decimal

import pytest
from tests.unit.export.conftest import node_of, said_of

from dragoman.app.grid.errors import GridJournalError, GridQuestionError
from dragoman.app.grid.journal import Journal
from dragoman.app.grid.questions import asked, column_of, metric_columns, read_questions
from dragoman.calculate.change import growth
from dragoman.domain.answer import Answer
from dragoman.export.grid import Grid, GridCell, GridRow, cell_of, flat_grid, grid_sheets

ROW = GridRow(id="bhp-1", title="BHP report", company="BHP", period="FY2024", document="bhp-1")


def cell(*lineage, row=ROW):
    return cell_of(said_of(*lineage).answer, "What was revenue?", row)


def test_a_question_without_fields_gets_the_rows_company_and_period():
    assert asked(column_of("What was revenue?"), ROW) == "BHP FY2024: What was revenue?"


def test_fields_are_filled_from_the_row():
    column = column_of("Revenue | What was {company}'s revenue in {period}?")

    assert (column.title, asked(column, ROW)) == ("Revenue", "What was BHP's revenue in FY2024?")


def test_metrics_times_periods_are_questions():
    columns = metric_columns(["net_debt"], ["FY2023", "FY2024"])

    assert [column.title for column in columns] == ["net debt FY2023", "net debt FY2024"]
    assert asked(columns[0], ROW) == "What was BHP's net debt for FY2023?"


@pytest.mark.parametrize("line", ["Name |", "?!", "What was {compny}'s revenue?", "x" * 8001])
def test_a_line_that_is_no_question_is_named_with_its_place(tmp_path, line):
    file = tmp_path / "q.txt"
    file.write_text(f"# remark\n\nWhat was revenue?\n{line}\n?\n")

    with pytest.raises(GridQuestionError) as error:
        read_questions(file)
    assert str(error.value.where) == f"{file}:4:1"
    assert "also lines 5" in error.value.problem


def test_a_line_that_is_not_text_is_named(tmp_path):
    (tmp_path / "q.txt").write_bytes(b"What was revenue?\n\xff\xfe\n")

    with pytest.raises(GridQuestionError, match=r"q.txt:2:1 .*not UTF-8"):
        read_questions(tmp_path / "q.txt")


def test_a_cell_of_one_number_has_it_with_unit_and_place():
    found = cell(node_of())

    assert (found.value, found.unit_words, found.confidence) == (Decimal(55658), "USD million", "unchecked")
    assert found.place == "BHP report, page 7, table 2, row 3, column 2"


def test_a_calculated_cell_has_its_sum_and_every_place():
    found = cell(growth((node_of("53817", 2023), node_of())))

    assert (found.unit, found.expression) == ("%", "(55,658 − 53,817) ÷ 53,817 = 3.42 %")
    assert found.place.endswith("and 1 more")


def test_an_answer_of_several_numbers_is_no_number():
    found = cell(node_of(), node_of("1", label="Other"))

    assert (found.state, found.value, found.text) == ("answered", None, "It was US$55,658 million [1].")
    assert len(found.sources) == 2


@pytest.mark.parametrize(("outcome", "state"), [("clarification", "asked"), ("fallback", "declined")])
def test_what_was_asked_back_or_declined_says_so_in_the_sheet(outcome, state):
    found = cell_of(Answer(text="Which one?", outcome=outcome, thread="t-1"), "q", ROW)
    sheet, _ = grid_sheets(Grid(rows=(ROW,), columns=(column_of("q"),), cells={(0, 0): found}))

    assert sheet.rows[0][3:] == (f"{state}: Which one?", None, None, state)
    assert (0, 3) in sheet.looks


def test_a_number_of_another_document_than_the_rows_is_marked():
    found = cell(node_of(), row=GridRow(id="x", title="X", document="x"))

    sheet, _ = grid_sheets(Grid(rows=(ROW,), columns=(column_of("q"),), cells={(0, 0): found}))
    assert sheet.rows[0][5].endswith("(another document)")


def test_a_cell_that_was_not_asked_says_so():
    grid = Grid(rows=(ROW,), columns=(column_of("q"),), cells={})

    assert grid_sheets(grid)[0].rows[0][3] == "not asked yet"
    assert len(flat_grid(grid).rows[0]) == len(flat_grid(grid).columns)


def test_cells_come_back_as_they_were_kept(tmp_path):
    with Journal(tmp_path / "j") as journal:
        journal.keep("k", cell(node_of()))
    with Journal(tmp_path / "j") as again:
        assert again.cells == {"k": cell(node_of())}


def test_a_torn_last_line_is_passed_over_and_what_follows_is_whole(tmp_path):
    with Journal(tmp_path / "j") as journal:
        journal.keep("k", GridCell(question="q", state="declined", text="no"))
    with (tmp_path / "j").open("a") as file:
        file.write('{"key": "torn", "ce')
    with Journal(tmp_path / "j") as journal:
        journal.keep("l", GridCell(question="q", state="declined", text="no"))
    with Journal(tmp_path / "j") as again:
        assert set(again.cells) == {"k", "l"}


def test_another_file_in_the_journals_place_is_left_alone(tmp_path):
    (tmp_path / "j").write_text(json.dumps({"mine": 1}) + "\n")

    with pytest.raises(GridJournalError, match="another file"), Journal(tmp_path / "j"):
        pass
    assert (tmp_path / "j").read_text() == '{"mine": 1}\n'
