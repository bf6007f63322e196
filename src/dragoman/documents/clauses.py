"""Blocks of an agreement to blocks with its clauses as headings: "8. Payment Terms", "8.1", "ARTICLE IV PAYMENT".

Agreements number their clauses in running text, and often several in one paragraph. What a report's reader takes
for a heading (a short line in capitals) is in an agreement mostly emphasis, so where clauses are numbered only
numbers and marked headings count.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from dragoman.documents.clause_numbers import ClauseStart, Parts, article_of, clause_starts, parts_of
from dragoman.documents.reading import Block, Grid, Heading, Paragraph, Reading

_INNER = 10  # clauses found in text stand below every heading of the file
_MIN_NUMBERED = 3  # clauses; an agreement with fewer is read by its headings
_HEADED = re.compile(r"(\d{1,2}(?:\.\d{1,3}){0,3})\.?\s+(?=\D)")
_ATTACHED = re.compile(r"(?:EXHIBIT|SCHEDULE|ANNEX|ANNEXURE|APPENDIX|ATTACHMENT|ADDENDUM|ADDENDA)\s+[A-Z0-9]{1,3}\b")
_ATTACHED_HEADING = re.compile(rf"(?i:{_ATTACHED.pattern})")
_DEFINED = re.compile(r"[“\"']([^”\"']{1,60})[”\"'’]\s+(?:means|shall mean|has the|shall have|will have|is defined)")
_RUN_IN = re.compile(r"(.{2,80}?)[.:](?=\s+\S)")
_VERB = re.compile(r"\b(?:is|are|shall|will|may|must|has|have|can|cannot|does|do|means|agrees?|keeps?|warrants?)\b")
_SMALL = frozenset("a an and as at by for from in into of on or per the to upon with without & / -".split())  # noqa: SIM905, it reads
_MAX_TITLE_WORDS = 12
_MAX_LOWER_WORDS = 4


def clause_blocks(reading: Reading) -> tuple[Block, ...]:
    """Return the blocks with every clause under a heading of its own."""
    outline = _Outline(reading)
    blocks = tuple(outline.blocks())
    return blocks if outline.numbered >= _MIN_NUMBERED else reading.blocks


@dataclass(slots=True)
class _Outline:
    """The blocks of an agreement on their way, with the number of the clause that was last."""

    reading: Reading
    last: Parts | None = None
    numbered: int = 0
    untitled_article: Heading | None = None

    def blocks(self) -> Iterator[Block]:
        repeated = _repeated(self.reading.blocks)
        for block in self.reading.blocks:
            if isinstance(block, Heading) and block.text in repeated and not self.reading.headings_are_marked:
                continue
            yield from self._titled(block)
        if self.untitled_article:
            yield self.untitled_article

    def _titled(self, block: Block) -> Iterator[Block]:
        """Give "ARTICLE IV" the next heading, or short line, as its title."""
        article, self.untitled_article = self.untitled_article, None
        if article and isinstance(block, Heading) and article_of(block.text) is None:
            yield replace(article, text=f"{article.text} {block.text}")
            return
        if article:
            yield article
        yield from self._read(block)

    def _read(self, block: Block) -> Iterator[Block]:
        if isinstance(block, Grid):
            yield block
        elif article := article_of(block.text) if len(block.text) < 120 else None:
            self.last, title = article
            self.numbered += 1
            heading = Heading(page=block.page, level=self._level(block, 1), text=" ".join(block.text.split()))
            if title:
                yield heading
            else:
                self.untitled_article = heading
        elif isinstance(block, Heading):
            yield from self._heading(block)
        else:
            yield from self._paragraph(block)

    def _heading(self, block: Heading) -> Iterator[Block]:
        number = _HEADED.match(block.text)
        if number:
            self.last = parts_of(number[1])
            self.numbered += 1
            yield replace(block, level=self._level(block, len(self.last)))
        elif _ATTACHED_HEADING.match(block.text):
            self.last = None
            yield replace(block, level=self._level(block, 1))
        elif self.reading.headings_are_marked:
            yield block
        else:
            yield Paragraph(page=block.page, text=block.text)

    def _level(self, block: Block, depth: int) -> int:
        is_marked = isinstance(block, Heading) and self.reading.headings_are_marked
        return block.level if isinstance(block, Heading) and is_marked else _INNER + depth

    def _paragraph(self, block: Paragraph) -> Iterator[Block]:
        if attached := _ATTACHED.match(block.text):
            self.last = None
            yield Heading(page=block.page, level=_INNER + 1, text=attached[0])
            block = replace(block, text=block.text[attached.end() :].strip(" .:-–"))
        at, open_clause = 0, None
        for start in clause_starts(block.text, self.last):
            yield from _clause(open_clause, block.text[at : start.at], block.page)
            at, open_clause, self.last = start.end, start, start.parts
            self.numbered += 1
        yield from _clause(open_clause, block.text[at:], block.page)


def _clause(start: ClauseStart | None, text: str, page: int) -> Iterator[Block]:
    text = text.strip()
    if start is None:
        if text:
            yield Paragraph(page=page, text=text)
        return
    title, body = split_title(text)
    number = f"{start.label}." if start.label.isdecimal() and title else start.label
    yield Heading(page=page, level=_INNER + len(start.parts), text=f"{number} {title}".strip())
    if body:
        yield Paragraph(page=page, text=body)


def split_title(text: str) -> tuple[str, str]:
    """Return the title a clause begins with, if it does, and the rest: "Taxes. Customer is…" has the title "Taxes"."""
    if term := _DEFINED.match(text):
        return f"“{term[1]}”", text
    if ". " not in text and _is_title(
        text, may_be_small=not text.endswith(".")
    ):  # "He pays." is a whole clause and no title
        return text.rstrip(".:"), ""
    head = _RUN_IN.match(text)
    if head and _is_title(head[1]):
        return head[1].strip(), text[head.end() :].strip()
    return "", text


def _is_title(text: str, *, may_be_small: bool = True) -> bool:
    words = text.rstrip(".:").split()
    if not words or len(words) > _MAX_TITLE_WORDS or not words[0][0].isupper() or _VERB.search(text):
        return False
    large = [word for word in words if word.lower().strip("(),;") not in _SMALL]
    is_short = may_be_small and len(words) <= _MAX_LOWER_WORDS
    return is_short or all(word.lstrip("(“\"'")[:1].isupper() for word in large)


def _repeated(blocks: Sequence[Block]) -> frozenset[str]:
    counts = Counter(block.text for block in blocks if isinstance(block, Heading))
    return frozenset(text for text, count in counts.items() if count > 1)
