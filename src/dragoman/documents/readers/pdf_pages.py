"""What is read of a PDF in the process apart, and how it travels from there: a line of JSON a page."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from dragoman.documents.layout.letters import joined_letters
from dragoman.documents.layout.page import PageLayout, Word
from dragoman.domain.document import Box, OutlineEntry

_IS_PICTURE = 0.3  # of the page
_LIGATURES = str.maketrans({"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"})


@dataclass(frozen=True, slots=True, kw_only=True)
class PdfLimits:
    """How much of anything one file may have or take."""

    pages: int = 3000
    words: int = 100_000  # of one page
    characters: int = 30_000_000
    points: float = 20_000.0  # of a page's width or height; 14,400 is what PDF itself allows
    megabytes: int = 2000  # of memory, over what the file itself takes
    seconds: int = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class PdfPage:
    """A page: its words with their places, and what is to be said about them."""

    layout: PageLayout
    label: str = ""  # the number that the file gives it
    edges: str = ""  # what stands at its top and bottom, where numbers of pages are printed
    hidden: Mapping[str, int] = field(default_factory=dict)  # words that nobody can see, by reason
    is_layer: bool = False  # the words were read in a picture by a scanner's program, which laid them under it
    picture: float = 0.0  # share of the page that its largest picture covers
    unreadable: int = 0  # words in type without the names of its characters
    problem: str = ""  # why nothing of it was read
    confidence: float | None = None  # 0 to 1, where the words were read in a picture here


@dataclass(frozen=True, slots=True, kw_only=True)
class PdfFile:
    """All pages of a file, and its contents tree where it has one."""

    pages: tuple[PdfPage, ...]
    outline: tuple[OutlineEntry, ...] = ()
    is_restricted: bool = False  # encrypted, but it opens without a password


def is_picture(page: PdfPage) -> bool:
    """Say whether a picture covers so much of the page that its words may be in it."""
    return page.picture >= _IS_PICTURE


def is_for_ocr(page: PdfPage) -> bool:
    """Say whether the page has words for the eye only: in a picture, or in type without names."""
    return not page.layout.words and (is_picture(page) or page.unreadable > 0)


def page_line(page: PdfPage) -> str:
    """Return the page as one line."""
    layout = page.layout
    return json.dumps(
        {
            "page": layout.number,
            "size": [layout.width, layout.height],
            "words": [_word_row(word) for word in layout.words],
            "sideways": layout.sideways,
            "label": page.label,
            "edges": page.edges,
            "hidden": dict(page.hidden),
            "layer": page.is_layer,
            "picture": page.picture,
            "unreadable": page.unreadable,
            "problem": page.problem,
            "confidence": page.confidence,
        },
        ensure_ascii=True,
        separators=(",", ":"),
    )


def page_of(row: Mapping[str, Any]) -> PdfPage:
    """Return the page of a line. Raises KeyError, TypeError or ValueError for anything else."""
    width, height = map(float, row["size"])
    layout = PageLayout(
        number=int(row["page"]),
        width=width,
        height=height,
        words=joined_letters([_word(one) for one in row["words"]]),
        sideways=int(row["sideways"]),
    )
    confidence = row["confidence"]
    return PdfPage(
        layout=layout,
        label=str(row["label"]),
        edges=str(row["edges"]),
        hidden={str(reason): int(count) for reason, count in row["hidden"].items()},
        is_layer=bool(row["layer"]),
        picture=float(row["picture"]),
        unreadable=int(row["unreadable"]),
        problem=str(row["problem"]),
        confidence=None if confidence is None else float(confidence),
    )


def outline_rows(entries: Iterable[OutlineEntry]) -> list[list[object]]:
    """Return the contents tree as it travels."""
    return [[entry.title, entry.level, entry.page] for entry in entries]


def outline_of(rows: Iterable[Any]) -> tuple[OutlineEntry, ...]:
    """Return the contents tree of such rows. Raises TypeError or ValueError for anything else."""
    return tuple(OutlineEntry(title=str(title), level=int(level), page=int(page)) for title, level, page in rows)


def _word_row(word: Word) -> list[object]:
    box = word.box
    places = (round(place, 3) for place in (box.x0, box.y0, box.x1, box.y1, word.size))
    return [word.text, *places, int(word.is_bold)]


def _word(row: Any) -> Word:  # noqa: ANN401 (as JSON has it)
    text, x0, y0, x1, y1, size, is_bold = row
    box = Box(x0=float(x0), y0=float(y0), x1=float(x1), y1=float(y1))
    return Word(text=str(text).translate(_LIGATURES), box=box, size=float(size), is_bold=bool(is_bold))
