"""Numbers as people read them.

The conventions, all of plain characters so that a search for the shown text finds it:

- thousands by comma, decimals by point, digits exactly as reported: US$55,658 million, US$1.70 per share;
- the minus is U+2212 and stands before the currency sign: −A$896 million;
- one ordinary space before a scale word, a unit or the percent sign: 191.6 Mt, 3.4 %;
- rounding, where there is any, is half up (half away from zero), as in annual reports.
"""

from collections.abc import Mapping
from decimal import ROUND_HALF_UP, Decimal
from types import MappingProxyType

from dragoman.domain.fact import Fact

MINUS = "\u2212"
NOT_DEFINED = "not defined"

SYMBOLS: Mapping[str, str] = MappingProxyType(
    {
        "USD": "US$",
        "AUD": "A$",
        "CAD": "C$",
        "NZD": "NZ$",
        "HKD": "HK$",
        "SGD": "S$",
        "EUR": "€",
        "GBP": "£",
        "JPY": "¥",
    }
)
SCALES: Mapping[int, str] = MappingProxyType({1_000: "thousand", 1_000_000: "million", 1_000_000_000: "billion"})


def show_fact(fact: Fact) -> str:
    """Return the figure with the digits, scale and unit of its cell."""
    return show_value(fact.value, fact.unit, fact.scale)


def show_value(value: Decimal, unit: str, scale: int = 1) -> str:
    """Return a value that is already in `scale`, every digit of it kept."""
    sign, digits = (MINUS if value < 0 else ""), f"{abs(value):,f}"
    word = f" {SCALES[scale]}" if scale in SCALES else ""
    base, slash, per = unit.partition("/")
    rate = f" per {per}" if slash else ""
    if unit in ("%", "×"):
        return f"{sign}{digits}{word} %" if unit == "%" else f"{sign}{digits}{word}×"
    if base in SYMBOLS:
        return f"{sign}{SYMBOLS[base]}{digits}{word}{rate}"
    if len(base) == 3 and base.isalpha() and base.isupper():
        return f"{sign}{base} {digits}{word}{rate}"
    return f"{sign}{digits}{word} {base}{rate}".rstrip()


def show_amount(amount: Decimal, unit: str, scale: int = 1, *, places: int | None = None) -> str:
    """Return an amount in whole units, shown in `scale`.

    Without `places` every digit is shown that the amount has in that scale, and no more.
    """
    value = scaled(amount, scale)
    return show_value(value if places is None else rounded(value, places), unit, scale)


def show_signed(amount: Decimal, unit: str, scale: int = 1, *, places: int | None = None) -> str:
    """Return an amount with its sign always written, as differences are: "+US$1,841 million"."""
    shown = show_amount(amount, unit, scale, places=places)
    return f"+{shown}" if amount > 0 else shown


def show_percent(percent: Decimal, *, places: int = 1) -> str:
    """Return a percentage with one decimal, or as many as its first digit that is not zero needs (at most four)."""
    while percent and places < 4 and not rounded(percent, places):
        places += 1
    return f"{show_number(rounded(percent, places))} %"


def show_number(value: Decimal) -> str:
    """Return the digits of the value as they are, with commas and a true minus."""
    text = f"{abs(value):,f}"
    return f"{MINUS}{text}" if value < 0 else text


def scaled(amount: Decimal, scale: int) -> Decimal:
    """Return the amount in units of `scale` without zeros at its end: 55658000000 in millions is 55658."""
    value = amount / scale
    return value.quantize(Decimal(1)) if value == value.to_integral_value() else value.normalize()


def rounded(value: Decimal, places: int) -> Decimal:
    """Round half up to so many decimals; a result of zero has no sign."""
    result = value.quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_UP)
    return result if result else abs(result)
