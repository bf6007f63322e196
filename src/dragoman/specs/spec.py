"""The base of everything that comes from YAML."""

from dataclasses import dataclass
from typing import Self

from pydantic import BaseModel, ConfigDict, PrivateAttr

from dragoman.errors import Source
from dragoman.specs.events import Position
from dragoman.specs.tree import Node


@dataclass(frozen=True, slots=True, eq=False)
class Origin:
    """Where a spec was read. Two specs that say the same are equal wherever they stand, so all origins are equal."""

    file: str
    node: Node
    position: Position

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Origin)

    def __hash__(self) -> int:
        return 0


_NOWHERE = Origin("", Node(None, (0, 0)), (0, 0))


class Spec(BaseModel):
    """A value that somebody wrote in YAML: closed, frozen, and able to say where it stands."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    _origin: Origin = PrivateAttr(default_factory=lambda: _NOWHERE)  # a default would be copied deeply for each

    def where(self, *path: str | int) -> Source:
        """Return the place of what `path` leads to, or of the nearest thing above it that exists.

        A mapping or list under a key is at its key, everything else at its value.
        """
        if not self._origin.file:
            return Source(f"<{type(self).__name__}>")
        node, position = self._origin.node, self._origin.position
        for step in path:
            child = node.child(step)
            if child is None:
                break
            node, position = child, node.place_of(step, child)
        return Source(self._origin.file, *position)

    def stands_at(self, origin: Origin) -> Self:
        """Remember where this was read; the reader calls it once."""
        self._origin = origin
        return self
