"""What can go wrong when something is written to a file of the person's."""

from pathlib import Path

from dragoman.errors import DragomanError, Source, UsageError


class ExportFormatError(UsageError):
    """A form of file that this cannot be written as."""

    code = "export-format"

    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        super().__init__(f"this cannot be written as {name!r}", remedy=f"There is: {', '.join(known)}.")


class NothingToExportError(UsageError):
    """There is nothing in what was named."""

    code = "nothing-to-export"


class OutputExistsError(UsageError):
    """The file is there already, and nobody said that it may be replaced."""

    code = "output-exists"

    def __init__(self, path: Path) -> None:
        super().__init__(
            "this file is there already, and nothing was written",
            where=Source(str(path)),
            remedy="Name another one, or say --force to replace it.",
        )


class OutputFileError(DragomanError):
    """The file cannot be written."""

    code = "output-file"

    def __init__(self, path: Path, why: str) -> None:
        super().__init__(f"this cannot be written ({why})", where=Source(str(path)), remedy="Name another file.")


class SheetSizeError(DragomanError):
    """More rows than a sheet can hold."""

    code = "sheet-size"

    def __init__(self, rows: int, limit: int) -> None:
        super().__init__(
            f"a sheet holds {limit:,} rows, and this has {rows:,}",
            remedy="Narrow it down (--company, --period, --document), or write CSV.",
        )
