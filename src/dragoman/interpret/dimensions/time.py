"""Times on the clock: "10:30", "5 pm", "15:50:06", "noon"."""

import re
from datetime import time

from dragoman.domain.value import TimeOfDay
from dragoman.interpret.dimensions.dimension import Context, Match
from dragoman.interpret.normalize import NormalizedText

_CLOCK = re.compile(
    r"(?:(?<![a-z0-9:.,/$-])|(?<=[0-9]t))([0-9]{1,2})[:.]([0-9]{2})(?::([0-9]{2}))?(?:(?<=[0-9])\.[0-9]{1,6})?"
    r"(?: ?([ap])(?:m|\.m\.?)(?![a-z0-9]))?(?![a-z0-9:%/]|[.,][0-9])"
)
_HOUR = re.compile(
    r"(?<![a-z0-9:.,/$-])([0-9]{1,2}) ?(?:([ap])(?:m|\.m\.?)|o'?clock(?: ([ap])(?:m|\.m\.?))?)(?![a-z0-9])"
)
_NAMED = {"noon": time(12), "midday": time(12), "midnight": time(0)}
_NAMES = re.compile(rf"(?<![a-z])({'|'.join(_NAMED)})(?![a-z])")
_MARKS = frozenset({"am", "pm", "m", "clock"})  # "a.m." ends in the word "m"


class Time:
    """Times of day with minutes, "am" or "pm", or by name; a bare number is never one."""

    name = "time"

    def find(self, text: NormalizedText, context: Context) -> list[Match]:  # noqa: ARG002, a time is the same on any day
        """Return every time of day."""
        found: list[Match] = []
        if text.has_digit and (":" in text.text or not _MARKS.isdisjoint(text.words)):
            found = [match for clock in _CLOCK.finditer(text.lower) if (match := _clock(clock))]
            found += [match for hour in _HOUR.finditer(text.lower) if (match := _hour(hour))]
        if not text.words.isdisjoint(_NAMED):
            found += [Match(*m.span(), "time", TimeOfDay(time=_NAMED[m[1]])) for m in _NAMES.finditer(text.lower)]
        return sorted(found, key=lambda match: match.start)


def _clock(match: re.Match[str]) -> Match | None:
    half = match[4]
    if ":" not in match[0] and not half:  # "12.30" is a number
        return None
    return _match(match, _hours(int(match[1]), half), int(match[2]), int(match[3] or 0))


def _hour(match: re.Match[str]) -> Match | None:
    return _match(match, _hours(int(match[1]), match[2] or match[3]), 0, 0)


def _hours(hour: int, half: str | None) -> int | None:
    if half is None:
        return hour
    if not 1 <= hour <= 12:
        return None
    return hour % 12 + (12 if half == "p" else 0)


def _match(match: re.Match[str], hour: int | None, minute: int, second: int) -> Match | None:
    if hour is None or hour > 23 or minute > 59 or second > 59:
        return None
    return Match(*match.span(), "time", TimeOfDay(time=time(hour, minute, second)))
