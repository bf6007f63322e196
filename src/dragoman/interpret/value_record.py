"""Values as the JSON that the command line, HTTP and corpus files share.

Numbers are JSON numbers, money and decimals are strings, dates are ISO 8601.
"""

from datetime import date
from decimal import Decimal
from typing import assert_never

from dragoman.domain.value import (
    DateRange,
    DateValue,
    Duration,
    FiscalPeriod,
    FiscalRange,
    Money,
    Name,
    Number,
    Ordinal,
    Percent,
    Quantity,
    SectionReference,
    TimeOfDay,
    Value,
)

Scalar = str | int | float | bool | None
Record = dict[str, Scalar | list[str]] | int | float | str


def value_record(value: Value) -> Record:  # noqa: C901, one case per class of a closed union
    """Return the JSON form of a value; names are plain strings and bare numbers plain numbers."""
    match value:
        case Number(number=number):
            return json_number(number)
        case Name(name=name):
            return name
        case Ordinal(ordinal=ordinal):
            return {"ordinal": ordinal}
        case Percent(percent=percent):
            return {"percent": plain(percent)}
        case Money(amount=amount, currency=currency):
            return {"amount": plain(amount), "currency": currency}
        case Quantity(amount=amount, unit=unit):
            return {"amount": plain(amount), "unit": unit}
        case Duration(amount=amount, unit=unit, business=business):
            return {"amount": json_number(amount), "unit": unit, "business": business, "iso": value.iso}
        case DateValue(date=day, grain=grain, relation=relation):
            return {"date": day.isoformat(), "grain": grain, "relation": relation}
        case DateRange(start=start, end=end, grain=grain):
            return {"start": _iso(start), "end": _iso(end), "grain": grain}
        case TimeOfDay(time=time):
            return {"time": time.isoformat("seconds" if time.second else "minutes")}
        case FiscalPeriod() | FiscalRange():
            return _fiscal_record(value)
        case SectionReference(label=label):
            return {"label": label}
    assert_never(value)


def _fiscal_record(value: FiscalPeriod | FiscalRange) -> Record:
    ends: dict[str, Scalar | list[str]] = {"start": _iso(value.start), "end": _iso(value.end)}
    if isinstance(value, FiscalRange):
        assumed: dict[str, Scalar | list[str]] = {"assumed": value.assumed} if value.assumed else {}
        return {"labels": list(value.labels), **ends, **assumed}
    named: dict[str, Scalar | list[str]] = {"label": value.label, "grain": value.grain, "company": value.company}
    return {**named, **ends, "assumed": value.assumed}


def plain(amount: Decimal) -> str:
    """Write a decimal without exponent and without trailing zeros: 55700000000, 1.5."""
    digits = f"{amount:f}"
    if "." in digits:
        digits = digits.rstrip("0").rstrip(".")
    return "0" if digits in ("-0", "") else digits


def json_number(amount: Decimal) -> int | float:
    """Return an int where the amount is whole, else the nearest float."""
    return int(amount) if amount == amount.to_integral_value() else float(amount)


def _iso(day: date | None) -> str | None:
    return day.isoformat() if day else None
