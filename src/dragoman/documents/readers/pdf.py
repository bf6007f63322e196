"""PDF: the text layer with its places, to headings, paragraphs and tables. Pictures of pages are not read."""

from collections.abc import Iterator
from pathlib import Path
from threading import Lock
from typing import Any

from dragoman.documents.layout.blocks import blocks_of_page
from dragoman.documents.layout.continued import with_headers
from dragoman.documents.layout.line import lines_of
from dragoman.documents.layout.page import PageLayout
from dragoman.documents.layout.strips import strips_of
from dragoman.documents.readers.pdf_layout import page_layouts
from dragoman.documents.reading import Reading, UnreadableDocumentError
from dragoman.documents.running import running_lines
from dragoman.domain.document import Page
from dragoman.errors import MissingExtraError

PDFIUM = Lock()  # the library may be used by one thread at a time
_MANY_SIDEWAYS = 10  # words; fewer are a mark in the margin
MAX_PAGES = 3000
MAX_CHARACTERS = 30_000_000


def read_pdf(data: bytes, path: Path) -> Reading:
    """Read the text layer.

    Raises UnreadableDocumentError for a file that is damaged, encrypted, too long or without any text,
    and MissingExtraError when pypdfium2 is not installed.
    """
    try:
        import pypdfium2
    except ImportError:
        raise MissingExtraError("reading PDF files", "pdf") from None
    library: Any = pypdfium2
    with PDFIUM:
        return _read(library, data, path)


def _read(library: Any, data: bytes, path: Path) -> Reading:  # noqa: ANN401 (pypdfium2 is optional and has no types)
    try:
        file = library.PdfDocument(data)
    except library.PdfiumError as error:
        raise _refusal(path, str(error)) from None
    try:
        labels = _page_labels(file, path)
    finally:
        file.close()
    layouts = page_layouts(data, path)
    texts = [_text_of(layout) for layout in layouts]
    if sum(map(len, texts)) > MAX_CHARACTERS:
        raise UnreadableDocumentError(path, f"more than {MAX_CHARACTERS:,} characters of text")
    pages = tuple(
        Page(number=layout.number, text=text, printed=labels.get(layout.number))
        for layout, text in zip(layouts, texts, strict=True)
    )
    running = running_lines(texts)
    return Reading(
        pages=pages,
        blocks=tuple(with_headers(block for layout in layouts for block in blocks_of_page(layout, running))),
        warnings=(*_warnings(pages, path), *_sideways(layouts)),
    )


def _refusal(path: Path, reason: str) -> UnreadableDocumentError:
    if "password" in reason.lower():
        return UnreadableDocumentError(path, "the PDF is encrypted", "Save a copy without a password.")
    return UnreadableDocumentError(path, "this is no PDF, or it is damaged", "Is the file complete?")


def _page_labels(file: Any, path: Path) -> dict[int, str]:  # noqa: ANN401 (pypdfium2 is optional and has no types)
    """Return the numbers that the file gives its pages where they differ from the count."""
    if len(file) > MAX_PAGES:
        problem = f"the PDF has {len(file):,} pages; {MAX_PAGES:,} is the limit"
        raise UnreadableDocumentError(path, problem, "Split it into smaller files.")
    labels = {number: file.get_page_label(number - 1) for number in range(1, len(file) + 1)}
    return {number: label for number, label in labels.items() if label and label != str(number)}


def _text_of(layout: PageLayout) -> str:
    """Return the lines of a page, column of print by column."""
    return "\n".join(line.text for words in strips_of(layout) for line in lines_of(words))


def _warnings(pages: tuple[Page, ...], path: Path) -> tuple[str, ...]:
    empty = [page.number for page in pages if not page.text.strip()]
    if len(empty) == len(pages):
        problem = f"{len(pages)} pages are images without text, so nothing was read"
        raise UnreadableDocumentError(path, problem, "Recognise its text with another program first.")
    if not empty:
        return ()
    return (f"{len(empty)} of {len(pages)} pages have no text ({_listed(empty)}); nothing was read from those",)


def _sideways(layouts: list[PageLayout]) -> Iterator[str]:
    pages = [layout.number for layout in layouts if layout.sideways >= _MANY_SIDEWAYS]
    if pages:
        yield f"on {len(pages)} pages text is set sideways ({_listed(pages)}); it was not read, tables in it neither"


def _listed(numbers: list[int]) -> str:
    shown = ", ".join(map(str, numbers[:10]))
    return f"{shown}…" if len(numbers) > 10 else shown
