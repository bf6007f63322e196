"""Typed values that entities carry, one class per dimension.

The JSON form of each is written down in ARCHITECTURE's table of interfaces and made by `domain.wire`.
"""

from dataclasses import dataclass
from datetime import date, time
from decimal import Decimal
from typing import Literal

from dragoman.domain.period import Grain

Relation = Literal["on", "by", "before", "after", "from", "until"]
DateGrain = Literal["day", "week", "month", "quarter", "year"]
DurationUnit = Literal["second", "minute", "hour", "day", "week", "month", "quarter", "year"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Number:
    """A bare number."""

    number: Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class Ordinal:
    """A place in a row: third is 3."""

    ordinal: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Percent:
    """A percentage, in percent and not as a fraction: "1.5 %" is 1.5."""

    percent: Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class Money:
    """An amount in whole currency units ("US$55.7bn" is 55700000000)."""

    amount: Decimal
    currency: str | None  # ISO 4217; None when only the sign "$" is known and nothing tells which


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantity:
    """An amount with its unit as written; rates are units such as "USD/t"."""

    amount: Decimal
    unit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Duration:
    """A length of time as written: 30 days, two business days, six months."""

    amount: Decimal
    unit: DurationUnit
    business: bool = False

    @property
    def iso(self) -> str:
        """ISO 8601: "P30D", "PT2H"; a quarter is three months."""
        amount, letter = self.amount, self.unit[0].upper()
        if self.unit == "quarter":
            amount, letter = amount * 3, "M"
        prefix = "PT" if self.unit in ("second", "minute", "hour") else "P"
        return f"{prefix}{amount.normalize():f}{letter}"


@dataclass(frozen=True, slots=True, kw_only=True)
class DateValue:
    """A day (or the first day of a month or year, see `grain`) and how the text relates to it."""

    date: date
    grain: DateGrain = "day"
    relation: Relation | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DateRange:
    """From `start` to the day before `end`; None is an open end."""

    start: date | None
    end: date | None
    grain: DateGrain = "day"


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeOfDay:
    """A time on the clock."""

    time: time


@dataclass(frozen=True, slots=True, kw_only=True)
class FiscalPeriod:
    """A fiscal period of one company, or of nobody in particular while no calendar is known."""

    label: str  # canonical, see `Period.label`
    grain: Grain
    company: str | None = None
    start: date | None = None
    end: date | None = None  # exclusive
    assumed: str | None = None  # what had to be assumed to read it, in words for the person


@dataclass(frozen=True, slots=True, kw_only=True)
class FiscalRange:
    """Several fiscal years in a row, oldest first."""

    labels: tuple[str, ...]
    start: date | None = None
    end: date | None = None  # exclusive
    assumed: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionReference:
    """A pointer into a document: "12.3", "Schedule 2"."""

    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Name:
    """A member of a closed vocabulary or a literal such as an address: its canonical spelling."""

    name: str


Value = (
    Number
    | Ordinal
    | Percent
    | Money
    | Quantity
    | Duration
    | DateValue
    | DateRange
    | TimeOfDay
    | FiscalPeriod
    | FiscalRange
    | SectionReference
    | Name
)
