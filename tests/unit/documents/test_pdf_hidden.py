"""Text that nobody can see is not read, and the page says how much of it there was; text that can be seen is."""

import pytest
from tests.unit.documents.prints import PATH, drawn, page_of, page_with, picture, said

from dragoman.documents.readers.pdf import read_pdf
from dragoman.documents.reading import UnreadableDocumentError

VISIBLE = "BT /F1 12 Tf 72 700 Td (Revenue 485,000) Tj ET "
FORM = "<</Type/XObject/Subtype/Form/BBox[0 0 600 800]/Resources<</Font<</F1 5 0 R>>>>/Length {}>>stream\n{}\nendstream"
IN_FORM = "BT /F1 12 Tf 3 Tr 72 600 Td (1 dollar) Tj ET"
LAYERS = "/OCProperties<</OCGs[6 0 R]/D<</OFF[6 0 R]/Order[]>>>>"
LAYER = "<</Type/OCG/Name(secret)>>"

HIDDEN = {
    "set in the invisible mode": "BT 3 Tr /F1 12 Tf 122 700 Td (1 dollar) Tj ET",
    "white on white": "1 1 1 rg BT /F1 12 Tf 72 600 Td (1 dollar) Tj ET",
    "in the colour of what lies under them": "0 0.3 0 rg 60 590 200 30 re f BT /F1 12 Tf 72 600 Td (1 dollar) Tj ET",
    "covered": "BT /F1 12 Tf 72 600 Td (1 dollar) Tj ET 0.8 g 60 590 200 30 re f",
    "off the page": "BT /F1 12 Tf 700 600 Td (1 dollar) Tj ET",
    "too small to see": "BT /F1 0.2 Tf 72 600 Td (1 dollar) Tj ET",
    "fully transparent": "/G1 gs BT /F1 12 Tf 72 600 Td (1 dollar) Tj ET",
    "cut off": "q 400 400 10 10 re W n BT /F1 12 Tf 72 600 Td (1 dollar) Tj ET Q",
    "on a layer that is switched off": "/OC /L1 BDC BT /F1 12 Tf 72 600 Td (1 dollar) Tj ET EMC",
}
SEEN = {
    "white on a dark box": "0 g 60 590 200 30 re f 1 g BT /F1 12 Tf 72 600 Td (1 dollar) Tj ET",
    "white on a dark box in a frame": "0.5 g 50 580 300 60 re f 0 0 0.4 rg 60 590 200 30 re f "
    "1 g BT /F1 12 Tf 72 600 Td (1 dollar) Tj ET",
    "light grey": "0.85 g BT /F1 12 Tf 72 600 Td (1 dollar) Tj ET",
    "beside a box painted later": "BT /F1 12 Tf 72 600 Td (1 dollar) Tj ET 0.8 g 60 500 200 30 re f",
    "under a transparent box": "BT /F1 12 Tf 72 600 Td (1 dollar) Tj ET /G2 gs 0 0 1 rg 60 590 200 30 re f",
    "only outlined": "1 Tr 0 0 0 RG BT /F1 12 Tf 72 600 Td (1 dollar) Tj ET",
    "inside its clip": "q 60 590 200 30 re W n BT /F1 12 Tf 72 600 Td (1 dollar) Tj ET Q",
    "on a layer that is on": "/OC /L2 BDC BT /F1 12 Tf 72 600 Td (1 dollar) Tj ET EMC",
    "printed twice": "1 g 1 Tr BT /F1 12 Tf 72 600 Td (1 dollar) Tj ET BT /F1 12 Tf 72 600 Td (1 dollar) Tj ET",
}


def one_page(content: str) -> bytes:
    resources = "/ExtGState<</G1<</ca 0/CA 0>>/G2<</ca 0.2>>>>/Properties<</L1 6 0 R/L2 7 0 R>>"
    return page_with(VISIBLE + content, resources=resources, catalog=LAYERS, more=(LAYER, "<</Type/OCG/Name(plain)>>"))


@pytest.mark.parametrize("reason", HIDDEN)
def test_hidden_text_is_not_read_and_counted_by_its_reason(reason: str) -> None:
    page = page_of(one_page(HIDDEN[reason]))
    assert said(page) == "Revenue 485,000"
    assert page.hidden == {reason: 2}


@pytest.mark.parametrize("how", SEEN)
def test_text_that_can_be_seen_is_read(how: str) -> None:
    page = page_of(one_page(SEEN[how]))
    assert "1 dollar" in said(page)
    assert page.hidden == {}


