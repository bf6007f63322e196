"""Numbers in words as digits: "thirty days" is "30 days", which code can find again in every language."""

import re

from dragoman.interpret.number_words import find_spoken

_UNIT = re.compile(
    r"^[\s-](?:(?:business|working|calendar|clear)\s)?(?:day|week|month|year|hour|minute|per cent|percent|%)"
)
_TWICE = re.compile(r"\b(\d+) \(\1\)")


def with_digits(text: str) -> str:
    """Return the text with its whole numbers in digits; a lone "one" stays where no unit follows."""
    lower = text.lower()
    if len(lower) != len(text):  # the places would not be the same
        return text
    kept, place = [], 0
    for found in find_spoken(lower):
        is_whole = found.value == found.value.to_integral_value()
        if not is_whole or (
            found.is_weak and not (lower[found.start : found.end] == "one" and _UNIT.match(lower[found.end :]))
        ):
            continue
        kept += [text[place : found.start], f"{found.value:f}"]
        place = found.end
    return _TWICE.sub(r"\1", "".join([*kept, text[place:]]))
