"""News: dated items from a source that may be a folder, a feed or a service."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import ClassVar, Literal, Protocol

from dragoman.errors import DragomanError, Source


@dataclass(frozen=True, slots=True, kw_only=True)
class NewsItem:
    """One dated piece of news; the date is from its metadata, never guessed from its text."""

    title: str
    published: str  # ISO date; empty only between a source and its selection, which leaves undated items out
    text: str
    source: str = ""  # its address, http or https; empty when it has none
    companies: tuple[str, ...] = ()
    outlet: str = ""  # the name of the configured source it came from


NoteKind = Literal["failed", "stale", "undated", "ahead"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceNote:
    """What a person must know about one source besides its items."""

    source: str  # its name; a source by itself leaves it empty
    kind: NoteKind
    reason: str = ""  # failed, stale: why, in a few words of ours
    remedy: str = ""  # failed: what to do
    minutes: int = 0  # stale: how old the copy is
    count: int = 0  # undated, ahead: how many items were left out


@dataclass(frozen=True, slots=True, kw_only=True)
class NewsFound:
    """What a search gave: items best first, and what is to be said about the sources."""

    items: tuple[NewsItem, ...] = ()
    notes: tuple[SourceNote, ...] = ()


class NewsSource(Protocol):
    """Finds news. An empty result means there is none; a source that cannot be read raises."""

    async def search(
        self, *, companies: Sequence[str], since: date | None, topic: str, until: date, limit: int
    ) -> NewsFound:
        """Return items about the companies (none named: about anyone), best first, published up to `until`."""


class NewsSourceError(DragomanError):
    """A source of news cannot be read."""

    code: ClassVar[str] = "news-source"

    def __init__(self, source: str, reason: str, *, remedy: str) -> None:
        self.reason = reason
        super().__init__(f"this source of news cannot be read: {reason}", where=Source(source), remedy=remedy)
