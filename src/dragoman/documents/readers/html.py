"""Web pages and filings in HTML: what a browser would show, as headings, paragraphs and tables. Nothing is run."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dragoman.documents.readers.decode import clean
from dragoman.documents.readers.html_hidden import Hidden, hidden_by_rules
from dragoman.documents.readers.html_table import rows_of_table
from dragoman.documents.readers.sheet import blocks_of
from dragoman.documents.reading import Block, Grid, Heading, Paragraph, Reading, UnreadableDocumentError
from dragoman.domain.document import Page
from dragoman.errors import MissingExtraError

MAX_TAGS = 3_000_000
_CHARSET = re.compile(rb"(?:charset|encoding)\s*=\s*[\"']?([A-Za-z0-9_.:-]{2,40})", re.IGNORECASE)
_DECLARATION = re.compile(r"^\s*<\?xml[^>]*\?>")
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
# fmt: off
_BLOCKS = frozenset((
    *_HEADINGS, "address", "article", "aside", "blockquote", "body", "center", "dd", "details", "div", "dl", "dt",
    "fieldset", "figcaption", "figure", "footer", "form", "header", "hr", "li", "main", "nav", "ol", "p", "pre",
    "section", "summary", "table", "tbody", "td", "th", "thead", "tr", "ul",
))
# fmt: on
_BREAK = re.compile(r"page-break-(?:before|after)\s*:\s*always|break-(?:before|after)\s*:\s*page", re.IGNORECASE)
_BOLD = re.compile(r"font-weight\s*:\s*(?:bold|[6-9]00)", re.IGNORECASE)
_BOLD_LEVEL = 4  # of a line in bold, below all real headings
_MAX_HEADING = 120  # characters


def read_html(data: bytes, path: Path) -> Reading:
    """Read the visible text. Raises UnreadableDocumentError, and MissingExtraError when lxml is not installed."""
    try:
        from lxml import etree, html
    except ImportError:
        raise MissingExtraError("reading HTML", "html") from None
    if data.count(b"<") > MAX_TAGS:
        raise UnreadableDocumentError(path, f"it has more than {MAX_TAGS:,} tags", "Split it into smaller files.")
    text = _decoded(data, path)
    parser = html.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True, no_network=True)
    try:
        root = html.document_fromstring(text.encode(), parser=parser)
    except (etree.ParserError, etree.XMLSyntaxError, ValueError) as error:
        if getattr(error, "code", None) == etree.ErrorTypes.ERR_NO_MEMORY:
            raise MemoryError from None
        raise UnreadableDocumentError(path, "there is no HTML in it", "Is it the right file?") from None
    walk = _Walk(Hidden(hidden_by_rules(root)))
    walk.through(etree.iterwalk(root, events=("start", "end")))
    if not walk.blocks:
        raise UnreadableDocumentError(path, "it shows no text", "Is the text made by a script? Save the page as PDF.")
    return Reading(
        pages=tuple(_pages(walk.blocks)),
        blocks=tuple(walk.blocks),
        metadata=_title(root),
        warnings=walk.hidden.notes(),
        headings_are_marked=any(isinstance(block, Heading) and block.level < _BOLD_LEVEL for block in walk.blocks),
    )


def _decoded(data: bytes, path: Path) -> str:
    """Return the text by its mark, its own word on its encoding, else as UTF-8 or the old Western one."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        names = ["utf-16"]
    else:
        said = _CHARSET.search(data[:4096])
        names = ["utf-8-sig", *([said[1].decode("ascii")] if said else []), "cp1252"]
        names = [*names[1:2], "utf-8-sig", "cp1252"] if said else names
    for name in names:
        try:
            text = data.decode(name)
        except (UnicodeDecodeError, LookupError):
            continue
        if "\0" not in text:
            return _DECLARATION.sub("", clean(text))
    raise UnreadableDocumentError(path, "its bytes are no text in the encoding it names", "Save it as UTF-8.")


