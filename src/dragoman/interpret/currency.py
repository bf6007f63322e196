"""Signs, codes and words of currencies."""

import re
from collections.abc import Iterable

# Signs before or after an amount. A lone "$" is a dollar of an unknown country.
_SIGNS: dict[str, str | None] = {
    "us$": "USD",
    "u.s.$": "USD",
    "usd$": "USD",
    "a$": "AUD",
    "au$": "AUD",
    "aud$": "AUD",
    "aus$": "AUD",
    "c$": "CAD",
    "ca$": "CAD",
    "cad$": "CAD",
    "nz$": "NZD",
    "nzd$": "NZD",
    "hk$": "HKD",
    "s$": "SGD",
    "r$": "BRL",
    "$": None,
    "£": "GBP",
    "€": "EUR",
    "¥": "JPY",
    "₹": "INR",
    "rs.": "INR",
    "rs": "INR",
}
_CODES = re.findall(
    "[A-Z]+",
    "USD AUD EUR GBP CAD NZD JPY CNY INR CHF ZAR HKD SGD BRL CLP SEK NOK DKK MXN KRW IDR MYR PGK THB "
    "VND TWD PHP AED SAR QAR KWD EGP NGN KES PKR BDT ILS UAH PLN CZK HUF BGN MNT LBP",
)
_WORDS: dict[str, str | None] = {
    "dollar": None,
    "us dollar": "USD",
    "u.s. dollar": "USD",
    "american dollar": "USD",
    "united states dollar": "USD",
    "australian dollar": "AUD",
    "aussie dollar": "AUD",
    "canadian dollar": "CAD",
    "new zealand dollar": "NZD",
    "hong kong dollar": "HKD",
    "singapore dollar": "SGD",
    "buck": None,
    "euro": "EUR",
    "pound sterling": "GBP",
    "pounds sterling": "GBP",
    "british pound": "GBP",
    "pound": "GBP",
    "yen": "JPY",
    "yuan": "CNY",
    "renminbi": "CNY",
    "rmb": "CNY",
    "rupee": "INR",
    "swiss franc": "CHF",
    "rand": "ZAR",
    "ringgit": "MYR",
    "shekel": "ILS",
    "baht": "THB",
    "kina": "PGK",
}
_CENTS: dict[str, str | None] = {
    "cent": None,
    "us cent": "USD",
    "u.s. cent": "USD",
    "australian cent": "AUD",
    "euro cent": "EUR",
    "pence": "GBP",
    "¢": None,
}

_MARKS: dict[str, str | None] = _SIGNS | {code.lower(): code for code in _CODES}
_BY_NAME = _MARKS | _WORDS


def _any_of(names: Iterable[str]) -> str:
    return "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))


# A scale may cling to the sign, as in headers: "US$m 896".
_BEFORE = re.compile(rf"(?:^|(?<![a-z.$]))({_any_of(_MARKS)})(m|mn|bn|b|k|000)? ?$")
_AFTER = re.compile(rf" ?-?(?:({_any_of(_MARKS)})(?![a-z0-9])|({_any_of(_WORDS)})s?(?![a-z]))")
_CENTS_AFTER = re.compile(rf"[ -]?({_any_of(_CENTS)})s?(?![a-z])")
# The word that every spelling of a currency ends in: texts without one hold no currency word.
_NOUNS = {re.findall("[a-z]+", name)[-1] for name in (*_WORDS, *_CENTS) if name.isascii()}
CURRENCY_WORDS = frozenset(f"{noun}{plural}" for noun in _NOUNS for plural in ("", "s")) | frozenset(
    ["rs", *(code.lower() for code in _CODES)]
)
CURRENCY_SIGNS = re.compile("[$£€¥₹¢]")
_LONGEST_SIGN = 10


def currency_before(lower: str, start: int) -> tuple[str | None, int, str] | None:
    """Return the currency written right before `start`, where it begins, and the scale that clings to it."""
    offset = max(start - _LONGEST_SIGN, 0)
    match = _BEFORE.search(lower[offset:start])
    return (_BY_NAME[match[1]], offset + match.start(1), match[2] or "") if match else None


def currency_after(lower: str, end: int) -> tuple[str | None, int] | None:
    """Return the currency written right after `end` and where it ends."""
    match = _AFTER.match(lower, end)
    return (_BY_NAME[match[1] or match[2]], match.end()) if match else None


def cents_after(lower: str, end: int) -> tuple[str | None, int] | None:
    """Return the currency whose hundredths are written right after `end`, and where the words end."""
    match = _CENTS_AFTER.match(lower, end)
    return (_CENTS[match[1]], match.end()) if match else None


def currency_named(name: str) -> tuple[str | None] | None:
    """Return the currency of a sign, code or singular word in lower case, in a tuple; None if it is none."""
    return (_BY_NAME[name],) if name in _BY_NAME else None
