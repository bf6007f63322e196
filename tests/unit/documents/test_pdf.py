"""PDF: text and pages; files that cannot be read."""

import io
import sys
from pathlib import Path

import pytest
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen.canvas import Canvas

from dragoman.documents.readers.pdf import read_pdf
from dragoman.documents.readers.text import read_text
from dragoman.documents.reading import Heading, Paragraph, UnreadableDocumentError
from dragoman.errors import MissingExtraError

PATH = Path("report.pdf")


def pdf(*pages: str, encrypt: StandardEncryption | None = None) -> bytes:
    buffer = io.BytesIO()
    canvas = Canvas(buffer, encrypt=encrypt)
    for page in pages:
        for number, line in enumerate(page.split("\n")):
            canvas.drawString(72, 760 - 14 * number, line)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def test_text_is_read_page_by_page() -> None:
    reading = read_pdf(pdf("OUR RISKS\nWe may find no ore.", "And the price may fall."), PATH)
    assert [(page.number, page.text.splitlines()[0]) for page in reading.pages] == [
        (1, "OUR RISKS"),
        (2, "And the price may fall."),
    ]
    assert reading.blocks == (
        Heading(page=1, level=1, text="OUR RISKS"),
        Paragraph(page=1, text="We may find no ore."),
        Paragraph(page=2, text="And the price may fall."),
    )
    assert reading.warnings == ()


def test_running_lines_stay_on_the_page_but_out_of_the_passages() -> None:
    texts = [
        f"BIG MINES LIMITED\nThe {word} pit is open and work goes on there.\n{n}" for n, word in enumerate("abcdefg")
    ]
    reading = read_pdf(pdf(*texts), PATH)
    assert "BIG MINES LIMITED" in reading.pages[3].text
    assert all("BIG MINES" not in block.text for block in reading.blocks if not hasattr(block, "rows"))


def test_pages_without_text_are_a_warning() -> None:
    reading = read_pdf(pdf("words here", "", "more words"), PATH)
    assert reading.warnings == ("1 of 3 pages has no text (page 2)",)


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "no PDF, or it is damaged"),
        (b"%PDF-1.7\nhello", "no PDF, or it is damaged"),
        (pdf("words")[:300], "no PDF, or it is damaged"),
        (pdf("words", encrypt=StandardEncryption("secret")), "encrypted"),
        (pdf("", ""), "there is no text on 2 pages of it"),
    ],
    ids=["empty", "no pdf", "cut short", "encrypted", "blank"],
)
def test_a_file_that_cannot_be_read_says_why(data: bytes, problem: str) -> None:
    with pytest.raises(UnreadableDocumentError) as caught:
        read_pdf(data, PATH)
    assert problem in caught.value.problem
    assert "report.pdf" in caught.value.message


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pypdfium2", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'dragoman\[pdf\]'"):
        read_pdf(pdf("words"), PATH)


def test_plain_text_has_pages_too() -> None:
    reading = read_text(b"RISKS\n\nWe may find\nno ore.\n\fNext page.", Path("a.txt"))
    assert [page.number for page in reading.pages] == [1, 2]
    assert reading.blocks == (
        Heading(page=1, level=1, text="RISKS"),
        Paragraph(page=1, text="We may find no ore."),
        Paragraph(page=2, text="Next page."),
    )
