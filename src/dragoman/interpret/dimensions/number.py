"""Bare numbers: "1,674.5", "55.7bn", "twenty-five thousand"."""

import re

from dragoman.domain.value import Number as NumberValue
from dragoman.interpret.amount import Amount, has_amount, read_amounts
from dragoman.interpret.dimensions.dimension import Context, Match
from dragoman.interpret.normalize import NormalizedText

# A sign or word right after that makes it something else: a percentage, money, "10-K", "30-day".
_OTHER = re.compile(r" ?(?:%|per ?cent|[$€£¥₹])|-[a-z]")
_CLAIMED_BEFORE = re.compile(r"[$€£¥₹] ?$|[A-Za-z]-$")  # "$ 5", "COVID-19"


class Number:
    """Numbers that no currency, percent sign or glued letters claim."""

    name = "number"

    def find(self, text: NormalizedText, context: Context) -> list[Match]:  # noqa: ARG002, a number is the same on any day
        """Return every bare number."""
        if not has_amount(text):
            return []
        return [_match(amount) for amount in read_amounts(text) if _is_bare(amount, text)]


def _is_bare(amount: Amount, text: NormalizedText) -> bool:
    if amount.is_glued or amount.is_chained or amount.tail:
        return False
    if amount.is_weak and not _counts_one(amount, text.lower):
        return False
    if _CLAIMED_BEFORE.search(text.text[max(amount.start - 2, 0) : amount.start]):
        return False
    return _OTHER.match(text.lower, amount.end) is None


def _counts_one(amount: Amount, lower: str) -> bool:
    """Tell "one mine" from "no one", "one of them" and "the one who"."""
    if lower[amount.start : amount.end] != "one":
        return False
    before = lower[max(amount.start - 12, 0) : amount.start]
    return _NOT_ONE_BEFORE.search(before) is None and _ONE_OF_A_KIND.match(lower, amount.end) is not None


_NOT_ONE_BEFORE = re.compile(
    r"(?:\b(?:no|any|some|every|each|which|what|this|that|the|another|last|next|first|second|only|good|bad|new|old|"
    r"as|does|do|did|can|could|should|would|must|may|might|will|if|when|how|where)|[-']) ?$"
)
_ONE_OF_A_KIND = re.compile(
    r" (?!(?:of|another|who|that|which|is|was|has|had|does|can|should|would|must|may|might|could|will|and|or|to|in|on|"
    r"at|by|for|with|from|as|if|more|day|time|thing|third|fifth|quarter|half)\b)[a-z]"
)


def _match(amount: Amount) -> Match:
    others = tuple(NumberValue(number=value) for value in amount.alternatives)
    return Match(amount.start, amount.end, "number", NumberValue(number=amount.value), alternatives=others)
