"""Workbooks, Word files and web pages are read in a process apart: the same reading, and bombs are refused clearly."""

import io
import zipfile
from pathlib import Path

import docx
import openpyxl
import pytest

from dragoman.documents.ingest import ingest
from dragoman.documents.readers.kinds import KINDS, read
from dragoman.documents.readers.reading_apart import ReadingLimits, read_apart
from dragoman.documents.reading import Reading, UnreadableDocumentError

SMALL = ReadingLimits(megabytes=400, seconds=20)
ROWS = (["US$ millions", "2024", "2023"], ["Revenue", "5,678", "5,000"], ["Cost of sales", "(3,000)", "(2,900)"])


def workbook() -> bytes:
    book = openpyxl.Workbook()
    for row in ROWS:
        book.active.append(row)
    book.create_sheet("Hidden").sheet_state = "hidden"
    return saved(book)


def word_file() -> bytes:
    file = docx.Document()
    file.add_heading("Income", 1)
    table = file.add_table(rows=3, cols=3)
    for row, texts in zip(table.rows, ROWS, strict=True):
        for cell, text in zip(row.cells, texts, strict=True):
            cell.text = text
    return saved(file)


def web_page() -> bytes:
    rows = "".join("<tr>" + "".join(f"<td>{text}</td>" for text in row) + "</tr>" for row in ROWS)
    return f"<title>Income of Example</title><h1>Income</h1><p>Text.</p><table>{rows}</table>".encode()


def saved(file) -> bytes:
    out = io.BytesIO()
    file.save(out)
    return out.getvalue()


def with_part(data: bytes, name: str, content: bytes) -> bytes:
    """Return the archive with one part replaced."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for part in old.infolist():
            new.writestr(part.filename, content if part.filename == name else old.read(part))
    return out.getvalue()


def refused(data: bytes, name: str, limits: ReadingLimits = SMALL) -> str:
    with pytest.raises(UnreadableDocumentError) as caught:
        read_apart(data, Path(name), limits=limits)
    assert caught.value.message.startswith(name)
    assert caught.value.remedy.endswith("Nothing of it was kept.")
    return caught.value.problem


GOOD = {".xlsx": workbook, ".docx": word_file, ".html": web_page}


@pytest.mark.parametrize("suffix", GOOD)
def test_what_is_read_apart_is_what_the_reader_reads(suffix: str) -> None:
    data, path = GOOD[suffix](), Path(f"income{suffix}")
    here: Reading = KINDS[suffix].read(data, path)
    assert here == read(data, path)
    assert here.blocks


@pytest.mark.parametrize("suffix", GOOD)
def test_a_refusal_is_the_reader_s_own_with_the_name_of_the_file(suffix: str) -> None:
    with pytest.raises(UnreadableDocumentError) as here:
        KINDS[suffix].read(b"", Path(f"income{suffix}"))
    with pytest.raises(UnreadableDocumentError) as apart:
        read(b"", Path(f"income{suffix}"))
    assert apart.value.message == here.value.message


@pytest.mark.parametrize("suffix", GOOD)
def test_a_deadline_ends_the_reading(suffix: str) -> None:
    problem = refused(GOOD[suffix](), f"income{suffix}", ReadingLimits(seconds=0))
    assert problem == "reading it took more than 0 seconds"


def test_a_web_page_that_takes_more_memory_than_it_may_is_refused() -> None:
    cells = b"<b>1</b>" * 900_000
    assert "memory" in refused(b"<p>words</p>" + cells, "big.html", ReadingLimits(megabytes=250, seconds=60))


LAUGHS = b"""<?xml version="1.0"?><!DOCTYPE w [<!ENTITY a "haha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;">
<!ENTITY e "&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;"><!ENTITY f "&e;&e;&e;&e;&e;&e;&e;&e;&e;&e;">]>"""


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("bomb.docx", with_part(word_file(), "word/document.xml", LAUGHS + b"<w>&f;&f;&f;&f;</w>")),
        ("bomb.xlsx", with_part(workbook(), "xl/worksheets/sheet1.xml", LAUGHS + b"<w>&f;&f;</w>")),
    ],
)
def test_entities_in_entities_do_no_harm(name: str, data: bytes) -> None:
    assert refused(data, name)


@pytest.mark.parametrize("tag", ["div", "table><tr><td", "b", "ul><li"])
def test_elements_in_elements_do_no_harm(tag: str) -> None:
    deep = b"<p>Revenue 485,000</p>" + f"<{tag}>".encode() * 100_000 + b"<p>Profit 12,000</p>"
    reading = read_apart(deep, Path("deep.html"), limits=SMALL)
    assert "Revenue 485,000" in reading.pages[0].text


def test_a_span_of_a_million_columns_is_no_million_cells() -> None:
    wide = web_page().replace(b"<td>5,678", b"<td colspan=99999999 rowspan=99999999>5,678")
    assert read_apart(wide, Path("wide.html"), limits=SMALL).blocks


def test_a_bomb_among_files_is_told_and_the_others_are_read(store, vocabulary, tmp_path: Path) -> None:
    (tmp_path / "bomb.docx").write_bytes(with_part(word_file(), "word/document.xml", LAUGHS + b"<w>&f;</w>"))
    (tmp_path / "income.html").write_bytes(web_page())
    bomb, income = ingest([tmp_path], store=store, vocabulary=vocabulary)
    assert bomb.status == "failed"
    assert bomb.error
    assert bomb.error.code == "unreadable-document"
    assert income.status == "added"
    assert [document.path for document in store.documents()] == [str(tmp_path / "income.html")]