def _title(root: Any) -> dict[str, str]:  # noqa: ANN401 (lxml is optional)
    """Return the title, unless it is but a file's name."""
    title = " ".join((root.findtext(".//title") or "").split())
    return {"title": title[:200]} if " " in title else {}


@dataclass(slots=True)
class _Walk:
    """One way through the tree, top to bottom."""

    hidden: Hidden
    blocks: list[Block] = field(default_factory=list)
    page: int = 1
    tables: int = 0
    _pieces: list[tuple[str, bool]] = field(default_factory=list)  # text, and whether it is bold
    _bold: int = 0
    _is_heading: int = 0  # its level

    def through(self, walk: Any) -> None:  # noqa: ANN401 (lxml is optional)
        for event, element in walk:
            if not isinstance(element.tag, str):
                continue
            if event == "end":
                self._leave(element)
            elif self._enter(element):
                walk.skip_subtree()

    def _enter(self, element: Any) -> bool:  # noqa: ANN401 (as above)
        """Begin an element; say whether what is in it is done with."""
        tag = element.tag.lower()
        if self.hidden.is_hidden(element):
            return True
        if tag in _BLOCKS:
            self._flush()
            self.page += bool(_BREAK.search(element.get("style") or "")) and bool(self.blocks)
        if tag == "table" and element.find(".//table") is None:
            self._table(element)
            return True
        self._is_heading = _HEADINGS.get(tag, self._is_heading)
        self._bold += _is_bold(element)
        if tag == "br":
            self._pieces.append(("\n", False))
        self._add("- " if tag == "li" else "")
        self._add(element.text)
        return False

    def _leave(self, element: Any) -> None:  # noqa: ANN401 (as above)
        tag = element.tag.lower()
        if not self.hidden.was_hidden(element) and not self._was_table(element):
            if tag in _BLOCKS:
                self._flush()
            self._is_heading = 0 if tag in _HEADINGS else self._is_heading
            self._bold -= _is_bold(element)
        self._add(element.tail)

    def _was_table(self, element: Any) -> bool:  # noqa: ANN401 (as above)
        return element.tag.lower() == "table" and element.find(".//table") is None

    def _add(self, text: str | None) -> None:
        if text:
            self._pieces.append((text, self._bold > 0))

    def _flush(self) -> None:
        lines = "".join(text for text, _ in self._pieces).split("\n")
        text = "\n".join(filter(None, (" ".join(line.split()) for line in lines)))
        is_bold = all(bold for text, bold in self._pieces if text.strip()) and len(text) <= _MAX_HEADING
        self._pieces = []
        if text.strip(" -"):
            self._block(text, is_bold=is_bold)

    def _block(self, text: str, *, is_bold: bool) -> None:
        one_line = " ".join(text.split())
        if self._is_heading:
            self.blocks.append(Heading(page=self.page, level=self._is_heading, text=one_line))
        elif is_bold and "\n" not in text and not one_line.endswith((".", ":", ";")):
            self.blocks.append(Heading(page=self.page, level=_BOLD_LEVEL, text=one_line))
        else:
            self.blocks.append(Paragraph(page=self.page, text=text))

    def _table(self, element: Any) -> None:  # noqa: ANN401 (as above)
        self.tables += 1
        rows = rows_of_table(element, self.hidden, place=f"table {self.tables}")
        self.blocks += blocks_of(rows, page=self.page, level=_BOLD_LEVEL + 1) if rows else ()


def _is_bold(element: Any) -> bool:  # noqa: ANN401 (as above)
    return element.tag.lower() in ("b", "strong") or _BOLD.search(element.get("style") or "") is not None


def _pages(blocks: list[Block]) -> Iterator[Page]:
    texts: dict[int, list[str]] = {}
    for block in blocks:
        texts.setdefault(block.page, []).append(_text_of(block))
    for number in range(1, max(texts) + 1):
        yield Page(number=number, text="\n\n".join(texts.get(number, [])))


def _text_of(block: Block) -> str:
    if isinstance(block, Grid):
        return "\n".join(" | ".join(row).strip() for row in (block.header, *block.rows))
    return block.text
