"""What is done in the process apart in which a workbook, a Word file or a web page is read."""

from collections.abc import Iterator
from pathlib import Path

from dragoman.documents.readers.apart.inside import Ask, RefusedError, serve
from dragoman.documents.readers.kinds import KINDS
from dragoman.documents.readers.reading_rows import MISSING, reading_lines
from dragoman.documents.reading import UnreadableDocumentError
from dragoman.errors import MissingExtraError

_NAME = "file"  # it need not know what the file is called


def answer(ask: Ask, data: bytes) -> Iterator[str]:
    """Read one file of the kind that is named."""
    suffix = str(ask["suffix"])
    try:
        reading = KINDS[suffix].read(data, Path(_NAME + suffix))
    except UnreadableDocumentError as error:
        raise RefusedError(error.problem, error.advice) from None
    except MissingExtraError as error:
        raise RefusedError(MISSING, f"{error.extra} {error.what}") from None
    except RecursionError:
        raise RefusedError("its parts lie too deep in one another", "Is the file genuine?") from None
    return reading_lines(reading)


if __name__ == "__main__":
    serve(answer)
