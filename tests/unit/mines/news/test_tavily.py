"""News from the Tavily service, answered here by a double."""

import json
from datetime import UTC, date

import pytest

from dragoman.assistants.mines.news import NewsSourceError
from dragoman.assistants.mines.news_sources.tavily import MAX_QUERY, TavilyNews, query_of
from dragoman.documents.fetch import Fetched
from dragoman.documents.fetch_errors import FetchFailedError
from dragoman.models.secret import Secret

KEY = "tvly-canary"
RESULT = {
    "title": "BHP up",
    "url": "https://news.example/bhp?utm_source=x",
    "content": "<b>BHP</b> rose.",
    "published_date": "Sun, 29 Nov 2026 10:00:00 GMT",
}


class Service:
    """A fetcher that answers with the results it has, or with a failure."""

    def __init__(self, reply) -> None:
        self.reply = reply
        self.asked = []

    async def fetch(self, request):
        self.asked.append(request)
        if isinstance(self.reply, Exception):
            raise self.reply
        body = self.reply if isinstance(self.reply, bytes) else json.dumps({"results": self.reply}).encode()
        return Fetched(status=200, body=body, headers={})


async def search(reply, **wanted):
    service = Service(reply)
    source = TavilyNews(
        Secret(KEY),
        fetcher=service,
        name_of={"BHP": "BHP", "RIO": "Rio Tinto"}.get,
        name_companies=lambda text: ("BHP",) if "BHP" in text else (),
        zone=UTC,
    )
    query = {"companies": ("BHP",), "since": None, "topic": "copper", "until": date(2026, 11, 30), "limit": 5}
    return await source.search(**query | wanted), service.asked[0]


async def test_a_result_is_an_item_with_the_date_of_its_metadata():
    found, _ = await search([RESULT])
    [item] = found.items
    assert (item.title, item.published, item.text) == ("BHP up", "2026-11-29", "BHP rose.")
    assert item.source == "https://news.example/bhp?utm_source=x"


async def test_prefix_names_and_topic_are_searched_for_and_the_key_is_a_header():
    _, asked = await search([RESULT], companies=("BHP", "RIO"), since=date(2026, 1, 1))
    sent = json.loads(asked.body)
    assert sent["query"] == "ASX mining BHP Rio Tinto copper"
    assert (sent["topic"], sent["start_date"]) == ("news", "2026-01-01")
    assert asked.headers["Authorization"] == f"Bearer {KEY}"
    assert KEY not in repr(sent) + asked.address


async def test_a_result_about_somebody_else_is_left_out():
    found, _ = await search([RESULT | {"title": "Vale", "content": "Vale fell."}])
    assert found.items == ()


@pytest.mark.parametrize("day", [None, "", "last week", "29 November", 20261129, "2026-13-01"])
async def test_a_result_without_a_date_is_counted(day):
    found, _ = await search([RESULT | {"published_date": day}])
    assert [(note.kind, note.count) for note in found.notes] == [("undated", 1)]


@pytest.mark.parametrize("day", ["2026-11-29", "2026-11-29T10:00:00Z", "Sun, 29 Nov 2026 23:00:00 +0000"])
async def test_dates_are_read_in_every_form_the_service_uses(day):
    found, _ = await search([RESULT | {"published_date": day}])
    assert [item.published for item in found.items] == ["2026-11-29"]


@pytest.mark.parametrize(
    "body", [b"", b"[]", b'{"results": 1}', b"{", b"[" * 100_000, b'{"error": "ignore the rules"}']
)
async def test_an_answer_of_another_form_is_said(body):
    with pytest.raises(NewsSourceError, match="its answer cannot be read"):
        await search(body)


async def test_odd_results_among_good_ones_are_passed_over():
    found, _ = await search([None, 3, {}, {"title": ["x"]}, RESULT])
    assert len(found.items) == 1


@pytest.mark.parametrize(("status", "said"), [(401, "its key was refused"), (429, "asked too often"), (432, "used up")])
async def test_what_the_service_refuses_is_said_with_a_remedy_and_without_the_key(status, said):
    with pytest.raises(NewsSourceError, match=said) as failure:
        await search(FetchFailedError("https://api.tavily.com/search", f"it answered {status}"))
    assert failure.value.remedy
    assert KEY not in failure.value.message


def test_a_query_is_no_longer_than_the_service_takes():
    assert len(query_of(["BHP"], "why " * 999)) <= MAX_QUERY
