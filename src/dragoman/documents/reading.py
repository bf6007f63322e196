"""What a reader makes of a file: its pages, and its blocks in the order of the text."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

from dragoman.domain.document import Box, OutlineEntry, Page
from dragoman.errors import DocumentError, Source


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """A heading; level 1 is the outermost."""

    page: int
    level: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Paragraph:
    """Prose of one page: a paragraph, or a list with an item a line."""

    page: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """A table as printed, rectangular."""

    page: int
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    boxes: tuple[tuple[Box | None, ...], ...] = ()  # of the cells of `rows`, where the reader knows them
    places: tuple[tuple[str, ...], ...] = ()  # what the cells of `rows` are called in files without pages
    caption: str = ""  # what the reader saw over it about units; else the paragraph above is asked


Block = Heading | Paragraph | Grid


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A file as its reader understood it."""

    pages: tuple[Page, ...]
    blocks: tuple[Block, ...]
    metadata: Mapping[str, str] = field(default_factory=dict)  # title, company, period, kind…, where it says so
    warnings: tuple[str, ...] = ()
    outline: tuple[OutlineEntry, ...] = ()  # the contents tree, its own or the one printed in it
    ocr_pages: frozenset[int] = frozenset()  # whose words a program read in a picture
    headings_are_marked: bool = False  # by the file itself; otherwise they were guessed from how lines look


def shown(path: Path | str) -> str:
    """Return a path that can be printed and stored: bytes of a name that are no UTF-8 become marks."""
    return str(path).encode(errors="surrogateescape").decode(errors="replace")


class UnreadableDocumentError(DocumentError):
    """The file cannot be read: damaged, encrypted, binary, too large or without text."""

    code: ClassVar[str] = "unreadable-document"

    def __init__(self, path: Path | str, problem: str, remedy: str = "") -> None:
        self.advice = remedy  # without what is always said
        super().__init__(problem, where=Source(shown(path)), remedy=f"{remedy} Nothing of it was kept.".strip())
