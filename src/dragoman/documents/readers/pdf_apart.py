"""Reading a PDF in a process apart, which may take so much memory and time and no more."""

import json
import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, replace
from pathlib import Path
from typing import IO, Any

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
    ask = {"length": len(data), "limits": asdict(limits), "ocr": asdict(_tesseract(path, ocr)) if ocr else None}
    with _child() as child, _deadline(child, limits.seconds) as late:
        try:
            return _file(_lines(child, ask, data, path))
        except (_Ended, StopIteration):
            raise _why(path, child, limits, is_late=late.is_set()) from None
        except (KeyError, TypeError, ValueError):
            raise UnreadableDocumentError(path, "it made the reader say what makes no sense", _HARM) from None


def _tesseract(path: Path, languages: str) -> Tesseract:
    program = shutil.which("tesseract")
    if program is None:
        raise _refusal(path, "no-tesseract", "")
    return Tesseract(program, languages)


def _file(rows: Iterator[dict[str, Any]]) -> PdfFile:
    head = next(rows)
    return PdfFile(
        outline=outline_of(head["outline"]),
        is_restricted=bool(head["restricted"]),
        pages=tuple(map(page_of, rows)),
    )


class _Ended(Exception):  # noqa: N818 (not an error yet; the reason is looked up)
    """The other process ended before it had said everything."""


@contextmanager
def _child() -> Iterator[subprocess.Popen[bytes]]:
    """Start the process without our environment (it may hold secrets), and leave nothing of it."""
    environment = {
        "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
        "PYTHONUTF8": "1",
        "PATH": os.defpath,
        "MALLOC_ARENA_MAX": "2",  # else each thread sets a lot of addresses aside, which count as memory
        "OPENBLAS_NUM_THREADS": "1",
        "OMP_THREAD_LIMIT": "1",
    }
    child = subprocess.Popen(  # noqa: S603 (our own module)
        [sys.executable, "-m", _MODULE],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment,
        cwd="/" if os.name == "posix" else None,
        start_new_session=True,  # Ctrl-C is for us; we end it, and whatever it started
    )
    try:
        yield child
    finally:
        _end(child)
        for stream in (child.stdin, child.stdout):
            _close(stream)


def _end(child: subprocess.Popen[bytes]) -> None:
    if os.name == "posix":
        with suppress(ProcessLookupError):
            os.killpg(child.pid, signal.SIGKILL)
    else:
        child.kill()
    child.wait()


def _close(stream: IO[bytes] | None) -> None:
    try:
        if stream:
            stream.close()
    except OSError:  # it held bytes that nobody takes any more
        pass


@contextmanager
def _deadline(child: subprocess.Popen[bytes], seconds: float) -> Iterator[threading.Event]:
    late = threading.Event()

    def stop() -> None:
        late.set()
        child.kill()

    timer = threading.Timer(seconds, stop)
    timer.daemon = True
    timer.start()
    try:
        yield late
    finally:
        timer.cancel()


def _lines(child: subprocess.Popen[bytes], ask: dict[str, Any], data: bytes, path: Path) -> Iterator[dict[str, Any]]:
    """Yield what the process says, up to the line that says it is done."""
    given, said = child.stdin, child.stdout
    if given is None or said is None:
        raise _Ended
    try:
        given.write(json.dumps(ask).encode() + b"\n")
        given.write(data)
        given.flush()
    except OSError:
        raise _Ended from None
    for line in said:
        row = _row(line)
        if "refused" in row:
            raise _refusal(path, str(row["refused"]), str(row.get("detail", "")))
        if "done" in row:
            return
        yield row
    raise _Ended


def _row(line: bytes) -> dict[str, Any]:
    try:
        row = json.loads(line)
    except ValueError:
        raise _Ended from None
    if not isinstance(row, dict):
        raise _Ended
    return row


def _why(path: Path, child: subprocess.Popen[bytes], limits: PdfLimits, *, is_late: bool) -> UnreadableDocumentError:
    """Return why the process ended; it is waited for, so that its status is known."""
    status = child.wait()
    if is_late or status in _TOO_LONG:
        return UnreadableDocumentError(path, f"reading it took more than {limits.seconds:,} seconds", _SPLIT)
    return UnreadableDocumentError(path, "it broke the program that reads PDFs, or needed too much memory", _HARM)


_TOO_LONG = (-24, -9)  # ended by the system for its time


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
