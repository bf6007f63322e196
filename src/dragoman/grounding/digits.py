"""A cheap sieve: which sentences hold a number that could be the claimed one, before any of them is read."""

import math
import re
from collections.abc import Iterable
from decimal import Decimal

from dragoman.grounding.figure import Figure

Keys = frozenset[int]  # the first two significant digits of numbers, 10 to 99; 0 for zero
_NUMBER = re.compile(r"\d[\d,']*(?:\.\d+)?|\.\d+")
_ALL = frozenset(range(100))


def keys_in(text: str) -> Keys:
    """Return the keys of all numbers that are written in digits."""
    return frozenset(_key(Decimal(match[0].replace(",", "").replace("'", ""))) for match in _NUMBER.finditer(text))


def keys_of(figures: Iterable[Figure]) -> Keys:
    """Return the keys of every number that, rounded, could be one of the figures."""
    return frozenset().union(*(_range(figure) for figure in figures))


def _range(figure: Figure) -> Keys:
    amount, half = abs(figure.amount), figure.step / 2
    if figure.bound or amount <= half:
        return _ALL
    low, high = _key(amount - half), _key(amount + half)
    return frozenset(range(low, high + 1)) if low <= high else frozenset([*range(low, 100), *range(10, high + 1)])


def _key(value: Decimal) -> int:
    value = abs(value)
    if not value:
        return 0
    exponent = value.adjusted()
    return min(99, math.floor(value.scaleb(1 - exponent)))
