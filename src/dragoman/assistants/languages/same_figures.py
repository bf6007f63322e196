"""Whether a translation says the same figures: line by line, each with its sign, scale, unit and marker."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal

from dragoman.assistants.languages.digits import with_digits
from dragoman.assistants.languages.tongues import ENGLISH_SCALES, Tongue
from dragoman.grounding.judge import JUDGED
from dragoman.interpret.currency import CURRENCY_SIGNS

_GAP = "\u202f\u00a0'’"
_NUMBER = re.compile(rf"\d+(?:[.,{_GAP} ]\d+)*")
_MARKER = re.compile(r"\[(\d+)\]")
_SIGN = re.compile(r"(?<!\w)[-−](?:\s?(?:US|A|C)?[$€£¥])?\s?$")
_SYMBOL = re.compile(rf"(?:US|A|C|NZ|HK|S)?\$|{CURRENCY_SIGNS.pattern}|×|%|٪|{JUDGED}")
_WORDS_BETWEEN = re.compile(rf"^[\s{_GAP}]*")


@dataclass(frozen=True, slots=True)
class _Written:
    """One number of a line: its size, and the marker behind it."""

    amount: Decimal
    is_negative: bool
    scale: int
    marker: str


def same_figures(english: str, translated: str, tongue: Tongue) -> bool:
    """Say whether both texts have the same figures on each of their lines, in the numbers' English or own writing."""
    before = [line for line in english.splitlines() if line.strip()]
    after = [line for line in translated.splitlines() if line.strip()]
    if len(before) != len(after):
        return False
    return any(
        all(_same_line(one, other, tongue, comma=comma) for one, other in zip(before, after, strict=True))
        for comma in {False, tongue.comma}
    )


def same_numbers(english: str, other: str, tongue: Tongue | None) -> bool:
    """Say whether two wordings of a question have the same numbers, each of the same scale; None: of any language."""
    scales = tongue.scales if tongue else ENGLISH_SCALES
    ours = [Counter(_sizes(text, ENGLISH_SCALES, comma=False)) for text in (english, with_digits(english))]
    return any(Counter(_sizes(other, scales, comma=comma)) in ours for comma in (False, True))


def _sizes(text: str, scales: Mapping[str, int], *, comma: bool) -> Iterator[tuple[Decimal, int]]:
    return ((one.amount, one.scale) for one in _numbers(text, scales, comma=comma))


def _same_line(english: str, translated: str, tongue: Tongue, *, comma: bool) -> bool:
    if _symbols(english) != _symbols(translated):
        return False
    if sorted(_MARKER.findall(english)) != sorted(_MARKER.findall(translated)):
        return False
    ours = Counter(_numbers(english, ENGLISH_SCALES, comma=False))
    theirs = Counter(_numbers(translated, tongue.scales, comma=comma))
    return ours == theirs


def _symbols(line: str) -> Counter[str]:
    return Counter("%" if one == "٪" else one for one in _SYMBOL.findall(line))


def _numbers(line: str, scales: Mapping[str, int], *, comma: bool) -> Iterator[_Written]:
    bare = _MARKER.sub(lambda marker: " " * len(marker[0]), line)
    markers = list(_MARKER.finditer(line))
    for number in _NUMBER.finditer(bare):
        for amount, end in _read(number, comma=comma):
            behind = next((one[1] for one in markers if one.start() >= end), "")
            yield _Written(amount, _SIGN.search(bare[: number.start()]) is not None, _scale(bare[end:], scales), behind)


def _read(number: re.Match[str], *, comma: bool) -> Iterator[tuple[Decimal, int]]:
    """Give the number, or its parts where blanks and points only stand between numbers."""
    text = number[0]
    point, group = (",", ".") if comma else (".", ",")
    whole = rf"\d{{1,3}}(?:[{re.escape(group)}{_GAP} ]\d{{3}})+|\d+"
    place = 0
    for part in re.finditer(rf"(?:{whole})(?:{re.escape(point)}\d+)?", text):
        place = part.end()
        digits = re.sub(rf"[{re.escape(group)}{_GAP} ]", "", part[0]).replace(point, ".")
        yield Decimal(digits), number.start() + place


def _scale(behind: str, scales: Mapping[str, int]) -> int:
    """Return the power of ten that the word behind a number names."""
    word = _WORDS_BETWEEN.sub("", behind).lower()
    return next((power for start, power in scales.items() if word.startswith(start)), 0)
