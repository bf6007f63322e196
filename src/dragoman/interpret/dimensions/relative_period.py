"""Periods named by where they stand: "last year", "the latest results", "the past three years"."""

import re
from dataclasses import dataclass
from datetime import date
from typing import Literal

from dragoman.domain.period import FiscalCalendar, Grain, Period
from dragoman.interpret.period_label import part_to

RelativeKind = Literal["latest", "last", "this", "next", "before", "after", "ago", "past"]

_KIND_OF_YEAR = r"(?:(?:full|financial|fiscal|reporting|reported|calendar|completed|trading)\s+){0,3}"
COUNTS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10}
_COUNTS = COUNTS | {"couple of": 2, "few": 3, "one": 1, "a": 1}
_COUNT = r"(?P<count>\d{1,2}|two|three|four|five|six|seven|eight|nine|ten|couple\s+of|few)"
# "Latest" beside these words speaks of something other than a period.
_NOT_A_PERIOD = (
    r"(?!\s+(?:news|headlines?|announcements?|stor(?:y|ies)|(?:share|stock|market|spot)?\s*prices?|updates?|developments?"
    r"|articles?|version|events?|on\b|about\b|quote|trends?|guidance|technology))"
)
_LAST = r"(?:the\s+)?(?:last|previous|latest|most\s+recent|prior)"
_PAST = r"(?:the\s+)?(?:last|past|previous|prior|preceding|latest|most\s+recent|trailing)"
_REPORTED = rf"{_KIND_OF_YEAR}(?:years?|fy|periods?|results?|figures?|numbers?|reports?|data)"
_BEFORE = rf"{_KIND_OF_YEAR}year\s+(?:before(?!\s+(?:interest|tax))(?:\s+that)?|earlier|prior)|one\s+year\s+earlier"
_AFTER = rf"(?:following|subsequent)\s+{_KIND_OF_YEAR}(?:year|fy)|year\s+(?:after(?:\s+that)?(?!\s+tax)|later)"
_PATTERNS: tuple[tuple[RelativeKind, Grain, str], ...] = (
    ("past", "year", rf"{_PAST}\s+{_COUNT}(?:[- ]|\s+){_KIND_OF_YEAR}(?:years?|fys)(?:\s+period)?"),
    (
        "past",
        "year",
        rf"over\s+(?:the\s+)?{_COUNT}[- ]{_KIND_OF_YEAR}years?(?!\s+(?:ago|to|from|until|ended|ending|old))",
    ),
    ("past", "year", r"(?:the\s+)?(?:last|past)\s+(?P<count>decade)"),
    ("ago", "year", r"(?P<count>\d{1,2}|a|one|two|three|four|five|six|seven|eight|nine|ten)\s+years?\s+ago"),
    ("before", "year", r"(?:the\s+)?year\s+before\s+last"),
    ("last", "half", rf"{_LAST}\s+(?:fiscal\s+|reported\s+)?half(?:[- ]year)?(?!\s+of)"),
    ("last", "quarter", rf"{_LAST}\s+(?:fiscal\s+|reported\s+)?quarter(?!\s+of)"),
    ("last", "year", rf"(?:the\s+)?(?:last|past)\s+{_KIND_OF_YEAR}(?:year|fy|period|results|figures)(?:'s)?"),
    (
        "before",
        "year",
        rf"(?:the\s+|a\s+)?(?:(?:previous|prior|preceding)\s+{_KIND_OF_YEAR}(?:year|fy|period)|{_BEFORE})(?:'s)?",
    ),
    ("after", "year", rf"(?:the\s+|a\s+)?(?:{_AFTER})"),
    ("this", "year", rf"(?:this|the\s+current|current)\s+{_KIND_OF_YEAR}(?:year|fy)(?:'s)?"),
    ("next", "year", rf"(?:the\s+)?next\s+{_KIND_OF_YEAR}(?:year|fy)(?:'s)?"),
    (
        "latest",
        "year",
        (
            r"(?:the\s+)?(?:(?:very\s+)?latest|most\s+recent(?:ly\s+reported)?|newest|last\s+reported)"
            rf"(?:\s+(?:available\s+|annual\s+){{0,2}}{_REPORTED})?{_NOT_A_PERIOD}"
        ),
    ),
)
_COMPILED = tuple((kind, grain, re.compile(rf"(?:{pattern})(?!\w)")) for kind, grain, pattern in _PATTERNS)
_TRIGGER = re.compile(
    r"(?<![^\W_])(?:the|over|last|past|prev|prior|prec|late|most|trail|newest|very|year|this|curr|next|foll|subs"
    r"|a|one|two|three|four|five|six|seven|eight|nine|ten|\d{1,2}|full|fina|fisc|repo)"
)
_SIGN_WORDS = """
last past previous prior preceding latest recent trailing newest year years decade this current next following ago
subsequent reported half quarter
"""
_SIGNS = frozenset(_SIGN_WORDS.split())


