"""The number parser under all dimensions: digits with separators, scale words and letters, numbers in words.

Dimensions look at what stands around an amount (a currency sign, "%", a unit); what a number is, they ask here.
"""

import re
from dataclasses import dataclass
from decimal import Context, Decimal
from functools import lru_cache

from dragoman.interpret.normalize import NormalizedText
from dragoman.interpret.number_words import NUMBER_WORDS, SCALE_WORDS, find_spoken, part_after

MAX_DIGITS = 40  # longer runs of digits are identifiers, not amounts
_EXACT = Context(prec=100)

_DIGITS = re.compile(r"[0-9]+(?:[.,'][0-9]+)*(?:[eE][+-]?[0-9]{1,2}(?![0-9A-Za-z]))?|[½¼¾⅓⅔⅛⅜⅝⅞]")
_VULGAR = {
    "½": Decimal("0.5"),
    "¼": Decimal("0.25"),
    "¾": Decimal("0.75"),
    "⅓": Decimal(1) / 3,
    "⅔": Decimal(2) / 3,
    "⅛": Decimal("0.125"),
    "⅜": Decimal("0.375"),
    "⅝": Decimal("0.625"),
    "⅞": Decimal("0.875"),
}
_MIXED = re.compile(r"[ -]?(?:([½¼¾⅓⅔⅛⅜⅝⅞])|(?<=[ -])([1-9])/([1-9][0-9]?)(?![0-9/]))")  # 2½, 10 1/2
_FRACTION = re.compile(r"/([1-9][0-9]?)(?= of )")  # "2/3 of"; a bare 2/3 may be a date or a page
_MAX_GROUPS = 5  # a longer row of threes is a table
_SPACED_GROUP = re.compile(r" [0-9]{3}(?![0-9.,'])")
# What may follow a number with blanks as thousands separators: without it, "191 255 188" is three columns.
_JOINS_SPACED = re.compile(
    r" ?(?:[$%€£¥₹]|[A-Z]{1,3}\$|USD|AUD|EUR|GBP|(?:tonnes?|tons?|ounces|oz|kg|km|people|employees)\b)"
)
_SCALE = re.compile(rf"[ -]?(hundred|{'|'.join(sorted(SCALE_WORDS, key=len, reverse=True))})s?(?![a-z0-9])")
_LETTER = re.compile(r"([kmb])(?![a-z0-9])")
_LETTERS = {"k": 10**3, "m": 10**6, "b": 10**9}
_SIGN_BEFORE = re.compile(r"(?:^|.*[\s(\[$£€¥:=|,;/])([-+])$|(?:.*(?<![a-z])|^)(minus |negative )$", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Amount:
    """A number at `text[start:end]`, its sign and scale included."""

    start: int
    end: int
    value: Decimal
    mantissa: Decimal  # before the scale: 55.7 of "55.7bn"
    scale: int = 1
    alternatives: tuple[Decimal, ...] = ()  # other readings of the value, for "120.000" or "5m"
    is_word: bool = False
    is_weak: bool = False  # "one", a bare "million": a number only beside a unit
    tail: str = ""  # letters glued to the digits that are no scale: "t" of "30t"
    is_glued: bool = False  # letters or digits stand right before it: "FY24", "AUD5"
    is_chained: bool = False  # part of a date, time, section number, fraction or telephone number


def multiplied(value: Decimal, factor: Decimal) -> Decimal:
    """Multiply without losing digits."""
    return _EXACT.multiply(value, factor)


def has_amount(text: NormalizedText) -> bool:
    """Say cheaply whether the text can hold an amount at all."""
    return text.has_digit or not NUMBER_WORDS.isdisjoint(text.words)


@lru_cache(maxsize=4)
def read_amounts(text: NormalizedText) -> tuple[Amount, ...]:
    """Return every amount in the order of the text. All dimensions share one reading of one text."""
    amounts = _in_digits(text.text, text.lower)
    if not NUMBER_WORDS.isdisjoint(text.words):
        amounts = _with_words(amounts, text.lower)
    return tuple(amounts)


def _with_words(amounts: list[Amount], lower: str) -> list[Amount]:
    merged = list(amounts)
    at = 0
    for spoken in find_spoken(lower):
        while at < len(amounts) and amounts[at].end <= spoken.start:
            at += 1
        if at < len(amounts) and amounts[at].start < spoken.end:  # the scale of a number in digits
            continue
        sign, start = sign_before(lower, spoken.start)
        value = spoken.value * sign
        merged.append(Amount(start, spoken.end, value, value, is_word=True, is_weak=spoken.is_weak and sign > 0))
    return sorted(merged, key=lambda amount: amount.start)


def _in_digits(text: str, lower: str) -> list[Amount]:
    found: list[Amount] = []
    done = 0
    for match in _DIGITS.finditer(text):
        if match.start() < done:
            continue
        for start, end in _pieces(text, *match.span()):
            amount = _amount(text, lower, start, end)
            if amount is not None:
                found.append(amount)
                done = amount.end
    return found


def _pieces(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Join groups that blanks separate, and part lists such as "1,2,3"."""
    token = text[start:end]
    if token.isdigit() and len(token) <= 3:
        joined = end
        for _ in range(_MAX_GROUPS):
            group = _SPACED_GROUP.match(text, joined)
            joined = group.end() if group else joined
        if joined > end and (_JOINS_SPACED.match(text, joined) or _is_money(text, start, joined)):
            return [(start, joined)]
    if "," in token and _plain_number(token) is None and "." not in token:
        pieces, at = [], start
        for part in token.split(","):
            pieces.append((at, at + len(part)))
            at += len(part) + 1
        return pieces
    return [(start, end)]


def _is_money(text: str, start: int, end: int) -> bool:
    """Say whether blanks part thousands in "$94 000"; "$191 255" may be two columns of a table."""
    return text[max(start - 2, 0) : start].rstrip().endswith(("$", "€", "£")) and text.endswith("000", start, end)


def _amount(text: str, lower: str, start: int, end: int) -> Amount | None:
    if end - start > MAX_DIGITS or text[start:end] == "000":  # "A$000" is a scale
        return None
    reading = _plain_number(text[start:end])
    if reading is None:
        return None
    value, alternatives = reading
    is_chained = _is_chained(text, start, end)
    if text[start - 1 : start] == "." and not text[max(start - 2, 0) : start - 1].isalnum() and value == int(value):
        value, start = Decimal(f"0.{text[start:end]}"), start - 1
    value, end, is_chained = _with_fraction(text, value, end, is_chained=is_chained)
    if part := part_after(lower, end):
        value, end = value + part[0], part[1]
    scale, scaled_end, is_letter = _scale(lower, end)
    if scale > 1 and not is_letter and (part := part_after(lower, scaled_end)):  # "3 million and a half"
        value, scaled_end = value + part[0], part[1]
    tail = _tail(text, scaled_end) if scale == 1 else ""
    sign, signed_start = (1, start) if _is_glued(text, start) else sign_before(lower, start)
    mantissa = value * sign
    readings = tuple(_EXACT.multiply(other * sign, Decimal(scale)) for other in alternatives if scale == 1)
    if is_letter:  # "5m" may be five metres or minutes
        readings = (mantissa,)
    return Amount(
        start=signed_start,
        end=scaled_end,
        value=_EXACT.multiply(mantissa, Decimal(scale)),
        mantissa=mantissa,
        scale=scale,
        alternatives=readings,
        tail=tail,
        is_glued=_is_glued(text, start),
        is_chained=is_chained,
    )


def _is_glued(text: str, start: int) -> bool:
    """Say whether a name runs into the digits: "FY24", "COVID-19"."""
    before = text[max(start - 2, 0) : start]
    return before[-1:].isalnum() or before[-1:] == "_" or (before[-1:] == "-" and before[0].isupper())


def _with_fraction(text: str, value: Decimal, end: int, *, is_chained: bool) -> tuple[Decimal, int, bool]:
    """Read on over "½" and "1/2" after a whole number, and over the lower half of "2/3 of"."""
    if value != int(value):
        return value, end, is_chained
    if mixed := _MIXED.match(text, end):
        part = _VULGAR[mixed[1]] if mixed[1] else Decimal(mixed[2]) / Decimal(mixed[3])
        if part < 1:
            return value + part, mixed.end(), is_chained
    fraction = _FRACTION.match(text, end)
    if fraction and value < int(fraction[1]):
        return value / Decimal(fraction[1]), fraction.end(), False
    return value, end, is_chained


def _is_chained(text: str, start: int, end: int) -> bool:
    """Say whether the digits are tied to others by "/", ":", or by hyphens on both sides of a part."""
    before, after = text[max(start - 2, 0) : start], text[end : end + 2]
    if (len(before) == 2 and before[0].isdigit() and before[1] in "/:") or before[1:] in (".", "^"):
        return before[:1].isalnum() or before[1:] == "^"
    if len(after) == 2 and after[1].isdigit() and after[0] in "/:":
        return True
    return _HYPHEN_CHAIN.match(text, _chain_start(text, start)) is not None


_HYPHEN_CHAIN = re.compile(r"[0-9]{1,15}-[0-9]{1,15}-[0-9]")


def _chain_start(text: str, start: int) -> int:
    """Return where a chain of at most two hyphenated parts before the digits begins."""
    at = start
    for _ in range(2):
        if at < 2 or text[at - 1] != "-" or not text[at - 2].isdigit():
            break
        back = at - 2
        while back > 0 and text[back - 1].isdigit() and at - back < 16:
            back -= 1
        at = back
    return at


def _scale(lower: str, end: int) -> tuple[int, int, bool]:
    """Return the multiplier written after the digits, where it ends, and whether it is a lone letter."""
    if letter := _LETTER.match(lower, end):
        return _LETTERS[letter[1]], letter.end(), True
    scale = 1
    for _ in range(2):  # "5 hundred thousand"
        word = _SCALE.match(lower, end)
        if word is None:
            break
        scale, end = scale * (SCALE_WORDS.get(word[1]) or 100), word.end()
    return scale, end, False


def _tail(text: str, end: int) -> str:
    match = _TAIL.match(text, end)
    return match[0] if match else ""


_TAIL = re.compile(r"[A-Za-z_]{1,12}")


def sign_before(lower: str, start: int) -> tuple[int, int]:
    """Return the sign written before a number and where the number with its sign begins."""
    match = _SIGN_BEFORE.match(lower[max(start - 12, 0) : start])
    if match is None:
        return 1, start
    if match[2]:
        return -1, start - len(match[2])
    return (-1 if match[1] == "-" else 1), start - 1


def _plain_number(token: str) -> tuple[Decimal, tuple[Decimal, ...]] | None:
    """Read digits with separators; None for section numbers, dates and lists. With other readings."""
    if token in _VULGAR:
        return _VULGAR[token], ()
    digits, _, exponent = token.lower().partition("e")
    if exponent:
        read = _plain_number(digits)
        return (read[0].scaleb(int(exponent)), ()) if read else None
    for pattern, thousands, point in _FORMS:
        if pattern.fullmatch(token):
            value = Decimal(token.replace(thousands, "").replace(point, "."))
            return value, _alternatives(token)
    return None


# (what it looks like, thousands separator, decimal point), first match wins
_FORMS = (
    (re.compile(r"[0-9]+(?:\.[0-9]+)?"), " ", "."),
    (re.compile(r"[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?"), ",", "."),
    (re.compile(r"[0-9]{1,3}(?: [0-9]{3})+"), " ", "."),
    (re.compile(r"[0-9]{1,3}(?:\.[0-9]{3}){2,}(?:,[0-9]+)?"), ".", ","),
    (re.compile(r"[0-9]{1,3}\.[0-9]{3},[0-9]+"), ".", ","),
    (re.compile(r"[0-9]{1,3}(?:'[0-9]{3})+(?:[.,][0-9]+)?"), "'", ","),
    (re.compile(r"[0-9]{1,2}(?:,[0-9]{2})+,[0-9]{3}(?:\.[0-9]+)?"), ",", "."),
    (re.compile(r"[0-9]+,[0-9]{1,2}"), " ", ","),
)
_LONE_POINT = re.compile(r"[1-9][0-9]{0,2}\.[0-9]{3}")


def _alternatives(token: str) -> tuple[Decimal, ...]:
    """Return the European reading of "1.234" (thousands) and of nothing else: "1,234" is plain in English."""
    return (Decimal(token.replace(".", "")),) if _LONE_POINT.fullmatch(token) else ()
