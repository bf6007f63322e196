"""Stretches between two dates: "1 Feb 2012 to 31 Jan 2017", "1-5 March 2024", "10/1-11/2/2017"."""

from dataclasses import replace
from datetime import date, timedelta

from dragoman.domain.value import DateRange as DateRangeValue
from dragoman.interpret.calendar_date import WrittenDate, are_joined, has_date, read_dates
from dragoman.interpret.dimensions.date import is_past, readings
from dragoman.interpret.dimensions.dimension import Context, Match
from dragoman.interpret.normalize import NormalizedText


class DateRange:
    """Ranges of days or months; the end is exclusive."""

    name = "date_range"

    def find(self, text: NormalizedText, context: Context) -> list[Match]:
        """Return every range that has both ends written; the first end may borrow year or month from the second."""
        if not has_date(text):
            return []
        dates = read_dates(text)
        found: list[Match] = []
        at, past = 0, is_past(text)
        while at + 1 < len(dates):
            first, second = dates[at], dates[at + 1]
            match = None
            if are_joined(first, second, text.lower):
                match = _range(first, second, context.reference_date, past=past)
            if match:
                found.append(match)
            at += 2 if match else 1
        return found


def _range(first: WrittenDate, second: WrittenDate, reference: date, *, past: bool) -> Match | None:
    orders = [(first, second)]
    if first.is_swappable and second.is_swappable:
        orders.append((first.swapped, second.swapped))
    values = [
        value
        for left, right in orders
        for end in readings(replace(right, is_swappable=False), reference, past=past)
        if (value := _between(left, right, end))
    ]
    if not values:
        return None
    return Match(first.start, second.end, "date_range", values[0], alternatives=tuple(values[1:]))


def _between(left: WrittenDate, right: WrittenDate, last: date) -> DateRangeValue | None:
    """Build the range that ends on `last`; a year the first date lacks is the latest that comes before."""
    start = left.on(left.year or last.year)
    if start and start > last and left.year is None:
        start = left.on(last.year - 1)
    if start is None or start > last:
        return None
    is_month = right.day is None
    end = _month_after(last) if is_month else last + timedelta(days=1)
    return DateRangeValue(start=start, end=end, grain="month" if is_month else "day")


def _month_after(first: date) -> date:
    return date(first.year + first.month // 12, first.month % 12 + 1, 1)
