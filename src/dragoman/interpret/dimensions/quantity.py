"""Amounts with a unit: "191.8 Mt", "300,000 tonnes", and rates such as "US$92.5/t"."""

from decimal import Decimal

from dragoman.domain.value import Quantity as QuantityValue
from dragoman.interpret.amount import Amount, has_amount, read_amounts
from dragoman.interpret.currency import currency_before
from dragoman.interpret.dimensions.dimension import Context, Match
from dragoman.interpret.dimensions.money import MoneyFound, find_money
from dragoman.interpret.normalize import NormalizedText
from dragoman.interpret.ranges import are_range
from dragoman.interpret.unit import rate_after, scaled_unit, unit_after
from dragoman.interpret.unit_forms import UNIT_WORDS


class Quantity:
    """Amounts with a unit of measure as written; money per unit is one too, in whole currency units."""

    name = "quantity"

    def find(self, text: NormalizedText, context: Context) -> list[Match]:  # noqa: ARG002, no day changes an amount
        """Return every quantity; a range yields both ends."""
        if not has_amount(text):
            return []
        rates = _rates(text)
        if UNIT_WORDS.isdisjoint(text.words) and "°" not in text.text:
            return rates
        taken = {at for rate in rates for at in range(rate.start, rate.end)}
        counted = [match for match in _counted(text) if match.start not in taken]
        return sorted([*rates, *counted], key=lambda match: match.start)


def _rates(text: NormalizedText) -> list[Match]:
    """Read money per unit; the first end of "US$18-20/wmt" is per unit too."""
    found: list[Match] = []
    following: tuple[int, str] | None = None
    for money in reversed(find_money(text)):
        rate = rate_after(text.lower, money.end)
        if rate is not None:
            per, end = rate
        elif following and are_range(money.start, money.end, following[0], text.lower):
            per, end = following[1], money.end
        else:
            following = None
            continue
        found.append(_rate(money, per, end))
        following = money.start, per
    return found[::-1]


def _rate(money: MoneyFound, per: str, end: int) -> Match:
    unit = f"{money.currency or '$'}/{per}"
    # Three decimals are usual in a rate: "$1.120 per share" has no thousands in it.
    amount, *others = sorted((money.value, *money.others), key=abs)
    rest = tuple(QuantityValue(amount=other, unit=unit) for other in others)
    return Match(money.start, end, "quantity", QuantityValue(amount=amount, unit=unit), alternatives=rest)


def _counted(text: NormalizedText) -> list[Match]:
    found: list[Match] = []
    following: tuple[int, str, int] | None = None
    for amount in reversed(read_amounts(text)):
        read = _unit(amount, text)
        if read is None and following and _is_first_end(amount, following[0], text.lower):
            read = following[1], following[2], amount.end
        if read is None:
            continue
        unit, scale, end = read
        value = amount.value / Decimal(scale) if amount.scale == scale else amount.value
        found.append(Match(amount.start, end, "quantity", QuantityValue(amount=value, unit=unit)))
        following = amount.start, unit, scale
    return found[::-1]


def _unit(amount: Amount, text: NormalizedText) -> tuple[str, int, int] | None:
    """Return the unit after an amount, the scale that went into it ("million tonnes" is Mt), and its end."""
    if amount.is_glued or amount.is_chained or currency_before(text.lower, amount.start):
        return None
    read = unit_after(text.text, text.lower, amount.end)
    if read is None:
        return None
    unit, end = read
    if rate := rate_after(text.lower, end):
        return f"{unit}/{rate[0]}", 1, rate[1]
    scaled = scaled_unit(unit, amount.scale)
    return (scaled, amount.scale, end) if scaled else (unit, 1, end)


def _is_first_end(amount: Amount, second_start: int, lower: str) -> bool:
    if amount.is_glued or amount.is_chained or amount.is_weak or amount.tail:
        return False
    return are_range(amount.start, amount.end, second_start, lower)
