import re
from datetime import date

from .conftest import front_matter


def test_there_is_news_of_every_company(news):
    companies = [front_matter(path.read_text(encoding="utf-8"))["company"] for path in news]
    assert len(companies) >= 12
    assert {"BHP", "RIO", "FMG", "MIN", "NST"} == set(companies)


def test_an_item_has_a_title_a_source_and_the_date_its_name_begins_with(news):
    for path in news:
        front = front_matter(path.read_text(encoding="utf-8"))
        assert path.name.startswith(date.fromisoformat(front["published"]).isoformat())
        assert re.match(r"https?://\S+\.\S+", front["source"])
        assert front["kind"] == "news"
        assert front["title"]


def test_the_date_of_an_item_can_be_read_in_its_sources_address(news):
    for path in news:
        front = front_matter(path.read_text(encoding="utf-8"))
        year, month, day = front["published"].split("-")
        dates = (f"{year}/{month}/{day}", f"{year}-{month}-{day}", f"{year}{month}{day}", f"nachrichten-{year}-{month}")
        assert any(written in front["source"] for written in dates), path.name


def test_an_item_says_that_it_is_a_summary(news):
    assert all("a summary written for a sample corpus" in path.read_text(encoding="utf-8") for path in news)


def test_an_item_is_short_and_lists_the_pages_of_its_figures(figures, news):
    known = {address for figure in figures for address in figure["source_url"].split(" | ")}
    for path in news:
        text = path.read_text(encoding="utf-8")
        body, sources = text.split("## Sources")
        listed = set(re.findall(r"^- (\S+)$", sources, re.MULTILINE))
        assert listed <= known
        assert front_matter(text)["source"] in listed
        assert 1 <= len(re.findall(r"^[A-Z].+\.$", body, re.MULTILINE)) <= 4  # one says what the item is


def test_no_item_is_from_before_the_year_it_reports(news):
    for path in news:
        front = front_matter(path.read_text(encoding="utf-8"))
        year = int(front["period"].removeprefix("FY"))
        end = date(year, 12, 31) if front["company"] == "RIO" else date(year, 6, 30)
        assert date.fromisoformat(front["published"]) > end
