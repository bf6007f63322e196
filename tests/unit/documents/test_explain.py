"""Each hit says why it was found."""

from collections.abc import Callable
from decimal import Decimal

import pytest

from dragoman.documents.retrieve import Retriever
from dragoman.domain.document import Cell, Document, Passage
from dragoman.domain.fact import Fact
from dragoman.domain.reason import NO_REASONS, FoundWord, Reasons, Standing
from dragoman.interpret.vocabulary import Vocabulary
from dragoman.stores.corpus import CorpusStore

Search = Callable[[str], Reasons]


@pytest.fixture
def search(store: CorpusStore, vocabulary: Vocabulary) -> Search:
    passage = Passage(
        id="a:p1:1",
        document="a",
        page=1,
        section=("Iron ore", "Shipments"),
        kind="text",
        text="Turnover grew as shipments of ore\nrose; nothing was lost.",
        title="Annual report",
    )
    store.replace(Document(id="a", path="", title="Annual report", digest=""), [], [passage], [])
    return lambda text: Retriever(store, vocabulary).search(text)[0].reasons


def test_a_word_is_named_with_every_place_it_stands_in(search: Search) -> None:
    assert search("shipped ore").words == (
        FoundWord("ore", "heading"),
        FoundWord("ore", "text"),
    )
    assert search("a shipment").in_words() == "heading: shipments; text: shipments"


def test_a_word_of_the_title_is_named(search: Search) -> None:
    assert search("which reports").words == (FoundWord("report", "title"),)


def test_another_form_of_a_word_is_told_from_what_was_said(search: Search) -> None:
    assert search("what did they lose").words == (FoundWord("lost", "text", is_said=False),)
    assert search("what was lost").words == (FoundWord("lost", "text"),)


@pytest.mark.parametrize(("said", "printed"), [("filing", "filed"), ("date", "dated"), ("useful", "using")])
def test_what_the_index_takes_for_one_word_is_said(store: CorpusStore, vocabulary: Vocabulary, said: str, printed: str):
    passage = Passage(id="b", document="b", page=1, section=(), kind="text", text=f"It was {printed}.", title="")
    store.replace(Document(id="b", path="", title="", digest=""), [], [passage], [])
    assert Retriever(store, vocabulary).search(said)[0].why == f"text: {printed}"


def test_another_name_of_a_metric_is_told_from_what_was_said(search: Search) -> None:
    assert search("revenue of iron").in_words() == "heading: iron; in other words: turnover"


def test_each_word_is_named_once_where_it_stands_often(search: Search) -> None:
    assert search("shipments").in_words().count("shipments") == 2  # once in the heading, once in the text


def figure(metric: str, page: int) -> Fact:
    cell = Cell(document="bhp", page=page, table=1, row=1, column=1, row_label="", column_label="", text="5")
    return Fact(
        id=f"{metric}:{page}", company="BHP", metric=metric, basis=None, share=None, period=None, value=Decimal(5),
        unit="USD", scale=1, currency="USD", label=metric, cell=cell,
    )  # fmt: skip


@pytest.fixture
def figures(store: CorpusStore, vocabulary: Vocabulary) -> Callable[[str], dict[int, tuple[str, ...]]]:
    document = Document(id="bhp", path="", title="", digest="", company="BHP")
    passages = [
        Passage(id=f"p{page}", document="bhp", page=page, section=(), kind="text", text=text, title="", company="BHP")
        for page, text in enumerate(("Revenue of the year.", "Revenue may fall.", "Margins and revenue."), 1)
    ]
    store.replace(document, [], passages, [figure("revenue", 1), figure("gross_profit", 3), figure("tax", 3)])
    retriever = Retriever(store, vocabulary)
    return lambda text: {hit.passage.page: hit.reasons.figures for hit in retriever.search(text)}


def test_the_metrics_asked_for_that_a_page_prints_are_named(figures) -> None:
    assert figures("revenue") == {1: ("revenue",), 2: (), 3: ()}


def test_a_ratio_is_printed_where_a_part_of_it_is(figures) -> None:
    assert figures("gross margin and its revenue") == {1: ("revenue",), 2: (), 3: ("gross profit",)}


def test_figures_of_a_metric_that_nobody_asked_for_are_no_reason(figures) -> None:
    assert set(figures("what of the year").values()) == {()}


@pytest.mark.parametrize(
    ("reasons", "said"),
    [
        (NO_REASONS, ""),
        (Reasons(figures=("Revenue", "Net profit")), "figures: Revenue, Net profit"),
        (Reasons(standings=(Standing("words", 22), Standing("meaning", None))), "22nd by words, not found by meaning"),
        (Reasons(standings=(Standing("words", 11), Standing("meaning", 3))), "11th by words, 3rd by meaning"),
        (Reasons(words=(FoundWord("ore", "title"),), note="by words alone"), "title: ore; by words alone"),
    ],
)
def test_the_reasons_are_said_in_words(reasons: Reasons, said: str) -> None:
    assert reasons.in_words() == said
