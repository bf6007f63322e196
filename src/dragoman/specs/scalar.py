"""What an unquoted word of YAML means: the core schema of YAML 1.2, so `no` and `on` stay words and dates stay text."""

import re

Scalar = str | int | float | bool | None

_WORDS: dict[str, Scalar] = {
    "": None,
    "~": None,
    **dict.fromkeys(("null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_MAY_START_NUMBER = frozenset("+-.0123456789")
_INTEGER = re.compile(r"[-+]?[0-9]{1,400}")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]{1,5})?")
_INFINITY = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")
_RADIX = re.compile(r"0o(?P<octal>[0-7]{1,400})|0x(?P<hex>[0-9a-fA-F]{1,400})")


def read_plain(text: str) -> Scalar:
    """Return the value of an unquoted word."""
    if text in _WORDS:
        return _WORDS[text]
    if text[0] not in _MAY_START_NUMBER:
        return text
    if _INTEGER.fullmatch(text):
        return int(text)
    if len(text) <= 400 and _FLOAT.fullmatch(text):
        return float(text)
    if _INFINITY.fullmatch(text):
        return float(text.replace(".", ""))
    if radix := _RADIX.fullmatch(text):
        return int(radix["octal"], 8) if radix["octal"] else int(radix["hex"], 16)
    return text
