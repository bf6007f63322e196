import pytest
from tests.unit.documents.test_cover import TEN_K, pages

from dragoman.documents.cover import read_cover
from dragoman.documents.newcomer import newcomer
from dragoman.documents.presentation import read_presentation
from dragoman.domain.document import Page
from dragoman.interpret.vocabulary import Vocabulary

WASHINGTON = "Washington, D.C.\n"


def introduced(vocabulary: Vocabulary, *texts: str):
    read: tuple[Page, ...] = pages(*texts)
    return newcomer(read_cover(read), read, read_presentation(read), vocabulary)


def test_a_company_the_vocabulary_lacks_is_proposed_with_all_it_needs(vocabulary: Vocabulary) -> None:
    company = introduced(vocabulary, WASHINGTON + TEN_K.format(end="June 30, 2022"))

    assert company is not None
    assert (company.ticker, company.year_end_month, company.currency) == ("ACM", 6, "USD")
    assert company.years_named_by == "end"


def test_a_year_of_weeks_that_spills_over_belongs_to_the_month_before(vocabulary: Vocabulary) -> None:
    company = introduced(vocabulary, WASHINGTON + TEN_K.format(end="January 1, 2023"))

    assert company is not None
    assert company.year_end_month == 12


def test_a_year_may_be_named_by_the_one_it_begins_in(vocabulary: Vocabulary) -> None:
    text = (
        "Acme Shops Announces Fourth Quarter\nFiscal 2022 Results\nAcme Shops, Inc. (NASDAQ: ACMS) told of the "
        'fifty-two-week period ("fiscal year") ended January 28, 2023. It is listed on NASDAQ and sells for $.'
    )

    company = introduced(vocabulary, text)

    assert company is not None
    assert (company.year_end_month, company.years_named_by) == (1, "start")


def test_a_ticker_that_is_a_word_of_the_text_is_no_key(vocabulary: Vocabulary) -> None:
    cover = TEN_K.format(end="August 30, 2020").replace("ACM ", "COST ").replace("ACME MINING", "Acme Stores")

    company = introduced(vocabulary, WASHINGTON + cover, "the cost of sales, the cost of rent and the cost of labour")

    assert company is not None
    assert company.ticker == "ACMESTORES"


@pytest.mark.parametrize("missing", ["For the fiscal year ended June 30, 2022", "ACME MINING, INC."])
def test_nothing_is_proposed_where_something_is_missing(vocabulary: Vocabulary, missing: str) -> None:
    text = (WASHINGTON + TEN_K.format(end="June 30, 2022")).replace(missing, "")

    assert introduced(vocabulary, text.replace("(Exact name", "The Company\n(Exact name")) is None


def test_a_company_called_like_a_metric_is_not_introduced(vocabulary: Vocabulary) -> None:
    text = (WASHINGTON + TEN_K.format(end="June 30, 2022")).replace("ACME MINING, INC.", "NET INCOME, INC.")

    assert introduced(vocabulary, text) is None


def test_a_name_that_is_an_ordinary_word_needs_a_company_beside_it(vocabulary: Vocabulary) -> None:
    text = (WASHINGTON + TEN_K.format(end="June 30, 2022")).replace("ACME MINING, INC.", "TARGET CORPORATION")

    company = introduced(vocabulary, text, "Target met its target. The target is a target. Target sells.")

    assert company is not None
    assert [(one.name, one.needs_neighbour) for one in company.ambiguous] == [("Target", True)]


@pytest.mark.parametrize(
    "name", ['ACME "; rm -rf ~ #, INC.', "Acme: {x: &a [}, Inc.", "!!python/object Foo Corp", "A\u202ecme Inc."]
)
def test_what_no_company_is_called_is_not_introduced(vocabulary: Vocabulary, name: str) -> None:
    text = (WASHINGTON + TEN_K.format(end="June 30, 2022")).replace("ACME MINING, INC.", name)

    assert introduced(vocabulary, text) is None
