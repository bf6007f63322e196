"""HTML: what a browser shows, tables with spans, filings with inline XBRL, and what is hidden."""

from pathlib import Path

import pytest

from dragoman.documents.identity import IngestOptions
from dragoman.documents.ingest import ingest
from dragoman.documents.readers.html import read_html
from dragoman.documents.reading import Grid, Heading, Paragraph, UnreadableDocumentError
from dragoman.documents.units import in_whole_units
from dragoman.domain.document import Table

PATH = Path("filing.htm")
TABLE = """<p>(in millions)</p><table>
<tr><td></td><td></td><td colspan="7">Year ended June 30,</td></tr>
<tr><td></td><td></td><td colspan="3">2024</td><td></td><td colspan="3">2023</td></tr>
<tr><td>Revenues</td><td></td><td>$</td><td>1,234</td><td></td><td></td><td>$</td><td>1,100</td><td></td></tr>
<tr><td>Cost of sales</td><td></td><td colspan="2">(234</td><td>)</td><td></td><td colspan="2">(200</td><td>)</td></tr>
<tr><td>Margin</td><td></td><td colspan="2">19.0</td><td>%</td><td></td><td colspan="2">18.2</td><td>%</td></tr>
</table>"""


def read(body: str, head: str = ""):
    return read_html(f"<html><head>{head}</head><body>{body}</body></html>".encode(), PATH)


def texts(reading) -> list[str]:
    return [block.text for block in reading.blocks if not isinstance(block, Grid)]


def test_signs_and_brackets_in_cells_of_their_own_belong_to_their_figure() -> None:
    (grid,) = (block for block in read(TABLE).blocks if isinstance(block, Grid))

    assert grid.header == ("", "Year ended June 30, 2024", "Year ended June 30, 2023")
    assert grid.rows == (
        ("Revenues", "$1,234", "$1,100"),
        ("Cost of sales", "(234)", "(200)"),
        ("Margin", "19.0%", "18.2%"),
    )


def test_the_figures_of_a_table_are_facts_with_their_place(store, vocabulary, tmp_path: Path) -> None:
    path = tmp_path / "filing.htm"
    path.write_text(TABLE)

    ingest([path], store=store, vocabulary=vocabulary, options=IngestOptions(company="BHP"))

    (fact,) = store.facts(metric="revenue", period="FY2024")
    assert (str(fact.value), fact.scale, fact.unit, fact.cell.place) == ("1234", 1_000_000, "USD", "table 1, row 3")


def test_a_cell_over_several_rows_stands_in_each() -> None:
    table = (
        '<table><tr><th rowspan="2">Mine</th><th colspan="2">Iron ore (Mt)</th></tr>'
        "<tr><th>2024</th><th>2023</th></tr><tr><td>North</td><td>1.5</td><td>1.4</td></tr></table>"
    )

    (grid,) = read(table).blocks

    assert isinstance(grid, Grid)
    assert grid.header == ("Mine", "Iron ore (Mt) 2024", "Iron ore (Mt) 2023")


def test_headings_paragraphs_lists_and_entities_are_read_in_order() -> None:
    reading = read("<h1>Report</h1><div>A&amp;B <i>earned</i> &euro;5<br>today</div><ul><li>one</li></ul><b>Risks</b>")

    assert texts(reading) == ["Report", "A&B earned €5\ntoday", "- one", "Risks"]
    assert [type(block) for block in reading.blocks] == [Heading, Paragraph, Paragraph, Heading]


@pytest.mark.parametrize(
    "hidden",
    [
        '<div style="display:none">secret</div>',
        '<p style="visibility: hidden">secret</p>',
        '<span style="font-size:0px">secret</span>',
        '<span style="color:#ffffff">secret</span>',
        "<p hidden>secret</p>",
        '<p class="off">secret</p>',
        "<script>secret()</script>",
        "<ix:header><ix:hidden>secret</ix:hidden></ix:header>",
        "<table><tr><td>a</td><td>5</td></tr><tr style='display:none'><td>secret</td><td>1</td></tr></table>",
        "<!-- secret -->",
        "<template>secret</template>",
    ],
)
def test_what_a_browser_does_not_show_is_left_out(hidden: str) -> None:
    reading = read(f"<p>shown</p>{hidden}<p>after</p>", head="<style>.off { display: none }</style>")

    assert "secret" not in str(reading.blocks) + str(reading.pages)
    assert (texts(reading)[0], texts(reading)[-1]) == ("shown", "after")


