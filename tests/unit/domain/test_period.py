"""Fiscal calendars: when years end, and which of two years names one."""

from datetime import date

import pytest

from dragoman.domain.period import FiscalCalendar, Period

WALMART, ULTA = FiscalCalendar(1), FiscalCalendar(1, is_named_by_start=True)


def test_a_year_that_ends_in_january_is_named_as_the_company_names_it() -> None:
    end = date(2024, 1, 31)

    assert (WALMART.period_of(end), ULTA.period_of(end)) == (Period(2024), Period(2023))


@pytest.mark.parametrize("calendar", [WALMART, ULTA, FiscalCalendar(6), FiscalCalendar(12)])
def test_the_days_of_a_period_lie_in_it(calendar: FiscalCalendar) -> None:
    first, after = calendar.bounds(Period(2023))

    assert calendar.period_of(first) == calendar.period_of(calendar.last_day(Period(2023))) == Period(2023)
    assert calendar.period_of(after) == Period(2024)


@pytest.mark.parametrize(
    ("month", "day", "year"),
    [
        (6, date(2024, 6, 30), 2024),
        (8, date(2021, 8, 29), 2021),  # a Sunday
        (12, date(2023, 1, 1), 2022),  # a Sunday, a day into the next year
        (6, date(2024, 6, 28), None),  # a Friday: no year of weeks ends on one
        (6, date(2024, 3, 31), None),
    ],
)
def test_a_year_of_weeks_ends_on_a_weekend_near_the_end_of_its_month(month: int, day: date, year: int | None) -> None:
    assert FiscalCalendar(month).year_ending(day) == (Period(year) if year else None)
