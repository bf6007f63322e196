"""What the label of a row says of it: that it is a total, that it is a cost."""

import re

_TOTAL = re.compile(
    r"^(?:sub-?)?total\b|\btotal$|^net\b|^gross\b|^adjusted\b|^core\b|^balances?\b"
    r"|^consolidated\b|^ebit(?:da)?\b"
    r"|^(?:operating|pre-?tax|comprehensive) (?:income|profit|loss|earnings)|\b(?:closing|ending) balance"
    r"|^(?:income|profit|loss|earnings|\(?loss\)?)\b.*"
    r"\b(?:before|from (?:continuing )?operations|for the (?:year|period))"
    r"|^other comprehensive\b|^cash (?:provided|used|flows? from)|\bend of (?:the )?(?:year|period)|\bat end\b"
    r"|\bcash and cash equivalents at\b",
    re.IGNORECASE,
)
_COST = re.compile(
    r"\b(?:costs?|expenses?|depreciation|amorti[sz]ation|impairments?|tax(?:es)?|interest|less|loss(?:es)?"
    r"|dividends|charges?|provision|deduct\w*)\b",
    re.IGNORECASE,
)
_GAIN = re.compile(r"\b(?:interest income|benefit|gains?|credit)\b|\((?:expense|loss|charges?)", re.IGNORECASE)
_BALANCE = re.compile(r"^total (?:assets|liabilities)\b", re.IGNORECASE)


def says_total(label: str) -> bool:
    """Say whether a row may be a total by its label; one that has none most often is."""
    return not label or _TOTAL.search(label) is not None


def says_cost(label: str) -> bool:
    """Say whether a row is taken off though it is printed without a minus."""
    return bool(_COST.search(label)) and not _GAIN.search(label)


def says_balance(label: str) -> bool:
    """Say whether a row is a side of the balance sheet, which no income is made of."""
    return _BALANCE.search(label) is not None
