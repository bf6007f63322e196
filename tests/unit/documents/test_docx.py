"""Word files: the order of the text, headings, tables, pages, and files that mean harm."""

import io
import zipfile
from pathlib import Path

import docx
import pytest
from docx.enum.text import WD_BREAK

from dragoman.documents.clauses import clause_blocks
from dragoman.documents.readers import docx as reader
from dragoman.documents.reading import Grid, Heading, Paragraph, UnreadableDocumentError

PATH = Path("deal.docx")


def written(build) -> bytes:
    file = docx.Document()
    build(file)
    out = io.BytesIO()
    file.save(out)
    return out.getvalue()


def deal(file) -> None:
    file.add_heading("Deal", level=0)
    file.add_heading("1. Payment", level=1)
    file.add_paragraph("1.1 The Customer shall pay.")
    table = file.add_table(rows=2, cols=2)
    for cell, text in zip(
        (c for row in table.rows for c in row.cells), ("Role", "Rate", "Analyst", "£820"), strict=True
    ):
        cell.text = text
    file.add_paragraph().add_run().add_break(WD_BREAK.PAGE)
    file.add_paragraph("1.2 Interest of 1.5% runs.")


def test_headings_paragraphs_and_tables_come_in_the_order_of_the_text():
    reading = reader.read_docx(written(deal), PATH)
    assert [type(block) for block in reading.blocks] == [Heading, Heading, Paragraph, Grid, Paragraph]
    assert reading.blocks[3] == Grid(page=1, header=("Role", "Rate"), rows=(("Analyst", "£820"),))
    assert reading.metadata["title"] == "Deal"


def test_a_page_break_starts_a_page():
    reading = reader.read_docx(written(deal), PATH)
    assert [page.number for page in reading.pages] == [1, 2]
    assert reading.blocks[-1].page == 2
    assert "Interest" in reading.pages[1].text


def test_clauses_of_a_word_file_are_sections():
    blocks = clause_blocks(reader.read_docx(written(deal), PATH))
    assert [block.text for block in blocks if isinstance(block, Heading)] == ["Deal", "1. Payment", "1.1", "1.2"]


def archive(**parts: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for name, text in parts.items():
            file.writestr(name, text)
    return out.getvalue()


@pytest.mark.parametrize("data", [b"", b"no archive at all", archive(word="<w/>"), written(deal)[:-200]])
def test_a_damaged_file_is_refused_with_a_remedy(data):
    with pytest.raises(UnreadableDocumentError, match=r"deal\.docx .*Word file.*\n.*Nothing of it was kept"):
        reader.read_docx(data, PATH)


def test_a_file_that_unpacks_to_too_much_is_refused_before_it_is_unpacked():
    bomb = archive(**{f"part{number}": "" for number in range(reader.MAX_PARTS + 1)})
    with pytest.raises(UnreadableDocumentError, match="unpacks to more than"):
        reader.read_docx(bomb, PATH)


def test_a_file_without_text_is_refused():
    with pytest.raises(UnreadableDocumentError, match="holds no text"):
        reader.read_docx(written(lambda file: None), PATH)
