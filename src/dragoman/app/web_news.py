"""Feeds and Tavily, with the one guarded way to fetch. Needs the extra `news`."""

from datetime import timedelta
from pathlib import Path

from dragoman.app.settings import Settings
from dragoman.assistants.mines.news import NewsSource
from dragoman.assistants.mines.news_sources.feed import FeedFile, FeedNews, FeedReader
from dragoman.assistants.mines.news_sources.feed_page import FeedPage, FeedStore
from dragoman.assistants.mines.news_sources.spec import FeedSourceSpec, TavilySourceSpec
from dragoman.assistants.mines.news_sources.tavily import TavilyNews
from dragoman.documents.fetch import Fetcher
from dragoman.domain.event import Clock
from dragoman.interpret.interpreter import Interpreter
from dragoman.interpret.vocabulary import Vocabulary
from dragoman.models.secret import Secret


class WebNews:
    """Builds the sources that are read over the network, or parsed as a feed."""

    def __init__(
        self, settings: Settings, vocabulary: Vocabulary, clock: Clock, *, copies: Path, always_ask: bool = False
    ) -> None:
        """Take where copies of feeds are kept; with `always_ask` a server is asked however new the copy is."""
        self._fetcher = Fetcher(own_hosts=settings.private_hosts)
        self._vocabulary = vocabulary
        self._reads = Interpreter(vocabulary, dimensions=("company",))
        self._clock = clock
        self._store = FeedStore(copies)
        self._always_ask = always_ask

    def feed(self, spec: FeedSourceSpec, base: Path) -> NewsSource:
        """Return a feed of the web or of a file."""
        companies = tuple(spec.companies)
        return FeedNews(self._reader(spec, base), name_companies=self._names_in, companies=companies)

    def _reader(self, spec: FeedSourceSpec, base: Path) -> FeedReader:
        if spec.url is None:
            return FeedFile(base / (spec.path or ""))
        refresh = timedelta() if self._always_ask else timedelta(minutes=spec.refresh_minutes)
        return FeedPage(spec.url, fetcher=self._fetcher, store=self._store, now=self._clock.now, refresh=refresh)

    def tavily(self, spec: TavilySourceSpec, key: Secret) -> NewsSource:
        """Return the search service."""
        return TavilyNews(
            key,
            fetcher=self._fetcher,
            name_of=self._vocabulary.company_name,
            name_companies=self._names_in,
            prefix=spec.prefix,
        )

    def _names_in(self, text: str) -> tuple[str, ...]:
        return self._reads.interpret(text, reference_date=self._clock.today()).names("company")
