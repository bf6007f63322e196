"""Markdown: front matter, page breaks, headings, pipe tables, prose."""

import re
from collections.abc import Iterator
from pathlib import Path

from dragoman.documents.readers.decode import decode
from dragoman.documents.readers.outline import numbered
from dragoman.documents.reading import Block, Grid, Heading, Paragraph, Reading, UnreadableDocumentError
from dragoman.domain.document import Page

_PAGE_BREAK = re.compile(r"^[ \t]*<!--[ \t]*page[ \t]*-->[ \t]*$|\f", re.MULTILINE)
_HEADING = re.compile(r"(#{1,6})[ \t]+(.*?)[ \t]*#*$")
_UNDERLINE = re.compile(r"(=+|-+)$")
_RULE = re.compile(r"[|:\- \t]*-[|:\- \t]*$")  # the line between a table's header and its rows
_LIST_ITEM = re.compile(r"(?:[-*+•]|\d{1,3}[.)])[ \t]+")
_MAX_COLUMNS = 100  # a row of more is no table of a report, and padding it could fill the memory
_MAX_CELLS = 500_000
_CELL_BREAK = re.compile(r"(?<!\\)\|")
_TAG = re.compile(r"</?(?:span|a|b|i|u|em|strong|sup|sub|br)\b[^<>]{0,500}>", re.IGNORECASE)
_LINK = re.compile(r"\[([^][]{1,500})\]\([^()\s]{0,2000}\)")
_MARKUP = re.compile(r"\*\*|__|`|(?<!\w)[*_](?=\w)|(?<=\w)[*_](?!\w)(?=\s|$|[.,;:)])")


class _TableTooLargeError(Exception):
    """A table that only somebody who means harm would write."""


def read_markdown(data: bytes, path: Path) -> Reading:
    """Read Markdown as far as documents need it: structure and words, no inline style.

    A line `<!-- page -->` or a form feed starts a new page. Raises UnreadableDocumentError for binary data.
    """
    metadata, body = _split_front_matter(decode(data, path))
    texts = [_without_comments(page).strip("\n") for page in _PAGE_BREAK.split(body)]
    pages = tuple(Page(number=number, text=text) for number, text in enumerate(texts, 1))
    try:
        blocks = tuple(block for page in pages for block in _Lines(page).blocks())
    except _TableTooLargeError:
        problem = f"it has a table of more than {_MAX_CELLS:,} cells"
        raise UnreadableDocumentError(path, problem, "Split it into smaller files.") from None
    if "title" not in metadata:
        first = next((block.text for block in blocks if isinstance(block, Heading) and block.level == 1), None)
        metadata |= {"title": first} if first else {}
    return Reading(pages=pages, blocks=blocks, metadata=metadata, headings_are_marked=True)


def _split_front_matter(text: str) -> tuple[dict[str, str], str]:
    """Take `key: value` lines between two `---` at the top; anything deeper is somebody else's and skipped."""
    if not text.startswith("---\n"):
        return {}, text
    end = text.find("\n---", 3)
    if end < 0:
        return {}, text
    metadata = {}
    for line in text[4 : end + 1].split("\n"):
        key, colon, value = line.partition(":")
        if colon and key.strip() == key and key and value.strip():
            metadata[key.lower()] = value.strip().strip("\"'")
    return metadata, text[end + 4 :].partition("\n")[2]


def _without_comments(text: str) -> str:
    kept, start = [], 0
    while (opening := text.find("<!--", start)) >= 0:
        closing = text.find("-->", opening)
        if closing < 0:
            break
        kept.append(text[start:opening])
        start = closing + 3
    return "".join([*kept, text[start:]])


class _Lines:
    """The lines of one page and how far they are read."""

    def __init__(self, page: Page) -> None:
        self._page = page.number
        self._lines = [line.rstrip() for line in page.text.split("\n")]
        self._prose: list[str] = []

    def blocks(self) -> Iterator[Block]:
        at, fenced = 0, False
        while at < len(self._lines):
            line = self._lines[at]
            if line.lstrip().startswith(("```", "~~~")):
                fenced = not fenced
                yield from self._flush()
            elif fenced:
                self._prose.append(line)
            elif self._starts_table(at):
                yield from self._flush()
                grid, at = self._table(at)
                yield grid
                continue
            else:
                yield from self._plain(line)
            at += 1
        yield from self._flush()

    def _plain(self, line: str) -> Iterator[Block]:
        if heading := _HEADING.match(line):
            yield from self._flush()
            yield Heading(page=self._page, level=len(heading[1]), text=_words(heading[2]))
        elif self._prose and (underline := _UNDERLINE.match(line)) and len(self._prose) == 1:
            text = _words(self._prose.pop())
            yield Heading(page=self._page, level=1 if underline[1][0] == "=" else 2, text=text)
        elif line.strip() and not _UNDERLINE.match(line.strip()):
            self._prose.append(line)
        else:
            yield from self._flush()

    def _flush(self) -> Iterator[Block]:
        if text := _joined(self._prose):
            yield Paragraph(page=self._page, text=text)
        self._prose = []

    def _starts_table(self, at: int) -> bool:
        following = self._lines[at + 1] if at + 1 < len(self._lines) else ""
        return "|" in self._lines[at] and "|" in following and _RULE.match(following) is not None

    def _table(self, at: int) -> tuple[Grid, int]:
        header, end = _cells(self._lines[at]), at + 2
        while end < len(self._lines) and "|" in self._lines[end]:
            end += 1
        rows = [_cells(line) for line in self._lines[at + 2 : end]]
        width = max([len(header), *map(len, rows)])
        if width * len(rows) > _MAX_CELLS:
            raise _TableTooLargeError
        padded = tuple((*row, *[""] * (width - len(row))) for row in rows)
        grid = Grid(page=self._page, header=(*header, *[""] * (width - len(header))), rows=padded)
        return grid, end


def _cells(line: str) -> tuple[str, ...]:
    inner = line.strip().removeprefix("|")
    if inner.endswith("|") and not inner.endswith("\\|"):
        inner = inner[:-1]
    return tuple(_words(cell.replace("\\|", "|")) for cell in _CELL_BREAK.split(inner)[:_MAX_COLUMNS])


def _joined(lines: list[str]) -> str:
    """Join wrapped lines by a space, but keep an item of a list on its own line."""
    text = ""
    for line in numbered(lines):
        stripped = line.strip().lstrip("> ")
        text += ("\n" if _LIST_ITEM.match(stripped) else " ") + stripped
    return _words(text)


def _words(text: str) -> str:
    return _MARKUP.sub("", _LINK.sub(r"\1", _TAG.sub("", text))).strip()
