"""PDF: what can be seen and read on its pages, to headings, paragraphs and tables."""

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from dragoman.documents.contents import contents_of
from dragoman.documents.layout.blocks import blocks_of_page
from dragoman.documents.layout.continued import with_headers
from dragoman.documents.layout.line import lines_of
from dragoman.documents.layout.page import PageLayout
from dragoman.documents.layout.strips import strips_of
from dragoman.documents.page_numbers import printed_numbers
from dragoman.documents.readers.pdf_apart import read_apart
from dragoman.documents.readers.pdf_notes import refuse_pictures, warnings_of
from dragoman.documents.readers.pdf_pages import PdfFile, PdfLimits, PdfPage
from dragoman.documents.reading import Reading
from dragoman.documents.running import running_lines
from dragoman.domain.document import Page
from dragoman.errors import MissingExtraError

LIMITS = PdfLimits()
_NEEDED = ("pypdfium2", "liteparse", "numpy")


def read_pdf(data: bytes, path: Path, *, limits: PdfLimits = LIMITS, ocr: str = "") -> Reading:
    """Read what a person can see. `ocr` names the languages in which pages without text are recognised.

    Raises UnreadableDocumentError for a file that is damaged, encrypted, over a limit or nothing but pictures,
    and MissingExtraError when the extra is not installed.
    """
    file = pdf_file(data, path, limits=limits, ocr=ocr)
    refuse_pictures(file.pages, path)
    layouts = [page.layout for page in file.pages]
    texts = [_text_of(layout) for layout in layouts]
    running = running_lines(texts)
    pages = _pages(file.pages, texts)
    return Reading(
        pages=pages,
        outline=contents_of(pages, file.outline),
        ocr_pages=frozenset(page.layout.number for page in file.pages if page.is_layer or page.confidence is not None),
        blocks=tuple(with_headers(block for layout in layouts for block in blocks_of_page(layout, running))),
        warnings=tuple(warnings_of(file, path)),
    )


def pdf_file(data: bytes, path: Path, *, limits: PdfLimits = LIMITS, ocr: str = "") -> PdfFile:
    """Return the words of every page with their places, as they stand on it."""
    if any(find_spec(name) is None for name in _NEEDED):
        raise MissingExtraError("reading PDF files", "pdf")
    return read_apart(data, path, limits, ocr=ocr)


def page_layouts(data: bytes, path: Path) -> list[PageLayout]:
    """Return the words of every page with their places. Raises as `read_pdf` does."""
    return [page.layout for page in pdf_file(data, path).pages]


def _text_of(layout: PageLayout) -> str:
    """Return the lines of a page, column of print by column."""
    return "\n".join(line.text for words in strips_of(layout) for line in lines_of(words))


def _pages(pages: Sequence[PdfPage], texts: Sequence[str]) -> tuple[Page, ...]:
    """Return the pages with the numbers that are printed on them, else with those that the file gives them."""
    printed = printed_numbers([page.edges for page in pages])
    found = []
    for page, text in zip(pages, texts, strict=True):
        number = page.layout.number
        name = printed.get(number) or page.label
        found.append(Page(number=number, text=text, printed=name if name != str(number) and name else None))
    return tuple(found)
