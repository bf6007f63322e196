"""Word files: the order of the text, headings, tables, pages, and files that mean harm."""

import io
import zipfile
from pathlib import Path

import docx
import pytest
from docx.enum.text import WD_BREAK
from docx.oxml import parse_xml

from dragoman.documents.clauses import clause_blocks
from dragoman.documents.identity import IngestOptions
from dragoman.documents.ingest import ingest
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
    table = reading.blocks[3]
    assert (table.page, table.header, table.rows) == (1, ("Role", "Rate"), (("Analyst", "£820"),))
    assert reading.metadata["title"] == "Deal"


def test_tables_inside_cells_are_read_once_behind_the_table_that_holds_them():
    def build(file) -> None:
        outer = file.add_table(rows=1, cols=3)
        outer.cell(0, 0).text = "Results"
        inner = outer.cell(0, 1).merge(outer.cell(0, 2)).add_table(rows=2, cols=2)
        for cell, text in zip(
            (c for row in inner.rows for c in row.cells), ("US$ million", "2024", "Revenue", "5,678"), strict=True
        ):
            cell.text = text

    (_, grid) = reader.read_docx(written(build), PATH).blocks

    assert (grid.header, grid.rows) == (("US$ million", "2024"), (("Revenue", "5,678"),))


def test_a_page_break_starts_a_page():
    reading = reader.read_docx(written(deal), PATH)
    assert [page.number for page in reading.pages] == [1, 2]
    assert reading.blocks[-1].page == 2
    assert "Interest" in reading.pages[1].text


def test_clauses_of_a_word_file_are_sections():
    blocks = clause_blocks(reader.read_docx(written(deal), PATH))
    assert [block.text for block in blocks if isinstance(block, Heading)] == ["Deal", "1. Payment", "1.1", "1.2"]


LEVELS = (("upperRoman", "Article %1", ""), ("decimal", "%1.%2", "<w:isLgl/>"), ("lowerLetter", "(%3)", ""))


def numbered(file) -> None:
    """Add paragraphs whose numbers stand in numbering.xml only; each is (level, text)."""
    space = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    levels = "".join(
        f'<w:lvl w:ilvl="{depth}"><w:start w:val="1"/><w:numFmt w:val="{form}"/>{legal}'
        f'<w:lvlText w:val="{text}"/></w:lvl>'
        for depth, (form, text, legal) in enumerate(LEVELS)
    )
    root = file.part.numbering_part.element
    root.insert(0, parse_xml(f'<w:abstractNum {space} w:abstractNumId="90">{levels}</w:abstractNum>'))
    root.append(parse_xml(f'<w:num {space} w:numId="91"><w:abstractNumId w:val="90"/></w:num>'))
    for depth, text in (
        (0, "PAYMENT"),
        (1, "He pays."),
        (1, "She shall pay:"),
        (2, "now;"),
        (2, "soon."),
        (0, "LAW"),
        (1, "Ours."),
    ):
        properties = file.add_paragraph(text)._p.get_or_add_pPr()
        properties.append(parse_xml(f'<w:numPr {space}><w:ilvl w:val="{depth}"/><w:numId w:val="91"/></w:numPr>'))
    file.add_paragraph("Unnumbered.")


def test_numbers_that_word_keeps_out_of_the_text_are_read():
    texts = [block.text for block in reader.read_docx(written(numbered), PATH).blocks]
    assert texts[:5] == ["Article I PAYMENT", "1.1 He pays.", "1.2 She shall pay:", "(a) now;", "(b) soon."]
    assert texts[5:] == ["Article II LAW", "2.1 Ours.", "Unnumbered."]


def test_numbers_of_a_style_are_read_and_bullets_are_none():
    def build(file) -> None:
        for text, style in (("Pay.", "List Number"), ("Work.", "List Number"), ("Rest.", "List Bullet")):
            file.add_paragraph(text, style=style)

    texts = [block.text for block in reader.read_docx(written(build), PATH).blocks]
    assert texts == ["1. Pay.", "2. Work.", "Rest."]


def test_clauses_are_found_by_numbers_of_the_file():
    blocks = clause_blocks(reader.read_docx(written(numbered), PATH))
    assert [one.text for one in blocks if isinstance(one, Heading)][:3] == ["Article I PAYMENT", "1.1", "1.2"]


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


def figures(file) -> None:
    file.add_paragraph("US$ millions")
    table = file.add_table(rows=3, cols=3)
    for row, texts in zip(
        table.rows, (["", "Year ended 30 June", ""], ["", "2024", "2023"], ["Revenue", "55.5", "(1.2)"]), strict=True
    ):
        for cell, text in zip(row.cells, texts, strict=True):
            cell.text = text
    table.cell(0, 1).merge(table.cell(0, 2))


def test_the_figures_of_a_word_table_are_facts(store, vocabulary, tmp_path: Path):
    path = tmp_path / "note.docx"
    path.write_bytes(written(figures))

    ingest([path], store=store, vocabulary=vocabulary, options=IngestOptions(company="BHP", kind="report"))

    found = {str(fact.period and fact.period.label): (str(fact.value), fact.scale) for fact in store.facts()}
    assert found == {"FY2024": ("55.5", 1_000_000), "FY2023": ("-1.2", 1_000_000)}
