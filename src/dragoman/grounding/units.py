"""What numbers are in: the interpreter's units brought to one base, so that Mt and kt, dollars and cents compare."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from dragoman.grounding.figure import ONE, FigureKind
from dragoman.interpret.unit import Unit, read_unit

_BASES: dict[str, tuple[str, Decimal]] = {
    "kt": ("t", Decimal(10**3)),
    "Mt": ("t", Decimal(10**6)),
    "kwmt": ("wmt", Decimal(10**3)),
    "Mwmt": ("wmt", Decimal(10**6)),
    "kdmt": ("dmt", Decimal(10**3)),
    "Mdmt": ("dmt", Decimal(10**6)),
    "koz": ("oz", Decimal(10**3)),
    "Moz": ("oz", Decimal(10**6)),
    "Mlb": ("lb", Decimal(10**6)),
    "ktCO2e": ("tCO2e", Decimal(10**3)),
    "MtCO2e": ("tCO2e", Decimal(10**6)),
    "cents": ("$", Decimal("0.01")),
    "US cents": ("USD", Decimal("0.01")),
    "A cents": ("AUD", Decimal("0.01")),
    "mm": ("m", Decimal("0.001")),
    "cm": ("m", Decimal("0.01")),
    "km": ("m", Decimal(1000)),
    "g": ("kg", Decimal("0.001")),
}
_BRACKETS = re.compile(r"[(\[]([^()\[\]]{1,40})[)\]]")
_CLAUSE = re.compile(r"[.;:,](?=\s|$)|\s[–—-]\s")
_SCALES = {"thousands": 10**3, "millions": 10**6, "billions": 10**9}
_IN_SCALE = re.compile(r"\b(?:in|\$)\s*(thousands|millions|billions)\b", re.IGNORECASE)
_MONEY = re.compile(r"(?:[A-Z]{3}|\$)(?:/|$)")


@dataclass(frozen=True, slots=True)
class Measure:
    """What the numbers of a table, column, row or question are in."""

    kind: FigureKind = "number"
    unit: str = ""
    scale: Decimal = ONE


def canonical_unit(unit: str) -> tuple[str, Decimal]:
    """Return the base unit and how many of it one of `unit` is: "Mt" is a million "t".

    Rates keep what they are per; a dollar of no country has no name.
    """
    base, slash, per = unit.partition("/")
    name, factor = _BASES.get(base, (base, ONE))
    name = "" if name == "$" else name
    return (f"{name}/{per}" if slash else name), factor


def is_money(unit: str) -> bool:
    """Say whether a unit as the interpreter names it counts money."""
    return bool(_MONEY.match(unit)) or "cents" in unit


@lru_cache(maxsize=2048)
def read_measure(text: str) -> Measure | None:
    """Read what a header, caption or question says numbers are in: "US$ million", "$M", "A$ per oz", "Mt", "%"."""
    for candidate in _candidates(text):
        if unit := read_unit(candidate):
            return measure_of(unit)
    if scale := _IN_SCALE.search(text):
        return Measure("number", "", Decimal(_SCALES[scale[1].lower()]))
    return None


def measure_of(unit: Unit) -> Measure:
    """Return an interpreter's unit as a measure."""
    if unit.unit == "%":
        return Measure("percent", "%")
    if unit.unit == "x":
        return Measure("multiple", "×")
    name, factor = canonical_unit(unit.unit)
    return Measure("money" if is_money(unit.unit) else "quantity", name, factor * unit.scale)


def _candidates(text: str) -> Iterator[str]:
    """Give the parts of a text that may be nothing but a unit, the likeliest first."""
    if len(text) <= 80:
        yield text
    yield from (match[1] for match in _BRACKETS.finditer(text))
    for clause in _CLAUSE.split(text):
        words = clause.split()
        yield from (" ".join(words[-count:]) for count in (4, 3, 2) if len(words) > count)
