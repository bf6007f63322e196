"""What is done in the process apart in which a PDF is read: a line of JSON for the file, and one a page."""

import json
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from typing import Any

from dragoman.documents.layout.page import PageLayout
from dragoman.documents.readers.apart.inside import Ask, RefusedError, serve
from dragoman.documents.readers.pdf_calls import Calls, Pdfium
from dragoman.documents.readers.pdf_garbage import without_garbage
from dragoman.documents.readers.pdf_hidden import OFF_PAGE, Hidden
from dragoman.documents.readers.pdf_layout import batches
from dragoman.documents.readers.pdf_letters import edge_text, page_words
from dragoman.documents.readers.pdf_objects import Bounds, TooManyObjectsError, area, common, page_objects
from dragoman.documents.readers.pdf_ocr import RecognitionError, Tesseract, recognised
from dragoman.documents.readers.pdf_outline import outline_entries
from dragoman.documents.readers.pdf_pages import PdfLimits, PdfPage, is_for_ocr, outline_rows, page_line


def answer(ask: Ask, data: bytes) -> Iterator[str]:
    """Read one file."""
    limits = PdfLimits(**ask["limits"])
    tesseract = Tesseract(**ask["ocr"]) if ask.get("ocr") else None
    return _read(data, limits, tesseract)


def _read(data: bytes, limits: PdfLimits, tesseract: Tesseract | None) -> Iterator[str]:
    import pypdfium2

    library: Pdfium = pypdfium2
    try:
        file = library.PdfDocument(data)
    except library.PdfiumError as error:
        kind = "password" if "password" in str(error).lower() else "damaged"
        raise RefusedError(kind, str(error)) from None
    count = len(file)
    if not count:
        raise RefusedError("empty")
    if count > limits.pages:
        raise RefusedError("pages", f"{count}")
    restricted = library.raw.FPDF_GetSecurityHandlerRevision(file) >= 0
    entries = outline_entries(library.raw, file)
    yield json.dumps({"pages": count, "outline": outline_rows(entries), "restricted": restricted})
    characters = 0
    for found in _pages(library, file, data, limits):
        page = _recognised(file, found, tesseract) if tesseract and is_for_ocr(found) else found
        characters += sum(len(word.text) for word in page.layout.words)
        if characters > limits.characters:
            raise RefusedError("characters")
        yield page_line(page)


def _pages(library: Pdfium, file: Pdfium, data: bytes, limits: PdfLimits) -> Iterator[PdfPage]:
    from liteparse import LiteParse, ParseError

    for number in range(1, len(file) + 1):
        width, height = file.get_page_size(number - 1)
        if max(width, height) > limits.points:
            raise RefusedError("size", f"{number} {max(width, height):.0f}")
    parser: Any = LiteParse(
        ocr_enabled=False,
        quiet=True,
        emit_word_boxes=True,
        extract_text_metadata=True,
        continue_on_page_error=True,
        num_workers=1,
    )
    calls = Calls(library)
    try:
        for layouts, problems in batches(parser, data):
            for layout in layouts:
                yield _page(calls, file, layout, limits)
            for number, problem in problems.items():
                yield PdfPage(layout=PageLayout(number=number, width=0, height=0, words=()), problem=problem)
    except ParseError as error:
        raise RefusedError("damaged", str(error)) from None


def _page(calls: Calls, file: Pdfium, layout: PageLayout, limits: PdfLimits) -> PdfPage:
    """Take out of a page what nobody can see or read."""
    if len(layout.words) > limits.words:
        raise RefusedError("words", f"{layout.number} {len(layout.words)}")
    library, number = calls.library, layout.number
    raw = library.raw
    label = str(file.get_page_label(number - 1) or "")
    try:
        with closing(file[number - 1]) as page:
            objects = page_objects(calls, page)
            hidden = Hidden(calls, page, objects)
            words = hidden.words()
            counts = {reason: len(found) for reason, found in words.items()}
            if counts.keys() - {OFF_PAGE}:  # those it leaves out itself
                letters = page_words(raw, page)
                layout = PageLayout(
                    number=number,
                    width=layout.width,
                    height=layout.height,
                    words=letters.words,
                    sideways=letters.sideways,
                )
            with closing(page.get_textpage()) as layer:
                readable, unreadable = without_garbage(raw, layer, layout)
                edges = edge_text(page, layer)
            cover = _cover(page.get_bbox(), list(objects.pictures()))
    except (library.PdfiumError, TooManyObjectsError) as error:
        problem = "it holds more objects than anybody would print" if isinstance(error, TooManyObjectsError) else ""
        empty = PageLayout(number=number, width=layout.width, height=layout.height, words=())
        return PdfPage(layout=empty, label=label, problem=problem or str(error))
    return PdfPage(
        layout=readable,
        label=label,
        edges=edges,
        hidden=counts,
        is_layer=bool(hidden.layer),
        picture=cover,
        unreadable=unreadable,
    )


def _recognised(file: Pdfium, page: PdfPage, tesseract: Tesseract) -> PdfPage:
    try:
        with closing(file[page.layout.number - 1]) as one:
            words, sure = recognised(one, tesseract)
    except RecognitionError as error:
        raise RefusedError("ocr", str(error)) from None
    if not words:
        return page
    return replace(page, layout=replace(page.layout, words=words), unreadable=0, confidence=sure)


def _cover(box: Bounds, pictures: list[Bounds]) -> float:
    whole = area(box)
    return max((area(common(one, box)) / whole for one in pictures), default=0.0) if whole else 0.0


if __name__ == "__main__":
    serve(answer)
