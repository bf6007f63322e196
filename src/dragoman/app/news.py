"""Which sources of news there are: those of `news.yaml`, else the folder at hand and, with a key, Tavily."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import Protocol

from dragoman.app.samples import SAMPLES
from dragoman.app.settings import Settings
from dragoman.assistants.mines.news import NewsSource, SourceNote
from dragoman.assistants.mines.news_sources.folder import FolderNews
from dragoman.assistants.mines.news_sources.several import NamedSource, SeveralNews, UnreadySource
from dragoman.assistants.mines.news_sources.spec import (
    FeedSourceSpec,
    FolderSourceSpec,
    NewsSpec,
    SourceSpec,
    TavilySourceSpec,
    check,
)
from dragoman.domain.event import Clock
from dragoman.interpret.vocabulary import Vocabulary
from dragoman.models.secret import Secret
from dragoman.specs.reader import load

FILE = "news.yaml"
KEY = "TAVILY_API_KEY"
NEEDS_EXTRA = ("the extra 'news' is not installed", "Install it: pip install 'dragoman[news]'")
NEEDS_KEY = ("there is no key for it", "Set TAVILY_API_KEY in the environment.")


class OpensWebSources(Protocol):
    """Builds the sources that need the extra `news`."""

    def feed(self, spec: FeedSourceSpec, base: Path) -> NewsSource:
        """Return a feed; its path counts from `base`."""

    def tavily(self, spec: TavilySourceSpec, key: Secret) -> NewsSource:
        """Return the service."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewsPlace:
    """Where `news.yaml` may be, and the news there is without one."""

    folder: Path | None  # of the project
    home: Path
    copies: Path  # of feeds

    def read(self, *, has_key: bool) -> tuple[NewsSpec, Path, str]:
        """Return what is configured, the folder its paths count from, and where it stands. Raises SpecError."""
        for folder in filter(None, (self.folder, self.home)):
            if (folder / FILE).is_file():
                return check(load(folder / FILE, NewsSpec)), folder, str(folder / FILE)
        return _without_file(self._own_news, has_key=has_key), Path(), "built in"

    @property
    def _own_news(self) -> Path:
        own = self.folder / "news" if self.folder else None
        return own if own and own.is_dir() else SAMPLES / "news"


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """A configured source as `dragoman news list` shows it."""

    name: str
    kind: str
    place: str
    problem: str = ""  # why it cannot be asked
    remedy: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """What one round trip to a source gave."""

    name: str
    ok: bool
    items: int
    newest: str  # ISO date of the newest item; empty without any
    notes: tuple[SourceNote, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class NewsDesk:
    """The sources, each by its name, and as one."""

    sources: tuple[NamedSource, ...]
    listed: tuple[Listed, ...]
    deadline: timedelta
    origin: str  # the file that names them, or "built in"

    def as_one(self) -> SeveralNews:
        """Return all sources as one."""
        return SeveralNews(self.sources, deadline=self.deadline)

    async def check(self, *, today: date) -> Sequence[Checked]:
        """Ask each source once, for anything at all."""
        return [await self._check(one, today) for one in self.sources]

    async def check_one(self, name: str, *, today: date) -> Checked:
        """Ask one source, by its name, once. Raises KeyError."""
        return await self._check({one.name: one for one in self.sources}[name], today)

    async def _check(self, named: NamedSource, today: date) -> Checked:
        alone = SeveralNews([named], deadline=self.deadline)
        found = await alone.search(companies=(), since=None, topic="", until=today, limit=_MANY)
        return Checked(
            name=named.name,
            ok=not any(note.kind in ("failed", "stale") for note in found.notes),
            items=len(found.items),
            newest=max((item.published for item in found.items), default=""),
            notes=found.notes,
        )


_MANY = 1_000


def open_desk(
    place: NewsPlace, settings: Settings, vocabulary: Vocabulary, clock: Clock, *, always_ask: bool = False
) -> NewsDesk:
    """Build every source that is configured; without the extra `news` folders still speak, the rest is named.

    `always_ask` looks past copies of feeds that count as new. Raises SpecError.
    """
    web: OpensWebSources | None = None
    with suppress(ModuleNotFoundError):
        from dragoman.app.web_news import WebNews

        web = WebNews(settings, vocabulary, clock, copies=place.copies, always_ask=always_ask)
    key = settings.keys.get(KEY)
    spec, base, origin = place.read(has_key=bool(key) and web is not None)
    opened = [_open(source, base, key, web) for source in spec.sources]
    return NewsDesk(
        sources=tuple(NamedSource(one.name, source) for one, source in opened),
        listed=tuple(one for one, _ in opened),
        deadline=timedelta(seconds=spec.deadline_seconds),
        origin=origin,
    )


def _without_file(folder: Path, *, has_key: bool) -> NewsSpec:
    sources: list[SourceSpec] = [FolderSourceSpec(kind="folder", name="news folder", path=str(folder))]
    sources += [TavilySourceSpec(kind="tavily")] if has_key else []
    return NewsSpec(sources=tuple(sources))


def _open(spec: SourceSpec, base: Path, key: Secret | None, web: OpensWebSources | None) -> tuple[Listed, NewsSource]:
    match spec:
        case FolderSourceSpec():
            folder = base / spec.path
            if not folder.is_dir():
                return _unready(spec, str(folder), ("there is no such folder", f"Make it, or change {FILE}."))
            return Listed(name=spec.name, kind=spec.kind, place=str(folder)), FolderNews(folder)
        case FeedSourceSpec():
            place = spec.url or str(base / (spec.path or ""))
            if web is None:
                return _unready(spec, place, NEEDS_EXTRA)
            return Listed(name=spec.name, kind=spec.kind, place=place), web.feed(spec, base)
        case TavilySourceSpec():
            place = "api.tavily.com"
            if web is None or not key:
                return _unready(spec, place, NEEDS_EXTRA if web is None else NEEDS_KEY)
            return Listed(name=spec.name, kind=spec.kind, place=place), web.tavily(spec, key)


def _unready(spec: SourceSpec, place: str, why: tuple[str, str]) -> tuple[Listed, NewsSource]:
    problem, remedy = why
    listed = Listed(name=spec.name, kind=spec.kind, place=place, problem=problem, remedy=remedy)
    return listed, UnreadySource(spec.name, problem, remedy=remedy)
