"""The contents tree of a document: its own, or that of the contents page printed in it."""

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

from dragoman.domain.document import OutlineEntry, Page

_LAST_PAGE = 12  # a contents page stands at the beginning
_MIN_ENTRIES = 5
_MAX_ENTRIES = 400
_ENTRY = re.compile(r"(?P<title>\D.{2,160}?)[\s.…_]{1,200}(?P<page>(?:[A-Z]{1,2}[-–])?\d{1,4}|[ivxl]{1,6})")
_BULLET = re.compile(r"[^\w(]+\s")
_LEADERS = re.compile(r"[\s.…_·]{2,}$|[.…_·]+$")
_LETTER = re.compile(r"[^\W\d_]{3}")
_PART = re.compile(r"part\s+[ivx\d]+\b", re.IGNORECASE)
_ITEM = re.compile(r"(?:item|note|section|chapter)\s+\d+", re.IGNORECASE)
_NUMBERED = re.compile(r"(\d{1,2}(?:\.\d{1,2})*)\.?\s")


def contents_of(pages: Sequence[Page], own: Sequence[OutlineEntry] = ()) -> tuple[OutlineEntry, ...]:
    """Return the tree that the file carries, else the one that its contents page prints."""
    if len(own) > 1:
        return tuple(own)
    numbers = _counted(pages)
    best: list[OutlineEntry] = []
    for page in pages[:_LAST_PAGE]:
        found = _entries(page, numbers)
        if len(found) > len(best) and _rises(found):
            best = found
    return tuple(best) if len(best) >= _MIN_ENTRIES else tuple(own)


def _entries(page: Page, numbers: Mapping[str, int]) -> list[OutlineEntry]:
    found = []
    for line in page.text.split("\n"):
        match = _ENTRY.fullmatch(line.strip())
        if match is None or (number := numbers.get(match["page"].replace("–", "-"))) is None:
            continue
        title = " ".join(
            _LEADERS.sub(
                "", _BULLET.split(match["title"], maxsplit=1)[-1] if _BULLET.match(match["title"]) else match["title"]
            ).split()
        )
        if _LETTER.search(title) and number >= page.number:
            found.append(OutlineEntry(title=title, level=_level(title), page=number))
    return found[:_MAX_ENTRIES]


def _rises(entries: Sequence[OutlineEntry]) -> bool:
    """Say whether the pages count upward, as they do in a list of contents and in no table of figures."""
    rising = sum(one.page <= other.page for one, other in pairwise(entries))
    return len({entry.page for entry in entries}) > 2 and rising >= 0.9 * (len(entries) - 1)


def _level(title: str) -> int:
    if _PART.match(title):
        return 1
    if _ITEM.match(title):
        return 2
    numbered = _NUMBERED.match(title)
    return numbered[1].count(".") + 1 if numbered else 1


def _counted(pages: Sequence[Page]) -> dict[str, int]:
    """Return the count of each printed number; the count itself where a page prints none, or just that."""
    counted = {str(page.number): page.number for page in pages if page.printed is None}
    return counted | {page.printed: page.number for page in reversed(pages) if page.printed}
