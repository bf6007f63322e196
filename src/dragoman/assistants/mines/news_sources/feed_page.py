"""A feed on the web with a copy on disk: asked politely, and read from the copy while it cannot be reached."""

import json
import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from hashlib import sha256
from pathlib import Path

from dragoman.assistants.mines.news import SourceNote
from dragoman.assistants.mines.news_sources.feed import FeedCopy
from dragoman.documents.fetch import Fetched, Fetcher, Request
from dragoman.documents.fetch_errors import FetchError, FetchFailedError

FEED_TYPES = (
    "application/rss+xml",
    "application/atom+xml",
    "application/rdf+xml",
    "application/xml",
    "text/xml",
)
REFRESH = timedelta(minutes=15)
_MAX_HEAD = 10_000  # bytes of the first line of a copy
_VERSION = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredFeed:
    """A copy of a feed: what it was, when, and what lets the server say that it has not changed."""

    body: bytes
    fetched: datetime
    etag: str = ""
    modified: str = ""


class FeedStore:
    """Copies of feeds, one file each, readable by their owner only."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def get(self, address: str) -> StoredFeed | None:
        """Return the copy, None when there is none that can be read."""
        try:
            with self._path(address).open("rb") as file:
                head = json.loads(file.readline(_MAX_HEAD))
                body = file.read()
            fetched = datetime.fromisoformat(head["fetched"])
            stored = StoredFeed(body=body, fetched=fetched, etag=str(head["etag"]), modified=str(head["modified"]))
        except (OSError, ValueError, KeyError, TypeError):
            return None
        is_whole = head.get("version") == _VERSION and head.get("sha256") == sha256(body).hexdigest()
        return stored if is_whole and fetched.tzinfo else None

    def put(self, address: str, feed: StoredFeed) -> None:
        """Keep a copy. A copy that cannot be written is no reason to go without the news."""
        head = {
            "version": _VERSION,
            "fetched": feed.fetched.isoformat(),
            "etag": feed.etag,
            "modified": feed.modified,
            "sha256": sha256(feed.body).hexdigest(),
        }
        path = self._path(address)
        draft = path.with_suffix(f".{os.getpid()}")
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            draft.touch(mode=0o600)
            draft.write_bytes(json.dumps(head).encode() + b"\n" + feed.body)
            draft.replace(path)
        except OSError:
            draft.unlink(missing_ok=True)

    def _path(self, address: str) -> Path:
        return self._folder / f"{sha256(address.encode()).hexdigest()[:32]}.feed"


class FeedPage:
    """A feed at an address."""

    def __init__(
        self,
        address: str,
        *,
        fetcher: Fetcher,
        store: FeedStore,
        now: Callable[[], datetime],
        refresh: timedelta = REFRESH,
    ) -> None:
        """`refresh` is how long a copy counts as new, so that a server is not asked with every question."""
        self._address = address
        self._fetcher = fetcher
        self._store = store
        self._now = now
        self._refresh = refresh

    async def read(self) -> FeedCopy:
        """Return the feed, from the copy where that is new enough or all there is. Raises FetchError."""
        copy = self._store.get(self._address)
        if copy and timedelta() <= self._now() - copy.fetched < self._refresh:
            return FeedCopy(body=copy.body)
        try:
            fetched = await self._fetcher.fetch(_request(self._address, copy))
        except FetchFailedError as failure:
            if copy is None:
                raise
            return FeedCopy(body=copy.body, notes=(_stale(failure, self._now() - copy.fetched),))
        fresh = _merged(fetched, copy, self._now())
        if fresh is None:
            raise FetchFailedError(self._address, "it answered 304 to a first question")
        self._store.put(self._address, fresh)
        return FeedCopy(body=fresh.body)


def _request(address: str, copy: StoredFeed | None) -> Request:
    known = {"If-None-Match": copy.etag, "If-Modified-Since": copy.modified} if copy else {}
    return Request(address=address, accept=FEED_TYPES, headers={name: value for name, value in known.items() if value})


def _merged(fetched: Fetched, copy: StoredFeed | None, now: datetime) -> StoredFeed | None:
    if fetched.status == 304:
        return replace(copy, fetched=now) if copy else None
    headers = fetched.headers
    return StoredFeed(
        body=fetched.body, fetched=now, etag=headers.get("etag", ""), modified=headers.get("last-modified", "")
    )


def _stale(failure: FetchError, age: timedelta) -> SourceNote:
    return SourceNote(source="", kind="stale", reason=failure.reason, minutes=max(0, age // timedelta(minutes=1)))
