"""What a YAML parser sees, one event after the other. The only module that knows which parser it is."""

from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

import yaml

from dragoman.errors import Source
from dragoman.specs.errors import SpecSyntaxError
from dragoman.specs.syntax import is_left_open, syntax_error

Position = tuple[int, int]  # line and column, counted from 1


class Kind(Enum):
    """What an event says."""

    SCALAR = "scalar"
    MAPPING = "mapping"
    SEQUENCE = "sequence"
    END = "end"
    ALIAS = "alias"
    DOCUMENT = "document"


class Event(NamedTuple):
    """One thing the parser saw."""

    kind: Kind
    position: Position
    text: str
    anchor: str | None  # for an alias the name it refers to
    tag: str | None
    is_plain: bool  # a word without quotes


_KINDS = {
    yaml.ScalarEvent: Kind.SCALAR,
    yaml.MappingStartEvent: Kind.MAPPING,
    yaml.SequenceStartEvent: Kind.SEQUENCE,
    yaml.MappingEndEvent: Kind.END,
    yaml.SequenceEndEvent: Kind.END,
    yaml.AliasEvent: Kind.ALIAS,
    yaml.DocumentStartEvent: Kind.DOCUMENT,
}
_PARSER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # libyaml is some thirty times as fast; the wheels carry it


def events(text: str, file: str) -> Iterator[Event]:
    """Yield the events of a text as the parser meets them; raise `SpecSyntaxError` where it cannot go on."""
    try:
        for seen in yaml.parse(text, Loader=_PARSER):
            kind = _KINDS.get(type(seen))
            if kind is None:
                continue
            mark = seen.start_mark
            yield Event(
                kind,
                (mark.line + 1, mark.column + 1),
                getattr(seen, "value", ""),
                getattr(seen, "anchor", None),
                getattr(seen, "tag", None),
                not getattr(seen, "style", None),
            )
    except yaml.YAMLError as error:
        raise _syntax_error(error, text, file) from None


def _syntax_error(error: yaml.YAMLError, text: str, file: str) -> SpecSyntaxError:
    complaint = str(getattr(error, "problem", None) or "this is not YAML")
    stopped, opened = getattr(error, "problem_mark", None), getattr(error, "context_mark", None)
    # What is never closed is mended where it was opened, not where the parser gave up.
    mark = opened if opened and is_left_open(complaint) else stopped or opened
    where = Source(file, mark.line + 1, mark.column + 1) if mark else Source(file)
    return syntax_error(complaint, where, text)
