"""The fields that a prompt level asks a model for, as a class that a reply is read into."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, create_model

from dragoman.scenarios.spec import FieldKind, FieldSpec

Json = dict[str, Any]
MAX_TEXT = 20_000  # characters of a text, and of all that stands in a list
MAX_ITEMS = 100
_TYPES: Mapping[FieldKind, Any] = {"text": str, "integer": int, "number": float, "boolean": bool, "list": list[str]}
_EMPTY: Mapping[FieldKind, Any] = {"text": "", "integer": 0, "number": 0.0, "boolean": False, "list": []}


def class_of(name: str, fields: Mapping[str, FieldSpec]) -> type[BaseModel]:
    """Return a class with these fields; a reply with further ones, or with values of another kind, is none of it."""
    members: dict[str, Any] = {}
    for key, field in fields.items():
        told = Field(description=field.about or None, default=_EMPTY[field.kind] if field.optional else ...)
        members[key] = (Annotated[_type(field), *_limits(field)], told)
    made: type[BaseModel] = create_model(name, __config__=ConfigDict(extra="forbid", strict=True), **members)
    return made


def empty(fields: Mapping[str, FieldSpec]) -> Json:
    """Return what stands in the fields where no model was asked or none was of use."""
    return {key: _EMPTY[field.kind] for key, field in fields.items()}


def _type(field: FieldSpec) -> Any:  # noqa: ANN401  a type made of the file's words
    if not field.one_of:
        return _TYPES[field.kind]
    choice: Any = Literal.__getitem__(field.one_of)
    return list[choice] if field.kind == "list" else choice


def _limits(field: FieldSpec) -> list[Any]:
    match field.kind:
        case "list":
            return [Field(max_length=MAX_ITEMS)]
        case "text" if not field.one_of:
            return [Field(max_length=MAX_TEXT)]
        case "integer" | "number":
            return [Field(ge=field.at_least, le=field.at_most)]
    return [Field()]
