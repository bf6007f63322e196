"""Lengths of time: "30 days", "thirty (30) business days", "a year and a half", both ends of "2-3 weeks"."""

import re
from dataclasses import dataclass
from decimal import Decimal

from dragoman.domain.value import Duration as DurationValue
from dragoman.domain.value import DurationUnit
from dragoman.interpret.amount import Amount, has_amount, read_amounts
from dragoman.interpret.dimensions.dimension import Context, Match
from dragoman.interpret.normalize import NormalizedText
from dragoman.interpret.ranges import are_range

_UNITS: dict[str, tuple[int, DurationUnit]] = {
    "second": (1, "second"),
    "sec": (1, "second"),
    "minute": (1, "minute"),
    "min": (1, "minute"),
    "hour": (1, "hour"),
    "hr": (1, "hour"),
    "h": (1, "hour"),
    "day": (1, "day"),
    "night": (1, "day"),
    "week": (1, "week"),
    "fortnight": (2, "week"),
    "month": (1, "month"),
    "quarter": (1, "quarter"),
    "year": (1, "year"),
    "yr": (1, "year"),
    "decade": (10, "year"),
}
_NAMES = "|".join(sorted(_UNITS, key=len, reverse=True))
_KIND = r"(?:(business|working|trading|banking|calendar|consecutive|full|further|additional|more|extra|clear)[ -])?"
_UNIT = re.compile(rf"(?: ?-? ?){_KIND}({_NAMES})(s?)(?![a-z0-9])")
_ARTICLE_UNIT = re.compile(
    rf"(?<![a-z])(half an?|an?|half(?=[ -](?:hour|day)))[ -]{_KIND}({_NAMES})( and (?:a )?half)?(?![a-z])"
)
_MORE_FOLLOWS = re.compile(rf" and [a-z0-9-]+ (?:{_NAMES})")
_INTRODUCES = re.compile(r"(?:\b(?:within|for|after|before|least|than|most|in|about|over|every|of|take|takes)) $")
_INSTALMENTS = re.compile(
    r" (?:equal |consecutive |successive )*(daily|weekly|monthly|quarterly|annual|yearly) (?:instal|install|pay)ments?"
)
_EVERY: dict[str, DurationUnit] = {
    "daily": "day",
    "weekly": "week",
    "monthly": "month",
    "quarterly": "quarter",
    "annual": "year",
    "yearly": "year",
}
_WORDS = frozenset(f"{name}{plural}" for name in _UNITS for plural in ("", "s")) | frozenset(_EVERY)
_TWICE = re.compile(r" ?\($")
_HALF_YEAR = re.compile(r" ?(?:fy|of|[0-9'])")
_HALF_AFTER = re.compile(r" and (?:a )?half(?![a-z])")
_BUSINESS = frozenset({"business", "working", "trading", "banking"})
_SMALLER = {("year", "month"): 12, ("hour", "minute"): 60, ("minute", "second"): 60, ("week", "day"): 7}
_SMALLER |= {("hour", "second"): 3600, ("day", "hour"): 24}
_TOGETHER = re.compile(r",? (?:and )?")


@dataclass(frozen=True, slots=True)
class _Found:
    start: int
    end: int
    value: DurationValue


class Duration:
    """Lengths of time as written. "a month" after an amount ("1.5% a month") is a rate and none."""

    name = "duration"

    def find(self, text: NormalizedText, context: Context) -> list[Match]:  # noqa: ARG002, a length depends on no day
        """Return every duration; a range yields both ends, "1 year and 6 months" is one."""
        if text.words.isdisjoint(_WORDS):
            return []
        found = _with_articles(text.lower)
        if has_amount(text):
            found = _without_overlaps([*_counted(text), *found])
        return [Match(one.start, one.end, "duration", one.value) for one in _merged(found, text.lower)]


def _counted(text: NormalizedText) -> list[_Found]:
    found: list[_Found] = []
    following: _Found | None = None
    amounts = read_amounts(text)
    for at in range(len(amounts) - 1, -1, -1):
        one = _duration(amounts[at], text) or _first_end(amounts[at], following, text.lower)
        if one is not None:
            found.append(_with_number_before(one, amounts[at - 1] if at else None, text))
            following = one
    return found[::-1]


