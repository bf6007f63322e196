"""Numbers of clauses: where one begins in running text, and whether it is the next of its sequence.

"See clause 8.2" and "1.5 per cent" hold numbers too, so a number counts only where it follows the last one.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

Parts = tuple[int, ...]
_SKIP = 3  # a clause may have been left out, or its number lost
_NUMBER = re.compile(r"(?<![\w.,/$€£#-])(\d{1,2}(?:\.\d{1,3}){0,3})(\.?)(?=\s+[^\s\d%])")
_ENDS_SENTENCE = re.compile(r"[.;:!?)\]”\"’'](?:\s*\[\d+\])?$")
_POINTS_ELSEWHERE = re.compile(
    r"\b(?:sections?|sec\.|clauses?|articles?|paragraphs?|exhibits?|schedules?|pages?|no\.|and|or|to|through|version|rule|of)$"
    r"|§$|,$",
    re.IGNORECASE,
)
_BEGINS = re.compile(r"\s+[A-Z“\"(\[]")
_ARTICLE = re.compile(r"(?:ARTICLE|Article)\s+([IVXLC1]{1,7}|\d{1,2})\b[.:]?\s*(?:[-–—]\s*)?(.*)$", re.DOTALL)
_ROMAN = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}


@dataclass(frozen=True, slots=True)
class ClauseStart:
    """Where a clause begins: its number as written and in parts, and where its own text starts."""

    label: str
    parts: Parts
    at: int
    end: int


def clause_starts(text: str, last: Parts | None) -> Iterator[ClauseStart]:
    """Yield the clauses that begin in the text, given the number of the clause before it."""
    for match in _NUMBER.finditer(text):
        parts = parts_of(match[1])
        if follows(last, parts) and _begins_here(text, match, is_next=_is_next(last, parts)):
            last = parts
            yield ClauseStart(match[1], parts, match.start(), match.end())


def parts_of(label: str) -> Parts:
    """Return "4.01" as (4, 1) and "2.0" as (2,)."""
    parts = tuple(int(part) for part in label.split("."))
    return parts[:1] if len(parts) == 2 and not parts[1] else parts


def follows(last: Parts | None, parts: Parts) -> bool:
    """Say whether a clause of this number can come after the last one: its child, or a later sibling of its parents."""
    if not parts[-1]:
        return False
    if last is None:
        return parts in ((1,), (1, 1))
    if parts == (*last, 1):
        return True
    for depth in range(1, len(last) + 1):
        step = parts[depth - 1] - last[depth - 1] if len(parts) >= depth else 0
        if parts[: depth - 1] == last[: depth - 1] and 0 < step <= _SKIP:
            return len(parts) == depth or parts[depth:] == (1,)
    return False


def article_of(line: str) -> tuple[Parts, str] | None:
    """Return the number and the title of "ARTICLE IV PAYMENT"; None for another line."""
    match = _ARTICLE.fullmatch(line.strip())
    if match is None:
        return None
    number = int(match[1]) if match[1].isdecimal() else _roman(match[1])
    return (number,), match[2].strip()


def _roman(text: str) -> int:
    values = [_ROMAN[letter] for letter in text.replace("1", "I")]  # a scan's "I1" is II
    pairs = zip(values, [*values[1:], 0], strict=True)
    return sum(-value if value < following else value for value, following in pairs)


def _is_next(last: Parts | None, parts: Parts) -> bool:
    return last is not None and parts in ((*last, 1), (*last[:-1], last[-1] + 1))


def _begins_here(text: str, match: re.Match[str], *, is_next: bool) -> bool:
    before = text[: match.start()].rstrip()
    is_plain_integer = "." not in match[1]
    begins = _BEGINS.match(text, match.end()) is not None
    if is_plain_integer and not (match[2] and begins):
        return False
    if not before:
        return begins or not is_plain_integer
    if _POINTS_ELSEWHERE.search(before):
        return False
    if _ENDS_SENTENCE.search(before):
        return begins or (is_next and not is_plain_integer)
    return is_next and begins and not is_plain_integer
