"""Files of the person's: written whole or not at all, and never over another one without their word."""

import os
import re
import tempfile
from collections.abc import Iterable
from pathlib import Path

from dragoman.export.errors import OutputExistsError, OutputFileError

_UNSAFE = re.compile(r"[^A-Za-z0-9_.]+")
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\.|$)", re.IGNORECASE)
_LONGEST = 80  # characters of a name without its ending


def safe_name(words: str, ending: str) -> str:
    """Return a file name that every system takes, made of the words: no folder, no control, no reserved name."""
    stem = _UNSAFE.sub("-", words.encode("ascii", "ignore").decode()).strip("-.")[:_LONGEST].rstrip("-.") or "export"
    return f"{'_' if _RESERVED.match(stem) else ''}{stem}.{ending}"


def check_output(path: Path, *, force: bool) -> None:
    """Say what is wrong with a file before any work is done for it. Raises OutputExistsError, OutputFileError."""
    if path.is_dir():
        raise OutputFileError(path, "it is a folder")
    if not path.parent.is_dir():
        raise OutputFileError(path, "its folder does not exist")
    if path.exists() and not path.is_file():
        raise OutputFileError(path, "it is no plain file")
    if not force and os.path.lexists(path):
        raise OutputExistsError(path)


def write_file(path: Path, pieces: Iterable[bytes], *, force: bool) -> None:
    """Write the file in one step: others see nothing of it, or all of it.

    Raises OutputExistsError where it is there already and may not be replaced, OutputFileError.
    """
    check_output(path, force=force)
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:40]}.")
    except OSError as fault:
        raise OutputFileError(path, fault.strerror or "unknown") from None
    beside = Path(name)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.writelines(pieces)
            stream.flush()
            os.fsync(stream.fileno())
        beside.chmod(0o666 & ~_umask())
        _put(beside, path, force=force)
    except OSError as fault:
        raise OutputFileError(path, fault.strerror or "unknown") from None
    finally:
        beside.unlink(missing_ok=True)


def _put(beside: Path, path: Path, *, force: bool) -> None:
    if force:
        beside.replace(path)
        return
    try:
        path.hardlink_to(beside)  # fails where somebody was faster; a replacing rename would not
    except FileExistsError:
        raise OutputExistsError(path) from None
    except OSError:  # a file system without hard links
        check_output(path, force=False)
        beside.replace(path)


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
