"""Taking a document out of the corpus again."""

from pathlib import Path

from dragoman.domain.document import Document
from dragoman.errors import UnknownNameError
from dragoman.stores.corpus import CorpusStore


def remove(reference: str, *, store: CorpusStore) -> Document:
    """Remove the document of that id or path and return what it was.

    Raises UnknownNameError, with the nearest id, when there is none.
    """
    documents = store.documents()
    names = {reference, _resolved(reference)}
    for document in documents:
        if (document.id == reference or document.path in names) and store.remove(document.id):
            return document
    raise UnknownNameError("document", reference, [document.id for document in documents])


def _resolved(reference: str) -> str:
    try:
        return str(Path(reference).resolve())
    except (OSError, RuntimeError, ValueError):  # no path at all: too long, a loop of links, a NUL
        return reference
