"""Pages that are pictures: said, and read where tesseract is there; what is cited of them says so."""

import shutil
from pathlib import Path

import pypdfium2
import pytest
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas
from tests.unit.documents.prints import PATH, drawn, page_with

from dragoman.documents.ingest import IngestOptions, ingest
from dragoman.documents.readers.pdf import read_pdf
from dragoman.documents.reading import UnreadableDocumentError
from dragoman.errors import UsageError
from dragoman.interpret.vocabulary import Vocabulary
from dragoman.stores.corpus import CorpusStore

needs_tesseract = pytest.mark.skipif(
    shutil.which("tesseract") is None, reason="the program tesseract is not here (apt install tesseract-ocr)"
)


def _statement(canvas: Canvas) -> None:
    canvas.setFont("Helvetica", 12)
    rows = [("US$ million", "2024", "2023"), ("Revenue", "485,000", "412,300"), ("Profit", "(120,500)", "99,800")]
    for number, (label, *figures) in enumerate(rows):
        canvas.drawString(72, 720 - 18 * number, label)
        for column, figure in enumerate(figures):
            canvas.drawRightString(380 + 100 * column, 720 - 18 * number, figure)
    canvas.drawString(72, 600, "The price of copper rose in the second half of the year.")


def _scan(canvas: Canvas) -> None:
    picture = pypdfium2.PdfDocument(drawn(_statement))[0].render(scale=3).to_pil()
    canvas.drawImage(ImageReader(picture), 0, 0, 595, 842)


def _words(canvas: Canvas) -> None:
    canvas.drawString(72, 700, "A page of words.")


def test_a_file_of_pictures_is_refused_with_what_would_read_it() -> None:
    with pytest.raises(UnreadableDocumentError) as caught:
        read_pdf(drawn(_scan, _scan, _scan), Path("scan.pdf"))
    assert caught.value.message == (
        "scan.pdf  3 pages are images without text (pages 1–3), so nothing was read\n"
        'Read them with "dragoman ingest --ocr scan.pdf", which needs Debian\'s tesseract-ocr. Nothing of it was kept.'
    )


def test_pictures_among_pages_of_words_are_told_with_their_pages() -> None:
    (warning,) = read_pdf(drawn(_words, _scan, _scan, _words, _scan), PATH).warnings
    assert warning.startswith("3 of 5 pages are images without text (pages 2–3, 5). Read them with")


def test_what_are_no_languages_is_refused(vocabulary: Vocabulary) -> None:
    with pytest.raises(UsageError, match="names no languages"):
        IngestOptions(ocr="eng; rm -rf /").check(vocabulary)


@needs_tesseract
def test_a_scan_becomes_facts_and_passages_that_say_they_were_read_by_ocr(
    tmp_path: Path, store: CorpusStore, vocabulary: Vocabulary
) -> None:
    path = tmp_path / "scan.pdf"
    path.write_bytes(drawn(_words, _scan))
    options = IngestOptions(company="BHP", period="FY2024", ocr="eng")
    (report,) = ingest([path], store=store, vocabulary=vocabulary, options=options)
    revenue = next(fact for fact in store.facts() if fact.metric == "revenue" and fact.period.year == 2024)
    assert str(revenue.value) == "485000"
    assert revenue.cell.box
    assert any("page 2: read by OCR" in warning for warning in report.warnings)
    sections = {passage.page: passage.section[-1:] for passage in store.passages(report.id)}
    assert sections[1] == ()
    assert "read by OCR" in sections[2][0]


@needs_tesseract
def test_a_language_that_is_not_installed_is_an_error_with_a_remedy() -> None:
    with pytest.raises(UnreadableDocumentError, match="could not be recognised") as caught:
        read_pdf(drawn(_scan), PATH, ocr="xyz")
    assert "tesseract --list-langs" in caught.value.remedy


def test_letters_without_names_are_not_indexed() -> None:
    names, widths = "/g0" * 20, "700 " * 20
    font = "<</Type/Font/Subtype/Type3/FontBBox[0 0 700 700]/FontMatrix[0.001 0 0 0.001 0 0]/CharProcs<</g0 6 0 R>>"
    font += f"/Encoding<</Type/Encoding/Differences[1{names}]>>/FirstChar 1/LastChar 20/Widths[{widths}]>>"
    shape = "<</Length 37>>stream\n700 0 0 0 700 700 d1 0 0 500 700 re f\nendstream"
    line = "BT /F2 9 Tf 72 {} Td <0102030405060708> Tj ET"
    content = " ".join(line.format(700 - 12 * number) for number in range(40))
    data = page_with(content, more=(shape, font)).replace(b"/F1 5 0 R", b"/F2 7 0 R")
    reading = read_pdf(data, PATH)
    assert reading.blocks == ()
    assert "is set in a font without character names" in reading.warnings[0]
