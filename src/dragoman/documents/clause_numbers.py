"""Numbers of clauses: where one begins in running text, and whether it is the next of its sequence.

"See clause 8.2" and "1.5 per cent" hold numbers too, so a number counts only where it follows the last one.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from dragoman.documents.clause_titles import run_in_title

Parts = tuple[int, ...]
_SKIP = 3  # a clause may have been left out, or its number lost
_NUMBER = re.compile(
    r"(?<![\w.,/$€£#(-])(?P<word>(?:SECTION|Section|CLAUSE|Clause)\s+)?"
    r"(?P<label>\d{1,2}(?:\.\d{1,3}){0,3})(?P<dot>[.:)]?)(?:(?=\s+[^\s\d%])|(?<=\d\.)(?=[A-Z][a-z]))"
    r"|(?<![\w“\"(])(?:ARTICLE|Article)\s+(?P<article>[IVXLC]{1,7}|\d{1,2})\b(?P<end>[.:]?\s*(?:[-–—]+)?)(?=\s*\S)"
)
_ENDS_SENTENCE = re.compile(r"[.;:!?)\]”\"’'](?:\s*\[\d+\])?$")
_POINTS_ELSEWHERE = re.compile(
    r"\b(?:sections?|sec\.|clauses?|articles?|paragraphs?|exhibits?|schedules?|pages?|no\.|and|or|to|through|version|rule|of|in|under)$"
    r"|§$|,$",
    re.IGNORECASE,
)
_BEGINS = re.compile(r"\s*[A-Z“\"(\[]")
_ARTICLE = re.compile(r"(?:ARTICLE|Article)\s+([IVXLC1]{1,7}|\d{1,2})\b[.:]?\s*(?:[-–—]+\s*)?(.*)$", re.DOTALL)
_ROMAN = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}


@dataclass(frozen=True, slots=True)
class ClauseStart:
    """Where a clause begins: its number as a heading has it and in parts, and where its own text starts."""

    label: str
    parts: Parts
    at: int
    end: int

    @property
    def is_article(self) -> bool:
        """Whether the word stands before the number."""
        return self.label.startswith("ARTICLE")


def clause_starts(text: str, last: Parts | None, *, has_articles: bool = False) -> Iterator[ClauseStart]:
    """Yield the clauses that begin in the text, given the number of the clause before it.

    Where the agreement has articles, "1." is an item of one.
    """
    for match in _NUMBER.finditer(text):
        article = match["article"]
        parts = (_number(article),) if article else parts_of(match["label"])
        begins = _begins_article(text, match) if article else _begins_here(text, match, is_next=_is_next(last, parts))
        is_item = has_articles and not article and len(parts) == 1 and "." not in match["label"]
        if follows(last, parts) and begins and not is_item:
            last, has_articles = parts, has_articles or bool(article)
            yield ClauseStart(f"ARTICLE {article}" if article else match["label"], parts, match.start(), match.end())


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
    return ((_number(match[1]),), match[2].strip()) if match else None


def _number(text: str) -> int:
    return int(text) if text.isdecimal() else _roman(text)


def _roman(text: str) -> int:
    values = [_ROMAN[letter] for letter in text.replace("1", "I")]  # a scan's "I1" is II
    pairs = zip(values, [*values[1:], 0], strict=True)
    return sum(-value if value < following else value for value, following in pairs)


def _is_next(last: Parts | None, parts: Parts) -> bool:
    if last is None:
        return parts in ((1,), (1, 1))
    return parts in ((*last, 1), (*last[:-1], last[-1] + 1), (last[0] + 1,))


def _begins_article(text: str, match: re.Match[str]) -> bool:
    """Say whether an article begins: "as Article II says" only speaks of one."""
    before = text[: match.start()].rstrip()
    if before and _POINTS_ELSEWHERE.search(before):
        return False
    is_loud = match[0].startswith("ARTICLE")
    return is_loud or not before or (bool(match["end"].strip()) and _ENDS_SENTENCE.search(before) is not None)


def _begins_here(text: str, match: re.Match[str], *, is_next: bool) -> bool:
    before = text[: match.start()].rstrip()
    is_plain_integer = "." not in match["label"]
    begins = _BEGINS.match(text, match.end()) is not None
    if match["word"] and not (begins and run_in_title(text[match.end() :])):
        return False  # "Section 3.1 applies as well."
    if is_plain_integer and not (match["dot"] and begins):
        return False
    if not before:
        return begins or not is_plain_integer
    if _POINTS_ELSEWHERE.search(before):
        return False
    if _ENDS_SENTENCE.search(before):
        return begins or (is_next and not is_plain_integer)
    if not (is_next and begins):
        return False
    return not is_plain_integer or run_in_title(text[match.end() :]) is not None
