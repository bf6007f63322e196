"""Words set on a page for tests: each text with its left edge, lines below one another."""

from dragoman.documents.layout.page import PageLayout, Word
from dragoman.domain.document import Box

SIZE = 9.0


def page(*lines: dict[float, str], pitch: float = 12.0) -> PageLayout:
    """Set a page; a line maps left edges to texts whose words follow a blank apart."""
    words = [word for number, line in enumerate(lines) for word in _words(line, 40 + number * pitch)]
    return PageLayout(number=1, width=600, height=800, words=tuple(words))


def _words(line: dict[float, str], top: float) -> list[Word]:
    found = []
    for left, text in line.items():
        at = left
        for part in text.split():
            width = 0.5 * SIZE * len(part)
            found.append(Word(text=part, box=Box(x0=at, y0=top, x1=at + width, y1=top + SIZE), size=SIZE))
            at += width + 2.5
    return found


def right(edge: float, text: str) -> dict[float, str]:
    """Set a text flush right."""
    return {edge - 0.5 * SIZE * len(text): text}
