"""Several sources as one: side by side, each story once, failures named."""

import asyncio
from datetime import date, timedelta

import pytest

from dragoman.assistants.mines.news import NewsFound, NewsItem, NewsSourceError, SourceNote
from dragoman.assistants.mines.news_sources.several import NamedSource, SeveralNews
from dragoman.documents.fetch_errors import FetchFailedError

QUERY = {"companies": (), "since": None, "topic": "", "until": date(2026, 11, 30), "limit": 5}


class Source:
    """A source with items, a failure, or nothing but silence."""

    def __init__(self, *items, failure=None, silent=False, notes=()) -> None:
        self._found = NewsFound(items=items, notes=notes)
        self._failure = failure
        self._silent = silent

    async def search(self, **_):
        if self._silent:
            await asyncio.Event().wait()
        if self._failure:
            raise self._failure
        return self._found


def item(title, published="2026-11-01", source=""):
    return NewsItem(title=title, published=published, text="", source=source)


async def ask(deadline=timedelta(seconds=30), **sources):
    several = SeveralNews([NamedSource(name, source) for name, source in sources.items()], deadline=deadline)
    return await several.search(**QUERY)


async def test_items_of_all_come_newest_first_with_the_name_of_their_source():
    found = await ask(a=Source(item("Old", "2026-01-01")), b=Source(item("New", "2026-02-01")))
    assert [(one.title, one.outlet) for one in found.items] == [("New", "b"), ("Old", "a")]


@pytest.mark.parametrize(
    ("failure", "reason"),
    [
        (FetchFailedError("https://x", "no connection"), "no connection"),
        (NewsSourceError("x", "its key was refused", remedy="Check it."), "its key was refused"),
        (TimeoutError(), "timed out"),
        (RuntimeError("secret detail"), "it broke"),
    ],
)
async def test_a_source_that_fails_is_named_and_the_others_still_speak(failure, reason):
    found = await ask(bad=Source(failure=failure), good=Source(item("Here")))
    assert [one.title for one in found.items] == ["Here"]
    assert [(note.source, note.kind, note.reason) for note in found.notes] == [("bad", "failed", reason)]


async def test_a_source_that_is_silent_is_given_up_at_the_deadline():
    found = await ask(timedelta(milliseconds=20), slow=Source(silent=True), good=Source(item("Here")))
    assert [one.title for one in found.items] == ["Here"]
    assert [(note.source, note.reason) for note in found.notes] == [("slow", "timed out")]


@pytest.mark.parametrize(
    ("one", "other", "told"),
    [
        (item("A", source="https://x.example/1"), item("B", source="http://www.x.example/1/?utm_source=y#z"), 1),
        (item("BHP: up 3%!", "2026-11-01"), item("bhp up 3", "2026-11-03"), 1),
        (item("Quarterly report", "2026-11-01"), item("Quarterly report", "2026-08-01"), 2),
        (item("A", source="https://x.example/?id=1"), item("B", source="https://x.example/?id=2"), 2),
        (item("A"), item("B"), 2),
    ],
)
async def test_a_story_is_told_once(one, other, told):
    assert len((await ask(a=Source(one), b=Source(other))).items) == told


async def test_notes_of_a_source_get_its_name():
    found = await ask(feed=Source(notes=(SourceNote(source="", kind="undated", count=2),)))
    assert [(note.source, note.count) for note in found.notes] == [("feed", 2)]
