"""The numbers that are printed on pages: "5", "xii", "Page 5 of 90", "F-12", at the edge of page after page."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

_MIN_RUN = 3  # pages that must count on together
_NUMBER = r"(?P<prefix>[A-Z]{1,2}\s?[-–]\s?)?(?P<number>1?\d{1,3}|[ivxlc]{1,7}|[IVXLC]{1,7})"
_PAGE = r"(?:page\s+|p\s?a\s?g\s?e\s*\|?\s*)?"
_ALONE = re.compile(rf"[-–—|\s]*{_PAGE}{_NUMBER}(?:\s+of\s+\d{{1,4}})?[-–—|\s]*", re.IGNORECASE)
_FIRST = re.compile(rf"(?:page\s+)?{_NUMBER}(?:\s*[|•·]\s*|\s+)(?=[A-Z])")
_LAST = re.compile(rf".*?(?:\s+|[|•·]\s*)(?:page\s+)?{_NUMBER}(?:\s+of\s+\d{{1,4}})?", re.IGNORECASE)
_ROMAN = re.compile(r"(?:c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})")
_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
_MAX_LINE = 160  # characters


def printed_numbers(edges: Sequence[str]) -> dict[int, str]:
    """Return the number printed on each page that has one, by the count of the page from 1.

    `edges` are the lines at the top and bottom of each page. A figure there is its number where three pages
    or more count on in the same way.
    """
    found = [list(_candidates(page)) for page in edges]
    votes: Counter[tuple[str, int]] = Counter()
    for at, candidates in enumerate(found, 1):
        votes.update({(kind, value - at) for kind, value, _ in candidates})
    printed = {}
    for at, candidates in enumerate(found, 1):
        best = max(candidates, key=lambda one: votes[one[0], one[1] - at], default=None)
        if best and votes[best[0], best[1] - at] >= min(_MIN_RUN, len(edges)):
            printed[at] = best[2]
    return printed


def _candidates(edge: str) -> Iterator[tuple[str, int, str]]:
    """Yield kind, value and print of what may be the number of a page."""
    for line in edge.split("\n"):
        if len(line) > _MAX_LINE:
            continue
        for pattern, whole in ((_ALONE, True), (_FIRST, False), (_LAST, True)):
            match = pattern.fullmatch(line) if whole else pattern.match(line)
            if match and (read := _read(match["prefix"] or "", match["number"])):
                yield read


def _read(prefix: str, number: str) -> tuple[str, int, str] | None:
    prefix = re.sub(r"\s", "", prefix).replace("–", "-")
    if number.isdigit():
        return (prefix, int(number), f"{prefix}{number}")
    roman = number.lower()
    if prefix or not _ROMAN.fullmatch(roman):
        return None
    values = [_VALUES[letter] for letter in roman]
    total = sum(-one if one < after else one for one, after in zip(values, [*values[1:], 0], strict=True))
    return ("roman", total, number)
