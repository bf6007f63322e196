"""What the figures of a row count, by its label: money, money per share, shares, or what only a unit tells."""

import re
from typing import Literal

RowKind = Literal["money", "per_share", "shares", "other"]

# "Common stock, $0.01 par value per share", "Dividends ($0.56 per share)", "3.5% senior notes" are money all the same.
_ASIDE = re.compile(
    r"\([^()]*\d[^()]*\)|\bused (?:in|for|to)\b.*|\bfor (?:the )?(?:purposes?|calculat|comput).*"
    r"|[$€£]\s?\d[\d.,]*\s*(?:par|stated)\b.*|\bpar value.*|;.*|,\s*[\d.,]+ (?:million )?shares.*"
    r"|\d[\d.]*\s?%(?=[^%]*\b(?:notes?|debentures?|bonds?|loans?|debt|borrowings?|facilit(?:y|ies)|mortgages?|preferred)\b)"
    r"|[-–—,:]\s?[\d,.]+ (?:(?:million )?and [\d,.]+ )?(?:million )?shares (?:issued|outstanding)\b.*"
    r"|\b(?:issued |outstanding )?shares\s?[-–—:]\s?\d.*|[-–—,]?\s*[\d,]{5,} shares (?:issued|outstanding)\b.*",
    re.IGNORECASE,
)
_PER_SHARE = re.compile(
    r"\bper\s+(?:\w+\s+){0,4}?(?:shares?|unit|security)\b|\bEPS\b|\b(?:earnings|loss)\s*(?:\(loss\)\s*)?/\s*share\b",
    re.IGNORECASE,
)
_COUNTED = re.compile(
    r"\W*(?:(?:weighted|average|number of|basic|diluted)\b.*\bshares?\b|shares (?:used|of|outstanding|in issue)\b)",
    re.IGNORECASE,
)
_PER_SHARE_WORDS = re.compile(r"\bper\s+(?:\w+\s+){0,4}?shares?\b", re.IGNORECASE)
_PER_OTHER = re.compile(r"\bper\b|/\s?(?:oz|t|lb|unit|day)\b", re.IGNORECASE)
_SHARES = re.compile(
    r"\b(?:weighted|average|number of)\b.*\bshares\b|\bshares (?:outstanding|used in|in issue)\b"
    r"|\b(?:basic|diluted)\b.*\bshares\b|\bshares\b.*\b(?:basic|diluted|outstanding)\b",
    re.IGNORECASE,
)
_MONEY = re.compile(
    r"\b(?:cash|proceeds|payments?|purchases?|repurchases?|issuances?|issue|cost|value|income|expenses?|loss|profit"
    r"|earnings|sales|revenues?|assets|liabilities|equity|capital|stock|compensation|fees|dividends?|debt|taxes|tax|treasury|deficit|surplus|reserves?|interests?)\b",
    re.IGNORECASE,
)
_NOT_MONEY = re.compile(
    r"\b(?:employees|headcount|stores|customers|subscribers|memberships|members|tonnes|tons|ounces|hectares"
    r"|wells|ratio|margin|number|counts?|percent(?:age)?|per cent|warehouses|restaurants|rooms"
    r"|square (?:feet|metres|meters)|tables|slots|units|days|basis points|yield|occupancy|rates?|shares|x"
    r"|clubs|claims processed|prescriptions (?:filled|dispensed))\b|%",
    re.IGNORECASE,
)
_ALWAYS_MONEY = re.compile(r"\beffects? of\b.*\brate|\brate changes?\b|\bexchange rates? (?:on|effect)", re.IGNORECASE)
_MEASURE = re.compile(
    r"\b(?:in )?years\)|\b(?:average|expected|remaining|useful) (?:\w+ )?(?:life|lives|term)\b"
    r"|\b(?:rates?|ratio|margin|percent(?:age)?|per cent|yield|occupancy|number)\b|%",
    re.IGNORECASE,
)
_SCALE = re.compile(r"\bin (thousand|million)s?\b|\((thousand|million)s?\)|\(?'(000)s?\b|\b(000)'?s\b", re.IGNORECASE)
_OF_ALL = re.compile(r"(?:[^()]{0,40}:\s*)?\(?(?:amounts |all amounts )?in (?:thousand|million)s\)?", re.IGNORECASE)
_SPEAKS_OF_MONEY = re.compile(r"[$€£]|\bdollars?\b")
_SCALES = {"thousand": 1_000, "million": 1_000_000, "000": 1_000}


def kind_of_row(label: str, group: str = "") -> RowKind:
    """Say what a row counts; `group` is the label above it that has no figures, as "Earnings per share:"."""
    if _COUNTED.match(label) and not _PER_SHARE_WORDS.search(_ASIDE.sub(" ", label)):
        return "shares"
    own = _ASIDE.sub(" ", label)
    kind = _kind(own)
    if kind == "other" and _MONEY.search(group) and not _PER_OTHER.search(own) and not _MEASURE.search(own):
        return "money"  # "Rooms" below "Revenues:"
    if kind != "money" or (_MONEY.search(_EARNINGS.sub(" ", own)) and "share effect" not in group.lower()):
        return kind
    is_count = _COUNTED.match(group) and not _PER_SHARE_WORDS.search(group)
    over = "shares" if is_count else _kind(_ASIDE.sub(" ", group))
    if "share effect" in group.lower() or (over == "other" and not _MONEY.search(own)):
        return "other"
    return over if over == "shares" or (over == "per_share" and _OF_EARNINGS.match(group)) else kind


_OF_EARNINGS = re.compile(
    r"\W*(?:basic|diluted|net|earnings|loss|income|profit|cash|dividends?|amounts?|per)\b", re.IGNORECASE
)
_EARNINGS = re.compile(
    r"\b(?:net|basic|diluted)?\s*(?:income|earnings|loss|profit|dividends?)\b|\bcontinuing|discontinued", re.IGNORECASE
)


def _kind(text: str) -> RowKind:
    if _SHARES.search(text) and not _PER_SHARE_WORDS.search(text):
        return "shares"
    if _PER_SHARE.search(text):
        return "per_share"
    if _ALWAYS_MONEY.search(text):
        return "money"
    if _PER_OTHER.search(text) or _MEASURE.search(text):
        return "other"
    return "other" if _NOT_MONEY.search(text) and not _MONEY.search(text) else "money"


def scale_of_shares(label: str, around: str) -> int | None:
    """Return the scale of a row that counts shares: its label says it, or the words around its table do.

    "In millions, except per share data" makes shares millions, too; "except share and per share data" leaves them
    whole, and "(In thousands)" alone, which speaks of no money, is of all rows. None where none of them is said.
    """
    if match := _SCALE.search(label):
        return _SCALES[next(part for part in match.groups() if part).lower()]
    low = around.lower()
    said = re.search(r"\b(?:thousand|million)s?\b", low)
    if said is None:
        return None
    if "except" not in low:
        is_of_all = any(map(_OF_ALL.fullmatch, around.split(" · "))) and not _SPEAKS_OF_MONEY.search(low)
        return _SCALES[said[0].rstrip("s")] if is_of_all else None
    exempt = low[low.index("except") :]
    if re.search(r"\bshares?(?:,| and| amounts| data| information)", exempt.replace("per share", "")):
        return 1
    return _SCALES[said[0].rstrip("s")]
