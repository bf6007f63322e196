"""Reading a workbook, a Word file or a web page in a process apart: a bomb in it harms nobody and is told of."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path

from dragoman.documents.readers.apart.outside import EndedError, Row, answers
from dragoman.documents.readers.reading_rows import MISSING, reading_of
from dragoman.documents.reading import Reading, UnreadableDocumentError
from dragoman.errors import MissingExtraError

_MODULE = "dragoman.documents.readers.reading_child"
_HARM = "It is damaged, or made to do harm. Save it anew and ingest that."
_SPLIT = "Split it into smaller files."


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingLimits:
    """How much reading one file may take."""

    megabytes: int = 2000  # of memory, over what the file itself takes
    seconds: int = 120


LIMITS = ReadingLimits()


def read_apart(data: bytes, path: Path, *, limits: ReadingLimits = LIMITS) -> Reading:
    """Read a file by the kind that its name says.

    Raises UnreadableDocumentError, and MissingExtraError as its reader does; nothing of the process is left then.
    """
    ask = {"limits": asdict(limits), "suffix": path.suffix.lower()}
    with closing(answers(_MODULE, ask, data, seconds=limits.seconds)) as rows:
        try:
            return reading_of(_read(rows, path))
        except EndedError as ended:
            raise _why(path, limits, is_late=ended.is_late) from None
        except (AttributeError, KeyError, TypeError, ValueError):
            raise UnreadableDocumentError(path, "it made the reader say what makes no sense", _HARM) from None


def _read(rows: Iterator[Row], path: Path) -> Iterator[Row]:
    for row in rows:
        if "refused" in row:
            raise _refusal(path, str(row["refused"]), str(row.get("detail", "")))
        yield row


def _refusal(path: Path, kind: str, detail: str) -> UnreadableDocumentError | MissingExtraError:
    if kind == MISSING:
        extra, _, what = detail.partition(" ")
        return MissingExtraError(what, extra)
    if kind == "memory":
        return UnreadableDocumentError(path, "it needs too much memory", _HARM)
    return UnreadableDocumentError(path, kind, detail)


def _why(path: Path, limits: ReadingLimits, *, is_late: bool) -> UnreadableDocumentError:
    """Return why the process ended before it was done."""
    if is_late:
        return UnreadableDocumentError(path, f"reading it took more than {limits.seconds:,} seconds", _SPLIT)
    return UnreadableDocumentError(path, "it broke the program that reads it, or needed too much memory", _HARM)