def test_invisible_text_over_a_visible_figure_leaves_the_figure() -> None:
    reading = read_pdf(one_page("BT 3 Tr /F1 12 Tf 122 700 Td (1 dollar) Tj ET"), PATH)
    assert reading.pages[0].text == "Revenue 485,000"
    assert "page 1: 2 words that nobody can see were left out (set in the invisible mode)" in reading.warnings


def test_hidden_text_inside_a_form_is_found() -> None:
    form = FORM.format(len(IN_FORM), IN_FORM)
    page = page_of(page_with(VISIBLE + "/X1 Do", resources="/XObject<</X1 6 0 R>>", more=(form,)))
    assert said(page) == "Revenue 485,000"
    assert page.hidden == {"set in the invisible mode": 2}


def test_a_hidden_text_that_lies_under_a_visible_one_is_found() -> None:
    content = "0 0 0.5 rg 60 590 200 30 re f 1 g BT /F1 12 Tf 72 600 Td (54 pounds) Tj ET "
    under = "1 g BT /F1 12 Tf 72 600 Td (1 dollar!) Tj ET "
    page = page_of(one_page(under + content))
    assert "54 pounds" in said(page)
    assert "dollar" not in said(page)


def test_what_a_scanner_read_in_a_picture_is_read_and_marked() -> None:
    def scan(canvas: object) -> None:
        canvas.drawImage(picture(), 0, 0, 595, 842)
        text = canvas.beginText(72, 700)
        text.setTextRenderMode(3)
        text.textLines("Revenue 485,000\nProfit 12,000")
        canvas.drawText(text)

    reading = read_pdf(drawn(scan), PATH)
    assert "Profit 12,000" in reading.pages[0].text
    assert reading.warnings == ("page 1 is a picture; its text is what a scanner's program read in it (OCR)",)


def test_invisible_text_over_a_blank_picture_is_no_layer_of_a_scanner() -> None:
    def blank(canvas: object) -> None:
        canvas.drawImage(picture(dark=False), 0, 0, 595, 842)
        text = canvas.beginText(72, 700)
        text.setTextRenderMode(3)
        text.textLine("1 dollar")
        canvas.drawText(text)

    with pytest.raises(UnreadableDocumentError, match="1 page is an image without text"):
        read_pdf(drawn(blank), PATH)


def test_words_of_pages_with_hidden_text_stand_where_they_stood() -> None:
    plain = page_of(page_with(VISIBLE))
    with_hidden = page_of(one_page(HIDDEN["white on white"]))
    for one, other in zip(plain.layout.words, with_hidden.layout.words, strict=True):
        assert (one.text, one.size, one.is_bold) == (other.text, other.size, other.is_bold)
        assert (one.box.x0, one.box.y0) == pytest.approx((other.box.x0, other.box.y0), abs=0.5)
        assert (one.box.x1, one.box.y1) == pytest.approx((other.box.x1, other.box.y1), abs=0.5)


MANY = " ".join(f"BT /F1 6 Tf {40 + 5 * (at % 100)} {20 + 7 * (at // 100)} Td ({at % 10}) Tj ET" for at in range(5000))


@pytest.mark.parametrize("reason", HIDDEN)
def test_one_hidden_text_among_thousands_that_can_be_seen_is_found(reason: str) -> None:
    page = page_of(one_page(MANY + " q " + HIDDEN[reason] + " Q"))
    assert "dollar" not in said(page)
    assert page.hidden == {reason: 2}


def test_of_texts_that_share_a_clip_only_those_outside_it_are_hidden() -> None:
    inside = "BT /F1 12 Tf 72 600 Td (4 pounds) Tj ET BT /F1 12 Tf 72 400 Td (1 dollar) Tj ET "
    page = page_of(one_page(f"q 60 590 200 30 re W n {inside} Q q 60 390 9 2 re W n {inside} Q"))
    assert said(page) == "Revenue 485,000 4 pounds"


def test_white_text_in_the_corner_of_a_turned_page_is_found() -> None:
    plain, corner = "BT /F1 12 Tf 72 700 Td (Revenue 485,000) Tj ET ", "1 g BT /F1 12 Tf 2 2 Td (1 dollar) Tj ET"
    page = page_of(page_with(plain + corner, rotate=90))
    assert page.hidden == {"white on white": 2}
