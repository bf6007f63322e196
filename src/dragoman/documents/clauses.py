"""Blocks of an agreement to blocks with its clauses as headings: "8. Payment Terms", "8.1", "ARTICLE IV PAYMENT".

Agreements number their clauses in running text, and often several in one paragraph. What a report's reader takes
for a heading (a short line in capitals) is in an agreement mostly emphasis, so where clauses are numbered only
numbers and marked headings count, until the signatures: what is attached behind them has headings of its own.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from dragoman.documents.clause_numbers import ClauseStart, Parts, article_of, clause_starts, parts_of
from dragoman.documents.clause_titles import is_title, split_loud_title, split_title
from dragoman.documents.prose import is_heading
from dragoman.documents.reading import Block, Grid, Heading, Paragraph, Reading

__all__ = ["clause_blocks", "split_title"]

_INNER = 10  # clauses found in text stand below every heading of the file
_MIN_NUMBERED = 3  # clauses; an agreement with fewer is read by its headings
_MAX_ARTICLE = 120  # characters; a longer block is an article with its text
_HEADED = re.compile(r"(?:SECTION\s+|Section\s+)?(\d{1,2}(?:\.\d{1,3}){0,3})[.:]?\s+(?=\D)")
# "EXHIBIT 10.2" is the number under which an agreement was filed, and nothing attached to it.
_ATTACHED = re.compile(
    r"(?:EXHIBIT|SCHEDULE|ANNEX|ANNEXURE|APPENDIX|ATTACHMENT|ADDENDUM|ADDENDA)"
    r"\s+(?:[“\"'‘][A-Z0-9]{1,3}[”\"'’]|[A-Z0-9]{1,3}(?:-\d{1,2})?(?![\w.]))(?!\.\d)"
)
_ATTACHED_HEADING = re.compile(rf"(?i:{_ATTACHED.pattern})")
_GAPS = re.compile(r"[^\S\n]{2,}|\t")  # left of a justified page
_SIGNED = re.compile(r"\b(?:IN WITNESS WHEREOF|In witness whereof|In Witness Whereof|IN WITNESS THEREOF)\b")
SIGNATURES = "IN WITNESS WHEREOF"


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
    has_articles: bool = False  # then "1." is an item of an article and no clause
    untitled: Heading | None = None  # an article or a schedule whose title may follow
    is_signed: bool = False

    def blocks(self) -> Iterator[Block]:
        repeated = _repeated(self.reading.blocks)
        for block in self.reading.blocks:
            if isinstance(block, Heading) and block.text in repeated and not self.reading.headings_are_marked:
                continue
            yield from self._titled(block)
        if self.untitled:
            yield self.untitled

    def _titled(self, block: Block) -> Iterator[Block]:
        """Give "ARTICLE IV" and "EXHIBIT A" the next heading as title."""
        untitled, self.untitled = self.untitled, None
        if untitled and isinstance(block, Heading) and _is_name(block.text):
            yield replace(untitled, text=f"{untitled.text} {block.text}")
            return
        if untitled:
            yield untitled
        yield from self._read(block)

    def _read(self, block: Block) -> Iterator[Block]:
        if isinstance(block, Grid):
            yield block
        elif article := _article_line(block.text):
            self.last, title = article
            self.has_articles = True
            self.numbered += 1
            heading = Heading(page=block.page, level=self._level(block, 1), text=" ".join(block.text.split()))
            if title:
                yield heading
            else:
                self.untitled = heading
        elif isinstance(block, Heading):
            yield from self._heading(block)
        else:
            yield from self._paragraph(block)

    def _heading(self, block: Heading) -> Iterator[Block]:
        number = _HEADED.match(block.text)
        if number:
            self.last = parts_of(number[1])
            self.numbered += 1
            text = block.text[number.start(1) :]
            yield replace(block, text=text, level=self._level(block, len(self.last)))
        elif attached := _ATTACHED_HEADING.match(block.text):
            yield from self._attached(block, attached)
        elif self.reading.headings_are_marked:
            yield block
        else:
            yield from self._paragraph(Paragraph(page=block.page, text=block.text))

    def _attached(self, block: Heading, attached: re.Match[str]) -> Iterator[Block]:
        self.last = None
        heading = replace(block, level=self._level(block, 1))
        if attached.end() == len(block.text.rstrip(" .:")) and not self.reading.headings_are_marked:
            self.untitled = heading
        else:
            yield heading

    def _level(self, block: Block, depth: int) -> int:
        is_marked = isinstance(block, Heading) and self.reading.headings_are_marked
        return block.level if isinstance(block, Heading) and is_marked else _INNER + depth

    def _paragraph(self, block: Paragraph) -> Iterator[Block]:
        if attached := _ATTACHED.match(block.text):
            self.last, self.has_articles = None, False
            title, text = split_attached(block.text, attached.end())
            yield Heading(page=block.page, level=_INNER + 1, text=title)
            block = replace(block, text=text)
        elif self.is_signed and (title := _behind_signatures(block.text)):
            self.last = None
            yield Heading(page=block.page, level=_INNER + 1, text=title)
            block = replace(block, text=block.text[len(title) :].strip())
        signed = None if self.is_signed else _SIGNED.search(block.text)
        yield from self._clauses(block.text[: signed.start()] if signed else block.text, block.page)
        if signed:
            self.is_signed, self.has_articles, self.last = True, False, None
            yield Heading(page=block.page, level=_INNER + 1, text=SIGNATURES)
            yield Paragraph(page=block.page, text=block.text[signed.start() :])

    def _clauses(self, text: str, page: int) -> Iterator[Block]:
        at, open_clause = 0, None
        for start in clause_starts(text, self.last, has_articles=self.has_articles):
            self.has_articles = self.has_articles or start.is_article
            yield from _clause(open_clause, text[at : start.at], page)
            at, open_clause, self.last = start.end, start, start.parts
            self.numbered += 1
        yield from _clause(open_clause, text[at:], page)


def _clause(start: ClauseStart | None, text: str, page: int) -> Iterator[Block]:
    text = _GAPS.sub(" ", text).strip()
    if start is None:
        if text:
            yield Paragraph(page=page, text=text)
        return
    title, body = _titled_by(text, is_article=start.is_article)
    number = f"{start.label}." if start.label.isdecimal() and title else start.label
    yield Heading(page=page, level=_INNER + len(start.parts), text=" ".join(f"{number} {title}".split()))
    if body:
        yield Paragraph(page=page, text=body)


def _titled_by(text: str, *, is_article: bool) -> tuple[str, str]:
    """Return title and text of a clause; the capitals in front are one where they are several, or an article's."""
    title, body = split_title(text)
    loud, rest = split_loud_title(text)
    is_whole = title and not body
    return (loud, rest) if loud and not is_whole and (is_article or " " in loud or title) else (title, body)


