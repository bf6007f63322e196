"""The Tavily search service, for news."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, tzinfo
from email.utils import parsedate_to_datetime
from typing import Any

from dragoman.assistants.mines.news import NewsFound, NewsItem, NewsSourceError
from dragoman.assistants.mines.news_sources.select import select
from dragoman.assistants.mines.news_sources.text import MAX_TEXT, MAX_TITLE, on_one_line, web_link, without_markup
from dragoman.documents.fetch import Fetcher, Request
from dragoman.documents.fetch_errors import FetchFailedError
from dragoman.models.secret import Secret

ADDRESS = "https://api.tavily.com/search"
PREFIX = "ASX mining"
MAX_QUERY = 400  # characters; the service takes no more
MAX_RESULTS = 20
_TYPES = ("application/json",)
_STATUSES = {
    "it answered 401": ("its key was refused", "Check TAVILY_API_KEY."),
    "it answered 403": ("its key was refused", "Check TAVILY_API_KEY."),
    "it answered 429": ("it was asked too often", "Wait a little, then ask again."),
    "it answered 432": ("the plan of its key is used up", "See the usage page of your Tavily account."),
    "it answered 433": ("the plan of its key is used up", "See the usage page of your Tavily account."),
}


class TavilyNews:
    """Asks the service once a search. The person's topic and the companies' names are sent there, nothing else."""

    def __init__(
        self,
        key: Secret,
        *,
        fetcher: Fetcher,
        name_of: Callable[[str], str],
        name_companies: Callable[[str], tuple[str, ...]],
        prefix: str = PREFIX,
        zone: tzinfo | None = None,
    ) -> None:
        """`name_of` gives a company's name for its ticker, `name_companies` the tickers that a text names."""
        self._key = key
        self._fetcher = fetcher
        self._name_of = name_of
        self._name_companies = name_companies
        self._prefix = prefix
        self._zone = zone

    async def search(
        self, *, companies: Sequence[str], since: date | None, topic: str, until: date, limit: int
    ) -> NewsFound:
        """Return what the service finds and what names one of the companies. Raises FetchError, NewsSourceError."""
        query = query_of([self._name_of(company) for company in companies], topic, prefix=self._prefix)
        asked: dict[str, object] = {"query": query, "topic": "news", "max_results": min(4 * limit, MAX_RESULTS)}
        if since:
            asked["start_date"] = since.isoformat()
        results = await self._ask(asked)
        items = self._items(results)
        return select(items, companies=companies, since=since, topic=topic, until=until, limit=limit)

    async def _ask(self, asked: Mapping[str, object]) -> Sequence[Mapping[str, Any]]:
        request = Request(
            address=ADDRESS,
            accept=_TYPES,
            headers={"Authorization": f"Bearer {self._key.reveal()}", "Content-Type": "application/json"},
            body=json.dumps(asked).encode(),
        )
        try:
            fetched = await self._fetcher.fetch(request)
        except FetchFailedError as failure:
            if known := _STATUSES.get(failure.reason):
                raise NewsSourceError(ADDRESS, known[0], remedy=known[1]) from None
            raise
        return _results(fetched.body)

    def _items(self, results: Iterable[Mapping[str, Any]]) -> Iterable[NewsItem]:
        for result in results:
            title = on_one_line(without_markup(_text(result, "title")), MAX_TITLE)
            text = on_one_line(without_markup(_text(result, "content")), MAX_TEXT)
            if title or text:
                yield NewsItem(
                    title=title or on_one_line(text, MAX_TITLE // 2),
                    published=_day(_text(result, "published_date"), self._zone),
                    text=text,
                    source=web_link(_text(result, "url")),
                    companies=self._name_companies(f"{title}. {text}"),
                )


def query_of(names: Sequence[str], topic: str, *, prefix: str = PREFIX) -> str:
    """Return what is searched for: the prefix, the companies' names, the topic."""
    return on_one_line(" ".join(filter(None, (prefix, *names, topic))), MAX_QUERY)


def _results(body: bytes) -> Sequence[Mapping[str, Any]]:
    try:
        answer = json.loads(body)
    except (ValueError, RecursionError):
        answer = None
    results = answer.get("results") if isinstance(answer, dict) else None
    if not isinstance(results, list):
        raise NewsSourceError(ADDRESS, "its answer cannot be read", remedy="Try again later.")
    return [result for result in results[:MAX_RESULTS] if isinstance(result, dict)]


def _text(result: Mapping[str, Any], name: str) -> str:
    value = result.get(name)
    return value if isinstance(value, str) else ""


def _day(text: str, zone: tzinfo | None) -> str:
    """Return the day of "Tue, 25 Nov 2025 10:00:00 GMT" or of an ISO date, nothing for anything else."""
    for read in (parsedate_to_datetime, datetime.fromisoformat):
        try:
            moment = read(text.strip())
        except (ValueError, TypeError, IndexError, OverflowError):
            continue
        if len(text.strip()) <= len("2025-11-25"):
            return moment.date().isoformat()  # a day, in no zone
        moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        try:
            return moment.astimezone(zone).date().isoformat()
        except OverflowError:
            return ""
    return ""
