"""RSS and Atom feeds: parsed from bytes, never fetched by the parser."""

import asyncio
from calendar import timegm
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, tzinfo
from io import BytesIO
from pathlib import Path
from time import struct_time
from typing import Any, Protocol

import feedparser

from dragoman.assistants.mines.news import NewsFound, NewsItem, NewsSourceError, SourceNote
from dragoman.assistants.mines.news_sources.select import select
from dragoman.assistants.mines.news_sources.text import MAX_TEXT, MAX_TITLE, on_one_line, web_link, without_markup

NameCompanies = Callable[[str], tuple[str, ...]]
MAX_ENTRIES = 200
MAX_BYTES = 1_000_000
_LATEST_YEAR = 9999
NOT_A_FEED = "it is no RSS or Atom feed"


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedCopy:
    """A feed as it was read, and what is to be said about that."""

    body: bytes
    notes: tuple[SourceNote, ...] = ()


class FeedReader(Protocol):
    """Brings the bytes of a feed."""

    async def read(self) -> FeedCopy:
        """Return the feed. Raises FetchError, NewsSourceError."""


class FeedFile:
    """A feed that lies on disk."""

    def __init__(self, path: Path) -> None:
        self._path = path

    async def read(self) -> FeedCopy:
        """Return the file's bytes. Raises NewsSourceError."""
        remedy = "Check the path in news.yaml; it counts from the folder of that file."
        if not self._path.is_file():
            raise NewsSourceError(str(self._path), "there is no such file", remedy=remedy)
        try:
            with self._path.open("rb") as file:
                body = file.read(MAX_BYTES + 1)
        except OSError:
            raise NewsSourceError(str(self._path), "the file cannot be read", remedy=remedy) from None
        if len(body) > MAX_BYTES:
            raise NewsSourceError(str(self._path), "it is too large", remedy=remedy)
        return FeedCopy(body=body)


class FeedNews:
    """The entries of one feed. The date is the entry's own; what a text says about days is never taken for it."""

    def __init__(
        self,
        reader: FeedReader,
        *,
        name_companies: NameCompanies,
        companies: Sequence[str] = (),
        zone: tzinfo | None = None,
    ) -> None:
        """`companies` are those the whole feed is about; without them each entry is about whom it names.

        `zone` is where a day begins; None means the machine's own.
        """
        self._reader = reader
        self._name_companies = name_companies
        self._companies = tuple(companies)
        self._zone = zone

    async def search(
        self, *, companies: Sequence[str], since: date | None, topic: str, until: date, limit: int
    ) -> NewsFound:
        """Return the newest entries, those on the topic first. Raises FetchError, NewsSourceError."""
        copy = await self._reader.read()
        entries = await asyncio.to_thread(_entries, copy.body)
        if entries is None:
            raise NewsSourceError("feed", NOT_A_FEED, remedy="Check that its address is the feed's own.")
        found = select(self._items(entries), companies=companies, since=since, topic=topic, until=until, limit=limit)
        return NewsFound(items=found.items, notes=(*copy.notes, *found.notes))

    def _items(self, entries: Iterable[Mapping[str, Any]]) -> Iterable[NewsItem]:
        for entry in entries:
            text = on_one_line(without_markup(_body(entry)), MAX_TEXT)
            title = on_one_line(without_markup(str(entry.get("title") or "")), MAX_TITLE)
            if title or text:
                yield NewsItem(
                    title=title or on_one_line(text, MAX_TITLE // 2),
                    published=_day(entry, self._zone),
                    text=text,
                    source=web_link(str(entry.get("link") or "")),
                    companies=self._companies or self._name_companies(f"{title}. {text}"),
                )


def _entries(body: bytes) -> list[Mapping[str, Any]] | None:
    """Return the entries, None for what is no feed.

    A stream, because a feedparser that is given a text may fetch or open it; and nothing cleaned, because its own
    cleaning takes minutes for some feeds.
    """
    parsed = feedparser.parse(BytesIO(body), sanitize_html=False, resolve_relative_uris=False)
    return list(parsed.entries[:MAX_ENTRIES]) if parsed.get("version") else None


def _body(entry: Mapping[str, Any]) -> str:
    content = entry.get("content") or ()
    return str(entry.get("summary") or next((part.get("value") for part in content), "") or "")


def _day(entry: Mapping[str, Any], zone: tzinfo | None) -> str:
    """Return the day on which an entry was published, or else last changed, where the reader is."""
    for name in ("published_parsed", "updated_parsed"):
        moment = entry[name] if dict.__contains__(entry, name) else None
        if isinstance(moment, struct_time) and 1 < moment.tm_year < _LATEST_YEAR:
            return datetime.fromtimestamp(timegm(moment), UTC).astimezone(zone).date().isoformat()
    return ""
