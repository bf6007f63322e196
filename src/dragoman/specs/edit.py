"""Add an entry to a YAML file a person wrote: everything that stands there stays byte for byte."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import yaml
from yaml.nodes import MappingNode, Node, SequenceNode

from dragoman.errors import Source, SpecError

_STEP = 2  # spaces


class UneditableSpecError(SpecError):
    """A YAML file is written in a way that nothing can be added to it without writing it anew."""

    code = "uneditable-spec"

    def __init__(self, what: str, *, where: Source) -> None:
        super().__init__(what, where=where, remedy="Add the entry by hand, or write the list with one entry a line.")


@dataclass(frozen=True, slots=True)
class _Text:
    """A file's text and where its parts stand."""

    text: str
    file: str

    def root(self) -> MappingNode | None:
        try:
            node: Node | None = yaml.compose(self.text, Loader=yaml.SafeLoader)  # nodes with places; makes no values
        except yaml.YAMLError:
            raise UneditableSpecError("the file is no YAML", where=Source(self.file)) from None
        if node is None:
            return None
        if not isinstance(node, MappingNode) or node.flow_style:
            raise UneditableSpecError("the file is no mapping with a key a line", where=Source(self.file))
        return node

    def put(self, at: int, lines: Sequence[str]) -> str:
        """Insert whole lines at an offset that begins a line; what went before ends with a line break then."""
        before, after = self.text[:at], self.text[at:]
        if before and not before.endswith("\n"):
            before += "\n"
        return before + "".join(f"{line}\n" for line in lines) + after


def with_item(text: str, key: str, item: Mapping[str, Any], *, file: str) -> str:
    """Return the text with one more item in the list under a key of the file. Raises UneditableSpecError."""
    source = _Text(text, file)
    root = source.root()
    held = _value(root, key)
    if held is None:
        return source.put(len(text), [f"{key}:", *_item(item, _STEP)])
    if isinstance(held, SequenceNode) and not held.value:
        return _in_place_of(text, held, _item(item, _STEP))
    if not isinstance(held, SequenceNode) or held.flow_style:
        raise UneditableSpecError(f"the list {key!r} is not written with an item a line", where=_place(held, file))
    indent = held.start_mark.column
    return source.put(_line_after(text, held), _item(item, indent))


def with_words(text: str, key: str, name: str, words: Sequence[str], *, file: str) -> str:
    """Return the text with words added to the list `name` in the mapping under a key. Raises UneditableSpecError."""
    source = _Text(text, file)
    held = _value(source.root(), key)
    line = f"{name}: [{', '.join(map(_scalar, words))}]"
    if held is None:
        return source.put(len(text), [f"{key}:", " " * _STEP + line])
    if isinstance(held, MappingNode) and not held.value:
        return _in_place_of(text, held, [" " * _STEP + line])
    if not isinstance(held, MappingNode) or held.flow_style:
        raise UneditableSpecError(f"{key!r} is not written with a name a line", where=_place(held, file))
    listed = _value(held, name)
    if listed is None:
        return source.put(_line_after(text, held), [" " * held.start_mark.column + line])
    if not isinstance(listed, SequenceNode):
        raise UneditableSpecError(f"{name!r} is no list", where=_place(listed, file))
    if not listed.flow_style:
        indent = " " * listed.start_mark.column
        return source.put(_line_after(text, listed), [f"{indent}- {_scalar(word)}" for word in words])
    close = text.rindex("]", 0, listed.end_mark.index + 1)
    comma = ", " if listed.value and not text[:close].rstrip().endswith(",") else ""
    return f"{text[:close]}{comma}{', '.join(map(_scalar, words))}{text[close:]}"


def _in_place_of(text: str, held: Node, lines: Sequence[str]) -> str:
    """Put lines under a key whose value is the empty `[]` or `{}`; a comment beside it stays beside the key."""
    before, after = text[: held.start_mark.index].rstrip(" "), text[held.end_mark.index :]
    rest, newline, more = after.partition("\n")
    return f"{before}{rest.rstrip()}\n" + "".join(f"{line}\n" for line in lines) + (more if newline else "")


def _value(node: Node | None, key: str) -> Node | None:
    if not isinstance(node, MappingNode):
        return None
    return next((value for name, value in node.value if name.value == key), None)


def _line_after(text: str, node: SequenceNode | MappingNode) -> int:
    """Return where the line after the last entry begins; a comment behind the entry belongs to it."""
    last: Node = node
    while isinstance(last, SequenceNode | MappingNode) and not last.flow_style and last.value:
        tail = last.value[-1]
        last = tail[1] if isinstance(tail, tuple) else tail
    end = last.end_mark.index
    # The end mark of a block scalar already stands at the beginning of the next line.
    if end and text[end - 1 : end] == "\n":
        return int(end)
    found = text.find("\n", end)
    return len(text) if found < 0 else found + 1


def _item(item: Mapping[str, Any], indent: int) -> list[str]:
    lines = [f"{key}: {_inline(value)}" for key, value in item.items()]
    return [" " * indent + ("- " if number == 0 else "  ") + line for number, line in enumerate(lines)]


def _inline(value: object) -> str:
    if isinstance(value, str):
        return _scalar(value)
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_inline, value))}]"
    return json.dumps(value)


def _scalar(word: str) -> str:
    """Return a string as YAML: plain where nobody can read it otherwise, else in JSON's quotation marks."""
    is_plain = word.replace(" ", "").replace("_", "").isalpha() and word == " ".join(word.split())
    is_word = word.lower() not in ("null", "true", "false", "yes", "no", "on", "off", "y", "n")
    return word if is_plain and is_word else json.dumps(word, ensure_ascii=False)


def _place(node: Node, file: str) -> Source:
    return Source(file, node.start_mark.line + 1, node.start_mark.column + 1)
