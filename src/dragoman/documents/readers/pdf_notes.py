"""What is said of a PDF whose pages could not all be read, or not all of what is on them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from dragoman.documents.readers.pdf_pages import PdfFile, PdfPage, is_picture
from dragoman.documents.reading import UnreadableDocumentError, shown

_MANY_SIDEWAYS = 10  # words; fewer are a mark in the margin
_MAX_RANGES = 8


def refuse_pictures(pages: Sequence[PdfPage], path: Path) -> None:
    """Raise UnreadableDocumentError where no page has anything to read, with what would help."""
    if any(page.layout.words or page.unreadable or page.problem for page in pages):
        return
    pictures = [page for page in pages if is_picture(page)]
    if not pictures:
        raise UnreadableDocumentError(path, f"there is no text on {_counted(len(pages), 'page')} of it")
    are = "page is an image" if len(pictures) == 1 else "pages are images"
    problem = f"{len(pictures)} {are} without text ({ranges(_numbers(pictures))}), so nothing was read"
    raise UnreadableDocumentError(path, problem, _with_ocr(path))


def warnings_of(file: PdfFile, path: Path) -> Iterator[str]:
    """Yield what a person should know; what is about one page begins with it."""
    pages = file.pages
    for page in pages:
        if page.problem:
            yield f"page {page.layout.number}: it could not be read ({page.problem})"
    yield from _without_text(pages, path)
    yield from _of_pages(
        pages,
        lambda page: page.unreadable > 0 and not page.layout.words,
        "are set in a font without character names, so nothing was read from them. " + _with_ocr(path),
    )
    for page in pages:
        if page.unreadable and page.layout.words:
            words = _counted(page.unreadable, "word")
            yield f"page {page.layout.number}: {words} in a font without character names were left out"
        for reason, count in page.hidden.items():
            were = "was" if count == 1 else "were"
            words = _counted(count, "word")
            yield f"page {page.layout.number}: {words} that nobody can see {were} left out ({reason})"
    yield from _of_pages(
        pages, lambda page: page.is_layer, "are pictures; their text is what a scanner's program read in them (OCR)"
    )
    for page in pages:
        if page.confidence is not None:
            yield f"page {page.layout.number}: read by OCR, which was {page.confidence:.0%} sure of its words"
    sideways = [page for page in pages if page.layout.sideways >= _MANY_SIDEWAYS]
    if sideways:
        listed = ranges(_numbers(sideways))
        yield f"on {_counted(len(sideways), 'page')} text is set sideways ({listed}); it was not read"
    if file.is_restricted:
        yield "the PDF is encrypted but opens without a password, so it was read"


def ranges(numbers: Iterable[int]) -> str:
    """Say page numbers briefly: "pages 1–12", "page 4", "pages 2, 5–7"."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    said = [f"{first}" if first == last else f"{first}–{last}" for first, last in runs]
    more = "…" if len(said) > _MAX_RANGES else ""
    word = "page" if len(runs) == 1 and runs[0][0] == runs[0][1] else "pages"
    return f"{word} {', '.join(said[:_MAX_RANGES])}{more}"


def _without_text(pages: Sequence[PdfPage], path: Path) -> Iterator[str]:
    bare = [page for page in pages if not (page.layout.words or page.unreadable or page.problem)]
    pictures = [page for page in bare if is_picture(page)]
    if pictures:
        are = "is an image" if len(pictures) == 1 else "are images"
        listed = ranges(_numbers(pictures))
        yield f"{len(pictures)} of {len(pages)} pages {are} without text ({listed}). {_with_ocr(path)}"
    empty = [page for page in bare if not is_picture(page)]
    if empty:
        have = "has" if len(empty) == 1 else "have"
        yield f"{len(empty)} of {len(pages)} pages {have} no text ({ranges(_numbers(empty))})"


def _of_pages(pages: Sequence[PdfPage], is_one: Callable[[PdfPage], bool], said: str) -> Iterator[str]:
    found = _numbers(page for page in pages if is_one(page))
    if len(found) == 1:
        said = (
            said.replace("are pictures; their", "is a picture; its").replace("are set", "is set").replace("them", "it")
        )
    if found:
        yield f"{ranges(found)} {said}"


def _with_ocr(path: Path) -> str:
    return f'Read them with "dragoman ingest --ocr {shown(path)}", which needs Debian\'s tesseract-ocr.'


def _numbers(pages: Iterable[PdfPage]) -> list[int]:
    return [page.layout.number for page in pages]


def _counted(count: int, word: str) -> str:
    return f"{count:,} {word}" if count == 1 else f"{count:,} {word}s"