@dataclass(frozen=True, slots=True)
class Relative:
    """Where a period stands, seen from today or from another period of the text."""

    kind: RelativeKind
    count: int = 1
    grain: Grain = "year"

    @property
    def needs_anchor(self) -> bool:
        """True for "the year before", which means nothing without the year it is before."""
        return self.kind in ("before", "after")


@dataclass(frozen=True, slots=True)
class RelativePhrase:
    """A relative period at [start:end] of the text."""

    start: int
    end: int
    relative: Relative


def find_relative(lower: str, words: frozenset[str]) -> list[RelativePhrase]:
    """Return every relative period in order, none overlapping another."""
    if words.isdisjoint(_SIGNS):
        return []
    found: list[RelativePhrase] = []
    at = 0
    for trigger in _TRIGGER.finditer(lower):
        start = trigger.start()
        if start >= at and (phrase := _read_at(lower, start)):
            found.append(phrase)
            at = phrase.end
    return found


def read_relative(text: str) -> Relative | None:
    """Return how an entity's text names a period relatively, None if it names it outright.

    For callers that know which periods exist: "last year" may then be the last one covered.
    """
    lower = text.lower()
    found = find_relative(lower, frozenset(re.findall(r"[a-z]+", lower)))
    return found[0].relative if found else None


def resolve(relative: Relative, calendar: FiscalCalendar, today: date, anchor: Period | None) -> tuple[Period, ...]:
    """Return the periods meant, oldest first: one, or several for "the past three years"."""
    last = calendar.last_completed(today)
    if relative.grain != "year":
        return (_last_part(relative, calendar, today) or last,)
    if relative.kind == "past":
        return tuple(last.shifted(-back) for back in reversed(range(relative.count)))
    if relative.needs_anchor and anchor is not None:
        return (anchor.shifted(-1 if relative.kind == "before" else 1),)
    offsets = {"this": 1, "next": 2, "before": -1, "after": 1, "ago": 1 - relative.count}
    return (last.shifted(offsets.get(relative.kind, 0)),)


def _read_at(lower: str, start: int) -> RelativePhrase | None:
    for kind, grain, pattern in _COMPILED:
        if match := pattern.match(lower, start):
            count = _count(match.groupdict().get("count"))
            return RelativePhrase(start, match.end(), Relative(kind, count, grain)) if 0 < count <= 50 else None
    return None


def _count(text: str | None) -> int:
    if text is None:
        return 1
    if text == "decade":
        return 10
    return int(text) if text.isdigit() else _COUNTS[" ".join(text.split())]


def _last_part(relative: Relative, calendar: FiscalCalendar, today: date) -> Period | None:
    """Return the last half or quarter that was over before `today`."""
    months = 6 if relative.grain == "half" else 3
    now = today.year * 12 + today.month - 1  # months since year 0
    for before in range(now - 1, max(now - 1 - months, 12), -1):
        if part := part_to(date(before // 12, before % 12 + 1, 1), months, calendar):
            return part
    return None
