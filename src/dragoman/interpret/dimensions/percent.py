"""Percentages: "1.5%", "ten per cent", "50 bps", both ends of "5-10%"."""

import re
from decimal import Decimal

from dragoman.domain.value import Percent as PercentValue
from dragoman.interpret.amount import Amount, has_amount, read_amounts
from dragoman.interpret.dimensions.dimension import Context, Match
from dragoman.interpret.normalize import NormalizedText
from dragoman.interpret.ranges import are_range

# After "%" no word boundary is asked for: "%" is no word character, so "\b" would demand a letter there.
_SIGN = re.compile(
    r" ?%(?:-?(?:points?|pts?)(?![a-z]))?"
    r"|[ -]?(?:per ?cents?|percentage|pct|ppts?)(?:age)?(?:[ -]?points?)?(?![a-z])"
    r"|[ -]?pp(?![a-z])"
)
_BASIS_POINTS = re.compile(r"[ -]?(?:bps?|basis[ -]points?)(?![a-z])")
_HALF = re.compile(r"(?<![a-z])(half|quarter)(?: of)?(?: an?| one)?(?= ?(?:%|per ?cent))")
_WORDS = frozenset(
    {"percent", "percents", "cent", "cents", "percentage", "pct", "bps", "bp", "basis", "pp", "ppt", "ppts"}
)


class Percent:
    """Percentages, in percent: 50 basis points are 0.5."""

    name = "percent"

    def find(self, text: NormalizedText, context: Context) -> list[Match]:  # noqa: ARG002, no day changes a percentage
        """Return every percentage; a range yields both ends."""
        if "%" not in text.lower and _WORDS.isdisjoint(text.words):
            return []
        matches = _halves(text)
        if not has_amount(text):
            return matches
        amounts = read_amounts(text)
        following: Match | None = None
        for amount in reversed(amounts):
            match = _percent(amount, text.lower) or _first_end(amount, following, text.lower)
            if match is not None:
                matches.append(match)
                following = match
        return _longest(matches)


def _longest(matches: list[Match]) -> list[Match]:
    """Keep "two and a half percent" and not the "half percent" in it."""
    kept: list[Match] = []
    for match in sorted(matches, key=lambda match: (match.start, -match.end)):
        if not kept or match.start >= kept[-1].end:
            kept.append(match)
    return kept


def _percent(amount: Amount, lower: str) -> Match | None:
    if amount.is_glued:
        return None
    if sign := _SIGN.match(lower, amount.end):
        return _match(amount, sign.end(), Decimal(1))
    if points := _BASIS_POINTS.match(lower, amount.end):
        return _match(amount, points.end(), Decimal("0.01"))
    return None


def _first_end(amount: Amount, following: Match | None, lower: str) -> Match | None:
    """Read the first number of "5-10%" as a percentage too."""
    if following is None or amount.is_glued or amount.is_weak or amount.tail:
        return None
    if not are_range(amount.start, amount.end, following.start, lower):
        return None
    factor = Decimal("0.01") if "b" in lower[following.start : following.end] else Decimal(1)
    return _match(amount, amount.end, factor)


def _match(amount: Amount, end: int, factor: Decimal) -> Match:
    others = tuple(PercentValue(percent=value * factor) for value in amount.alternatives)
    return Match(amount.start, end, "percent", PercentValue(percent=amount.value * factor), alternatives=others)


def _halves(text: NormalizedText) -> list[Match]:
    """Read "half a percent"."""
    if text.words.isdisjoint(("half", "quarter")):
        return []
    found = []
    for half in _HALF.finditer(text.lower):
        sign = _SIGN.match(text.lower, half.end())
        value = Decimal("0.5") if half[1] == "half" else Decimal("0.25")
        if sign:
            found.append(Match(half.start(), sign.end(), "percent", PercentValue(percent=value)))
    return found
