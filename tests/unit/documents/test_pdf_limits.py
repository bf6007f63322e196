"""Files that are damaged, locked, endless or made to do harm are refused with a reason, and nothing is left of it."""

import os
import subprocess
import sys
import zlib

import pytest
from reportlab.lib.pdfencrypt import StandardEncryption
from tests.unit.documents.prints import PATH, page_with, raw
from tests.unit.documents.test_pdf import pdf

from dragoman.documents.readers.pdf import pdf_file, read_pdf
from dragoman.documents.readers.pdf_pages import PdfLimits
from dragoman.documents.reading import UnreadableDocumentError

TEXT = "BT /F1 12 Tf 72 700 Td (Revenue 485,000) Tj ET "


def refused(data: bytes, limits: PdfLimits | None = None) -> str:
    with pytest.raises(UnreadableDocumentError) as caught:
        read_pdf(data, PATH, limits=limits or PdfLimits())
    assert caught.value.remedy.endswith("Nothing of it was kept.")
    return caught.value.problem


def test_more_pages_than_the_limit_are_refused() -> None:
    assert "3 pages, more than the limit" in refused(pdf("a", "b", "c"), PdfLimits(pages=2))


def test_more_words_on_a_page_than_the_limit_are_refused() -> None:
    data = pdf("\n".join("one two three four five" for _ in range(30)))
    assert "page 1 has 150 words" in refused(data, PdfLimits(words=100))


def test_more_characters_than_the_limit_are_refused() -> None:
    assert "more text than the limit" in refused(pdf("many words", "many words"), PdfLimits(characters=12))


def test_a_page_of_a_million_points_is_refused() -> None:
    assert "page 1 is 1000000 points" in refused(page_with(TEXT).replace(b"0 0 600 800", b"0 0 1000000 800"))


def test_a_page_of_a_million_words_is_refused() -> None:
    words = " ".join(f"{number}" for number in range(10, 90)) + " "
    content = "".join(f"BT /F1 4 Tf 10 {9 + 6 * line} Td ({words * 2}) Tj ET " for line in range(700))
    data = page_with(content).replace(b"0 0 600 800", b"0 0 2000 5000")
    assert "words, more than the limit" in refused(data)


def test_a_stream_that_unpacks_to_gigabytes_is_refused() -> None:
    pack = zlib.compressobj(9)
    packed = b"".join(pack.compress(b" " * 2**24) for _ in range(40)) + pack.flush()
    packed = zlib.compress(zlib.compress(packed, 9), 9)
    head = f"<</Length {len(packed)}/Filter[/FlateDecode/FlateDecode/FlateDecode]>>stream\n".encode()
    data = page_with("BOMB").replace(b"<</Length 4>>stream\nBOMB", head + packed)
    assert refused(data, PdfLimits(megabytes=400, seconds=20))


def test_arrays_in_arrays_do_no_harm() -> None:
    deep = "[" * 50_000 + "]" * 50_000
    assert pdf_file(page_with(TEXT + deep), PATH).pages[0].layout.words


def test_a_page_tree_that_bites_its_tail_ends() -> None:
    data = raw("<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[2 0 R 2 0 R]/Count 1000>>")
    assert refused(data, PdfLimits(seconds=20))


def test_forms_that_hold_each_other_end() -> None:
    form = "<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X{} {} 0 R>>>>/Length 6>>"
    end = "stream\n/X{} Do\nendstream"
    more = (form.format(2, 7) + end.format(2), form.format(1, 6) + end.format(1))
    data = page_with(TEXT + "/X1 Do", resources="/XObject<</X1 6 0 R>>", more=more)
    assert pdf_file(data, PATH).pages[0].layout.words


def test_a_contents_tree_that_bites_its_tail_breaks_only_the_process_apart() -> None:
    outline = "<</Type/Outlines/First 7 0 R/Last 7 0 R/Count 1>>"
    entry = "<</Title(Again)/Parent 6 0 R/Next 7 0 R/First 7 0 R/Dest[3 0 R/Fit]>>"
    assert refused(page_with(TEXT, catalog="/Outlines 6 0 R", more=(outline, entry)))


def test_a_damaged_table_of_objects_is_mended() -> None:
    data = page_with(TEXT)
    assert pdf_file(data.replace(b"startxref\n", b"startxref\n9"), PATH).pages[0].layout.words


@pytest.mark.parametrize("share", [0.2, 0.5, 0.8])
def test_a_file_cut_short_is_refused(share: float) -> None:
    data = pdf("hello", "world")
    assert refused(data[: int(share * len(data))])


def test_a_file_without_pages_is_refused() -> None:
    assert refused(raw("<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[]/Count 0>>"))


def test_a_password_is_asked_for_by_name() -> None:
    assert "asks for a password" in refused(pdf("words", encrypt=StandardEncryption("secret", canPrint=0)))


def test_a_file_that_only_its_owner_may_change_is_read_and_says_so() -> None:
    data = pdf("words", encrypt=StandardEncryption("", ownerPassword="owner", canCopy=0))
    reading = read_pdf(data, PATH)
    assert reading.pages[0].text == "words"
    assert "opens without a password" in reading.warnings[-1]


def test_a_deadline_ends_the_reading() -> None:
    assert "took more than 0 seconds" in refused(pdf(*["many words here"] * 200), PdfLimits(seconds=0))


def test_the_reader_ends_when_the_one_who_asked_is_gone() -> None:
    command = [sys.executable, "-m", "dragoman.documents.readers.pdf_child"]
    environment = {"PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(command, stdin=subprocess.PIPE, env=environment) as child:
        assert child.stdin
        child.stdin.write(b'{"length": 5, "limits": {}}\n%PDF-')
        child.stdin.close()
        assert child.wait(timeout=20) in {0, 1}
