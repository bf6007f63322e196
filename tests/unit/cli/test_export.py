"""`dragoman export`, and `dragoman facts` into a file."""

import csv
import io

import openpyxl
import pytest


@pytest.fixture
def asked(dragoman):
    """Ask two questions in one thread and return its name."""
    thread = dragoman("ask", "How much did BHP's revenue grow from FY23 to FY24?", "--json").record["thread"]
    dragoman("ask", "and Rio Tinto's?", "--thread", thread)
    return thread


@pytest.mark.parametrize(("form", "begins"), [("md", "> How much"), ("html", "<!doctype html>"), ("csv", "figure,")])
def test_texts_go_to_standard_output_without_a_file(dragoman, asked, form, begins):
    done = dragoman("export", asked, "--format", form)

    assert (done.status, done.out.startswith(begins)) == (0, True)


def test_a_conversation_is_a_workbook_and_the_ending_says_so(dragoman, asked, tmp_path):
    done = dragoman("export", asked, "-o", tmp_path / "a.xlsx")
    book = openpyxl.load_workbook(tmp_path / "a.xlsx")

    assert done.out == f"wrote {tmp_path / 'a.xlsx'}: 2 answers, 6 figures, 6 sources\n"
    assert book.sheetnames == ["Answers", "Comparison", "Figures", "Sources"]
    assert book["Figures"]["N4"].value == "=($N$3-$N$2)/ABS($N$2)*100"


def test_one_turn_is_named_behind_its_thread(dragoman, asked, tmp_path):
    dragoman("export", f"{asked}:2", "-o", tmp_path / "a.csv")
    rows = list(csv.DictReader(io.StringIO((tmp_path / "a.csv").read_text())))

    assert {row["company"] for row in rows if row["kind"] == "fact"} == {"RIO"}


def test_the_newest_thread_is_taken_when_none_is_named(dragoman, asked, tmp_path):
    assert dragoman("export", "-o", tmp_path / "a.md", "--json").record["answers"] == 2


def test_a_file_that_is_there_is_not_replaced(dragoman, asked, tmp_path):
    (tmp_path / "a.md").write_text("mine")
    refused = dragoman("export", asked, "-o", tmp_path / "a.md")

    assert (refused.status, (tmp_path / "a.md").read_text()) == (2, "mine")
    assert "--force" in refused.err
    assert dragoman("export", asked, "-o", tmp_path / "a.md", "--force").status == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("export", "--format", "docx"), "There is: md, html, csv, xlsx."),
        (("export", "t-none"), "there is no thread 't-none'"),
        (("export", "t-none:x"), "no turn number"),
        (("facts", "-o", "a.pdf"), "There is: csv, xlsx."),
    ],
)
def test_what_cannot_be_exported_is_named(dragoman, arguments, words):
    done = dragoman(*arguments)

    assert (done.status, words in done.err) == (2, True)


def test_a_turn_that_is_not_there_is_named(dragoman, asked):
    assert "There is: 1, 2." in dragoman("export", f"{asked}:9").err


def test_facts_are_a_workbook_with_the_sums_that_do_not_hold(dragoman, tmp_path):
    done = dragoman("facts", "-o", tmp_path / "f.xlsx", "--json")
    book = openpyxl.load_workbook(tmp_path / "f.xlsx")

    assert done.record["facts"] == book["Facts"].max_row - 1 > 500
    assert done.record["broken_sums"] == (book["Broken sums"].max_row - 1 if "Broken sums" in book.sheetnames else 0)


def test_no_fact_is_no_file(dragoman, tmp_path):
    done = dragoman("facts", "--company", "BHP", "--period", "FY1999", "-o", tmp_path / "f.csv")

    assert (done.status, list(tmp_path.glob("*.csv"))) == (4, [])
