"""Coverage: refused up front with a remedy, partly answered where part is covered."""

from datetime import date
from pathlib import Path

from dragoman.decide.coverage import check, describe, refuse_companies, years_text
from dragoman.domain.document import Coverage
from dragoman.domain.interpretation import Interpretation
from dragoman.domain.period import Period
from dragoman.domain.plan import Difference, Explain, Growth, Lookup, News, Plan
from dragoman.domain.utterance import Utterance
from dragoman.interpret.interpreter import Interpreter
from dragoman.interpret.vocabulary import load_vocabulary

VOCABULARY = load_vocabulary(Path(__file__).parents[3] / "src" / "dragoman" / "assistants" / "mines" / "vocabulary")
COVERAGE = Coverage(periods={"BHP": ("FY2023", "FY2024"), "RIO": ("FY2024",)}, version="c1")
NOTHING_SEEN = Interpretation(utterance=Utterance(""))


def _cell(company: str, year: int, part: str = "year") -> Lookup:
    return Lookup(company=company, metric="revenue", period=Period(year, part))


def _check(*steps):
    return check(Plan(steps=steps), NOTHING_SEEN, COVERAGE, VOCABULARY)


def test_a_covered_plan_is_left_as_it_is() -> None:
    assert _check(_cell("BHP", 2024)).plan.steps == (_cell("BHP", 2024),)


def test_a_year_that_is_not_covered_is_refused_with_the_years_there_are() -> None:
    refusal = _check(_cell("BHP", 2030)).refusal
    assert refusal.message == "I have nothing of BHP for FY2030. I have FY2023 to FY2024."
    assert "--company BHP --period FY2030" in refusal.remedy


def test_the_covered_part_of_a_mixed_question_is_kept_and_the_rest_is_said() -> None:
    checked = _check(_cell("BHP", 2024), _cell("BHP", 2030))
    assert checked.plan.steps == (_cell("BHP", 2024),)
    assert checked.missing == ("I have nothing of BHP for FY2030; I have FY2023 to FY2024.",)
    assert checked.refusal is None


def test_a_known_company_without_a_report_is_told_how_to_add_one() -> None:
    refusal = _check(_cell("FMG", 2024)).refusal
    assert refusal.message.startswith("I don't cover Fortescue. I have BHP and Rio Tinto (RIO)")
    assert "dragoman ingest REPORT --company FMG" in refusal.remedy


def test_growth_into_the_first_covered_year_becomes_its_figure() -> None:
    checked = _check(Growth(cells=(_cell("BHP", 2022), _cell("BHP", 2023))))
    assert checked.plan.steps == (_cell("BHP", 2023),)
    assert "FY2022" in checked.missing[0]


def test_a_difference_needs_both_sides() -> None:
    checked = _check(Difference(left=_cell("BHP", 2023), right=_cell("RIO", 2023)))
    assert checked.plan.steps == (_cell("BHP", 2023),)


def test_half_of_a_covered_year_is_covered() -> None:
    assert _check(_cell("BHP", 2024, "H1")).refusal is None


def test_narrative_about_an_uncovered_year_is_refused_and_about_the_next_year_s_outlook_is_not() -> None:
    next_year = (Period(2025),)
    why = Explain(topic="why did it fall", companies=("BHP",), periods=next_year)
    outlook = Explain(topic="the outlook for FY2025", companies=("BHP",), periods=next_year)
    assert _check(why).refusal is not None
    assert _check(outlook).refusal is None


def test_news_needs_no_coverage() -> None:
    assert _check(News(companies=("BHP",))).refusal is None


def test_an_unknown_company_beside_a_covered_one_is_said() -> None:
    seen = Interpreter(VOCABULARY).interpret("BHP and Apple", reference_date=date(2026, 11, 30))
    checked = check(Plan(steps=(_cell("BHP", 2024),)), seen, COVERAGE, VOCABULARY)
    assert checked.missing == ("I don't cover Apple.",)


def test_nobody_to_refuse_is_no_refusal() -> None:
    assert refuse_companies((), (), COVERAGE, VOCABULARY) is None


def test_coverage_is_described_with_names_tickers_and_years() -> None:
    assert describe(COVERAGE, VOCABULARY) == "BHP and Rio Tinto (RIO), FY2023 to FY2024"
    assert years_text(COVERAGE, "RIO", VOCABULARY) == "2024"
    assert describe(Coverage(), VOCABULARY) == "no reports yet"
