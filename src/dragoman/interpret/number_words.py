"""Numbers in words: "twenty-five thousand", "one and a half thousand", "half a million"."""

import re
from dataclasses import dataclass
from decimal import Decimal

_ONES = {
    "zero": 0,
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
    "eleven": 11,
    "twelve": 12,
    "thirteen": 13,
    "fourteen": 14,
    "fifteen": 15,
    "sixteen": 16,
    "seventeen": 17,
    "eighteen": 18,
    "nineteen": 19,
}
_TENS = {
    "twenty": 20,
    "thirty": 30,
    "forty": 40,
    "fourty": 40,
    "fifty": 50,
    "sixty": 60,
    "seventy": 70,
    "eighty": 80,
    "ninety": 90,
}
SCALE_WORDS = {
    "thousand": 10**3,
    "million": 10**6,
    "billion": 10**9,
    "trillion": 10**12,
    "mln": 10**6,
    "mn": 10**6,
    "bn": 10**9,
    "tn": 10**12,
    "bln": 10**9,
    "tln": 10**12,
    "lakh": 10**5,
    "lakhs": 10**5,
    "crore": 10**7,
    "crores": 10**7,
}
_PARTS = {
    "third": 3,
    "fifth": 5,
    "sixth": 6,
    "seventh": 7,
    "eighth": 8,
    "ninth": 9,
    "tenth": 10,
    "twelfth": 12,
    "sixteenth": 16,
    "twentieth": 20,
    "hundredth": 100,
    "thousandth": 1000,
}
_COUNTS = {"dozen": 12}
_MULTIPLIERS = {"hundred": 100} | SCALE_WORDS | _COUNTS
_HALVES = {"half": Decimal("0.5"), "quarter": Decimal("0.25")}
_ARTICLES = ("a", "an", "one")
NUMBER_WORDS = frozenset(_ONES) | frozenset(_TENS) | frozenset(_MULTIPLIERS) | frozenset(_PARTS) | {"couple"}

_TOKEN = re.compile(r"[a-z]+")


@dataclass(frozen=True, slots=True)
class SpokenNumber:
    """A number in words at `text[start:end]`."""

    start: int
    end: int
    value: Decimal
    is_weak: bool  # "one", "couple", a bare "million": a number only when a unit follows


@dataclass(frozen=True, slots=True)
class _Reading:
    """What was read, and the token after it."""

    value: Decimal
    after: int


class _Words:
    """The words of a text, and which of them follow each other closely enough to be one number."""

    def __init__(self, lower: str) -> None:
        tokens = list(_TOKEN.finditer(lower))
        self.starts = [token.start() for token in tokens]
        self.ends = [token.end() for token in tokens]
        self.words = [token.group() for token in tokens]
        self._lower = lower

    def at(self, index: int) -> str:
        """Return the word at the index, "" past the end."""
        return self.words[index] if index < len(self.words) else ""

    def next(self, index: int, *, comma: bool = False) -> str:
        """Return the word at the index if only a blank or hyphen (or a comma) parts it from the one before."""
        if index >= len(self.words):
            return ""
        gap = self._lower[self.ends[index - 1] : self.starts[index]]
        return self.words[index] if gap in _GAPS or (comma and gap == ", ") else ""


_GAPS = (" ", "-", "  ", "\n")


def find_spoken(lower: str) -> list[SpokenNumber]:
    """Return the numbers in words of a lower-case text, left to right."""
    words = _Words(lower)
    found: list[SpokenNumber] = []
    index = 0
    while index < len(words.words):
        reading = _number(words, index)
        if reading is None:
            index += 1
            continue
        start, end = words.starts[index], words.ends[reading.after - 1]
        if _stands_alone(lower, start, end):
            found.append(SpokenNumber(start, end, reading.value, _is_weak(words, index, reading.after)))
        index = reading.after
    return found


def _stands_alone(lower: str, start: int, end: int) -> bool:
    """Refuse words glued to digits or letters the tokens do not show: "5million", "h2o"."""
    before = lower[start - 1] if start else " "
    after = lower[end] if end < len(lower) else " "
    return not (before.isalnum() or before == "_" or after.isalnum() or after == "_")


def _is_weak(words: _Words, start: int, after: int) -> bool:
    if "couple" in words.words[start : start + 2]:
        return True
    return after - start == 1 and (words.words[start] == "one" or words.words[start] in _MULTIPLIERS)


def _number(words: _Words, index: int) -> _Reading | None:
    """Read the longest number that begins at the token."""
    word = words.words[index]
    if word in _HALVES:
        return _part_of_scale(words, index)
    if word == "couple" or (word == "a" and words.next(index + 1) == "couple"):
        after = index + (1 if word == "couple" else 2)
        return _Reading(Decimal(2), after + (words.next(after) == "of"))
    if word in ("a", "an") and words.next(index + 1) in _HALVES:
        part = _part_of_scale(words, index + 1)
        return part and _Reading(part.value, part.after)
    if word in ("a", "an") and words.next(index + 1) in _PARTS:  # "a third of", but not "a third company"
        is_part = words.next(index + 2) == "of"
        return _Reading(Decimal(1) / _PARTS[words.words[index + 1]], index + 2) if is_part else None
    group = _group(words, index)
    if group and (part := _parts(words, group)):
        return part
    return group and _scaled(words, group, first=index)


