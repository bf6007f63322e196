"""One finding of pydantic, brought together with the node of the file that it is about."""

from collections.abc import Mapping, Sequence
from typing import Any

from dragoman.specs.events import Position
from dragoman.specs.shape import Step
from dragoman.specs.tree import Node

# What pydantic misses → what was expected there, in words.
_EXPECTED = {
    **dict.fromkeys(("string_type", "string_sub_type"), "a text"),
    **dict.fromkeys(("int_type", "int_from_float", "int_parsing"), "a whole number"),
    **dict.fromkeys(("float_type", "decimal_type", "float_parsing", "decimal_parsing"), "a number"),
    **dict.fromkeys(("bool_type", "bool_parsing"), "true or false"),
    **dict.fromkeys(("date_type", "date_parsing", "date_from_datetime_parsing"), "a date"),
    **dict.fromkeys(("list_type", "tuple_type", "set_type", "frozen_set_type"), "a list"),
    **dict.fromkeys(("dict_type", "mapping_type", "model_type", "model_attributes_type"), "a mapping"),
    **dict.fromkeys(("dataclass_type", "dataclass_exact_type"), "a mapping"),
    "none_required": "nothing",
}
_NAMES_A_KEY = ("missing", "missing_argument")


class Finding:
    """What is wrong, and where."""

    def __init__(self, details: Mapping[str, Any], root: Node) -> None:
        self.kind: str = details["type"]
        self.text: str = details["msg"]
        self.context: Mapping[str, Any] = details.get("ctx") or {}
        self.path: tuple[Step, ...] = tuple(details["loc"])
        self.node = self.parent = root
        self.position: Position = root.position
        self.steps: list[Step] = []  # the part of the path that exists in the file
        self.union: tuple[tuple[Step, ...], Step] | None = None  # the first union passed, and its member
        self._descend()

    def _descend(self) -> None:
        for index, step in enumerate(self.path):
            child = self.node.child(step)
            if child and not self._is_tag(child, index):
                self.parent, self.position = self.node, self.node.place_of(step, child)
                self.node = child
                self.steps.append(step)
            elif self.union is None and not (self.kind in _NAMES_A_KEY and index == len(self.path) - 1):
                self.union = (tuple(self.steps), step)

    def _is_tag(self, child: Node, index: int) -> bool:
        """Say whether a step names the member of a union and only by chance a key: nothing can be inside a scalar."""
        if child.children is not None or index >= len(self.path) - 1:
            return False
        is_last = index == len(self.path) - 2
        return self.node.child(self.path[index + 1]) is not None or (is_last and self.kind in _NAMES_A_KEY)

    @property
    def is_echo(self) -> bool:
        """A list that only seems too short: what was wrong with its entries left none, and is told by itself."""
        return self.kind == "too_short" and len(self.node.value) >= int(self.context["min_length"])

    @property
    def expected(self) -> str | None:
        """What kind of value was expected, or None if the kind is right."""
        return _EXPECTED.get(self.kind)

    @property
    def key(self) -> str:
        """The last key on the way, for the message."""
        return next((step for step in reversed(self.steps) if isinstance(step, str)), "")


def without_other_members(findings: Sequence[Finding]) -> list[Finding]:
    """Keep, of a union, the findings of the member that was most likely meant.

    A union complains once for each member, although the person meant one: the one that got inside the value, and of
    several the one with the least to find fault with.
    """
    unions: dict[tuple[Step, ...], dict[Step, list[Finding]]] = {}
    for finding in findings:
        if finding.union:
            unions.setdefault(finding.union[0], {}).setdefault(finding.union[1], []).append(finding)
    meant = {place: _likeliest(place, members) for place, members in unions.items()}
    return [one for one in findings if one.union is None or one.union[1] in meant[one.union[0]]]


def _likeliest(place: tuple[Step, ...], members: Mapping[Step, Sequence[Finding]]) -> set[Step]:
    inside = {
        member: len(findings)
        for member, findings in members.items()
        if not any(one.expected and len(one.steps) == len(place) for one in findings)
    }
    if not inside:
        return set(members)
    return {min(inside, key=lambda member: inside[member])}
