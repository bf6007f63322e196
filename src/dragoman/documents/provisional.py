"""Cell and unit texts, until interpret reads them."""

import re
from dataclasses import dataclass
from decimal import Decimal

_CELL = re.compile(r"(\()?\s*[-−]?\s*(?:US\$|A\$|\$|£|€)?\s*([0-9][0-9,]*(?:\.[0-9]+)?)\s*(%)?\s*\)?")
_CURRENCY = {"us$": "USD", "a$": "AUD", "usd": "USD", "aud": "AUD", "$": "USD", "£": "GBP", "€": "EUR"}
_MONEY = re.compile(
    r"(us\$|a\$|usd|aud|\$|£|€)\s*(?:(k|m|mn|million|bn|billion|thousand))?\s*(?:(?:per|/)\s*(\w+))?", re.I
)
_SCALES = {"k": 1000, "thousand": 1000, "m": 10**6, "mn": 10**6, "million": 10**6, "bn": 10**9, "billion": 10**9}
_QUANTITIES = {"mt", "kt", "koz", "moz", "t", "oz", "%"}


@dataclass(frozen=True, slots=True)
class CellReading:
    """A cell."""

    value: Decimal | None
    percent: bool = False
    doubt: str = ""


@dataclass(frozen=True, slots=True)
class UnitReading:
    """A unit."""

    unit: str
    scale: int = 1
    currency: str | None = None


def read_cell(text: str) -> CellReading:
    """Read one cell."""
    stripped = text.strip().replace("−", "-")
    if stripped.lower() == "nil":
        return CellReading(Decimal(0))
    match = _CELL.fullmatch(stripped)
    if match is None:
        return CellReading(None, doubt="" if not re.search(r"\d", stripped) else "is not one figure")
    value = Decimal(match[2].replace(",", ""))
    negative = stripped.startswith(("(", "-"))
    return CellReading(-value if negative else value, percent=match[3] is not None)


def read_unit(text: str) -> UnitReading | None:
    """Read one unit."""
    lower = " ".join(text.lower().split())
    if match := _MONEY.fullmatch(lower):
        currency = _CURRENCY[match[1]]
        return UnitReading(f"{currency}/{match[3]}" if match[3] else currency, _SCALES.get(match[2] or "", 1), currency)
    return UnitReading(text.strip()) if lower in _QUANTITIES else None
