"""Read YAML into a spec, or say everything that is wrong with it, each with its place."""

from collections.abc import Mapping
from pathlib import Path
from typing import TypeVar

from pydantic import ValidationError
from pydantic_core import to_json

from dragoman.errors import Source, SpecError
from dragoman.specs.errors import SpecTooLargeError, UnreadableSpecError, raise_faults
from dragoman.specs.events import Position
from dragoman.specs.faults import faults_of
from dragoman.specs.spec import Origin, Spec
from dragoman.specs.tree import MAX_BYTES, Node, grow

T = TypeVar("T", bound=Spec)


def load(path: Path, shape: type[T]) -> T:
    """Read a file. Raises `SpecError` with file, line and column; several faults come as one error."""
    return parse(_read(path), shape, file=str(path))


def parse(text: str, shape: type[T], *, file: str = "<text>") -> T:
    """Read a text as if it stood in `file`. Raises `SpecError` only."""
    root, faults = grow(text, file)
    if faults:
        raise_faults([*faults, *_check(root, shape, file)])
    # By way of JSON, because pydantic then reads dates and tuples from text and lists, yet takes no "3" for 3.
    try:
        spec = shape.model_validate_json(to_json(root.value), strict=True)
    except ValidationError as error:
        raise_faults(faults_of(error, root, shape, file))
    _remember_places(spec, root, root.position, file)
    return spec


def _check(root: Node, shape: type[Spec], file: str) -> list[SpecError]:
    try:
        shape.model_validate_json(to_json(root.value), strict=True)
    except ValidationError as error:
        return faults_of(error, root, shape, file)
    return []


def _read(path: Path) -> str:
    where = Source(str(path))
    try:
        if path.exists() and not (path.is_file() or path.is_dir()):
            raise ValueError("it is no file")  # noqa: TRY301  opening a pipe would wait for ever
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:  # ValueError: a path with a NUL in it
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        raise UnreadableSpecError(
            f"the file cannot be read: {reason}", where=where, remedy="Check the path and its permissions."
        ) from None
    if len(data) > MAX_BYTES:
        raise SpecTooLargeError(
            f"the file has more than {MAX_BYTES:,} bytes",
            where=Source(str(path), *_place_of(data, MAX_BYTES)),
            remedy="Split it into several files.",
        )
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UnreadableSpecError(
            f"the file is not UTF-8: byte 0x{data[error.start]:02X}",
            where=Source(str(path), *_place_of(data, error.start)),
            remedy="Save it as UTF-8.",
        ) from None


def _place_of(data: bytes, offset: int) -> tuple[int, int]:
    """Return line and column of a byte; columns are bytes here, since what stands there may be no text."""
    line = data.count(b"\n", 0, offset) + 1
    return line, offset - (data.rfind(b"\n", 0, offset) + 1) + 1


def _remember_places(value: object, node: Node, position: Position, file: str) -> None:
    if isinstance(value, Spec):
        value.stands_at(Origin(file, node, position))
        for name, info in type(value).model_fields.items():
            _descend(getattr(value, name), node, info.alias or name, file)
    elif isinstance(value, Mapping):
        for key, item in value.items():
            _descend(item, node, str(key), file)
    elif isinstance(value, list | tuple):
        for index, item in enumerate(value):
            _descend(item, node, index, file)


def _descend(value: object, parent: Node, step: str | int, file: str) -> None:
    if isinstance(value, Spec | Mapping | list | tuple) and (child := parent.child(step)):
        _remember_places(value, child, parent.place_of(step, child), file)
