"""Fiscal periods: the year, half or quarter that a figure belongs to."""

import calendar as _calendar
import re
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal, Self

Part = Literal["year", "H1", "H2", "Q1", "Q2", "Q3", "Q4"]
Grain = Literal["year", "half", "quarter"]

_WEEK, _WEEKEND = 7, (5, 6)
_LABEL = re.compile(r"(?:(H[12]|Q[1-4]) )?FY(\d{4})")


@dataclass(frozen=True, slots=True, order=True)
class Period:
    """A fiscal year or a part of it, named by the year in which the fiscal year ends.

    Ordering is chronological among periods of one grain.
    """

    year: int
    part: Part = "year"

    @classmethod
    def parse(cls, label: str) -> Self:
        """Read a canonical label such as "FY2024", "H1 FY2025" or "Q3 FY2024".

        Raises ValueError for anything else: free text is the business of `interpret`.
        """
        match = _LABEL.fullmatch(label)
        if match is None:
            raise ValueError(f"not a period label: {label!r}")
        part: Part = match[1] or "year"  # type: ignore[assignment]  # the pattern admits no other
        return cls(int(match[2]), part)

    @property
    def label(self) -> str:
        """The canonical label: "FY2024", "H1 FY2025", "Q3 FY2024"."""
        prefix = "" if self.part == "year" else f"{self.part} "
        return f"{prefix}FY{self.year:04d}"

    @property
    def grain(self) -> Grain:
        """How long the period is."""
        if self.part == "year":
            return "year"
        return "half" if self.part.startswith("H") else "quarter"

    def shifted(self, years: int) -> "Period":
        """Return the same part of the fiscal year `years` later (negative: earlier)."""
        return Period(self.year + years, self.part)


@dataclass(frozen=True, slots=True)
class FiscalCalendar:
    """When a company's fiscal year ends, the last day of `end_month`, and which of two years names it."""

    end_month: int  # 1 to 12
    is_named_by_start: bool = False  # its fiscal 2023 ends in early 2024

    @property
    def is_calendar_year(self) -> bool:
        """True when FY2024 is January to December 2024."""
        return self.end_month == 12

    @property
    def _shift(self) -> int:
        """Years from the one that names a fiscal year to the one it ends in."""
        return int(self.is_named_by_start)

    def bounds(self, period: Period) -> tuple[date, date]:
        """Return the first day of the period and the day after its last."""
        months = {"year": 12, "half": 6, "quarter": 3}[period.grain]
        index = 0 if period.part == "year" else int(period.part[1]) - 1
        first_month = (period.year + self._shift) * 12 + self.end_month - 12  # months since year 0, zero-based
        start = first_month + index * months
        return _month_start(start), _month_start(start + months)

    def period_of(self, day: date) -> Period:
        """Return the fiscal year that contains the day."""
        return Period((day.year if day.month <= self.end_month else day.year + 1) - self._shift)

    def last_completed(self, today: date) -> Period:
        """Return the newest fiscal year that had ended before `today`."""
        current = self.period_of(today)
        return current.shifted(-1)

    def last_day(self, period: Period) -> date:
        """Return the last day of the period, as reports print it."""
        return self.bounds(period)[1] - timedelta(days=1)

    def year_ending(self, day: date) -> Period | None:
        """Return the fiscal year that ends on the day, None if none does.

        A year of 52 or 53 weeks ends on a Saturday or Sunday within a week of the month's end.
        """
        for back in (0, 1):
            period = self.period_of(day).shifted(-back)
            away = abs((self.last_day(period) - day).days)
            if away == 0 or (away <= _WEEK and day.weekday() in _WEEKEND):
                return period
        return None

    @property
    def year_end(self) -> str:
        """The day the year ends on, in words: "30 June"."""
        days = _calendar.monthrange(2023, self.end_month)[1]
        return f"{days} {_calendar.month_name[self.end_month]}"


def _month_start(months: int) -> date:
    return date(months // 12, months % 12 + 1, 1)
