from collections.abc import Callable
from datetime import date

import pytest

from dragoman.domain.interpretation import Interpretation
from dragoman.domain.period import FiscalCalendar, Period
from dragoman.interpret.dimensions.relative_period import Relative, read_relative, resolve
from dragoman.interpret.interpreter import Interpreter

Read = Callable[[str], Interpretation]


@pytest.mark.parametrize(
    ("text", "relative"),
    [
        ("last year", Relative("last")),
        ("the latest", Relative("latest")),
        ("most recent results", Relative("latest")),
        ("this financial year", Relative("this")),
        ("the year before", Relative("before")),
        ("the following year", Relative("after")),
        ("two years ago", Relative("ago", 2)),
        ("the past three years", Relative("past", 3)),
        ("last half", Relative("last", grain="half")),
    ],
)
def test_callers_can_tell_how_a_period_is_relative(text: str, relative: Relative) -> None:
    assert read_relative(text) == relative


@pytest.mark.parametrize("text", ["FY2024", "2024", "H1 FY25", "since FY21", ""])
def test_a_period_with_a_name_is_not_relative(text: str) -> None:
    assert read_relative(text) is None


@pytest.mark.parametrize(
    ("day", "label"), [(date(2024, 6, 30), "FY2023"), (date(2024, 7, 1), "FY2024"), (date(2025, 1, 1), "FY2024")]
)
def test_last_year_is_the_last_completed_one(interpreter: Interpreter, day: date, label: str) -> None:
    assert interpreter.interpret("BHP last year", reference_date=day).period_labels() == (label,)


def test_the_year_before_counts_from_the_year_in_the_text(read: Read) -> None:
    assert read("BHP FY23 and the year before").period_labels() == ("FY2023", "FY2022")


def test_the_past_three_years_end_with_the_last_completed_one() -> None:
    periods = resolve(Relative("past", 3), FiscalCalendar(12), date(2026, 11, 30), None)
    assert periods == (Period(2023), Period(2024), Period(2025))


def test_latest_news_is_no_period(read: Read) -> None:
    assert read("the latest news about BHP").period_labels() == ()
