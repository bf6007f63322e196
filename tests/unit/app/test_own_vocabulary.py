from pathlib import Path

import pytest

from dragoman.app.own_vocabulary import OwnVocabulary, VocabularyEntryError
from dragoman.app.vocabularies import project_vocabulary
from dragoman.errors import UnknownNameError
from dragoman.interpret.vocabulary_spec import CompanySpec

NETFLIX = CompanySpec(ticker="NFLX", name="Netflix", aliases=("Netflix, Inc.",), year_end_month=12, currency="USD")


@pytest.fixture(scope="module")
def base():
    return project_vocabulary("mines", None)


@pytest.fixture
def own(tmp_path: Path, base) -> OwnVocabulary:
    return OwnVocabulary(tmp_path / "vocabulary", base)


def test_a_company_that_is_added_is_known_under_all_its_names(own: OwnVocabulary) -> None:
    written = own.add_company(NETFLIX)

    assert written.file.name == "companies.yaml"
    assert [written.vocabulary.company_of(name) for name in ("netflix", "NFLX", "Netflix, Inc.")] == ["NFLX"] * 3


def test_the_text_before_is_kept_beside_the_file(own: OwnVocabulary) -> None:
    first = own.add_company(NETFLIX)
    before = first.file.read_text()

    second = own.add_company(NETFLIX.model_copy(update={"ticker": "ACM", "name": "Acme", "aliases": ()}))

    assert first.backup is None
    assert second.backup is not None
    assert second.backup.read_text() == before
    assert [path.name for path in own.folder.glob("*.yaml")] == ["companies.yaml"]


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"ticker": "BHP"}, "the ticker BHP is that of BHP"),
        ({"name": "Rio Tinto"}, "'Rio Tinto' is a name of Rio Tinto"),
        ({"aliases": ("min res",)}, "'min res' is a name of Mineral Resources"),
        ({"ticker": "../x"}, "is no ticker"),
    ],
)
def test_names_that_clash_are_said_and_nothing_is_written(own: OwnVocabulary, change, problem: str) -> None:
    with pytest.raises(VocabularyEntryError, match=problem):
        own.add_company(NETFLIX.model_copy(update=change))

    assert not own.folder.exists()


def test_an_alias_that_another_metric_has_is_refused(own: OwnVocabulary) -> None:
    with pytest.raises(VocabularyEntryError, match="net_profit"):
        own.add_aliases("revenue", ["net profit after tax"])


def test_an_alias_is_understood_from_then_on(own: OwnVocabulary) -> None:
    vocabulary = own.add_aliases("revenue", ["gross takings of the shop"]).vocabulary

    reading = vocabulary.read_row_label("gross takings of the shop")

    assert reading is not None
    assert reading.metric == "revenue"


def test_a_row_is_read_as_its_metric_from_then_on(own: OwnVocabulary, base) -> None:
    assert base.read_statement_row("Takings at the tills") is None

    reading = own.add_rows("revenue", ["Takings at the tills"]).vocabulary.read_statement_row("Takings at the tills")

    assert reading is not None
    assert reading.metric == "revenue"


def test_a_row_of_another_metric_is_refused(own: OwnVocabulary) -> None:
    with pytest.raises(VocabularyEntryError, match="mean revenue already"):
        own.add_rows("net_profit", ["Total revenues"])


def test_words_for_what_nobody_knows_are_refused(own: OwnVocabulary) -> None:
    with pytest.raises(UnknownNameError, match="revenue"):
        own.add_aliases("revenu", ["takings"])
