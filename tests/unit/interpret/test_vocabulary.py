from pathlib import Path
from textwrap import dedent

import pytest

from dragoman.domain.period import Period
from dragoman.errors import SpecError
from dragoman.interpret.vocabulary import Vocabulary, load_vocabulary
from dragoman.interpret.vocabulary_errors import (
    DuplicateNameError,
    DuplicatePhraseError,
    NoVocabularyError,
    UnknownReferenceError,
)

COMPANY = """
companies:
  - {ticker: TST, name: Testoria, year_end_month: 9, currency: EUR, aliases: [Big Test]}
"""
METRIC = """
metrics:
  - {metric: revenue, name: revenue, kind: money, synonyms: [takings]}
"""


def write(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        (folder / f"{name}.yaml").write_text(dedent(text))
    return folder


def test_five_companies_with_their_calendars_and_currencies(vocabulary: Vocabulary) -> None:
    assert list(vocabulary.companies) == ["BHP", "RIO", "FMG", "MIN", "NST"]
    months = {ticker: company.year_end_month for ticker, company in vocabulary.companies.items()}
    assert months == {"BHP": 6, "RIO": 12, "FMG": 6, "MIN": 6, "NST": 6}
    assert vocabulary.currency("FMG", "revenue") == "USD"
    assert vocabulary.currency("FMG", "dividend_final") == "AUD"
    assert vocabulary.currency("FMG", "iron_ore_shipments") is None


@pytest.mark.parametrize(
    ("reading", "spoken"),
    [
        (("net_profit", None, None), "net profit"),
        (("ebitda", "underlying", None), "underlying EBITDA"),
        (("net_profit", "statutory", "attributable"), "statutory net profit attributable to the owners"),
        (("net_profit", "statutory", "group"), "statutory net profit of the whole group"),
        (("ebitda_margin", None, None), "EBITDA margin"),
        (("tonnes_of_moss", None, None), "tonnes of moss"),
    ],
)
def test_metrics_are_spoken_of_by_name(vocabulary: Vocabulary, reading: tuple[str, str, str], spoken: str) -> None:
    assert vocabulary.metric_name(*reading) == spoken


def test_a_calendar_year_is_spoken_of_without_fy(vocabulary: Vocabulary) -> None:
    assert vocabulary.spoken_period(Period(2024), "RIO") == "2024"
    assert vocabulary.spoken_period(Period(2024), "BHP") == "FY2024"
    assert vocabulary.spoken_period(Period(2025, "H1"), "BHP") == "the first half of FY2025"
    assert vocabulary.spoken_period(Period(2024), None) == "FY2024"


def test_a_project_extends_the_packaged_vocabulary(vocabulary: Vocabulary, tmp_path: Path) -> None:
    wider = load_vocabulary(write(tmp_path, own=COMPANY), base=vocabulary)
    assert "BHP" in wider.companies
    assert wider.company_of("big test") == "TST"
    assert wider.version != vocabulary.version


def test_a_project_that_says_replace_starts_from_nothing(vocabulary: Vocabulary, tmp_path: Path) -> None:
    own = load_vocabulary(write(tmp_path, own="base: replace\n" + COMPANY), base=vocabulary)
    assert list(own.companies) == ["TST"]
    assert own.company_of("bhp") is None


def test_a_project_adds_synonyms_without_repeating_an_entry(vocabulary: Vocabulary, tmp_path: Path) -> None:
    wider = load_vocabulary(
        write(tmp_path, own="more_synonyms: {revenue: [gross takings of the shop]}"), base=vocabulary
    )
    reading = wider.read_row_label("Gross takings of the shop")
    assert reading is not None
    assert reading.metric == "revenue"


def test_a_company_of_the_project_is_no_longer_foreign(vocabulary: Vocabulary, tmp_path: Path) -> None:
    apple = "companies:\n  - {ticker: AAPL, name: Apple, year_end_month: 9, currency: USD}\n"
    wider = load_vocabulary(write(tmp_path, own=apple), base=vocabulary)
    assert wider.company_of("Apple") == "AAPL"


def test_a_phrase_of_two_metrics_is_refused_with_both_places(tmp_path: Path) -> None:
    other = "metrics:\n  - {metric: sales, name: sales, kind: money, synonyms: [takings]}\n"
    with pytest.raises(DuplicatePhraseError, match=r"'takings' names 'sales' here and 'revenue' at .*a\.yaml:3"):
        load_vocabulary(write(tmp_path, a=METRIC, b=other))


def test_a_metric_that_is_defined_twice_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DuplicateNameError, match="revenue"):
        load_vocabulary(write(tmp_path, a=METRIC, b=METRIC))


def test_a_reference_to_nothing_is_refused_with_the_nearest_name(tmp_path: Path) -> None:
    ratio = "ratios:\n  - {ratio: margin, name: margin, numerator: revenu, denominator: revenue}\n"
    with pytest.raises(UnknownReferenceError) as caught:
        load_vocabulary(write(tmp_path, a=METRIC, b=ratio))
    assert caught.value.remedy == 'Did you mean "revenue"?'
    assert caught.value.where is not None
    assert caught.value.where.line == 2


def test_an_empty_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NoVocabularyError):
        load_vocabulary(tmp_path)


def test_a_broken_file_is_named_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match=r"own\.yaml:2"):
        load_vocabulary(write(tmp_path, own="companies:\n  - {ticker: 5}\n"))


def test_the_version_follows_the_content(tmp_path: Path) -> None:
    before = load_vocabulary(write(tmp_path, own=COMPANY)).version
    assert load_vocabulary(tmp_path).version == before
    assert load_vocabulary(write(tmp_path, own=COMPANY + "# a word more\n")).version != before
