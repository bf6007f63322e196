"""What the label of a row says of it: that it is a total, that it is a cost."""

import re
from functools import lru_cache

_TOTAL = re.compile(
    r"^(?:sub-?)?total\b|\btotal$|^net\b|^gross\b|^adjusted\b|^core\b|^balances?\b"
    r"|^consolidated\b|^ebit(?:da)?\b"
    r"|^(?:operating|pre-?tax|comprehensive) (?:income|profit|loss|earnings)|\b(?:closing|ending) balance"
    r"|^(?:income|profit|loss|earnings|\(?loss\)?)\b.*"
    r"\b(?:before|from (?:continuing )?operations|for the (?:year|period))"
    r"|^other comprehensive\b|^cash (?:provided|used|flows? from)|\bend of (?:the )?(?:year|period)|\bat end\b"
    r"|\bcash and cash equivalents at\b|^worldwide\b|^(?:closing|ending)\b",
    re.IGNORECASE,
)
_GROUP = re.compile(r"\b(?:total|consolidated|group|worldwide|company|(?:full|fiscal) year)\b", re.IGNORECASE)
_DIFFERENCE = re.compile(r"\b(?:change|variance|increase|decrease|difference|movement)\b", re.IGNORECASE)
_UNSUMMED = re.compile(
    r"%|\b(?:per|average|weighted|rate|ratio|margin|price|shares|days|years|number|basic|diluted|employees|headcount|grade)\b",
    re.IGNORECASE,
)
_COST = re.compile(
    r"\b(?:costs?|expenses?|depreciation|amorti[sz]ation|impairments?|tax(?:es)?|interest|less|loss(?:es)?"
    r"|dividends|charges?|provision|deduct\w*)\b",
    re.IGNORECASE,
)
_GAIN = re.compile(r"\b(?:interest income|benefit|gains?|credit)\b|\((?:expense|loss|charges?)", re.IGNORECASE)
_BALANCE = re.compile(r"^total (?:assets|liabilities)\b", re.IGNORECASE)


@lru_cache(maxsize=4_000)
def says_total(label: str) -> bool:
    """Say whether a row may be a total by its label; one that has none most often is."""
    return not label or _TOTAL.search(label) is not None


@lru_cache(maxsize=4_000)
def says_cost(label: str) -> bool:
    """Say whether a row is taken off though it is printed without a minus."""
    return bool(_COST.search(label)) and not _GAIN.search(label)


@lru_cache(maxsize=4_000)
def says_gain(label: str) -> bool:
    """Say whether a row may be a gain or a cost, so that its sign tells nothing by itself."""
    return _GAIN.search(label) is not None


@lru_cache(maxsize=4_000)
def says_balance(label: str) -> bool:
    """Say whether a row is a side of the balance sheet, which no income is made of."""
    return _BALANCE.search(label) is not None


@lru_cache(maxsize=4_000)
def says_group(header: str) -> bool:
    """Say whether a column may be the sum of the columns beside it by its header."""
    return _GROUP.search(header) is not None


@lru_cache(maxsize=4_000)
def says_difference(header: str) -> bool:
    """Say whether a column is one column less another; one of percentages is not."""
    return _DIFFERENCE.search(header) is not None and "%" not in header


@lru_cache(maxsize=4_000)
def says_unsummed(label: str) -> bool:
    """Say whether the figures of a row do not add up over columns: rates, prices, averages."""
    return _UNSUMMED.search(label) is not None
