"""News: dated items from a source that may be a folder, a feed or a service."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Protocol

from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

MAX_BYTES = 200_000  # of one file; a news item is a page at most
_FRONT_MATTER = re.compile(r"\A---\s*\n(?P<head>.*?)\n---\s*\n(?P<body>.*)\Z", re.DOTALL)
_WORD = re.compile(r"[a-z0-9]{3,}")
# Headings, lists, tables, and what our own items say about themselves.
_NOTE = re.compile(r"^\s*(?:#|\*.*\*\s*$|-\s|<!--|\||\[|This is a (?:digest|summary) )")


@dataclass(frozen=True, slots=True, kw_only=True)
class NewsItem:
    """One dated piece of news; the date is from its metadata, never guessed from its text."""

    title: str
    published: str  # ISO date
    text: str
    source: str = ""  # its address
    companies: tuple[str, ...] = ()


class NewsSource(Protocol):
    """Finds news. An empty result means there is none; a source that cannot be read raises."""

    async def search(
        self, *, companies: Sequence[str], since: date | None, topic: str, until: date, limit: int
    ) -> tuple[NewsItem, ...]:
        """Return items about the companies (none named: about anyone), best first, published up to `until`."""


class FolderNews:
    """News items as Markdown files with front matter, in one folder. Read anew at each search."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._read: dict[Path, tuple[int, NewsItem | None]] = {}

    async def search(
        self, *, companies: Sequence[str], since: date | None, topic: str, until: date, limit: int
    ) -> tuple[NewsItem, ...]:
        """Return the newest items, those that share a word with the topic before all others."""
        first = since.isoformat() if since else ""
        items = [item for item in self._items() if first <= item.published <= until.isoformat()]
        about = [item for item in items if not companies or set(companies) & set(item.companies)]
        words = _words(topic)
        on_topic = {item: bool(words & _words(f"{item.title} {item.text}")) for item in about}
        ranked = sorted(about, key=lambda item: (on_topic[item], item.published), reverse=True)
        return tuple(ranked[:limit])

    def _items(self) -> Iterable[NewsItem]:
        for path in sorted(self._folder.glob("*.md")):
            changed = path.stat().st_mtime_ns
            if self._read.get(path, (0, None))[0] != changed:
                self._read[path] = (changed, read_item(path))
            if item := self._read[path][1]:
                yield item


def read_item(path: Path) -> NewsItem | None:
    """Read one file. None when it is too large, not text, or has no title and date in its front matter."""
    if path.stat().st_size > MAX_BYTES:
        return None
    try:
        match = _FRONT_MATTER.match(path.read_text(encoding="utf-8"))
        head = YAML(typ="safe", pure=True).load(match["head"]) if match else None
    except (UnicodeDecodeError, YAMLError):
        return None
    if match is None or not isinstance(head, dict) or not head.get("title"):
        return None
    published = _iso(head.get("published"))
    if not published:
        return None
    return NewsItem(
        title=str(head["title"]),
        published=published,
        text=_story(match["body"]),
        source=str(head.get("source") or ""),
        companies=_companies(head.get("company")),
    )


def _iso(value: object) -> str:
    try:
        return date.fromisoformat(str(value)).isoformat()
    except ValueError:
        return ""


def _companies(value: object) -> tuple[str, ...]:
    names = value if isinstance(value, list) else str(value or "").split(",")
    return tuple(str(name).strip() for name in names if str(name).strip())


def _story(body: str) -> str:
    """Return the paragraphs of the item, without headings, remarks and the list of sources."""
    story = re.split(r"^#+\s*Sources\s*$", body, flags=re.MULTILINE)[0]
    paragraphs = (" ".join(part.split()) for part in story.split("\n\n"))
    return "\n".join(part for part in paragraphs if part and not _NOTE.match(part))


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.lower())) - _LIGHT


_LIGHT = frozenset(_WORD.findall("the and for with any what about news latest recent happened this that from has was"))
