"""YAML text → a tree of plain values in which every value and key knows its line and column.

Built from parser events, so nothing is ever constructed by a tag, and a hostile text is refused before it grows.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import yaml

from dragoman.errors import Source, SpecError
from dragoman.specs.errors import (
    DuplicateKeyError,
    ForbiddenYamlError,
    SpecTooLargeError,
    UnreadableSpecError,
    raise_faults,
)
from dragoman.specs.scalar import read_plain
from dragoman.specs.syntax import syntax_error

MAX_BYTES = 1_000_000
MAX_DEPTH = 32
MAX_ALIASED = 100_000  # characters that aliases may add when they are written out

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # libyaml is some thirty times as fast; the wheels carry it
_UNPRINTABLE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_TEXT_TAGS = frozenset({"!", "tag:yaml.org,2002:str"})

Position = tuple[int, int]  # line and column, counted from 1


@dataclass(slots=True)
class Node:
    """A value of the file: `value` is plain data, `children` are the nodes inside it."""

    value: Any
    position: Position
    children: "dict[str, Node] | list[Node] | None" = None
    keys: dict[str, Position] = field(default_factory=dict)
    weight: int = 1  # about as many characters as it takes to write it out
    pending_key: str | None = None

    def child(self, step: str | int) -> "Node | None":
        """Return the node under a key or at an index, or None."""
        if isinstance(self.children, dict):
            return self.children.get(str(step))
        if isinstance(self.children, list) and isinstance(step, int) and 0 <= step < len(self.children):
            return self.children[step]
        return None


def grow(text: str, file: str) -> tuple[Node, list[SpecError]]:
    """Return the tree of a text, with the duplicate keys found on the way; raise what makes reading on senseless."""
    text = text.removeprefix("\ufeff")
    _refuse_unreadable(text, file)
    grower = _Grower(file)
    try:
        for event in _events(text):
            grower.take(event)
    except yaml.YAMLError as error:
        raise_faults([*grower.faults, syntax_error(error, text, file)])
    return grower.root or Node(value={}, position=(1, 1), children={}), grower.faults


def _events(text: str) -> Iterator[Any]:
    yield from yaml.parse(text, Loader=_LOADER)


def _refuse_unreadable(text: str, file: str) -> None:
    if len(text) > MAX_BYTES:
        raise SpecTooLargeError(
            f"the file has more than {MAX_BYTES:,} characters",
            where=Source(file),
            remedy="Split it into several files.",
        )
    if found := _UNPRINTABLE.search(text):
        before = text[: found.start()]
        place = Source(file, before.count("\n") + 1, found.start() - (before.rfind("\n") + 1) + 1)
        raise UnreadableSpecError(
            f"the control character U+{ord(found.group()):04X} cannot stand in YAML",
            where=place,
            remedy=f'Remove it, or write it as an escape in double quotes: "\\u{ord(found.group()):04X}".',
        )


class _Grower:
    """Takes parser events one by one and grows the tree, without recursion."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.root: Node | None = None
        self.faults: list[SpecError] = []
        self._open: list[Node] = []
        self._anchors: list[str | None] = []
        self._anchored: dict[str, Node] = {}
        self._aliased = 0
        self._take = {
            yaml.ScalarEvent: self._scalar,
            yaml.MappingStartEvent: self._start,
            yaml.SequenceStartEvent: self._start,
            yaml.MappingEndEvent: self._end,
            yaml.SequenceEndEvent: self._end,
            yaml.AliasEvent: self._alias,
            yaml.DocumentStartEvent: self._document,
        }

    def take(self, event: Any) -> None:  # noqa: ANN401 - the parser's events are untyped
        """Take the next event."""
        if take := self._take.get(type(event)):
            take(event)

    def _place(self, event: Any) -> Source:  # noqa: ANN401 - as above
        return Source(self.file, *_position(event))

    def _document(self, event: Any) -> None:  # noqa: ANN401 - as above
        if self.root is not None:
            raise ForbiddenYamlError(
                "a second document begins here",
                where=self._place(event),
                remedy='Remove the "---" or use another file.',
            )

    def _scalar(self, event: Any) -> None:  # noqa: ANN401 - as above
        self._refuse_tag(event, _TEXT_TAGS)
        text: str = event.value
        if _SURROGATE.search(text):
            raise UnreadableSpecError(
                "this text has half a character (a lone surrogate)",
                where=self._place(event),
                remedy="Write the whole character.",
            )
        value = text if event.style or event.tag or self._expects_key() else read_plain(text)
        node = Node(value, _position(event), weight=len(text) + 1)
        self._remember(event.anchor, node)
        self._add(node, event)

    def _start(self, event: Any) -> None:  # noqa: ANN401 - as above
        is_mapping = isinstance(event, yaml.MappingStartEvent)
        self._refuse_tag(event, frozenset())
        if len(self._open) >= MAX_DEPTH:
            raise SpecTooLargeError(
                f"more than {MAX_DEPTH} levels inside each other", where=self._place(event), remedy="Make it flatter."
            )
        if self._expects_key():
            raise ForbiddenYamlError(
                "a key must be one word or text, not a list or a mapping",
                where=self._place(event),
                remedy="Write a plain key; braces in a text need quotes around it.",
            )
        self._open.append(Node({} if is_mapping else [], _position(event), {} if is_mapping else []))
        self._anchors.append(event.anchor)

    def _end(self, event: Any) -> None:  # noqa: ANN401 - as above
        node = self._open.pop()
        self._remember(self._anchors.pop(), node)
        self._add(node, event)

    def _alias(self, event: Any) -> None:  # noqa: ANN401 - as above
        node = self._anchored.get(event.anchor)
        if node is None:
            raise ForbiddenYamlError(
                f"the alias *{event.anchor} names nothing that is complete here",
                where=self._place(event),
                remedy=f"Define &{event.anchor} above it; a text that begins with * needs quotes.",
            )
        if self._expects_key() and not isinstance(node.value, str):
            raise ForbiddenYamlError("an alias cannot be a key", where=self._place(event), remedy="Write the key out.")
        self._aliased += node.weight
        if self._aliased > MAX_ALIASED:
            raise SpecTooLargeError(
                f"aliases multiply this file by more than {MAX_ALIASED:,} characters",
                where=self._place(event),
                remedy="Write the values out instead of repeating them by alias.",
            )
        self._add(node, event)

    def _expects_key(self) -> bool:
        return bool(self._open) and isinstance(self._open[-1].children, dict) and self._open[-1].pending_key is None

    def _remember(self, anchor: str | None, node: Node) -> None:
        if anchor is not None:
            self._anchored[anchor] = node

    def _refuse_tag(self, event: Any, allowed: frozenset[str]) -> None:  # noqa: ANN401 - as above
        if event.tag is not None and event.tag not in allowed:
            shown = event.tag.replace("tag:yaml.org,2002:", "!!")
            raise ForbiddenYamlError(
                f"the tag {shown} is not read: files hold plain values only",
                where=self._place(event),
                remedy="Remove the tag; a text that begins with ! needs quotes.",
            )

    def _add(self, node: Node, event: Any) -> None:  # noqa: ANN401 - as above
        if not self._open:
            self.root = node
            return
        parent = self._open[-1]
        parent.weight += node.weight
        if isinstance(parent.children, list):
            parent.children.append(node)
            parent.value.append(node.value)
        elif parent.pending_key is None:
            self._open_key(parent, node, event)
        else:
            self._close_key(parent, node)

    def _open_key(self, parent: Node, node: Node, event: Any) -> None:  # noqa: ANN401 - as above
        key = str(node.value)
        if key == "<<" and not event.__dict__.get("style"):
            self.faults.append(
                ForbiddenYamlError(
                    "the merge key << is not read", where=self._place(event), remedy="Write the keys out."
                )
            )
        elif key in parent.keys:
            first = Source(self.file, *parent.keys[key])
            self.faults.append(DuplicateKeyError(key, where=self._place(event), first=first))
        else:
            parent.keys[key] = _position(event)
        parent.pending_key = key

    def _close_key(self, parent: Node, node: Node) -> None:
        key = parent.pending_key or ""
        parent.pending_key = None
        if isinstance(parent.children, dict) and key in parent.keys and key not in parent.children:
            parent.children[key] = node
            parent.value[key] = node.value


def _position(event: Any) -> Position:  # noqa: ANN401 - as above
    mark = event.start_mark
    return mark.line + 1, mark.column + 1
