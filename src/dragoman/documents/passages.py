"""Prose and tables to passages: one page, one section, one kind each."""

import re
from collections.abc import Iterable, Iterator
from itertools import chain, count, groupby

from dragoman.documents.sections import Prose
from dragoman.domain.document import Document, Passage, PassageKind, Table

PROSE_SIZE = 1000  # characters a prose passage aims at
TABLE_SIZE = 1800  # characters; a larger table is split by rows, its header repeated
_NOTES = frozenset({"source", "sources", "references", "footnotes"})
_SENTENCE_END = re.compile(r"(?<=[.!?;])\s+|\n")


def passages_of(placed: Iterable[Prose | Table], document: Document) -> tuple[Passage, ...]:
    """Cut the document into passages; ids count from 1 on each page."""
    numbers: dict[int, Iterator[int]] = {}
    found = []
    for page, section, kind, text in _pieces(placed):
        number = next(numbers.setdefault(page, count(1)))
        found.append(
            Passage(
                id=f"{document.id}:p{page}:{number}",
                document=document.id,
                page=page,
                section=section,
                kind=kind,
                text=text,
                title=document.title,
                company=document.company,
                period=document.period,
            )
        )
    return tuple(found)


_Piece = tuple[int, tuple[str, ...], PassageKind, str]


def _pieces(placed: Iterable[Prose | Table]) -> Iterator[_Piece]:
    texts: Iterable[str]
    for (page, section, is_table), group in groupby(placed, key=lambda p: (p.page, p.section, isinstance(p, Table))):
        if is_table:
            texts = chain.from_iterable(table_texts(table) for table in group if isinstance(table, Table))
        else:
            texts = prose_texts([prose.text for prose in group if isinstance(prose, Prose)])
        kind = "table" if is_table else _kind(section)
        yield from ((page, section, kind, text) for text in texts if text.strip())


def _kind(section: tuple[str, ...]) -> PassageKind:
    """Tell lists of addresses at the end apart: kept to cite, out of the way of searches."""
    return "note" if section and section[-1].lower() in _NOTES else "text"


def prose_texts(paragraphs: Iterable[str], size: int = PROSE_SIZE) -> Iterator[str]:
    """Join paragraphs up to about `size` characters; a longer one is cut at the ends of its sentences."""
    text = ""
    for piece in (piece for paragraph in paragraphs for piece in _cut(paragraph, size)):
        if text and len(text) + len(piece) > size:
            yield text
            text = ""
        text = f"{text}\n\n{piece}" if text else piece
    if text:
        yield text


def _cut(paragraph: str, size: int) -> Iterator[str]:
    if len(paragraph) <= size:
        yield paragraph
        return
    text = ""
    for sentence in (part for whole in _SENTENCE_END.split(paragraph) for part in _chopped(whole, size)):
        if text and len(text) + len(sentence) > size:
            yield text
            text = ""
        text = f"{text} {sentence}" if text else sentence
    if text:
        yield text


def _chopped(sentence: str, size: int) -> Iterator[str]:
    """Cut a "sentence" without an end at blanks; without blanks, anywhere."""
    while len(sentence) > size:
        at = sentence.rfind(" ", size // 2, size)
        at = size if at < 0 else at
        yield sentence[:at]
        sentence = sentence[at:].lstrip()
    yield sentence


def table_texts(table: Table) -> Iterator[str]:
    """Print a table as lines of cells between bars, under its caption and header, in parts where it is long."""
    head = "\n".join([*([table.caption] if table.caption else []), _line(table.header)])
    part, size = [head], len(head)
    for row in table.rows:
        line = _line(row)
        if len(part) > 1 and size + len(line) > TABLE_SIZE:
            yield "\n".join(part)
            part, size = [head], len(head)
        part.append(line)
        size += len(line) + 1
    yield "\n".join(part)


def _line(cells: tuple[str, ...]) -> str:
    return " | ".join(cells).strip()
