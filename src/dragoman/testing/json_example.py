"""Objects made from a JSON Schema: the plainest that fits, and one that uses words the schema does not allow."""

from collections.abc import Iterator
from typing import Any

Json = dict[str, Any]
WRONG_WORD = "no_such_word"
MAX_DEPTH = 12  # a schema may point at itself


def example_of(schema: Json) -> Json:
    """Return the plainest object that fits: every field there, the first of each choice."""
    value = _example(schema, schema, 0)
    return value if isinstance(value, dict) else {}


def with_wrong_words(value: object, schema: Json) -> object:
    """Return the value with a word outside each closed choice of its schema; how many choices there are is open."""
    return _spoiled(value, schema, schema)


def closed_fields(schema: Json) -> Iterator[tuple[str, Json]]:
    """Yield every field of the object and its own schema, with references followed; nested ones keep theirs."""
    for name, field in _followed(schema, schema).get("properties", {}).items():
        yield name, {**_followed(field, schema), "$defs": schema.get("$defs", {})}


def choices_of(field: Json) -> tuple[object, ...]:
    """Return the values a closed field may have; nothing for an open one."""
    found = list(field.get("enum", ())) or ([field["const"]] if "const" in field else [])
    for part in (*field.get("anyOf", ()), *field.get("oneOf", ())):
        found.extend(choices_of(part))
    return tuple(found)


def _followed(field: Json, root: Json) -> Json:
    while "$ref" in field:
        found: Any = root
        for step in field["$ref"].removeprefix("#/").split("/"):
            found = found[step]
        field = found
    return field


def _example(field: Json, root: Json, depth: int) -> object:
    field = _followed(field, root)
    if "default" in field:
        return field["default"]
    if choices := choices_of(field):
        return choices[0]
    for parts in (field.get("anyOf"), field.get("oneOf"), field.get("allOf")):
        if parts:
            return _example(parts[0], root, depth + 1)
    match field.get("type", "object" if "properties" in field else "null"):
        case "object" if depth < MAX_DEPTH:
            return {name: _example(one, root, depth + 1) for name, one in field.get("properties", {}).items()}
        case "array":
            items = field.get("items", {})
            return [_example(items, root, depth + 1) for _ in range(field.get("minItems", 0))]
        case "string":
            return "x" * field.get("minLength", 0) or "text"
        case "integer" | "number":
            return _number(field)
        case "boolean":
            return False
    return None


def _number(field: Json) -> float:
    least = field.get("minimum", field.get("exclusiveMinimum", 0) + (1 if "exclusiveMinimum" in field else 0))
    most = field.get("maximum", field.get("exclusiveMaximum"))
    return least if most is None or least <= most else most  # type: ignore[no-any-return]  # a schema is any JSON


def _spoiled(value: object, field: Json, root: Json) -> object:
    field = _followed(field, root)
    if isinstance(value, dict):
        fields = field.get("properties", {})
        return {name: _spoiled(one, fields.get(name, {}), root) for name, one in value.items()}
    if isinstance(value, list):
        return [_spoiled(one, field.get("items", {}), root) for one in value]
    followed = {**field, "anyOf": [_followed(part, root) for part in field.get("anyOf", ())]}
    return WRONG_WORD if choices_of(followed) else value
