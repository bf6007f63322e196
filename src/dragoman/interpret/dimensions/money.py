"""Amounts of money: "US$55.7bn", "A$(896) million", "half a million dollars", "65 cents"."""

import re
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache

from dragoman.domain.value import Money as MoneyValue
from dragoman.interpret.amount import Amount, has_amount, multiplied, read_amounts, sign_before
from dragoman.interpret.currency import (
    CURRENCY_SIGNS,
    CURRENCY_WORDS,
    cents_after,
    currency_after,
    currency_before,
)
from dragoman.interpret.dimensions.dimension import Context, Match
from dragoman.interpret.normalize import NormalizedText
from dragoman.interpret.ranges import are_range
from dragoman.interpret.unit import rate_after

# Scales that only money writes apart from its digits or doubles: "US$ 5 m", "$5MM".
_SCALE = re.compile(r" ?(?:(k|thousands?)|(m|mm|mil|millions?|mn|mln)|(b|billions?|bn)|(trillions?|tn))(?![a-z0-9])")
_CLOSING = re.compile(r" ?\)")
_CELL_BEFORE = re.compile(r"(?:^|[|\t\n]) *$")


_NUMBER_NEXT = re.compile(r" ?[-(]?[0-9]")
_CENTS_JOINT = re.compile(r",? (?:and )?")


@dataclass(frozen=True, slots=True)
class MoneyFound:
    """An amount of money with its place and what was written around it."""

    start: int
    end: int
    value: Decimal  # in whole currency units
    currency: str | None
    scale: int
    is_prefixed: bool  # the currency stands before the amount
    is_cents: bool = False
    others: tuple[Decimal, ...] = ()


class Money:
    """Amounts with a currency sign, code or word. Rates such as "US$92.5/t" are quantities."""

    name = "money"

    def find(self, text: NormalizedText, context: Context) -> list[Match]:  # noqa: ARG002, no day changes an amount
        """Return every amount of money; a range yields both ends."""
        found: list[Match] = []
        rate_start = -1
        for money in reversed(find_money(text)):
            is_first_end = rate_start >= 0 and are_range(money.start, money.end, rate_start, text.lower)
            if is_first_end or rate_after(text.lower, money.end):
                rate_start = money.start
            else:
                found.append(_match(money))
        return found[::-1]


@lru_cache(maxsize=4)
def find_money(text: NormalizedText) -> tuple[MoneyFound, ...]:
    """Return every amount of money, those of rates included; quantities ask for the same text again."""
    if CURRENCY_WORDS.isdisjoint(text.words) and CURRENCY_SIGNS.search(text.text) is None:
        return ()
    if not has_amount(text):
        return ()
    lower = text.lower
    pairs: list[_Pair] = []
    claimed = 0  # a sign between two amounts belongs to one of them
    for amount in read_amounts(text):
        money = _money(amount, lower, claimed)
        claimed = money.end if money else claimed
        pairs.append((amount, money))
    for at in range(len(pairs) - 1):
        pairs[at : at + 2] = _shared(pairs[at], pairs[at + 1], lower)
    return tuple(_with_cents([money for _, money in pairs if money is not None], lower))


def _with_cents(found: list[MoneyFound], lower: str) -> list[MoneyFound]:
    """Join "thirteen dollars and forty-five cents"."""
    joined: list[MoneyFound] = []
    for money in found:
        before = joined[-1] if joined else None
        if before and money.is_cents and _is_whole(before) and _CENTS_JOINT.fullmatch(lower, before.end, money.start):
            joined[-1] = replace(before, end=money.end, value=before.value + money.value, others=())
        else:
            joined.append(money)
    return joined


def _is_whole(money: MoneyFound) -> bool:
    return not money.is_cents and money.scale == 1 and money.value == int(money.value)


_Pair = tuple[Amount, MoneyFound | None]


def _money(amount: Amount, lower: str, claimed: int) -> MoneyFound | None:
    opened = lower[amount.start - 1 : amount.start] == "("
    before = currency_before(lower, amount.start - opened)
    if before and before[1] < claimed:
        before = None
    closing = _CLOSING.match(lower, amount.end) if opened and before else None
    if opened and before and not closing:
        return None
    scale, end = _scale(amount, lower, closing.end() if closing else amount.end)
    if before is None:
        return _with_currency_after(amount, lower, scale, end)
    if amount.is_weak:  # the header "US$ million"
        return None
    currency, start, clinging = before
    scale = _CLINGING[clinging] if scale == amount.scale == 1 else scale
    after = currency_after(lower, end)
    if after and not _NUMBER_NEXT.match(lower, after[1]):
        currency, end = currency or after[0], after[1]
    money = MoneyFound(start, end, amount.value, currency, scale, is_prefixed=True)
    money = _scaled(money, amount, negative=closing is not None)
    return _with_sign(money, lower)


_CLINGING = {"": 1, "k": 10**3, "000": 10**3, "m": 10**6, "mn": 10**6, "b": 10**9, "bn": 10**9}


