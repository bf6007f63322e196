"""Which reader reads which file, and how large it may be."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from dragoman.documents.readers.docx import read_docx
from dragoman.documents.readers.html import read_html
from dragoman.documents.readers.markdown import read_markdown
from dragoman.documents.readers.pdf import read_pdf
from dragoman.documents.readers.reading_apart import read_apart
from dragoman.documents.readers.text import read_text
from dragoman.documents.readers.xlsx import read_xlsx
from dragoman.documents.reading import Reading, UnreadableDocumentError

VERSION = "19"  # of what readers make of a file: raise it and unchanged files are read again
MEGABYTE = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of file."""

    read: Callable[[bytes, Path], Reading]
    max_megabytes: int
    is_apart: bool = False  # read in a process apart; the reader of PDFs sees to that itself


KINDS: Mapping[str, Kind] = {
    ".md": Kind(read_markdown, 10),
    ".markdown": Kind(read_markdown, 10),
    ".txt": Kind(read_text, 10),
    ".pdf": Kind(read_pdf, 200),
    ".docx": Kind(read_docx, 50, is_apart=True),
    ".xlsx": Kind(read_xlsx, 50, is_apart=True),
    ".htm": Kind(read_html, 50, is_apart=True),
    ".html": Kind(read_html, 50, is_apart=True),
    ".xhtml": Kind(read_html, 50, is_apart=True),
}


def read_bytes(path: Path) -> bytes:
    """Return the file's bytes.

    Raises UnreadableDocumentError when it is of no known kind, too large or closed to us.
    """
    kind = KINDS.get(path.suffix.lower())
    if kind is None:
        known = ", ".join(sorted(KINDS))
        raise UnreadableDocumentError(path, f"no reader for files named *{path.suffix}", f"There are: {known}.")
    limit = kind.max_megabytes * MEGABYTE
    try:
        with path.open("rb") as file:
            data = file.read(limit + 1)
    except OSError as error:
        raise UnreadableDocumentError(path, f"cannot be opened: {error.strerror}", "Check its rights.") from None
    if len(data) > limit:
        problem = f"larger than {kind.max_megabytes} MB, the limit for *{path.suffix}"
        raise UnreadableDocumentError(path, problem, "Split it into smaller files.")
    return data


def read(data: bytes, path: Path, *, ocr: str = "") -> Reading:
    """Read the bytes by the kind that the name says; `ocr` as `read_pdf` takes it. Raises UnreadableDocumentError."""
    if ocr and path.suffix.lower() == ".pdf":
        return read_pdf(data, path, ocr=ocr)
    kind = KINDS[path.suffix.lower()]
    return read_apart(data, path) if kind.is_apart else kind.read(data, path)
