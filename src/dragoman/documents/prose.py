"""Text without markup to headings and paragraphs: for plain text and for the text layer of PDFs."""

import re
from collections.abc import Iterator

from dragoman.documents.reading import Block, Heading, Paragraph
from dragoman.domain.document import Page

_MAX_HEADING = 80  # characters
_SMALL = frozenset("a an and as at by for from in into of on or our the to with".split())  # noqa: SIM905, it reads
_BULLET = re.compile(r"[•▪●⚫◦‣➢✓*o–-]\s|\(?(?:[a-z]|[ivx]{1,4}|\d{1,2})[.)]\s")
_WORD = re.compile(r"[^\W\d_][\w'’&-]*")


def blocks_of(page: Page) -> Iterator[Block]:
    """Give headings and paragraphs of a page; a heading is a short line that is written like one.

    A paragraph ends at a blank line, before a bullet, and after a sentence that leaves its line half empty.
    """
    lines = [line.strip() for line in page.text.split("\n")]
    width = max(map(len, lines))
    prose: list[str] = []
    for line in [*lines, ""]:
        heading = is_heading(line)
        if prose and (heading or not line or _BULLET.match(line) or _ends_paragraph(prose[-1], width)):
            yield Paragraph(page=page.number, text=" ".join(prose))
            prose = []
        if heading:
            yield Heading(page=page.number, level=1 if line.isupper() else 2, text=line)
        elif line:
            prose.append(line)


def _ends_paragraph(line: str, width: int) -> bool:
    return line.endswith((".", "!", "?", ":")) and len(line) < 0.75 * width


def is_heading(line: str) -> bool:
    """Say whether a line looks like a heading: short, in capitals or title case, no stop and no figures."""
    words = _WORD.findall(line)
    if (
        not words
        or len(line) > _MAX_HEADING
        or len(words) > 10
        or line[-1] in ".,;:)-–"
        or not (line[0].isupper() or line[0].isdigit())
    ):
        return False
    if sum(len(word) for word in words) < 0.7 * len(line.replace(" ", "")):
        return False  # mostly figures: a row of a table
    if line.isupper():
        return len(line) > 3
    large = [word for word in words if word.lower() not in _SMALL]
    return len(words) > 1 and len(large) > 0 and all(word[0].isupper() for word in large)
