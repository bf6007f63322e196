"""News from feeds: metadata dates, stripped text, copies on disk."""

from datetime import UTC, date, datetime, timedelta

import pytest

from dragoman.assistants.mines.news import NewsSourceError
from dragoman.assistants.mines.news_sources.feed import FeedCopy, FeedFile, FeedNews
from dragoman.assistants.mines.news_sources.feed_page import FeedPage, FeedStore
from dragoman.documents.fetch import Fetched
from dragoman.documents.fetch_errors import FetchFailedError, FetchRefusedError

RSS = '<rss version="2.0"><channel><title>Mining</title>{}</channel></rss>'
ITEM = "<item><title>{title}</title><link>{link}</link>{date}<description>{text}</description></item>"
NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
ADDRESS = "https://news.example/feed"


def item(title="BHP digs", link="https://news.example/1", day="Mon, 30 Nov 2026 08:00:00 GMT", text="It digs."):
    return ITEM.format(title=title, link=link, date=f"<pubDate>{day}</pubDate>" if day else "", text=text)


class Given:
    """A reader with a feed in its hand."""

    def __init__(self, body: bytes) -> None:
        self._body = body

    async def read(self):
        return FeedCopy(body=self._body)


def named(text: str) -> tuple[str, ...]:
    return tuple(name for name in ("BHP", "RIO") if name in text)


async def search(body: str | bytes, **wanted):
    body = body.encode() if isinstance(body, str) else body
    options = {key: wanted.pop(key) for key in ("companies_of_feed",) if key in wanted}
    source = FeedNews(Given(body), name_companies=named, companies=options.get("companies_of_feed", ()), zone=UTC)
    query = {"companies": (), "since": None, "topic": "", "until": date(2026, 11, 30), "limit": 5} | wanted
    return await source.search(**query)


async def test_an_rss_item_is_read_with_date_link_and_companies():
    [found] = (await search(RSS.format(item()))).items
    assert (found.title, found.published, found.text) == ("BHP digs", "2026-11-30", "It digs.")
    assert (found.source, found.companies) == ("https://news.example/1", ("BHP",))


async def test_an_atom_entry_is_read():
    atom = """<feed xmlns="http://www.w3.org/2005/Atom"><title>t</title><entry><title>RIO</title>
      <link href="https://news.example/a"/><updated>2026-11-29T23:30:00-02:00</updated>
      <content type="html">&lt;p&gt;Ore&lt;/p&gt;</content></entry></feed>"""
    [found] = (await search(atom)).items
    assert (found.title, found.published, found.text) == ("RIO", "2026-11-30", "Ore")


async def test_a_date_in_the_text_is_never_taken_and_undated_entries_are_counted():
    found = await search(RSS.format(item(day="", text="On 29 November 2026 it dug.") + item(day="yesterday")))
    assert found.items == ()
    assert [(note.kind, note.count) for note in found.notes] == [("undated", 2)]


async def test_entries_of_tomorrow_are_counted_and_left_out():
    found = await search(RSS.format(item(day="Tue, 01 Dec 2026 08:00:00 GMT")))
    assert (found.items, [(note.kind, note.count) for note in found.notes]) == ((), [("ahead", 1)])


async def test_an_entry_is_about_the_companies_it_names_unless_the_feed_is_about_some():
    body = RSS.format(item() + item(title="Nobody"))
    assert [one.title for one in (await search(body, companies=("BHP",))).items] == ["BHP digs"]
    assert len((await search(body, companies=("FMG",), companies_of_feed=("FMG",))).items) == 2


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("&lt;p&gt;One&lt;/p&gt;&lt;p&gt;two &amp;amp; three&lt;/p&gt;", "One two & three"),
        ("&lt;script&gt;steal()&lt;/script&gt;seen", "seen"),
        ("&lt;style&gt;p{}&lt;/style&gt;&lt;img src=x onerror=a()&gt;seen", "seen"),
        ("as the report says [1]", "as the report says (1)"),
        ("【Annual Report Data】 up", "|Annual Report Data| up"),
        ("a\u202eb\u200bc\u0007d", "abcd"),
        ("two\n\n- lines", "two - lines"),
    ],
)
async def test_markup_and_marks_of_ours_are_no_part_of_a_text(text, told):
    [found] = (await search(RSS.format(item(text=text.replace("\u0007", ""))))).items
    assert found.text == told


@pytest.mark.parametrize(
    "link",
    ["javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", "https://a@b.example/", "https://a b/", "//x/y"],
)
async def test_only_links_of_the_web_are_kept(link):
    [found] = (await search(RSS.format(item(link=link)))).items
    assert found.source == ""


async def test_titles_and_texts_are_cut():
    [found] = (await search(RSS.format(item(title="long " * 999, text="more " * 9_999)))).items
    assert len(found.title) <= 200
    assert len(found.text) <= 2_000


