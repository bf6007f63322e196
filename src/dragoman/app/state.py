"""Where state is kept on disk: folders and files that only their owner can read."""

from pathlib import Path

from dragoman.errors import Source, StoreError


def state_folder(home: Path, project: str | None) -> Path:
    """Return the folder of a home, or of a project in it, made with mode 0700. Raises StoreError."""
    folder = home / "projects" / project if project else home
    try:
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as fault:
        raise _no_state(folder, fault) from None
    return folder


def private_file(folder: Path, name: str) -> Path:
    """Return a file of the folder, made with mode 0600; SQLite gives its side files the same. Raises StoreError."""
    path = folder / name
    try:
        path.touch(mode=0o600)
    except OSError as fault:
        raise _no_state(path, fault) from None
    return path


def _no_state(path: Path, fault: OSError) -> StoreError:
    return StoreError(
        f"Dragoman's state cannot be kept here ({fault.strerror})",
        where=Source(str(path)),
        remedy="Set DRAGOMAN_HOME to a folder you can write to.",
    )
