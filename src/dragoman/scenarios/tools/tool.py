"""What a tool is, and the world it works in."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dragoman.scenarios.condition import Shape

Json = dict[str, Any]


class ToolFailure(Exception):  # noqa: N818  an outcome of a tool, said to the person; never raised at them
    """The tool cannot do it; the text is for the person."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolWorld:
    """What tools may touch: folders they may read, the one they may write, and what can be asked for."""

    folders: tuple[Path, ...] = ()
    workspace: Path
    catalog: Sequence[Json] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """A function with declared arguments and output. A tool that writes takes a `plan` that was approved."""

    name: str
    run: Callable[[Json, ToolWorld], Json]
    takes: tuple[str, ...] = ()
    produces: Mapping[str, Shape] = field(default_factory=dict)
    writes: bool = False


Toolbox = Mapping[str, Tool]
