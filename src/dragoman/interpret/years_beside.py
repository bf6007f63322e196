"""The years that stand beside a name in a formula: "average inventory between FY2018 and FY2019"."""

import re

from dragoman.domain.period import Period
from dragoman.interpret.period_label import full_year

_YEAR = r"(?:(?:fiscal\s+(?:year\s+)?|FY\s?)?(?:19|20)\d\d|FY\s?\d\d)"
_WHEN = re.compile(
    r"(?:\b(?:between|from|in|for|of|at|as of|during|over)\s+)?(?:the\s+)?(?:(?:year[- ]end|end of|end)\s+(?:of\s+)?)*"
    rf"\b(?P<first>{_YEAR})\b(?:\s*(?:and|to|through|until|[-–])\s*(?P<last>{_YEAR})\b)?",
    re.IGNORECASE,
)
YEAR_END_BEFORE = re.compile(
    r"\b(?:the\s+)?(?:fiscal\s+)?year[- ]end\s+(?=(?:of\s+)?(?:FY\s?)?\d{2})|\bamount of\s+", re.IGNORECASE
)
"""Words before a year that say only that its last day is meant, as every balance is: "year end FY2018 amount of"."""


def years_beside(text: str) -> tuple[str, tuple[Period, ...]]:
    """Return the text without its years, and the years: those of the first mention, a range with all between."""
    words = " ".join(_WHEN.sub(" ", text).split())
    when = _WHEN.search(text)
    if when is None:
        return words, ()
    first = _year(when["first"])
    last = _year(when["last"]) if when["last"] else first
    return words, tuple(Period(year) for year in range(min(first, last), max(first, last) + 1))


def is_year(digits: str) -> bool:
    """Say whether four digits alone are read as a year and not as a number of a formula."""
    return re.fullmatch(r"(?:19|20)\d\d", digits) is not None


def _year(text: str) -> int:
    return full_year(re.sub(r"\D", "", text))
