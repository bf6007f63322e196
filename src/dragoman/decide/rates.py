"""A rate of exchange that a question gives: "at 0.65", "at A$1.54", "at AUD/USD 0.66"."""

import re
from decimal import Decimal

from dragoman.domain.plan import Rate

_RATE = re.compile(
    r"\b(?:at|using|with)\s+(?:an?\s+)?(?:(?:exchange\s+)?rate\s+(?:of\s+)?)?(?:aud\s*/?\s*usd\s+|usd\s*/?\s*aud\s+)?"
    r"(?:(?P<us>us\$|usd\s?)|(?P<au>a\$|au\$|aud\s?))?(?P<value>[0-9]?\.[0-9]{1,6}|[0-9]\.[0-9]{1,6})"
    r"(?!\s*(?:%|per\s?cent\b|percent\b|x\b|times\b|per\s+(?:share|tonne|ounce|oz)\b|m\b|bn\b|million|billion)|[\d.,]*\d)",
    re.IGNORECASE,
)
_INTO_AUD = re.compile(r"\b(?:in|into|to)\s+(?:australian|aussie|aud\b|a\$|au\$)", re.IGNORECASE)
_LEAST, _MOST = Decimal("0.2"), Decimal(5)  # what an Australian or a US dollar may be worth in the other


def read_rate(text: str) -> Rate | None:
    """Return the rate between US and Australian dollars, None where none is given.

    A number below one is what one Australian dollar is worth in US dollars, as it is usually quoted; one above is
    what a US dollar is worth in Australian ones, unless a sign says otherwise.
    """
    found = _RATE.search(text)
    if found is None:
        return None
    value = Decimal(found["value"])
    if not _LEAST <= value <= _MOST or value == 1:
        return None
    is_us_quote = bool(found["us"]) or (not found["au"] and value < 1)
    into_aud = _INTO_AUD.search(text) is not None
    return Rate(
        currency="USD" if into_aud else "AUD",
        into="AUD" if into_aud else "USD",
        value=value,
        divides=is_us_quote == into_aud,
        text=f"US${value} for A$1" if is_us_quote else f"A${value} for US$1",
    )
