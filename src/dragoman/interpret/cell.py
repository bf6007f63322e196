"""One number in one cell of a table."""

import re
from dataclasses import dataclass
from decimal import Decimal

from dragoman.interpret.amount import MAX_DIGITS
from dragoman.interpret.currency import currency_before
from dragoman.interpret.normalize import normalize
from dragoman.interpret.unit import Unit, read_unit

_LONGEST_CELL = 80
_NOTES = re.compile(r"\s*(?:\[[a-z0-9]{1,3}\]|\([a-z]\)|[*†‡§¶^#]|[¹²³⁴-⁹⁰]+)\s*$", re.IGNORECASE)
_NO_BREAK = re.compile(r"(?<=[0-9])[\u00a0\u2007\u2009\u202f](?=[0-9]{3}(?![0-9]))")
_NIL = frozenset({"nil", "zero"})
_SIGN = r"[a-z.]{0,4}[$£€¥₹]|[a-z]{3}"
_CELL = re.compile(
    rf"(?P<minus>[-+]?) ?(?P<open>\(?) ?(?P<sign>(?:{_SIGN})?) ?(?P<minus_in>[-+]?)(?P<open_in>\(?) ?"
    r"(?P<number>[0-9][0-9.,']*|\.[0-9]+) ?(?P<percent_in>%?) ?(?P<close_in>\)?)(?P<minus_after>-?)"
    r"(?P<rest>[^()]*)(?P<close>\)?)"
)
# Thousands with commas or apostrophes, or the European form where both marks make it certain.
_ENGLISH = re.compile(r"(?:[0-9]+|[0-9]{1,3}(?:[,'][0-9]{3})+)?(?:\.[0-9]+)?")
_EUROPEAN = re.compile(r"[0-9]{1,3}(?:\.[0-9]{3})+,[0-9]+|[0-9]{1,3}(?:\.[0-9]{3}){2,}")


@dataclass(frozen=True, slots=True)
class CellNumber:
    """The number of a cell as printed, with its sign; the table's scale is not applied."""

    value: Decimal
    currency: str | None = None
    is_percent: bool = False
    unit: Unit | None = None  # only if the cell itself writes one: "191.6 Mt", "US$55.7bn"


def read_cell(text: str) -> CellNumber | None:
    """Read a cell. None if it holds no number, more than one, or one that could be read in two ways.

    Brackets, a leading or a trailing minus make it negative; footnote marks are dropped; "nil" is zero,
    a lone dash or "n/a" is nothing.
    """
    if len(text) > _LONGEST_CELL:
        return None
    lower = " ".join(normalize(_NO_BREAK.sub(",", text)).lower.split())
    lower = _without_notes(lower)
    if lower in _NIL:
        return CellNumber(Decimal(0))
    match = _CELL.fullmatch(lower)
    return _cell_number(match) if match else None


def _without_notes(lower: str) -> str:
    while note := _NOTES.search(lower):
        lower = lower[: note.start()]
    return lower


def _cell_number(match: re.Match[str]) -> CellNumber | None:
    part = match.groupdict()
    opened, closed = len(part["open"] + part["open_in"]), len(part["close_in"] + part["close"])
    minuses = [part[name] for name in ("minus", "minus_in", "minus_after") if part[name] == "-"]
    value = _number(part["number"])
    if value is None or opened != closed or opened + len(minuses) > 1:
        return None
    sign, rest = part["sign"], part["rest"].strip()
    known = currency_before(sign, len(sign)) if sign else None
    if sign and (known is None or known[2]):
        return None
    is_percent = bool(part["percent_in"]) or rest == "%"
    unit = read_unit(f"{sign}{rest}") if rest and rest != "%" else None
    if rest and rest != "%" and unit is None:
        return None
    negative = opened + len(minuses) == 1
    currency = known[0] if known else (unit.currency if unit else None)
    return CellNumber(-value if negative else value, currency, is_percent, unit)


def _number(digits: str) -> Decimal | None:
    if len(digits) > MAX_DIGITS:
        return None
    if _ENGLISH.fullmatch(digits):
        return Decimal(digits.replace(",", "").replace("'", ""))
    if _EUROPEAN.fullmatch(digits):
        return Decimal(digits.replace(".", "").replace(",", "."))
    return None
