"""Facts, answers and turns as an export gets them."""

import io
import re
from decimal import Decimal

import openpyxl
import pytest

from dragoman.domain.answer import Answer, Citation
from dragoman.domain.document import Box, Cell
from dragoman.domain.fact import Fact
from dragoman.domain.lineage import FactNode
from dragoman.domain.period import Period
from dragoman.export.conversation import Said, conversation_sheets
from dragoman.export.workbook import workbook_bytes


def fact_of(value="55658", period=2024, *, label="Revenue", unit="USD", scale=1_000_000, company="BHP", **more):
    cell = Cell(
        document="bhp-1", page=7, table=2, row=3, column=2, row_label=label, column_label=f"FY{period}",
        text=f"{Decimal(value):,}", box=Box(x0=72.14, y0=310.5, x1=120.9, y1=322), unit_source="the header",
    )  # fmt: skip
    fields = {"basis": None, "share": None, "currency": "USD", "title": "BHP report", "proofs": ("sum: Total",)} | more
    return Fact(
        id=f"{company}-{label}-{period}-{value}", company=company, metric="revenue", period=Period(period),
        value=Decimal(value), unit=unit, scale=scale, label=label, cell=cell, **fields,
    )  # fmt: skip


def node_of(*arguments, **more):
    return FactNode(fact=fact_of(*arguments, **more))


def said_of(*lineage, text="It was US$55,658 million [1].", quote="Revenue | 55,658", number=1, question="How much?"):
    citation = Citation(marker=1, document="bhp-1", title="BHP report", page=7, section="Income", quote=quote)
    answer = Answer(text=text, outcome="answered", thread="t-1", turn=number, citations=(citation,), lineage=lineage)
    return Said(number=number, question=question, answer=answer)


def workbook_of(*said):
    return openpyxl.load_workbook(io.BytesIO(workbook_bytes(conversation_sheets(said), title="T")))


def values_of(said):
    """The same with what its formulas were said to come to."""
    file = io.BytesIO(workbook_bytes(conversation_sheets([said]), title="T"))
    return openpyxl.load_workbook(file, data_only=True)


def column_of(sheet, title):
    heads = [cell.value for cell in sheet[1]]
    return [row[heads.index(title)].value for row in sheet.iter_rows(min_row=2)]


def worked_out(sheet, place):
    """What the formula of a cell comes to, by arithmetic of the test's own."""
    value = sheet[place.replace("$", "")].value
    if not isinstance(value, str) or not value.startswith("="):
        return value
    text = re.sub(r"\$?([A-Z]+)\$?(\d+)", lambda found: repr(worked_out(sheet, found[1] + found[2])), value[1:])
    known = {
        "ABS": abs, "MAX": max, "MIN": min, "SUM": lambda *all_: sum(all_), "COUNT": lambda *all_: len(all_),
        "AVERAGE": lambda *all_: sum(all_) / len(all_), "__builtins__": {},
    }  # fmt: skip
    return eval(text.replace("^", "**"), known)  # noqa: S307  # formulas of ours, over numbers


@pytest.fixture
def hostile():
    """Labels as a document might print them, that a spreadsheet must not carry out."""
    return ['=HYPERLINK("http://evil","x")', "+1+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "\t=1", "\r=1", " =1", "＝1"]
