"""What readers warn of, as notes that know their page."""

import re
from collections.abc import Iterable

from dragoman.domain.document import DocumentNote

_ON_PAGE = re.compile(r"page (?P<page>[0-9]{1,7})[:,] +")


def notes_of(warnings: Iterable[str]) -> tuple[DocumentNote, ...]:
    """Turn warnings into notes, each kept once; one that begins "page 7: …" or "page 7, table 2: …" is about page 7."""
    return tuple(_note(warning) for warning in dict.fromkeys(warnings))


def _note(warning: str) -> DocumentNote:
    found = _ON_PAGE.match(warning)
    if found is None:
        return DocumentNote(page=None, text=warning)
    return DocumentNote(page=int(found["page"]), text=warning[found.end() :])
