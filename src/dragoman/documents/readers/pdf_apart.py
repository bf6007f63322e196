"""Reading a PDF in a process apart, which may take so much memory and time and no more."""

import shutil
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict, replace
from pathlib import Path

from dragoman.documents.readers.apart.outside import EndedError, Row, answers
from dragoman.documents.readers.pdf_ocr import Tesseract
from dragoman.documents.readers.pdf_pages import PdfFile, PdfLimits, outline_of, page_of
from dragoman.documents.reading import UnreadableDocumentError

_MODULE = "dragoman.documents.readers.pdf_child"
_OCR_SECONDS = 3600  # a page takes a few
_HARM = "It is damaged, or made to do harm. Print it to a new PDF and ingest that."
_SPLIT = "Split it into smaller files."


def read_apart(data: bytes, path: Path, limits: PdfLimits, *, ocr: str = "") -> PdfFile:
    """Return all pages; those without text are recognised where `ocr` names the languages.

    Raises UnreadableDocumentError; nothing of the other process is left then, nor when it is interrupted.
    """
    if ocr:
        limits = replace(limits, seconds=max(limits.seconds, _OCR_SECONDS))
    ask = {"limits": asdict(limits), "ocr": asdict(_tesseract(path, ocr)) if ocr else None}
    with closing(answers(_MODULE, ask, data, seconds=limits.seconds)) as rows:
        try:
            return _file(_read(rows, path))
        except (EndedError, StopIteration) as ended:
            raise _why(path, limits, is_late=isinstance(ended, EndedError) and ended.is_late) from None
        except (KeyError, TypeError, ValueError):
            raise UnreadableDocumentError(path, "it made the reader say what makes no sense", _HARM) from None


def _tesseract(path: Path, languages: str) -> Tesseract:
    program = shutil.which("tesseract")
    if program is None:
        raise _refusal(path, "no-tesseract", "")
    return Tesseract(program, languages)


def _read(rows: Iterator[Row], path: Path) -> Iterator[Row]:
    for row in rows:
        if "refused" in row:
            raise _refusal(path, str(row["refused"]), str(row.get("detail", "")))
        yield row


def _file(rows: Iterator[Row]) -> PdfFile:
    head = next(rows)
    return PdfFile(
        outline=outline_of(head["outline"]),
        is_restricted=bool(head["restricted"]),
        pages=tuple(map(page_of, rows)),
    )


def _why(path: Path, limits: PdfLimits, *, is_late: bool) -> UnreadableDocumentError:
    """Return why the process ended before it was done."""
    if is_late:
        return UnreadableDocumentError(path, f"reading it took more than {limits.seconds:,} seconds", _SPLIT)
    return UnreadableDocumentError(path, "it broke the program that reads PDFs, or needed too much memory", _HARM)


def _refusal(path: Path, kind: str, detail: str) -> UnreadableDocumentError:
    first, _, second = detail.partition(" ")
    problem, remedy = {
        "password": ("the PDF is encrypted and asks for a password", "Save a copy without a password."),
        "damaged": ("this is no PDF, or it is damaged", "Is the file complete?"),
        "empty": ("the PDF has no pages", "Is the file complete?"),
        "pages": (f"the PDF has {first} pages, more than the limit", _SPLIT),
        "characters": ("it has more text than the limit", _SPLIT),
        "words": (f"page {first} has {second} words, more than the limit", _HARM),
        "size": (f"page {first} is {second} points wide or high, more than a PDF may be", _HARM),
        "memory": ("it needs too much memory", _HARM),
        "no-tesseract": ("recognising text needs the program tesseract", "Install Debian's: apt install tesseract-ocr"),
        "ocr": (f"its pages could not be recognised: {detail}", "Is the language installed? tesseract --list-langs"),
    }.get(kind, ("it cannot be read", _HARM))
    return UnreadableDocumentError(path, problem, remedy)
