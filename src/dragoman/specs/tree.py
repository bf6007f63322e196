"""YAML text → a tree of plain values in which every value and key knows its line and column.

Grown from parser events, so nothing is ever constructed by a tag, and a hostile text is refused before it grows.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from dragoman.errors import Source, SpecError
from dragoman.specs.errors import (
    DuplicateKeyError,
    ForbiddenYamlError,
    SpecSyntaxError,
    SpecTooLargeError,
    UnreadableSpecError,
    raise_faults,
)
from dragoman.specs.events import Event, Kind, Position, events
from dragoman.specs.scalar import read_plain

MAX_BYTES = 1_000_000
MAX_DEPTH = 32
MAX_ALIASED = 100_000  # characters that aliases may add when they are written out

_UNPRINTABLE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_TEXT_TAGS = frozenset({"!", "tag:yaml.org,2002:str"})


@dataclass(slots=True)
class Node:
    """A value of the file: `value` is plain data, `children` are the nodes inside it."""

    value: Any
    position: Position
    children: "dict[str, Node] | list[Node] | None" = None
    keys: dict[str, Position] | None = None  # of a mapping; None for everything else
    weight: int = 1  # about as many characters as it takes to write it out
    pending_key: str | None = None  # the key whose value comes next, while the mapping is open

    @property
    def expects_key(self) -> bool:
        """An open mapping that waits for its next key."""
        return isinstance(self.children, dict) and self.pending_key is None

    def child(self, step: str | int) -> "Node | None":
        """Return the node under a key or at an index, or None."""
        if isinstance(self.children, dict):
            return self.children.get(str(step))
        if isinstance(self.children, list) and isinstance(step, int) and 0 <= step < len(self.children):
            return self.children[step]
        return None

    def place_of(self, step: str | int, child: "Node") -> Position:
        """Return where to point for a child: a collection under a key is shown by its key."""
        if child.children is not None and self.keys and str(step) in self.keys:
            return self.keys[str(step)]
        return child.position


def grow(text: str, file: str) -> tuple[Node, list[SpecError]]:
    """Return the tree of a text, with the duplicate keys found on the way; raise what makes reading on senseless."""
    text = text.removeprefix("\ufeff")
    _refuse_unreadable(text, file)
    tree = _Tree(file)
    try:
        for event in events(text, file):
            tree.take(event)
    except SpecSyntaxError as error:
        raise_faults([*tree.faults, error])
    return tree.root or Node({}, (1, 1), {}, {}), tree.faults


def _refuse_unreadable(text: str, file: str) -> None:
    if len(text) > MAX_BYTES:
        raise SpecTooLargeError(
            f"the file has more than {MAX_BYTES:,} characters",
            where=Source(file),
            remedy="Split it into several files.",
        )
    if found := _UNPRINTABLE.search(text):
        line = text.count("\n", 0, found.start()) + 1
        column = found.start() - text.rfind("\n", 0, found.start())
        escape = f"\\u{ord(found.group()):04X}"
        raise UnreadableSpecError(
            f"the character {escape} cannot stand in YAML",
            where=Source(file, line, column),
            remedy=f'Remove it, or write it as an escape in double quotes: "{escape}".',
        )


class _Tree:
    """Takes events one by one and grows the tree, without recursion."""

    def __init__(self, file: str) -> None:
        self.root: Node | None = None
        self.faults: list[SpecError] = []
        self._file = file
        self._open: list[tuple[Node, str | None]] = []  # collections that are not closed yet, with their anchors
        self._anchored: dict[str, Node] = {}
        self._aliased = 0

    def take(self, event: Event) -> None:
        """Take the next event."""
        match event.kind:
            case Kind.SCALAR:
                self._scalar(event)
            case Kind.MAPPING | Kind.SEQUENCE:
                self._start(event)
            case Kind.END:
                self._end(event)
            case Kind.ALIAS:
                self._alias(event)
            case Kind.DOCUMENT:
                self._document(event)

    def _scalar(self, event: Event) -> None:
        self._refuse_tag(event, _TEXT_TAGS)
        if _SURROGATE.search(event.text):
            raise UnreadableSpecError(
                "this text has half a character (a lone surrogate)",
                where=self._place(event),
                remedy="Write the whole character.",
            )
        is_text = not event.is_plain or event.tag is not None or self._expects_key
        value = event.text if is_text else read_plain(event.text)
        self._add(Node(value, event.position, weight=len(event.text) + 1), event, event.anchor)

    def _start(self, event: Event) -> None:
        self._refuse_tag(event, ())
        if len(self._open) >= MAX_DEPTH:
            raise SpecTooLargeError(
                f"more than {MAX_DEPTH} levels inside each other", where=self._place(event), remedy="Make it flatter."
            )
        if self._expects_key:
            raise ForbiddenYamlError(
                "a key must be one word or text, not a list or a mapping",
                where=self._place(event),
                remedy="Write a plain key; a text with brackets or braces needs quotes.",
            )
        node = Node({}, event.position, {}, {}) if event.kind is Kind.MAPPING else Node([], event.position, [])
        self._open.append((node, event.anchor))

    def _end(self, event: Event) -> None:
        node, anchor = self._open.pop()
        self._add(node, event, anchor)

    def _alias(self, event: Event) -> None:
        node = self._anchored.get(event.anchor or "")
        if node is None:
            raise ForbiddenYamlError(
                f"the alias *{event.anchor} names nothing that is complete here",
                where=self._place(event),
                remedy=f"Define &{event.anchor} above it; a text that begins with * needs quotes.",
            )
        if self._expects_key:
            raise ForbiddenYamlError("an alias cannot be a key", where=self._place(event), remedy="Write the key out.")
        self._aliased += node.weight
        if self._aliased > MAX_ALIASED:
            raise SpecTooLargeError(
                f"aliases multiply this file by more than {MAX_ALIASED:,} characters",
                where=self._place(event),
                remedy="Write the values out instead of repeating them by alias.",
            )
        self._add(node, event)

    def _document(self, event: Event) -> None:
        if self.root is not None:
            raise ForbiddenYamlError(
                "a second document begins here",
                where=self._place(event),
                remedy='Remove the "---" or use another file.',
            )

    def _add(self, node: Node, event: Event, anchor: str | None = None) -> None:
        if anchor is not None:
            self._anchored[anchor] = node
        if not self._open:
            self.root = node
            return
        parent = self._open[-1][0]
        parent.weight += node.weight
        if isinstance(parent.children, list):
            parent.children.append(node)
            parent.value.append(node.value)
        elif parent.pending_key is None:
            self._add_key(parent, event)
        else:
            self._add_value(parent, node)

    def _add_key(self, parent: Node, event: Event) -> None:
        key = parent.pending_key = event.text
        keys = parent.keys if parent.keys is not None else {}
        if key == "<<" and event.is_plain:
            self.faults.append(
                ForbiddenYamlError(
                    "the merge key << is not read", where=self._place(event), remedy="Write the keys out."
                )
            )
        elif first := keys.get(key):
            self.faults.append(DuplicateKeyError(key, where=self._place(event), first=Source(self._file, *first)))
        else:
            keys[key] = event.position

    def _add_value(self, parent: Node, node: Node) -> None:
        key, parent.pending_key = parent.pending_key or "", None
        if isinstance(parent.children, dict) and key in (parent.keys or ()) and key not in parent.children:
            parent.children[key] = node
            parent.value[key] = node.value

    @property
    def _expects_key(self) -> bool:
        return bool(self._open) and self._open[-1][0].expects_key

    def _place(self, event: Event) -> Source:
        return Source(self._file, *event.position)

    def _refuse_tag(self, event: Event, allowed: Collection[str]) -> None:
        if event.tag is not None and event.tag not in allowed:
            shown = event.tag.replace("tag:yaml.org,2002:", "!!")
            raise ForbiddenYamlError(
                f"the tag {shown} is not read: files hold plain values only",
                where=self._place(event),
                remedy="Remove the tag; a text that begins with ! needs quotes.",
            )
