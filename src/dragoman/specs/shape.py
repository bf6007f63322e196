"""Which keys a class of ours knows at a place inside it; needed to name the nearest one."""

from collections.abc import Iterator, Mapping, Sequence
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import BaseModel

Step = str | int


def keys_at(shape: type[BaseModel], path: Sequence[Step]) -> tuple[str, ...]:
    """Return the names of the fields that may stand at `path`, in their order."""
    here: list[Any] = [shape]
    for step in path:
        if tagged := [model for kind in here for model in _parts(kind) if _is_model(model) and _is_tagged(model, step)]:
            here = tagged
            continue
        # A step that leads nowhere is the tag of a union, which is no key of the file.
        here = [deeper for kind in here for deeper in _inside(kind, step)] or here
    models = [model for kind in here for model in _parts(kind) if _is_model(model)]
    return tuple(dict.fromkeys(info.alias or name for model in models for name, info in model.model_fields.items()))


def _parts(kind: Any) -> Iterator[Any]:  # noqa: ANN401 - annotations are values of any type
    if (aliased := getattr(kind, "__value__", None)) is not None:  # type X = …, which Python 3.11 has no class for
        yield from _parts(aliased)
    elif get_origin(kind) is Annotated:
        yield from _parts(get_args(kind)[0])
    elif get_origin(kind) in (Union, UnionType):
        for part in get_args(kind):
            yield from _parts(part)
    else:
        yield kind


def _inside(kind: Any, step: Step) -> Iterator[Any]:  # noqa: ANN401 - as above
    for part in _parts(kind):
        container = get_origin(part)
        if _is_model(part):
            yield from (info.annotation for name, info in part.model_fields.items() if step in (name, info.alias))
        elif isinstance(container, type) and issubclass(container, Mapping):
            yield get_args(part)[1]
        elif isinstance(container, type) and isinstance(step, int):
            yield get_args(part)[0]


def _is_tagged(model: type[BaseModel], step: Step) -> bool:
    """Say whether a field of the model can only be this word, so that the word names the model in a union."""
    return any(get_args(info.annotation) == (step,) for info in model.model_fields.values())


def _is_model(kind: Any) -> bool:  # noqa: ANN401 - as above
    return isinstance(kind, type) and issubclass(kind, BaseModel)
