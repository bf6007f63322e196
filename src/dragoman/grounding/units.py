"""Units and scales as table headers, captions and questions state them."""

import re
from dataclasses import dataclass
from decimal import Decimal

from dragoman.grounding.figure import FigureKind

_CURRENCIES = {
    "us$": "USD",
    "usd": "USD",
    "a$": "AUD",
    "au$": "AUD",
    "aud": "AUD",
    "c$": "CAD",
    "cad": "CAD",
    "nz$": "NZD",
    "nzd": "NZD",
    "€": "EUR",
    "eur": "EUR",
    "£": "GBP",
    "gbp": "GBP",
    "¥": "JPY",
    "jpy": "JPY",
    "$": "",
}
_SCALES = {
    "thousand": 10**3,
    "thousands": 10**3,
    "000": 10**3,
    "'000": 10**3,
    "k": 10**3,
    "million": 10**6,
    "millions": 10**6,
    "mn": 10**6,
    "mm": 10**6,
    "m": 10**6,
    "billion": 10**9,
    "billions": 10**9,
    "bn": 10**9,
    "b": 10**9,
}
_MONEY = re.compile(
    r"(?<![\w$])(?P<currency>us\$|usd|au?\$|aud|c\$|cad|nz\$|nzd|eur|gbp|jpy|[€£¥$])"
    r"(?:\s?(?P<scale>thousands?|millions?|billions?|'?000s?|mn|mm|bn|[kmb])(?![a-z]))?"
    r"(?:\s?(?:/|per\s)\s?(?P<per>[a-z]+))?"
)
_IN_SCALE = re.compile(
    r"\b(?:in|figures in)\s+(?:(?P<currency>[a-z]{0,2}\$|usd|aud|eur|gbp|[€£])\s*)?"
    r"(?P<scale>thousands|millions|billions)\b"
)
_SCALED_DOLLARS = re.compile(
    r"\b(?P<scale>thousands|millions|billions)\s+of\s+"
    r"(?P<currency>[a-z]{0,2}\$|(?:us |u\.s\. |australian )?dollars|usd|aud)"
)
_QUANTITY = re.compile(
    r"(?<![\w$])(?P<scale>thousand |million )?"
    r"(?P<unit>[kmg]?t|[km]?[wd]mt|[km]?oz|tonnes|ounces|%|percent|per cent|x|times)(?![\w])"
)

_MASSES: dict[str, tuple[str, int]] = {
    "t": ("t", 1),
    "tonne": ("t", 1),
    "tonnes": ("t", 1),
    "ton": ("t", 1),
    "tons": ("t", 1),
    "kt": ("t", 10**3),
    "ktonnes": ("t", 10**3),
    "mt": ("t", 10**6),
    "gt": ("t", 10**9),
    "wmt": ("wmt", 1),
    "kwmt": ("wmt", 10**3),
    "mwmt": ("wmt", 10**6),
    "dmt": ("dmt", 1),
    "kdmt": ("dmt", 10**3),
    "mdmt": ("dmt", 10**6),
    "oz": ("oz", 1),
    "ounce": ("oz", 1),
    "ounces": ("oz", 1),
    "koz": ("oz", 10**3),
    "moz": ("oz", 10**6),
}


@dataclass(frozen=True, slots=True)
class Measure:
    """What the numbers of a table, column or row are in."""

    kind: FigureKind = "number"
    unit: str = ""
    scale: Decimal = Decimal(1)


def canonical_unit(unit: str) -> tuple[str, Decimal]:
    """Return the base unit and how many of it one of `unit` is: "Mt" is a million "t".

    Rates keep what they are per: "AUD/ounce" is "AUD/oz". Unknown units stay as they are.
    """
    base, slash, per = unit.partition("/")
    name, factor = _MASSES.get(base.lower(), (base, 1))
    if not slash:
        return name, Decimal(factor)
    per = per.strip().lower()
    return f"{name}/{_MASSES.get(per, (per, 1))[0]}", Decimal(factor)


def read_measure(text: str) -> Measure | None:
    """Read what a header or caption says numbers are in: "US$ million", "$M", "A$ per oz", "Mt", "%"."""
    lower = text.lower().replace("’", "'")
    if money := _MONEY.search(lower):
        return _money(money)
    if scaled := _IN_SCALE.search(lower) or _SCALED_DOLLARS.search(lower):
        currency = _CURRENCIES.get(scaled["currency"] or "", "")
        return Measure("money" if scaled["currency"] else "number", currency, Decimal(_SCALES[scaled["scale"]]))
    if quantity := _QUANTITY.search(lower):
        return _quantity(quantity["unit"], quantity["scale"])
    return None


def _money(match: re.Match[str]) -> Measure:
    scale = (match["scale"] or "").removesuffix("s") if match["scale"] not in _SCALES else match["scale"]
    per = match["per"]
    unit = _CURRENCIES[match["currency"]]
    if per:
        unit = f"{unit}/{_MASSES.get(per, (per, 1))[0]}"
    return Measure("money", unit, Decimal(_SCALES.get(scale or "", 1)))


def _quantity(unit: str, scale: str | None) -> Measure:
    if unit in ("%", "percent", "per cent"):
        return Measure("percent", "%")
    if unit in ("x", "times"):
        return Measure("multiple", "×")
    base, factor = canonical_unit(unit)
    return Measure("quantity", base, factor * _SCALES.get((scale or "").strip(), 1))
