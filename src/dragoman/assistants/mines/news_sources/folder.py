"""News items as Markdown files with front matter, in one folder."""

import re
from collections.abc import Iterable, Sequence
from datetime import date
from pathlib import Path

from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

from dragoman.assistants.mines.news import NewsFound, NewsItem
from dragoman.assistants.mines.news_sources.select import select
from dragoman.assistants.mines.news_sources.text import MAX_TITLE, on_one_line, web_link

MAX_BYTES = 200_000  # of one file; a news item is a page at most
MAX_FILES = 2_000  # the last ones by name, which begins with the date
_FRONT_MATTER = re.compile(r"\A---\s*\n(?P<head>.*?)\n---\s*\n(?P<body>.*)\Z", re.DOTALL)
# Headings, lists, tables, and what our own items say about themselves.
_NOTE = re.compile(r"^\s*(?:#|\*.*\*\s*$|-\s|<!--|\||\[|This is a (?:digest|summary) )")


class FolderNews:
    """Reads a folder anew at each search; a file that did not change is not read twice."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._read: dict[Path, tuple[int, NewsItem | None]] = {}

    async def search(
        self, *, companies: Sequence[str], since: date | None, topic: str, until: date, limit: int
    ) -> NewsFound:
        """Return the newest items, those that share a word with the topic before all others."""
        return select(self._items(), companies=companies, since=since, topic=topic, until=until, limit=limit)

    def _items(self) -> Iterable[NewsItem]:
        for path in sorted(self._folder.glob("*.md"))[-MAX_FILES:]:
            if not path.is_file():
                continue
            changed = path.stat().st_mtime_ns
            if self._read.get(path, (0, None))[0] != changed:
                self._read[path] = (changed, read_item(path))
            if item := self._read[path][1]:
                yield item


def read_item(path: Path) -> NewsItem | None:
    """Read one file. None when it is too large, not text, or has no title in its front matter."""
    if path.stat().st_size > MAX_BYTES:
        return None
    try:
        match = _FRONT_MATTER.match(path.read_text(encoding="utf-8"))
        head = YAML(typ="safe", pure=True).load(match["head"]) if match else None
    except (UnicodeDecodeError, YAMLError):
        return None
    if match is None or not isinstance(head, dict) or not head.get("title"):
        return None
    return NewsItem(
        title=on_one_line(str(head["title"]), MAX_TITLE),
        published=_iso(head.get("published")),
        text=_story(match["body"]),
        source=web_link(str(head.get("source") or "")),
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