def _parts(words: _Words, count: _Reading) -> _Reading | None:
    """Read "two thirds" and "one fifth"; "one third party" is none."""
    word = words.next(count.after)
    part = _PARTS.get(word if count.value == 1 else word.removesuffix("s"))
    if not part or (count.value != 1 and not word.endswith("s")) or words.next(count.after + 1).startswith("part"):
        return None
    return _Reading(count.value / part, count.after + 1)


def _part_of_scale(words: _Words, index: int) -> _Reading | None:
    """Read "half a million", "quarter of a million", "half million"."""
    at = index + 1
    if words.next(at) == "of":
        at += 1
    if words.next(at) in ("a", "an"):
        at += 1
    scale = _MULTIPLIERS.get(words.next(at))
    return _Reading(_HALVES[words.words[index]] * scale, at + 1) if scale else None


def _scaled(words: _Words, group: _Reading, *, first: int) -> _Reading:
    """Read on: scale words, and smaller groups after them."""
    total, last_scale = Decimal(0), 0
    while True:
        word = words.at(first) if group.after == first else words.next(group.after)
        scale = SCALE_WORDS.get(word, 0)
        if not scale or (last_scale and scale >= last_scale):
            return _Reading(total + group.value, group.after)
        total, last_scale = total + group.value * scale, scale
        after = group.after + 1
        half = _and_a_part(words, after)
        if half and words.next(half.after) not in _MULTIPLIERS:
            return _Reading(total + half.value * scale, half.after)
        following = _following(words, after)
        if following is None or not _continues(words, following, last_scale):
            return _Reading(total, after)
        group = following


def _continues(words: _Words, following: _Reading, last_scale: int) -> bool:
    """Say whether a group belongs to the number before it; "one million and two million" are two."""
    if _parts(words, following):
        return False
    scale = SCALE_WORDS.get(words.next(following.after), 1)
    return scale < last_scale and following.value < 1000


def _following(words: _Words, index: int) -> _Reading | None:
    """Read the smaller group after a scale word: "two thousand, one hundred", "two thousand and one"."""
    at = index + (words.next(index) == "and")
    word = words.next(at, comma=True)
    return None if not word or word in _MULTIPLIERS else _group(words, at)


def _group(words: _Words, index: int) -> _Reading | None:
    """Read a number below a thousand, a bare multiplier as one of it, and halves after it."""
    word = words.at(index)
    if word in ("a", "an") and words.next(index + 1) in _MULTIPLIERS:
        reading = _Reading(Decimal(1), index + 1)
    elif word in _MULTIPLIERS:
        reading = _Reading(Decimal(1), index)
    else:
        small = _below_hundred(words, index)
        if small is None:
            return None
        reading = small
    hundreds = _with_hundreds(words, reading, first=index)
    return _with_part(words, _with_decimals(words, hundreds) if hundreds.after > index else hundreds)


def _with_hundreds(words: _Words, reading: _Reading, *, first: int) -> _Reading:
    word = words.at(reading.after) if reading.after == first else words.next(reading.after)
    if word in _COUNTS:
        return _Reading(reading.value * _COUNTS[word], reading.after + 1)
    if word != "hundred":
        return reading
    hundreds = _Reading(reading.value * 100, reading.after + 1)
    at = hundreds.after + (words.next(hundreds.after) == "and")
    rest = _below_hundred(words, at) if words.next(at) else None
    if rest is None or words.next(rest.after) == "hundred":
        return hundreds
    return _Reading(hundreds.value + rest.value, rest.after)


def _below_hundred(words: _Words, index: int) -> _Reading | None:
    word = words.at(index)
    if word in _ONES:
        return _with_decimals(words, _Reading(Decimal(_ONES[word]), index + 1))
    if word not in _TENS:
        return None
    value = _TENS[word]
    one = _ONES.get(words.next(index + 1), 0)
    if 0 < one < 10:
        return _with_decimals(words, _Reading(Decimal(value + one), index + 2))
    return _with_decimals(words, _Reading(Decimal(value), index + 1))


def _with_decimals(words: _Words, reading: _Reading) -> _Reading:
    """Read "point five" after a whole number."""
    if words.next(reading.after) != "point":
        return reading
    digits, at = "", reading.after + 1
    while len(digits) < 12 and (one := _ONES.get(words.next(at), 10)) < 10:
        digits, at = f"{digits}{one}", at + 1
    return _Reading(reading.value + Decimal(f"0.{digits}"), at) if digits else reading


def _with_part(words: _Words, reading: _Reading) -> _Reading:
    part = _and_a_part(words, reading.after)
    return _Reading(reading.value + part.value, part.after) if part else reading


def _and_a_part(words: _Words, index: int) -> _Reading | None:
    """Read "and a half", "and a quarter", "and three quarters"."""
    if words.next(index) != "and":
        return None
    article, part = words.next(index + 1), words.next(index + 2)
    if article in _HALVES:
        return _Reading(_HALVES[article], index + 2)
    if article in _ARTICLES and part in _HALVES:
        return _Reading(_HALVES[part], index + 3)
    if article == "three" and part == "quarters":
        return _Reading(Decimal("0.75"), index + 3)
    if article in _ONES and part.removesuffix("s") in _PARTS:
        return _parts(words, _Reading(Decimal(_ONES[article]), index + 2))
    return None


def part_after(lower: str, at: int) -> tuple[Decimal, int] | None:
    """Read " and a half" after a number in digits: its value and where it ends."""
    match = _PART.match(lower, at)
    return (_HALVES[match[1]], match.end()) if match else None


_PART = re.compile(r" and (?:a |an |one )?(half|quarter)(?![a-z])")
