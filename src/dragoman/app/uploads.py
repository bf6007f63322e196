"""Documents that come over the wire: kept in the state folder, because their pages are shown later."""

import re
import unicodedata
from typing import BinaryIO

from dragoman.app.dragoman import Dragoman
from dragoman.documents.ingest import IngestReport
from dragoman.documents.readers.kinds import KINDS
from dragoman.errors import UsageError

_CHUNK = 1024 * 1024


class UploadNameError(UsageError):
    """A file comes with a name that no reader knows."""

    code = "upload-name"

    def __init__(self, name: str) -> None:
        known = ", ".join(sorted(KINDS))
        super().__init__(f"{name!r} is no kind of file that can be read", remedy=f"Send one of: {known}.")


def keep_upload(
    dragoman: Dragoman, name: str, content: BinaryIO, *, company: str | None, period: str | None
) -> IngestReport:
    """Keep the file and read it into the index; the same name again replaces it.

    What cannot be read leaves nothing behind, and an older file of that name stays. Raises UploadNameError,
    UnknownNameError for a company that the vocabulary lacks, PeriodNameError.
    """
    folder = dragoman.runtime.state / "uploads"
    folder.mkdir(mode=0o700, exist_ok=True)
    path = folder / safe_name(name)
    older = path.with_name(f"{path.name}.older")
    if path.exists():
        path.replace(older)
    is_kept = False
    try:
        with path.open("xb") as file:
            while chunk := content.read(_CHUNK):
                file.write(chunk)
        (report,) = dragoman.ingest([path], company=company, period=period)
        is_kept = report.error is None
    finally:
        if not is_kept:
            path.unlink(missing_ok=True)
            if older.exists():
                older.replace(path)
        older.unlink(missing_ok=True)
    if report.error:
        raise report.error
    return report


def safe_name(name: str) -> str:
    """Return a plain file name: no folders, nothing hidden, nothing that steers a terminal. Raises UploadNameError."""
    plain = unicodedata.normalize("NFC", name.replace("\\", "/").rpartition("/")[2])
    stem, dot, kind = re.sub(r"[^\w .()-]", "", plain).strip(" .").rpartition(".")
    if not stem or f"{dot}{kind.lower()}" not in KINDS:
        raise UploadNameError(name[:100])
    return f"{stem[:100]}.{kind.lower()}"