def split_attached(text: str, end: int) -> tuple[str, str]:
    """Return the heading of an attached part, its title with it where it has one, and the text under it."""
    name, rest = text[:end], text[end:].strip(" .:-–—")
    if len(rest) < _MAX_ARTICLE and "\n" not in rest and is_title(rest):
        return f"{name} {rest}", ""
    title, body = split_loud_title(rest)
    return (f"{name} {title}", body) if title else (name, rest)


def _behind_signatures(text: str) -> str:
    """Return the heading a block behind the signatures begins with or is."""
    if is_heading(text) and text.isupper():
        return text
    return split_loud_title(text)[0] if len(split_loud_title(text)[0].split()) > 1 else ""


def _article_line(text: str) -> tuple[Parts, str] | None:
    """Return number and title of a line that is the heading of an article and nothing else."""
    article = article_of(text) if len(text) < _MAX_ARTICLE else None
    return article if article and (not article[1] or (". " not in article[1] and is_title(article[1]))) else None


def _is_name(text: str) -> bool:
    """Say whether a heading can be the title of the article before it: it has no number of its own."""
    return article_of(text) is None and _HEADED.match(text) is None and _ATTACHED_HEADING.match(text) is None


def _repeated(blocks: Sequence[Block]) -> frozenset[str]:
    counts = Counter(block.text for block in blocks if isinstance(block, Heading))
    return frozenset(text for text, count in counts.items() if count > 1)