def _scale(amount: Amount, lower: str, end: int) -> tuple[int, int]:
    """Return the multiplier still to apply, from a word the amount has not taken, and where it ends."""
    word = _SCALE.match(lower, end) if amount.scale == 1 else None
    if word is None:
        return 1, end
    return 1000 ** (word.lastindex or 0), word.end()


def _with_currency_after(amount: Amount, lower: str, scale: int, end: int) -> MoneyFound | None:
    if amount.is_glued:
        return None
    if amount.is_weak and amount.is_word and lower[max(amount.start - 3, 0) : amount.start] == "in ":
        return None  # "in million dollars"
    after = currency_after(lower, end)
    if after and not (_is_year(amount, scale) and _NUMBER_NEXT.match(lower, after[1])):  # "in 2024 US$ 5 million"
        currency, end = after
        if scale == 1:  # "75 USD million"
            scale, end = _scale(amount, lower, end)
        return _scaled(MoneyFound(amount.start, end, amount.value, currency, scale, is_prefixed=False), amount)
    if after := cents_after(lower, amount.end):
        hundredth = multiplied(amount.value, Decimal("0.01"))
        return MoneyFound(amount.start, after[1], hundredth, after[0], 1, is_prefixed=False, is_cents=True)
    return None


def _is_year(amount: Amount, scale: int) -> bool:
    return scale == amount.scale == 1 and not amount.is_word and 1900 <= amount.value <= 2100


def _scaled(money: MoneyFound, amount: Amount, *, negative: bool = False) -> MoneyFound:
    """Apply scale and sign, and choose between the readings of "120.000"."""
    sign = -1 if negative else 1
    value, others = amount.value, amount.alternatives if amount.scale == 1 else ()
    if others and value == int(value) and money.scale == 1:  # "120.000": nobody writes three zero decimals
        value, others = others[0], (value, *others[1:])
    factor = Decimal(money.scale * sign)
    scaled = tuple(multiplied(other, factor) for other in others) if money.scale == 1 else ()
    return replace(money, value=multiplied(value, factor), scale=money.scale * amount.scale, others=scaled)


def _with_sign(money: MoneyFound, lower: str) -> MoneyFound:
    """Read a minus before the currency sign, and brackets around it all."""
    sign, start = sign_before(lower, money.start)
    if start < money.start:
        return replace(money, start=start, value=money.value * sign)
    closing = _CLOSING.match(lower, money.end) if lower[money.start - 1 : money.start] == "(" else None
    if closing is None or money.value <= 0:
        return money
    if _CELL_BEFORE.search(lower[max(money.start - 12, 0) : money.start - 1]):
        return replace(money, start=money.start - 1, end=closing.end(), value=-money.value)
    # In prose brackets are mostly an aside: "the loss (A$896 million)".
    return replace(money, others=(*money.others, -money.value))


def _shared(first: _Pair, second: _Pair, lower: str) -> list[_Pair]:
    """Let the ends of a range share currency and scale: "US$5-6 billion", "5 to 10 million dollars"."""
    (amount, left), (other, right) = first, second
    start, end = (left.start, left.end) if left else (amount.start, amount.end)
    if not are_range(start, end, right.start if right else other.start, lower):
        return [first, second]
    if left and right is None:
        right = _second_end(left, other, lower)
    elif right and left is None:
        left = _first_end(amount, right)
    if left and right and left.scale == 1 < right.scale and left.value * right.scale < right.value:
        shared = multiplied(left.value, Decimal(right.scale))
        left = replace(left, value=shared, scale=right.scale, others=(left.value, *left.others))
    return [(amount, left), (other, right)]


def _second_end(left: MoneyFound, other: Amount, lower: str) -> MoneyFound | None:
    """Read "6 billion" of "US$5 to 6 billion"; a bare "to 2025" is no money."""
    is_hyphen = lower[left.end : other.start].strip() == "-"
    if not left.is_prefixed or other.is_glued or other.is_weak or other.is_chained:
        return None
    scale, end = _scale(other, lower, other.end)
    if not is_hyphen and other.scale * scale == 1:
        return None
    if other.tail and scale == 1:
        return None
    return _scaled(MoneyFound(other.start, end, other.value, left.currency, scale, is_prefixed=True), other)


def _first_end(amount: Amount, right: MoneyFound) -> MoneyFound | None:
    """Read "5" of "5 to 10 million dollars"."""
    if right.is_prefixed or amount.is_glued or amount.is_weak or amount.tail or amount.is_chained:
        return None
    return MoneyFound(amount.start, amount.end, amount.value, right.currency, amount.scale, is_prefixed=False)


def _match(money: MoneyFound) -> Match:
    others = tuple(MoneyValue(amount=value, currency=money.currency) for value in money.others)
    value = MoneyValue(amount=money.value, currency=money.currency)
    return Match(money.start, money.end, "money", value, alternatives=others)
