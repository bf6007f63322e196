"""Bare numbers: "1,674.5", "55.7bn", "twenty-five thousand"."""

import re

from dragoman.domain.value import Number as NumberValue
from dragoman.interpret.amount import Amount, has_amount, read_amounts
from dragoman.interpret.dimensions.dimension import Context, Match
from dragoman.interpret.normalize import NormalizedText

# A sign or word right after that makes it something else: a percentage, money, "10-K", "30-day".
_OTHER = re.compile(r" ?(?:%|per ?cent|[$€£¥₹])|-[a-z]")


class Number:
    """Numbers that no currency, percent sign or glued letters claim."""

    name = "number"

    def find(self, text: NormalizedText, context: Context) -> list[Match]:  # noqa: ARG002, a number is the same on any day
        """Return every bare number."""
        if not has_amount(text):
            return []
        return [_match(amount) for amount in read_amounts(text) if _is_bare(amount, text)]


def _is_bare(amount: Amount, text: NormalizedText) -> bool:
    if amount.is_weak or amount.is_glued or amount.is_chained or amount.tail:
        return False
    before = text.text[max(amount.start - 2, 0) : amount.start].rstrip()
    if before.endswith(("$", "€", "£", "¥", "₹")):
        return False
    return _OTHER.match(text.lower, amount.end) is None


def _match(amount: Amount) -> Match:
    others = tuple(NumberValue(number=value) for value in amount.alternatives)
    return Match(amount.start, amount.end, "number", NumberValue(number=amount.value), alternatives=others)
