import re
import subprocess
import sys
from collections import Counter
from decimal import Decimal

from digest_figures import COMPANIES

from .conftest import CORPUS, ROOT, front_matter, pages

BY_TICKER = {company.ticker: company for company in COMPANIES}


def key(figure):
    return figure["ticker"], figure["fiscal_year"], BY_TICKER[figure["ticker"]].label(figure["metric"])


def unit(figure):
    sign = {"USD": "US$ ", "AUD": "A$ ", "": ""}[figure["currency"]]
    return f"{sign}{figure['unit']}"


def test_there_is_a_digest_for_each_company_and_year(digests):
    seen = Counter(front_matter(path.read_text(encoding="utf-8"))["company"] for path in digests)
    assert dict.fromkeys(BY_TICKER, 5) == seen


def test_every_figure_stands_in_its_own_digest_with_its_value_unit_and_addresses(figures, rows):
    printed = {(row.ticker, row.year, row.label): row for row in rows if row.own_year}
    wrong = []
    for figure in figures:
        row = printed.get(key(figure))
        expected = (Decimal(figure["value"]), unit(figure), tuple(figure["source_url"].split(" | ")))
        if row is None or expected != (row.value, row.unit, row.addresses):
            wrong.append((key(figure), expected, row))
    assert wrong == []


def test_every_printed_figure_is_one_of_the_data_set(figures, rows):
    known = {key(figure): Decimal(figure["value"]) for figure in figures}
    invented = [
        row for row in rows if row.value is not None and known.get((row.ticker, row.year, row.label)) != row.value
    ]
    assert invented == []


def test_a_missing_figure_is_said_only_where_the_data_set_has_none(figures, rows):
    known = {key(figure) for figure in figures}
    assert [row for row in rows if row.value is None and (row.ticker, row.year, row.label) in known] == []


def test_a_label_means_one_metric_within_a_company(figures):
    metrics = {(figure["ticker"], figure["metric"]) for figure in figures}
    labels = Counter((ticker, BY_TICKER[ticker].label(metric)) for ticker, metric in metrics)
    assert set(labels.values()) == {1}


def test_data_service_definitions_stand_apart_in_the_notes(rows):
    apart = [row for row in rows if row.heading == "Figures of data services"]
    assert apart == [row for row in rows if "per data aggregator" in row.label]
    assert {row.page for row in apart} == {3}


def test_headline_figures_are_on_page_one(rows):
    assert {1} == {row.page for row in rows if row.label in ("Revenue", "Consolidated sales revenue", "Total dividend")}


def test_dividends_of_the_year_add_up(rows):
    found = {(row.ticker, row.year, row.label): row.value for row in rows if row.own_year}
    for (ticker, year, label), total in found.items():
        if label == "Total dividend":
            parts = ("Interim dividend", "Final dividend", "Interim special dividend", "Final special dividend")
            assert total == sum(found.get((ticker, year, part)) or 0 for part in parts), (ticker, year)


def test_a_digest_has_two_to_four_pages_and_each_says_what_it_is(digests):
    for path in digests:
        text = path.read_text(encoding="utf-8")
        assert 2 <= len(pages(text)) <= 4
        assert all(
            "a digest of public figures" in page and "not the company's report" in page for page in pages(text)
        ), path.name


def test_every_source_mark_has_an_address_and_every_address_a_mark(digests):
    for path in digests:
        text = path.read_text(encoding="utf-8")
        listed = re.findall(r"^- (\[S\d+\]) https?://\S+$", text, re.MULTILINE)
        assert set(re.findall(r"\[S\d+\]", text)) == set(listed), path.name
        assert len(listed) == len(set(listed))


def test_the_front_matter_names_company_period_and_title(digests):
    for path in digests:
        front = front_matter(path.read_text(encoding="utf-8"))
        assert {"title", "company", "period", "kind", "currency", "published", "source"} == set(front)
        assert path.stem == f"{front['company']}-{front['title'].rsplit(' ', 1)[1]}".lower()
        assert front["title"].endswith(front["period"].removeprefix("FY"))


def test_the_corpus_is_what_the_script_writes(data_set):
    command = (sys.executable, ROOT / "scripts" / "write_digests.py", "--check", "--figures", data_set("miner-figures"))
    ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert (ran.returncode, ran.stderr) == (0, ""), ran.stdout


def test_the_corpus_quotes_nobody(digests, news):
    quotes = ('"We ', "“", "”", "said ")
    for path in (*digests, *news, CORPUS / "README.md"):
        text = path.read_text(encoding="utf-8")
        assert not [mark for mark in quotes if mark in text], path.name
