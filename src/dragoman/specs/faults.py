"""pydantic's findings → our errors, each at its place in the file."""

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel, ValidationError

from dragoman.errors import Source, SpecError, suggestion
from dragoman.specs.errors import MissingKeyError, UnknownKeyError, WrongValueError
from dragoman.specs.events import Position
from dragoman.specs.shape import Step, keys_at
from dragoman.specs.tree import Node

_EXPECTED = {
    "string_type": "a text",
    "string_sub_type": "a text",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "decimal_type": "a number",
    "bool_type": "true or false",
    "date_type": "a date such as 2026-11-30",
    "list_type": "a list",
    "tuple_type": "a list",
    "set_type": "a list",
    "frozen_set_type": "a list",
    "dict_type": "a mapping",
    "mapping_type": "a mapping",
    "model_type": "a mapping",
    "model_attributes_type": "a mapping",
    "dataclass_type": "a mapping",
    "none_required": "nothing",
}


class _Finding:
    """One finding of pydantic with the node it is about."""

    def __init__(self, details: Mapping[str, Any], root: Node) -> None:
        self.kind: str = details["type"]
        self.text: str = details["msg"]
        self.context: Mapping[str, Any] = details.get("ctx") or {}
        self.path: tuple[Step, ...] = tuple(details["loc"])
        self.steps: list[Step] = []
        self.node = self.parent = root
        self.position: Position = root.position
        for step in self.path:
            if child := self.node.child(step):
                self.parent, self.position = self.node, self.node.place_of(step, child)
                self.node = child
                self.steps.append(step)

    @property
    def expected(self) -> str | None:
        return _EXPECTED.get(self.kind)


def faults_of(error: ValidationError, root: Node, shape: type[BaseModel], file: str) -> list[SpecError]:
    """Return one error for each thing that is wrong."""
    findings = [_Finding(details, root) for details in error.errors(include_url=False)]
    kept = [finding for finding in findings if not _is_shadowed(finding, findings)]
    faults: list[SpecError] = []
    told: set[tuple[Position, str]] = set()
    for finding in kept:
        fault = _fault(finding, kept, shape, file)
        if (mark := (finding.position, fault.problem)) not in told:
            told.add(mark)
            faults.append(fault)
    return faults


def _is_shadowed(finding: _Finding, findings: Sequence[_Finding]) -> bool:
    # A union complains once for each member; where one member got deeper, the others' complaints say nothing.
    depth = len(finding.steps)
    return finding.expected is not None and any(
        len(other.steps) > depth and other.steps[:depth] == finding.steps for other in findings
    )


def _fault(finding: _Finding, findings: Sequence[_Finding], shape: type[BaseModel], file: str) -> SpecError:
    where = Source(file, *finding.position)
    if finding.kind in ("extra_forbidden", "unexpected_keyword_argument"):
        return _unknown_key(finding, shape, file)
    if finding.kind in ("missing", "missing_argument"):
        return MissingKeyError(str(finding.path[-1]), where=where, expected=f'"{finding.path[-1]}: …"')
    if finding.expected:
        here = [other.expected for other in findings if other.node is finding.node and other.expected]
        return _wrong_kind(finding, list(dict.fromkeys(here)), where)
    if finding.kind in ("literal_error", "enum"):
        return _wrong_word(finding, where)
    problem, _, remedy = _words(finding).partition("\n")
    return WrongValueError(f"{_name(finding)}{problem}", where=where, remedy=remedy)


def _unknown_key(finding: _Finding, shape: type[BaseModel], file: str) -> SpecError:
    key = str(finding.path[-1])
    position = finding.parent.keys.get(key, finding.position)
    return UnknownKeyError(key, where=Source(file, *position), known=keys_at(shape, finding.path[:-1]))


def _wrong_kind(finding: _Finding, expected: Sequence[str | None], where: Source) -> SpecError:
    wanted = " or ".join(str(words) for words in expected)
    value = finding.node.value
    remedy = ""
    if "a text" in expected and isinstance(value, int | float):
        remedy = f'If the text is meant, put it in quotes: "{str(value).lower()}".'
    elif "a list" in expected and not isinstance(value, dict | list) and value is not None:
        remedy = f"Write it as a list: [{value}]."
    return WrongValueError(f"{_name(finding)}expected {wanted}, found {_shown(value)}", where=where, remedy=remedy)


def _wrong_word(finding: _Finding, where: Source) -> SpecError:
    expected = str(finding.context.get("expected", ""))
    known = [word.strip("' ") for part in expected.split(",") for word in part.split(" or ")]
    value = finding.node.value
    near = suggestion(value, known) if isinstance(value, str) else ""
    return WrongValueError(
        f"{_name(finding)}{_shown(value)} is not one of the words that may stand here",
        where=where,
        remedy=near or f"One of: {', '.join(known)}.",
    )


def _words(finding: _Finding) -> str:
    if (error := finding.context.get("error")) is not None:
        return str(error)
    return finding.text[:1].lower() + finding.text[1:]


def _name(finding: _Finding) -> str:
    names = [step for step in finding.steps if isinstance(step, str)]
    return f"{names[-1]}: " if names else ""


def _shown(value: object) -> str:
    match value:
        case None:
            return "nothing"
        case bool():
            return str(value).lower()
        case str():
            return f"the text {value[:40]!r}"
        case int() | float():
            return f"the number {value}"
        case list():
            return "a list"
    return "a mapping"
