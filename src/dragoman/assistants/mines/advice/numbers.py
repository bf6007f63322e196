"""The numbers of a text, read by the one number reader, so that what a model writes is held against them."""

from collections.abc import Iterable
from decimal import Decimal

from dragoman.interpret.amount import read_amounts
from dragoman.interpret.normalize import normalize


def numbers_of(texts: Iterable[str]) -> set[Decimal]:
    """Return every number without its sign, with its scale and without."""
    found: set[Decimal] = set()
    for text in texts:
        for amount in read_amounts(normalize(text)):
            found |= {abs(amount.value), abs(amount.mantissa)}
    return found