def test_hidden_words_are_counted() -> None:
    assert read("<p>x</p><p hidden>two words</p>").warnings == ("2 words that a browser does not show were left out",)


def test_white_letters_on_a_colour_are_read() -> None:
    assert texts(read('<table bgcolor="#000"><tr><td><span style="color:#fff">Total</span></td></tr></table>')) == [
        "Total"
    ]


def test_inline_facts_of_a_filing_are_its_text() -> None:
    assert texts(read("<p>Revenue was $<ix:nonFraction name='r'>5</ix:nonFraction> million.</p>")) == [
        "Revenue was $5 million."
    ]


def test_page_breaks_of_a_filing_count_its_pages() -> None:
    reading = read('<p>one</p><hr style="page-break-after:always"/><p>two</p>')

    assert [(page.number, page.text) for page in reading.pages] == [(1, "one"), (2, "two")]


@pytest.mark.parametrize(
    "data",
    [
        "<p>Zürich €5</p>".encode(),
        '<meta charset="windows-1252"><p>Zürich €5</p>'.encode("cp1252"),
        "<p>Zürich €5</p>".encode("utf-16"),
        '<?xml version="1.0" encoding="UTF-8"?><p>Zürich €5</p>'.encode(),
        "<p>Zürich €5</p>".encode("cp1252"),
    ],
)
def test_encodings_are_found_out(data: bytes) -> None:
    assert texts(read_html(data, PATH)) == ["Zürich €5"]


@pytest.mark.parametrize("data", [b"", b"<script>write()</script>", b"   "])
def test_a_page_that_shows_nothing_is_refused(data: bytes) -> None:
    with pytest.raises(UnreadableDocumentError):
        read_html(data, PATH)


def test_deep_and_wide_pages_do_no_harm() -> None:
    deep = "<div>" * 5_000 + "deep" + "</div>" * 5_000
    wide = '<table><tr><td colspan="99999999">a</td></tr><tr><td>b</td><td>5</td></tr></table>'

    assert "5" in str(read(f"<p>x</p>{wide}{deep}").blocks)


HEADS = """<p>Sales by type were as follows, among other things of which this long paragraph speaks (in millions):</p>
<table><tr><td></td><td></td><td>Years ended September 30,</td><td></td></tr>
<tr><td></td><td>2019</td><td>2018</td><td>2017</td></tr>
<tr><td></td><td></td><td>(restated for all)</td><td></td></tr>
<tr><td>Americas:</td><td></td><td></td><td></td></tr>
<tr><td>Fixed price</td><td>$1,452.4</td><td>$1,146.2</td><td>$1,036.9</td></tr></table>"""


def test_heads_keep_their_place_over_labels_of_groups_and_lines_over_some_columns() -> None:
    (grid,) = (block for block in read(HEADS).blocks if isinstance(block, Grid))

    assert grid.header == ("Years ended September 30,", "2019", "2018", "2017")
    assert grid.rows[0] == ("Americas:", "", "", "")


def test_a_paragraph_that_ends_in_a_colon_says_the_scale_of_the_table(store, vocabulary, tmp_path: Path) -> None:
    path = tmp_path / "filing.htm"
    path.write_text(HEADS)

    ingest([path], store=store, vocabulary=vocabulary, options=IngestOptions(company="BHP", period="FY2019"))

    first = store.facts()[0]
    assert (first.scale, first.unit, first.cell.group) == (1_000_000, "USD", "Americas")


def test_money_without_a_scale_anywhere_is_read_where_it_shows_to_be_in_full(store, vocabulary, tmp_path: Path) -> None:
    path = tmp_path / "filing.htm"
    path.write_text("<table><tr><td></td><td>2019</td></tr><tr><td>Fees</td><td>US$24,371,349</td></tr></table>")

    ingest([path], store=store, vocabulary=vocabulary, options=IngestOptions(company="BHP", period="FY2019"))

    assert [str(fact.amount) for fact in store.facts()] == ["24371349"]


@pytest.mark.parametrize(
    ("figure", "is_whole"), [("$24,371,349", True), ("$0.34", True), ("$24,371", False), ("$94.2", False)]
)
def test_figures_show_whether_they_leave_thousands_out(figure: str, is_whole: bool) -> None:
    assert in_whole_units(Table(page=1, number=1, header=("", "2019"), rows=(("Fees", figure),))) is is_whole
