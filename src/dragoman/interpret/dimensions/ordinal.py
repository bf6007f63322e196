"""Ordinals: "3rd", "third", "twenty-first"."""

import re

from dragoman.domain.value import Ordinal as OrdinalValue
from dragoman.interpret.dimensions.dimension import Context, Match
from dragoman.interpret.normalize import NormalizedText
from dragoman.interpret.number_words import NUMBER_WORDS, find_spoken

_DIGITS = re.compile(r"(?<![a-z0-9.,])([0-9]{1,3}(?:,[0-9]{3}){1,3}|[0-9]{1,9})(st|nd|rd|th)(?![a-z0-9])")
_ENDING_WORDS = frozenset({"st", "nd", "rd", "th"})
_ENDINGS = {1: "st", 2: "nd", 3: "rd"}
_CARDINALS = {
    "first": "one",
    "second": "two",
    "third": "three",
    "fifth": "five",
    "eighth": "eight",
    "ninth": "nine",
    "twelfth": "twelve",
    "twentieth": "twenty",
    "thirtieth": "thirty",
    "fortieth": "forty",
    "fiftieth": "fifty",
    "sixtieth": "sixty",
    "seventieth": "seventy",
    "eightieth": "eighty",
    "ninetieth": "ninety",
    **{
        f"{word}th": word
        for word in ("four", "six", "seven", "ten", "eleven", "hundred", "thousand", "million", "billion", "trillion")
    },
    **{f"{word}teenth": f"{word}teen" for word in ("thir", "four", "fif", "six", "seven", "eigh", "nine")},
}
_NUMBER = "|".join(
    sorted(NUMBER_WORDS - set(_CARDINALS) - {"couple", "mn", "mln", "bn", "tn", "bln", "tln"}, key=len, reverse=True)
)
_ORDINAL = "|".join(sorted(_CARDINALS, key=len, reverse=True))
_SPOKEN = re.compile(rf"(?<![a-z])((?:(?:{_NUMBER}|and|a)[ -]){{0,8}})({_ORDINAL})(?![a-z])")
# "third party", "per second", "one third", "first name": no place in a row.
_NOT_AFTER = re.compile(
    r" to last|[ -](?:part(?:y|ies)|hand|name|aid|class)(?![a-z])|-(?!and|half|quarter|ranked|placed)[a-z]"
)
_NOT_BEFORE = re.compile(r"(?:\bper|\bevery|/|\bat) ?$")


class Ordinal:
    """Places in a row."""

    name = "ordinal"

    def find(self, text: NormalizedText, context: Context) -> list[Match]:  # noqa: ARG002, a place is the same on any day
        """Return every ordinal in digits or words."""
        found = _in_digits(text) if text.has_digit and not _ENDING_WORDS.isdisjoint(text.words) else []
        if not text.words.isdisjoint(_CARDINALS):
            found.extend(_in_words(text))
            found.sort(key=lambda match: match.start)
        return found


def _in_digits(text: NormalizedText) -> list[Match]:
    found = []
    for match in _DIGITS.finditer(text.lower):
        value = int(match[1].replace(",", ""))
        ending = "th" if value % 100 in (11, 12, 13) else _ENDINGS.get(value % 10, "th")
        if value and match[2] == ending:
            found.append(Match(*match.span(), "ordinal", OrdinalValue(ordinal=value)))
    return found


def _in_words(text: NormalizedText) -> list[Match]:
    lower = text.lower
    found = []
    for match in _SPOKEN.finditer(lower):
        if _NOT_AFTER.match(lower, match.end()) or _NOT_BEFORE.search(lower[max(match.start() - 7, 0) : match.start()]):
            continue
        start, value = _longest(match[1], _CARDINALS[match[2]])
        if value is None or _is_part(match[1][:start], lower, match.end()):
            continue
        found.append(Match(match.start() + start, match.end(), "ordinal", OrdinalValue(ordinal=value)))
    return found


def _is_part(before: str, lower: str, end: int) -> bool:
    """Tell "one third" and "a third of" from a place in a row."""
    word = before.rstrip(" -").rpartition(" ")[2]
    return word == "one" or (word == "a" and lower.startswith(" of ", end))


def _longest(before: str, cardinal: str) -> tuple[int, int | None]:
    """Return where the longest reading of the words before and the ordinal begins, and its value."""
    at = 0
    while at <= len(before):
        spoken = find_spoken(before[at:] + cardinal)
        if len(spoken) == 1 and spoken[0].start == 0 and spoken[0].end == len(before) - at + len(cardinal):
            return at, int(spoken[0].value)
        cut = re.search("[ -]", before[at:])
        at = at + cut.end() if cut else len(before) + 1
    return 0, None
