"""A cell's value as its number format shows it: what a person sees in the sheet."""

import re
from datetime import date, datetime, time
from decimal import ROUND_HALF_UP, Decimal

_LITERAL = re.compile(r'"([^"]*)"|\\(.)|\[\$([^\]-]*)[^\]]*\]')
_CONDITION = re.compile(r"\[(?!\$)[^\]]*\]")
_PAD = re.compile(r"_.|\*.")
_DIGITS = re.compile(r"[#0?]")
_NUMBER = re.compile(r"[#0?][#0?,]*(?:\.[#0?]+)?,*")
_EXACT = 15  # digits that a spreadsheet keeps
_SIGNS = "$€£¥%()-–—+ "


def printed(value: object, number_format: str) -> str:
    """Return what the sheet shows for a value. Dates are written out, whatever the format calls their parts."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, datetime | date):
        return _date(value, number_format)
    if isinstance(value, time):
        return value.isoformat("minutes")
    if isinstance(value, int | float):
        return _number(Decimal(repr(value)), number_format)
    return str(value)


def is_invisible(number_format: str) -> bool:
    """Say whether a format shows nothing at all: ";;;"."""
    return number_format.strip() == ";;;"


def _date(value: date, number_format: str) -> str:
    plain = _LITERAL.sub("", number_format).lower()
    if "y" in plain and "m" not in plain and "d" not in plain:
        return str(value.year)
    if "d" not in plain and "m" in plain:
        return f"{value:%B} {value.year}"
    return f"{value.day} {value:%B} {value.year}"


def _number(value: Decimal, number_format: str) -> str:
    section = _section(value, number_format)
    if not _DIGITS.search(_bare(section)):
        text = _literals(section)
        return _general(value) if not text or "General" in section or "@" in section else text
    if re.search(r"(?i)E[+-]", _bare(section)) or "/" in _bare(section):
        return _general(value)
    pattern = _NUMBER.search(_bare(section))
    digits = _shown(abs(value), pattern[0] if pattern else "0", is_percent="%" in section)
    before, after = _around(section)
    sign = "-" if value < 0 and not _shows_sign(section) and _has_one_section(number_format) else ""
    return f"{sign}{before}{digits}{after}".strip()


def _section(value: Decimal, number_format: str) -> str:
    """Return the part of the format that is for this value."""
    parts = [_PAD.sub("", _CONDITION.sub("", part)) for part in _split(number_format)]
    if value < 0 and len(parts) > 1:
        return parts[1]
    if value == 0 and len(parts) > 2:
        return parts[2]
    return parts[0]


def _split(number_format: str) -> list[str]:
    """Split at semicolons that stand in no quotation marks."""
    return re.split(r';(?=(?:[^"]*"[^"]*")*[^"]*$)', number_format)


def _has_one_section(number_format: str) -> bool:
    return len(_split(number_format)) == 1


def _shows_sign(section: str) -> bool:
    return "(" in section or section.lstrip().startswith("-")


def _bare(section: str) -> str:
    return _LITERAL.sub("", section)


def _shown(value: Decimal, pattern: str, *, is_percent: bool) -> str:
    """Return the digits: percentages times 100, a comma at the end for each thousand that is left out."""
    scaled = value * 100 if is_percent else value
    whole = pattern.rstrip(",")
    scaled /= Decimal(1000) ** (len(pattern) - len(whole))
    places = len(whole.partition(".")[2])
    rounded = scaled.quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_UP)
    return f"{rounded:,.{places}f}" if "," in whole else f"{rounded:.{places}f}"


def _around(section: str) -> tuple[str, str]:
    """Return what stands before and behind the digits: signs, brackets, words in quotation marks."""
    marked = _LITERAL.sub(lambda match: f"\0{next(filter(None, match.groups()), '')}\1", section)
    pattern = _NUMBER.search(re.sub("\0[^\1]*\1", lambda match: "\2" * len(match[0]), marked))
    if pattern is None:
        return "", ""
    return _kept(marked[: pattern.start()]), _kept(marked[pattern.end() :])


def _kept(marked: str) -> str:
    """Return the literal words, and of the rest only signs."""
    pieces = re.split("(\0[^\1]*\1)", marked)
    return "".join(
        piece[1:-1] if piece.startswith("\0") else "".join(char for char in piece if char in _SIGNS) for piece in pieces
    )


def _literals(section: str) -> str:
    words = "".join(next(filter(None, match.groups()), "") for match in _LITERAL.finditer(section))
    return words.strip() or "".join(char for char in _bare(section) if char in _SIGNS).strip()


def _general(value: Decimal) -> str:
    """Return a number as it is, without the noise of binary fractions."""
    text = f"{value:f}"
    if "." in text and len(value.as_tuple().digits) > _EXACT:
        text = f"{Decimal(f'{float(value):.{_EXACT}g}'):f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