def _duration(amount: Amount, text: NormalizedText) -> _Found | None:
    if amount.is_glued or amount.is_chained:
        return None
    lower = text.lower
    closing = amount.end + (lower[amount.end : amount.end + 1] == ")")
    if every := _INSTALMENTS.match(lower, closing):
        return _Found(amount.start, every.end(), DurationValue(amount=amount.value, unit=_EVERY[every[1]]))
    unit = _UNIT.match(lower, closing)
    if unit is None or not _is_length(amount, unit, text):
        return None
    times, name = _UNITS[unit[2]]
    value, end = amount.value * times, unit.end()
    if half := _HALF_AFTER.match(lower, end):
        value, end = value + Decimal("0.5") * times, half.end()
    return _Found(amount.start, end, DurationValue(amount=value, unit=name, business=unit[1] in _BUSINESS))


def _is_length(amount: Amount, unit: re.Match[str], text: NormalizedText) -> bool:
    """Refuse "the 2024 year", "three quarters of", "5 second-hand", "top 10 MIN"."""
    name, plural = unit[2], unit[3]
    if amount.value < 0 or (amount.is_weak and amount.value != 1 and not amount.is_word):
        return False
    if name == "quarter" and (not plural or text.lower.startswith(" of", unit.end())):
        return False
    if name in ("h", "min", "sec", "hr", "yr") and text.text[unit.start(2)].isupper():
        return False
    if name == "h":  # "1h fy25" is a half
        return not plural and not _HALF_YEAR.match(text.lower, unit.end())
    if not plural and "-" not in unit[0] and amount.value != 1:
        return name != "second" and not 1900 <= amount.value <= 2100
    return not (name == "second" and text.lower.startswith("-", unit.end()))


def _first_end(amount: Amount, following: _Found | None, lower: str) -> _Found | None:
    if following is None or amount.is_glued or amount.is_weak or amount.tail or amount.is_chained:
        return None
    if not are_range(amount.start, amount.end, following.start, lower) or amount.value < 0:
        return None
    value = DurationValue(amount=amount.value, unit=following.value.unit, business=following.value.business)
    return _Found(amount.start, amount.end, value)


def _with_number_before(one: _Found, before: Amount | None, text: NormalizedText) -> _Found:
    """Take in the words of "thirty (30) days"."""
    if before and before.value == one.value.amount and _TWICE.fullmatch(text.text, before.end, one.start):
        return _Found(before.start, one.end, one.value)
    return one


def _with_articles(lower: str) -> list[_Found]:
    """Read "within a month", "half an hour", "a year and a half"."""
    found = []
    for match in _ARTICLE_UNIT.finditer(lower):
        is_half, has_half = match[1].startswith("half"), bool(match[4])
        is_first = _MORE_FOLLOWS.match(lower, match.end()) is not None
        introduced = _INTRODUCES.search(lower[max(match.start() - 8, 0) : match.start()])
        if not (is_half or has_half or is_first or introduced):
            continue
        times, unit = _UNITS[match[3]]
        value = Decimal("0.5") if is_half else Decimal("1.5") if has_half else Decimal(1)
        duration = DurationValue(amount=value * times, unit=unit, business=match[2] in _BUSINESS)
        found.append(_Found(match.start(), match.end(), duration))
    return found


def _without_overlaps(found: list[_Found]) -> list[_Found]:
    kept: list[_Found] = []
    for one in sorted(found, key=lambda one: (one.start, -one.end)):
        if not kept or one.start >= kept[-1].end:
            kept.append(one)
    return kept


def _merged(found: list[_Found], lower: str) -> list[_Found]:
    """Join "1 year and 6 months" into 18 months where the smaller unit divides the larger exactly."""
    merged: list[_Found] = []
    for one in found:
        before = merged[-1] if merged else None
        times = _SMALLER.get((before.value.unit, one.value.unit)) if before else None
        if before and times and _TOGETHER.fullmatch(lower, before.end, one.start):
            amount = before.value.amount * times + one.value.amount
            merged[-1] = _Found(before.start, one.end, DurationValue(amount=amount, unit=one.value.unit))
            continue
        merged.append(one)
    return merged
