"""Arguments of a tool call, held against the tool's own schema before the tool is called.

A model fills them in, so they are as trustworthy as the text it has read. What does not fit never reaches the tool.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from dragoman.models.chat import Json

_FAULTS_SHOWN = 4
_MAX_DEPTH = 8
_TYPES: Mapping[str, Callable[[Any], bool]] = {
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "number": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
    "null": lambda value: value is None,
}
# Keyword → whether a value is within it; as in JSON Schema it says nothing of values that it cannot measure.
_LIMITS: Mapping[str, Callable[[Any, Any], bool]] = {
    "minLength": lambda value, limit: not isinstance(value, str) or len(value) >= limit,
    "maxLength": lambda value, limit: not isinstance(value, str) or len(value) <= limit,
    "minItems": lambda value, limit: not isinstance(value, list) or len(value) >= limit,
    "maxItems": lambda value, limit: not isinstance(value, list) or len(value) <= limit,
    "minimum": lambda value, limit: not _TYPES["number"](value) or value >= limit,
    "maximum": lambda value, limit: not _TYPES["number"](value) or value <= limit,
    "exclusiveMinimum": lambda value, limit: not _TYPES["number"](value) or value > limit,
    "exclusiveMaximum": lambda value, limit: not _TYPES["number"](value) or value < limit,
}
_SAFE_NAME = re.compile(r"[A-Za-z_]\w{0,63}")


def argument_faults(arguments: Json, schema: Json) -> str:
    """Return what does not fit, for the model to read; empty where all fits. No value is repeated.

    Stricter than JSON Schema in one thing: a name that the schema does not know is a fault unless the schema says
    `additionalProperties`.
    """
    faults = list(_faults(arguments, {"type": "object", **schema}, schema, "arguments", 0))
    return "; ".join(faults[:_FAULTS_SHOWN])


def _faults(value: object, schema: Json, root: Json, place: str, depth: int) -> Iterator[str]:
    if depth > _MAX_DEPTH:
        yield f"{place}: nested too deeply"
        return
    schema = _resolved(schema, root)
    if choices := schema.get("anyOf") or schema.get("oneOf"):
        if all(next(_faults(value, one, root, place, depth + 1), None) for one in choices):
            yield f"{place}: fits none of its forms"
        return
    if wrong := _wrong_type(value, schema):
        yield f"{place}: {wrong}"
        return
    yield from (f"{place}: {fault}" for fault in _outside(value, schema))
    if isinstance(value, dict):
        yield from _object_faults(value, schema, root, place, depth)
    elif isinstance(value, list) and isinstance(items := schema.get("items"), dict):
        for number, item in enumerate(value):
            yield from _faults(item, items, root, f"{place}[{number}]", depth + 1)


def _resolved(schema: Json, root: Json) -> Json:
    """Follow `#/$defs/NAME`, as pydantic writes it."""
    name = str(schema.get("$ref", "")).removeprefix("#/$defs/")
    found = root.get("$defs", {}).get(name)
    return {**found, **schema} if found else schema


def _wrong_type(value: object, schema: Json) -> str:
    wanted = schema.get("type")
    names = [wanted] if isinstance(wanted, str) else list(wanted or ())
    if not names or any(_TYPES[name](value) for name in names):
        return ""
    return f"must be {' or '.join(names)}"


def _outside(value: object, schema: Json) -> Iterator[str]:
    if "enum" in schema and value not in schema["enum"]:
        yield f"must be one of {', '.join(map(str, schema['enum']))}"
    if "const" in schema and value != schema["const"]:
        yield f"must be {schema['const']}"
    yield from (
        f"{keyword} is {schema[keyword]}"
        for keyword, is_within in _LIMITS.items()
        if keyword in schema and not is_within(value, schema[keyword])
    )


def _object_faults(value: Json, schema: Json, root: Json, place: str, depth: int) -> Iterator[str]:
    known = schema.get("properties", {})
    yield from (f"{place}: {name} is missing" for name in schema.get("required", ()) if name not in value)
    for name, one in value.items():
        # Names are a model's words too: one that is no plain name is not repeated.
        called = name if _SAFE_NAME.fullmatch(name) else "a name"
        if name in known:
            yield from _faults(one, known[name], root, f"{place}.{called}", depth + 1)
        elif not (more := schema.get("additionalProperties", False)):
            yield f"{place}: {called} is not known"
        elif isinstance(more, dict):
            yield from _faults(one, more, root, f"{place}.{called}", depth + 1)
