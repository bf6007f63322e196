"""`dragoman grid` from the command line."""

import csv

import openpyxl
import pytest


def test_rows_are_documents_and_columns_are_questions(dragoman, tmp_path):
    questions = tmp_path / "q.txt"
    questions.write_text("# two\nRevenue | What was revenue?\n")
    done = dragoman(
        "grid", "What was net debt?", "--questions", questions, "--company", "BHP", "-o", tmp_path / "g.xlsx"
    )
    grid = openpyxl.load_workbook(tmp_path / "g.xlsx")["Grid"]

    assert (done.status, grid.max_row) == (0, 2 + 5)
    assert [grid.cell(1, column).value for column in (4, 8)] == ["What was net debt?", "Revenue"]
    assert [cell.value for cell in grid[6]][7:10:1] == [55658, "USD million", grid["J6"].value]
    assert grid["J6"].value.startswith("BHP digest FY2024, page 1, table 1, row 1")


def test_metrics_in_periods_are_a_row_a_company(dragoman, tmp_path):
    options = (
        "--metric",
        "revenue",
        "--period",
        "FY2023",
        "--period",
        "FY2024",
        "--company",
        "BHP",
        "--company",
        "RIO",
    )
    dragoman("grid", *options, "-o", tmp_path / "g.csv")
    rows = list(csv.DictReader((tmp_path / "g.csv").read_text().splitlines()))

    assert [(row["company"], row["period"], row["value"]) for row in rows] == [
        ("BHP", "FY2023", "53817"), ("BHP", "FY2024", "55658"), ("RIO", "FY2023", "54041"), ("RIO", "FY2024", "53658"),
    ]  # fmt: skip


def test_a_bad_line_is_named_before_anything_is_asked(dragoman, tmp_path):
    (tmp_path / "q.txt").write_text("What was revenue?\nWhat about {year}?\n")
    done = dragoman("grid", "--questions", tmp_path / "q.txt", "-o", tmp_path / "g.xlsx")

    assert (done.status, "q.txt:2:1" in done.err) == (2, True)
    assert [one.name for one in tmp_path.glob("g.*")] == []


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "no questions"),
        (("q?", "--document", "none"), "there is no document 'none'"),
        (("What was revenue?", "--period", "FY1999"), "no document or company fits"),
        (("What was revenue?", "--by", "year"), "--by document or --by company"),
    ],
)
def test_what_is_no_grid_is_told(dragoman, tmp_path, arguments, words):
    done = dragoman("grid", *arguments, "-o", tmp_path / "g.xlsx")

    assert (done.status, words in done.err) == (2, True)


def test_nothing_answered_is_exit_status_4(dragoman, tmp_path):
    done = dragoman("grid", "How many employees were there?", "--company", "BHP", "-o", tmp_path / "g.xlsx", "--json")

    assert (done.status, done.record["declined"]) == (4, 5)


def test_threads_of_cells_do_not_pile_up(dragoman, tmp_path):
    dragoman("grid", "What was revenue?", "--company", "BHP", "-o", tmp_path / "g.xlsx")

    assert dragoman("threads", "list", "--json").record == []
