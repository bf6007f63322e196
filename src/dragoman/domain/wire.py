"""Domain values to JSON and back.

Decimals and dates become strings, tuples become lists, enums of literals stay strings. Unions are told
apart by their `kind` field, so a plan that went through a checkpoint comes back equal.
"""

from collections.abc import Hashable
from functools import cache
from typing import Any, TypeVar, cast

from pydantic import TypeAdapter

T = TypeVar("T")
Json = Any  # what json.loads returns


@cache
def _adapter(shape: Hashable) -> TypeAdapter[object]:
    return TypeAdapter(shape)  # type: ignore[arg-type]  # a class or a union; both are hashable


def dump(value: object) -> Json:
    """Return the value as JSON types."""
    return _adapter(cast("Hashable", type(value))).dump_python(value, mode="json")


def load(shape: type[T], data: Json) -> T:
    """Rebuild a value of the given class from JSON types.

    Raises pydantic.ValidationError when the data is not of that shape.
    """
    return cast("T", _adapter(cast("Hashable", shape)).validate_python(data))
