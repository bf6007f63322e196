"""Text without markup to headings and paragraphs: for plain text and for the text layer of PDFs."""

import re
from collections.abc import Iterator

from dragoman.documents.reading import Block, Heading, Paragraph
from dragoman.domain.document import Page

_MAX_HEADING = 80  # characters
_SMALL = frozenset("a an and as at by for from in into of on or our the to with".split())  # noqa: SIM905, it reads
_WORD = re.compile(r"[^\W\d_][\w'’&-]*")


def blocks_of(page: Page) -> Iterator[Block]:
    """Give headings and paragraphs of a page; a heading is a short line that is written like one."""
    prose: list[str] = []
    for line in [*page.text.split("\n"), ""]:
        stripped = line.strip()
        heading = bool(stripped) and is_heading(stripped)
        if prose and (heading or not stripped):
            yield Paragraph(page=page.number, text=" ".join(prose))
            prose = []
        if heading:
            yield Heading(page=page.number, level=1 if stripped.isupper() else 2, text=stripped)
        elif stripped:
            prose.append(stripped)


def is_heading(line: str) -> bool:
    """Say whether a line looks like a heading: short, in capitals or title case, no stop and no figures."""
    words = _WORD.findall(line)
    if not words or len(line) > _MAX_HEADING or len(words) > 10 or line[-1] in ".,;:)-–" or not line[0].isalnum():
        return False
    if sum(len(word) for word in words) < 0.7 * len(line.replace(" ", "")):
        return False  # mostly figures: a row of a table
    if line.isupper():
        return len(line) > 3
    large = [word for word in words if word.lower() not in _SMALL]
    return len(words) > 1 and len(large) > 0 and all(word[0].isupper() for word in large)
