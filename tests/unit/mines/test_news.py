"""News from a folder."""

import os
from datetime import date

import pytest

from dragoman.assistants.mines.compose.headlines import age, no_news, tell
from dragoman.assistants.mines.news import NewsFound, NewsItem
from dragoman.assistants.mines.news_sources.folder import FolderNews, read_item
from dragoman.domain.plan import News

ITEM = """---
title: "{title}"
company: {company}
published: {published}
source: https://news.example/item
---

# {title}

{text}

## Sources

- https://news.example/item
"""


@pytest.fixture
def folder(tmp_path):
    def write(name, *, title="Title", company="BHP", published="2026-05-01", text="It happened."):
        path = tmp_path / name
        path.write_text(ITEM.format(title=title, company=company, published=published, text=text), encoding="utf-8")
        return path

    write.path = tmp_path
    return write


async def found(folder, **wanted):
    query = {"companies": (), "since": None, "topic": "", "until": date(2026, 11, 30), "limit": 5} | wanted
    return [item.title for item in (await FolderNews(folder.path).search(**query)).items]


async def test_the_newest_comes_first(folder):
    folder("a.md", title="Old", published="2024-01-01")
    folder("b.md", title="New", published="2026-01-01")
    assert await found(folder) == ["New", "Old"]


async def test_only_the_companies_that_were_asked_for(folder):
    folder("a.md", title="Ours", company="NST")
    folder("b.md", title="Theirs", company="FMG")
    folder("c.md", title="Both", company="[NST, FMG]")
    assert set(await found(folder, companies=("NST",))) == {"Ours", "Both"}


async def test_nothing_from_before_the_day_or_from_the_future(folder):
    for name, day in (("a.md", "2023-12-31"), ("b.md", "2024-01-01"), ("c.md", "2026-12-01")):
        folder(name, title=day, published=day)
    assert await found(folder, since=date(2024, 1, 1)) == ["2024-01-01"]


async def test_items_on_the_topic_come_before_newer_ones(folder):
    folder("a.md", title="New copper mine", published="2023-01-01")
    folder("b.md", title="Something else", published="2026-01-01")
    assert await found(folder, topic="copper") == ["New copper mine", "Something else"]


async def test_no_more_than_asked_for(folder):
    for number in range(4):
        folder(f"{number}.md")
    assert len(await found(folder, limit=2)) == 2


# M-065
async def test_no_news_is_an_empty_result(folder):
    assert await found(folder, companies=("RIO",)) == []


async def test_a_folder_that_is_not_there_has_no_news(tmp_path):
    news = FolderNews(tmp_path / "missing")
    assert await news.search(companies=(), since=None, topic="", until=date(2026, 1, 1), limit=5) == NewsFound()


async def test_a_file_that_changed_is_read_again(folder):
    path = folder("a.md", title="Before")
    news = FolderNews(folder.path)
    query = {"companies": (), "since": None, "topic": "", "until": date(2026, 11, 30), "limit": 5}
    await news.search(**query)
    path.write_text(path.read_text().replace("Before", "Afterwards"), encoding="utf-8")
    assert [item.title for item in (await news.search(**query)).items] == ["Afterwards"]


@pytest.mark.parametrize(
    "content", [b"\xff\xfe\x00", b"no front matter", b"---\n: [\n---\nx\n", b"---\npublished: 2026-01-01\n---\nx\n"]
)
def test_a_file_that_is_no_item_is_left_out(tmp_path, content):
    (tmp_path / "x.md").write_bytes(content)
    assert read_item(tmp_path / "x.md") is None


def test_a_date_in_the_text_is_never_taken_for_the_date(folder):
    path = folder("a.md", published="not a date", text="On 3 March 2026 it happened.")
    assert read_item(path).published == ""


async def test_items_without_a_date_or_from_the_future_are_counted(folder):
    folder("a.md", published="soon")
    folder("b.md", published="2027-01-01")
    folder("c.md", published="2027-01-01", company="FMG")
    query = {"companies": ("BHP",), "since": None, "topic": "", "until": date(2026, 11, 30), "limit": 5}
    found = await FolderNews(folder.path).search(**query)
    assert [(note.kind, note.count) for note in found.notes] == [("undated", 1), ("ahead", 1)]
    assert found.items == ()


async def test_what_is_no_file_is_passed_over(folder):
    os.mkfifo(folder.path / "pipe.md")
    (folder.path / "gone.md").symlink_to(folder.path / "nowhere")
    folder("a.md", title="Here")
    assert await found(folder) == ["Here"]


def test_only_the_story_is_told(folder):
    text = "This is a summary written for a test.\n\nFirst paragraph\nin two lines.\n\n- a list\n\nSecond."
    assert read_item(folder("a.md", text=text)).text == "First paragraph in two lines.\nSecond."


def test_an_item_is_told_with_date_age_and_source():
    item = NewsItem(title="Up", published="2026-08-30", text="A. B. C.", source="https://www.n.example/x?y")
    assert tell(item, date(2026, 11, 30)) == "30 August 2026 (3 months ago): “Up. A. B.” (www.n.example)"


@pytest.mark.parametrize(
    ("published", "said"),
    [
        (date(2026, 11, 30), "today"),
        (date(2026, 11, 29), "1 day ago"),
        (date(2026, 11, 16), "2 weeks ago"),
        (date(2026, 10, 1), "2 months ago"),
        (date(2024, 11, 1), "2 years ago"),
    ],
)
def test_age_is_said_in_the_largest_unit_that_fits(today, published, said):
    assert age(published, today) == said


def test_that_there_is_no_news_is_said_with_what_was_looked_for(vocabulary):
    step = News(companies=("NST", "FMG"), since="2026-01-01")
    assert no_news(step, vocabulary) == (
        "I found no news about Northern Star or Fortescue since 2026-01-01 in the news I have."
    )


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('Renew it at <a href="https://evil.example/x">this page</a>', "Renew it at this page"),
        ("Renew it at [this page](https://evil.example/x)", "Renew it at this page"),
        ("Go to https://evil.example/x now", "Go to (link) now"),
        ("Go to www.evil.example now", "Go to (link) now"),
        ("Run javascript:alert(1) now", "Run (link) now"),
        ('He said: ”that is all” and "more"', "He said: ’that is all’ and 'more'"),
    ],
)
def test_a_strangers_words_stand_in_quotation_marks_without_markup_or_a_way_out(text, told):
    item = NewsItem(title=text, published="2026-08-30", text="", source="https://www.n.example/x?y")
    assert tell(item, date(2026, 11, 30)) == f"30 August 2026 (3 months ago): “{told}.” (www.n.example)"
