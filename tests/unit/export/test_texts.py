"""Markdown and HTML: what is on screen, with every number's cell, and nothing that runs."""

from html.parser import HTMLParser

from tests.unit.export.conftest import node_of, said_of

from dragoman.calculate.change import growth
from dragoman.export.markdown import conversation_markdown
from dragoman.export.page import conversation_page

EVIL = "<script>alert(1)</script><img src=x onerror=alert(1)> \" ' &amp; [x](javascript:alert(1))"


class Tags(HTMLParser):
    def __init__(self):
        super().__init__()
        self.found = []

    def handle_starttag(self, tag, attributes):
        self.found.append((tag, dict(attributes)))


def test_markdown_has_the_number_with_its_cell_and_the_quote():
    text = conversation_markdown([said_of(node_of())])

    assert "> How much?" in text
    row = "| 1.1 | US$55,658 million | FY2024 | BHP | Revenue | BHP report | 7 |"
    assert f"{row} table 2, row 3, column 2 (FY2024) |" in text
    assert "[1] BHP report, page 7\n> Revenue | 55,658" in text


def test_markdown_shows_the_sum_of_what_was_calculated():
    text = conversation_markdown([said_of(growth((node_of("53817", 2023), node_of())))])

    assert "| 1.3 | 3.4 % |  |  | (55,658 − 53,817) ÷ 53,817 = 3.42 % | calculated from 1.1, 1.2 |" in text


def test_markdown_of_others_words_has_no_tag_and_no_link():
    text = conversation_markdown([said_of(node_of(label=EVIL), text=EVIL, quote=EVIL, question=EVIL)])

    assert "<" not in text
    assert "](" not in text


def test_html_of_others_words_has_no_tag_of_theirs():
    page = conversation_page([said_of(node_of(label=EVIL), text=EVIL, quote=EVIL, question=EVIL)], title=EVIL)
    tags = Tags()
    tags.feed(page)

    assert {"script", "img"}.isdisjoint(tag for tag, _ in tags.found)
    assert not any(name.startswith("on") for _, attributes in tags.found for name in attributes)
    assert all(attributes["href"].startswith("#") for tag, attributes in tags.found if tag == "a")


def test_html_needs_nothing_from_outside_and_says_so():
    page = conversation_page([said_of(node_of())], title="T")

    assert "default-src 'none'; style-src 'unsafe-inline'" in page
    assert "http://" not in page
    assert "https://" not in page


def test_a_marker_of_the_answer_leads_to_its_source():
    page = conversation_page([said_of(node_of(), number=3)], title="T")

    assert '<a href="#source-3-1">[1]</a>' in page
    assert 'id="source-3-1"' in page