@pytest.mark.parametrize("body", [b"", b"<html><body>hello</body></html>", b"\xff\xfe\x00", b"/etc/passwd", b"{}"])
async def test_what_is_no_feed_is_said(body):
    with pytest.raises(NewsSourceError, match="no RSS or Atom feed"):
        await search(body)


async def test_a_feed_names_no_file_of_this_machine(tmp_path):
    (tmp_path / "secret").write_text("classified")
    entity = f'<!DOCTYPE rss [<!ENTITY x SYSTEM "file://{tmp_path}/secret">]>'
    found = await search(entity + RSS.format(item(text="&x; seen")))
    assert "classified" not in str(found)


async def test_entities_that_multiply_do_not():
    entities = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 12))
    body = f'<!DOCTYPE rss [<!ENTITY a0 "aaaaaaaaaa">{entities}]>' + RSS.format(item(text="&a11;"))
    assert all(len(one.text) <= 2_000 for one in (await search(body)).items)


async def test_a_feed_may_be_a_file(tmp_path):
    (tmp_path / "feed.xml").write_text(RSS.format(item()))
    assert (await FeedFile(tmp_path / "feed.xml").read()).body.startswith(b"<rss")
    with pytest.raises(NewsSourceError, match="no such file"):
        await FeedFile(tmp_path / "none.xml").read()


class Server:
    """A fetcher that gives its replies in turn and keeps what it was asked."""

    def __init__(self, *replies) -> None:
        self.replies = list(replies)
        self.asked = []

    async def fetch(self, request):
        self.asked.append(request)
        reply = self.replies.pop(0)
        if isinstance(reply, Exception):
            raise reply
        return reply


def fetched(body=b"first", **headers):
    return Fetched(status=200, body=body, headers=headers)


@pytest.fixture
def page(tmp_path):
    """Return a feed at an address, read at moments that are given as hours after noon."""

    def page(server, hours=0):
        now = NOON + timedelta(hours=hours)
        return FeedPage(ADDRESS, fetcher=server, store=FeedStore(tmp_path / "feeds"), now=lambda: now)

    return page


async def test_a_new_copy_is_used_without_asking(page):
    server = Server(fetched())
    first, second = await page(server).read(), await page(server, 0.2).read()
    assert (first.body, second.body, second.notes) == (b"first", b"first", ())
    assert len(server.asked) == 1


async def test_an_old_copy_is_asked_about_by_its_tag_and_kept_when_it_is_still_so(page):
    server = Server(fetched(etag='"a"', **{"last-modified": "then"}), Fetched(status=304, body=b"", headers={}))
    await page(server).read()
    assert (await page(server, 1).read()).body == b"first"
    assert server.asked[1].headers == {"If-None-Match": '"a"', "If-Modified-Since": "then"}
    assert (await page(server, 1.2).read()).body == b"first"
    assert len(server.asked) == 2


async def test_a_changed_feed_takes_the_place_of_the_copy(page):
    server = Server(fetched(), fetched(b"second"))
    await page(server).read()
    assert (await page(server, 1).read()).body == b"second"


async def test_while_the_server_is_out_of_reach_the_copy_is_read_and_its_age_said(page):
    server = Server(fetched(), FetchFailedError(ADDRESS, "timed out"))
    await page(server).read()
    copy = await page(server, 3).read()
    assert copy.body == b"first"
    assert [(note.kind, note.reason, note.minutes) for note in copy.notes] == [("stale", "timed out", 180)]


@pytest.mark.parametrize("failure", [FetchFailedError(ADDRESS, "timed out"), FetchRefusedError(ADDRESS, "no")])
async def test_without_a_copy_the_failure_is_raised(page, failure):
    with pytest.raises(type(failure)):
        await page(Server(failure)).read()


async def test_an_address_that_may_not_be_reached_any_more_is_not_read_from_its_copy(page):
    server = Server(fetched(), FetchRefusedError(ADDRESS, "it leads into a private network"))
    await page(server).read()
    with pytest.raises(FetchRefusedError):
        await page(server, 3).read()


async def test_a_copy_that_was_tampered_with_is_not_read(page, tmp_path):
    await page(Server(fetched())).read()
    [copy] = (tmp_path / "feeds").iterdir()
    copy.write_bytes(copy.read_bytes().replace(b"first", b"forge"))
    assert (await page(Server(fetched(b"again")), 0.1).read()).body == b"again"


async def test_copies_are_readable_by_their_owner_only(page, tmp_path):
    await page(Server(fetched())).read()
    [copy] = (tmp_path / "feeds").iterdir()
    assert (copy.stat().st_mode & 0o777, copy.parent.stat().st_mode & 0o777) == (0o600, 0o700)
