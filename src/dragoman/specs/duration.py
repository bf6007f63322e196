"""Durations in YAML, as people write them: 45s, 2m, 1h30m, 500ms."""

import re
from datetime import timedelta
from typing import Annotated

from pydantic import BeforeValidator, WithJsonSchema

_PART = re.compile(r"(\d+(?:\.\d+)?)(ms|s|m|h|d)")
_WHOLE = re.compile(rf"(?:{_PART.pattern})+")
_UNITS = {
    "ms": timedelta(milliseconds=1),
    "s": timedelta(seconds=1),
    "m": timedelta(minutes=1),
    "h": timedelta(hours=1),
    "d": timedelta(days=1),
}


def parse_duration(value: object) -> object:
    """Return the duration of a text; anything else is left for the type to refuse."""
    if isinstance(value, timedelta):
        return value
    if not isinstance(value, str) or len(value) > 40 or not _WHOLE.fullmatch(value):
        raise ValueError(f"{value!r} is no duration\nWrite a number with its unit, such as 45s, 2m or 500ms.")
    try:
        found = sum((float(number) * _UNITS[unit] for number, unit in _PART.findall(value)), timedelta())
    except OverflowError:
        found = timedelta()
    if not found:
        raise ValueError(f"{value!r} is no duration that anything can take\nWrite one such as 45s.")
    return found


Duration = Annotated[
    timedelta,
    BeforeValidator(parse_duration),
    WithJsonSchema({"type": "string", "pattern": r"^(\d+(\.\d+)?(ms|s|m|h|d))+$", "examples": ["45s", "2m"]}),
]
