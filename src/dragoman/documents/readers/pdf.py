"""PDF: the text layer page by page. Tables are read as prose; pictures of pages are not read at all."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from threading import Lock
from typing import Any

from dragoman.documents.prose import blocks_of
from dragoman.documents.readers.decode import clean
from dragoman.documents.reading import Reading, UnreadableDocumentError
from dragoman.documents.running import running_lines, without_running_lines
from dragoman.domain.document import Page
from dragoman.errors import MissingExtraError

PDFIUM = Lock()  # the library may be used by one thread at a time
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
        pages = tuple(_pages(file, path))
    except library.PdfiumError as error:
        raise UnreadableDocumentError(path, f"the PDF is damaged: {error}") from None
    finally:
        file.close()
    running = running_lines([page.text for page in pages])
    bodies = (replace(page, text=without_running_lines(page.text, running)) for page in pages)
    return Reading(
        pages=pages,
        blocks=tuple(block for body in bodies for block in blocks_of(body)),
        warnings=_warnings(pages, path),
    )


def _refusal(path: Path, reason: str) -> UnreadableDocumentError:
    if "password" in reason.lower():
        return UnreadableDocumentError(path, "the PDF is encrypted", "Save a copy without a password.")
    return UnreadableDocumentError(path, "this is no PDF, or it is damaged", "Is the file complete?")


def _pages(file: Any, path: Path) -> Iterator[Page]:  # noqa: ANN401 (pypdfium2 is optional and has no types)
    if len(file) > MAX_PAGES:
        problem = f"the PDF has {len(file):,} pages; {MAX_PAGES:,} is the limit"
        raise UnreadableDocumentError(path, problem, "Split it into smaller files.")
    size = 0
    for index in range(len(file)):
        text = _text_of(file[index])
        size += len(text)
        if size > MAX_CHARACTERS:
            raise UnreadableDocumentError(path, f"more than {MAX_CHARACTERS:,} characters of text")
        label = file.get_page_label(index)
        yield Page(number=index + 1, text=text, printed=label if label and label != str(index + 1) else None)


def _text_of(page: Any) -> str:  # noqa: ANN401 (see above)
    with closing(page), closing(page.get_textpage()) as layer:
        # pdfium marks a hyphen at a line's end with U+FFFE (older) or U+0002 (newer).
        raw: str = layer.get_text_range().replace("\ufffe\r\n", "").replace("\x02\r\n", "")
        return clean(raw.replace("\ufffe", "-").replace("\x02", "-"))


def _warnings(pages: tuple[Page, ...], path: Path) -> tuple[str, ...]:
    empty = [page.number for page in pages if not page.text.strip()]
    if len(empty) == len(pages):
        problem = f"{len(pages)} pages are images without text, so nothing was read"
        raise UnreadableDocumentError(path, problem, "Recognise its text with another program first.")
    if not empty:
        return ()
    return (f"{len(empty)} of {len(pages)} pages have no text ({_listed(empty)}); nothing was read from those",)


def _listed(numbers: list[int]) -> str:
    shown = ", ".join(map(str, numbers[:10]))
    return f"{shown}…" if len(numbers) > 10 else shown
