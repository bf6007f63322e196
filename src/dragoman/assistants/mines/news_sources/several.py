"""Several sources as one: asked side by side, each with the same deadline, none able to silence the others."""

import asyncio
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from dragoman import telemetry
from dragoman.assistants.mines.news import NewsFound, NewsSource, NewsSourceError, SourceNote
from dragoman.assistants.mines.news_sources.select import distinct, ranked
from dragoman.documents.fetch_errors import FetchError


@dataclass(frozen=True, slots=True)
class NamedSource:
    """A source as it is configured."""

    name: str
    source: NewsSource


class SeveralNews:
    """Asks every source; what one could not give is a note, never an item."""

    def __init__(self, sources: Sequence[NamedSource], *, deadline: timedelta = timedelta(seconds=10)) -> None:
        self._sources = tuple(sources)
        self._deadline = deadline.total_seconds()

    async def search(
        self, *, companies: Sequence[str], since: date | None, topic: str, until: date, limit: int
    ) -> NewsFound:
        """Return the best items of all sources, each story once."""
        searches = (
            self._within_deadline(
                one.name,
                one.source.search(companies=companies, since=since, topic=topic, until=until, limit=limit),
            )
            for one in self._sources
        )
        found = await asyncio.gather(*searches)
        items = distinct(ranked((item for one in found for item in one.items), topic))
        return NewsFound(items=items[:limit], notes=tuple(note for one in found for note in one.notes))

    async def _within_deadline(self, name: str, search: Awaitable[NewsFound]) -> NewsFound:
        try:
            async with asyncio.timeout(self._deadline):
                found = await search
        except TimeoutError:
            return _failed(name, "timed out", "Try again; the service may be slow or out of reach.")
        except (FetchError, NewsSourceError) as failure:
            return _failed(name, failure.reason, failure.remedy)
        except Exception as failure:  # noqa: BLE001  reading fails open, with a visible mark
            telemetry.record("news.failed", source=name, error=type(failure).__name__)
            return _failed(name, "it broke", "See: dragoman news check")
        return NewsFound(
            items=tuple(replace(item, outlet=item.outlet or name) for item in found.items),
            notes=tuple(replace(note, source=note.source or name) for note in found.notes),
        )


def _failed(name: str, reason: str, remedy: str) -> NewsFound:
    return NewsFound(notes=(SourceNote(source=name, kind="failed", reason=reason, remedy=remedy),))


class UnreadySource:
    """A source that is configured but cannot be asked: an extra or a key is missing."""

    def __init__(self, name: str, reason: str, *, remedy: str) -> None:
        self._failure = (name, reason, remedy)

    async def search(
        self, *, companies: Sequence[str], since: date | None, topic: str, until: date, limit: int
    ) -> NewsFound:
        """Say why there is nothing to ask. Raises NewsSourceError."""
        del companies, since, topic, until, limit
        name, reason, remedy = self._failure
        raise NewsSourceError(name, reason, remedy=remedy)
