"""Blocks to their places: which headings each paragraph and table stands under."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from dragoman.documents.reading import Block, Grid, Heading, Paragraph
from dragoman.domain.document import OutlineEntry, Table

_MAX_CAPTION = 300  # characters; a longer paragraph tells a story, it does not name a table
_SENTENCE = re.compile(r"(?<=[.;?!])\s+(?=[A-Z])")
READ_BY_OCR = "read by OCR"
_MIN_KEY = 6  # letters that heading and title of a contents tree must share


@dataclass(frozen=True, slots=True, kw_only=True)
class Prose:
    """A paragraph with its heading path."""

    page: int
    section: tuple[str, ...]
    text: str


def place(
    blocks: Iterable[Block], outline: Sequence[OutlineEntry] = (), ocr_pages: frozenset[int] = frozenset()
) -> Iterator[Prose | Table]:
    """Give prose and tables in order, each with its heading path, tables numbered over the document.

    Where there is a contents tree, headings on the page stand under its entries. What was read in a picture says so
    in its heading, so that whatever cites it does.
    """
    blocks = tuple(blocks)
    tree = _Tree(outline, blocks)
    path: list[tuple[int, str]] = []
    above: Block | None = None
    tables = 0
    for block in blocks:
        if tree.moves_to(block):
            path = []
        section = (*tree.path, *(title for _, title in path))
        if block.page in ocr_pages:
            section = (*section[:-1], f"{section[-1]} ({READ_BY_OCR})") if section else (READ_BY_OCR,)
        match block:
            case Heading(level=level, text=text):
                if not tree.is_title(text):
                    path = [(outer, title) for outer, title in path if outer < level] + [(level, text)]
            case Paragraph(page=page, text=text):
                yield Prose(page=page, section=section, text=text)
            case Grid():
                tables += 1
                yield _table(block, tables, caption=block.caption or _caption(above, block), section=section)
        if not (isinstance(block, Heading) and _leads_over(above)):
            above = block


class _Tree:
    """The contents tree, and where in it the text is."""

    def __init__(self, outline: Sequence[OutlineEntry], blocks: Sequence[Block]) -> None:
        self._entries = sorted(outline, key=lambda entry: entry.page)
        self._headings: dict[int, list[str]] = {}
        for block in blocks:
            if isinstance(block, Heading):
                self._headings.setdefault(block.page, []).append(_key(block.text))
        self._at = 0
        self._open: list[OutlineEntry] = []

    @property
    def path(self) -> tuple[str, ...]:
        """The titles of the entries that the text stands under, outermost first."""
        return tuple(entry.title for entry in self._open)

    def moves_to(self, block: Block) -> bool:
        """Open the entries that begin with the block or before it, and say whether there were any."""
        begins = self._at
        while self._at < len(self._entries) and self._begins(self._entries[self._at], block):
            entry = self._entries[self._at]
            self._open = [*(one for one in self._open if one.level < entry.level), entry]
            self._at += 1
        return self._at > begins

    def is_title(self, text: str) -> bool:
        """Say whether a heading is that of the innermost entry."""
        return bool(self._open) and _is_same(_key(text), _key(self._open[-1].title))

    def _begins(self, entry: OutlineEntry, block: Block) -> bool:
        """Say whether an entry has begun: at its heading, or with its page where no heading has its words."""
        if entry.page != block.page:
            return entry.page < block.page
        title = _key(entry.title)
        if isinstance(block, Heading) and _is_same(_key(block.text), title):
            return True
        return not any(_is_same(heading, title) for heading in self._headings.get(block.page, ()))


def _key(text: str) -> str:
    return "".join(letter for letter in text.casefold() if letter.isalnum())


def _is_same(one: str, other: str) -> bool:
    """Say whether a heading and a title have the same words; either may go on a little."""
    shorter, longer = sorted((one, other), key=len)
    return one == other or (len(shorter) >= _MIN_KEY and longer.startswith(shorter))


def _table(grid: Grid, number: int, *, caption: str, section: tuple[str, ...]) -> Table:
    return Table(
        page=grid.page,
        number=number,
        header=grid.header,
        rows=grid.rows,
        caption=caption,
        section=section,
        boxes=grid.boxes,
        places=grid.places,
    )


def _leads_over(above: Block | None) -> bool:
    """Say whether a paragraph speaks of what follows, whatever heads that: "The following, in thousands:"."""
    return isinstance(above, Paragraph) and above.text.rstrip().endswith(":")


def _caption(above: Block | None, grid: Grid) -> str:
    if not isinstance(above, Paragraph) or above.page != grid.page:
        return ""
    if len(above.text) <= _MAX_CAPTION:
        return above.text
    last = _SENTENCE.split(above.text)[-1]  # of a story, what leads over to the table
    return last if last.endswith(":") and len(last) <= _MAX_CAPTION else ""
