"""What can be wrong with a YAML file, one class per remedy. `dragoman.errors.SpecError` is the root.

SpecError
├── UnreadableSpecError    no such file, a folder, not UTF-8, control characters
├── SpecTooLargeError      too many bytes, too deep, or aliases that multiply
├── SpecSyntaxError        not YAML
├── ForbiddenYamlError     YAML, but a part of it that we do not read
├── DuplicateKeyError      a key that stands there twice
├── UnknownKeyError        a key that nothing reads
├── MissingKeyError        a key that must be there
├── WrongValueError        a value of another kind than expected
└── FaultySpecError        several of these in one file; each is in `problems`
"""

from collections.abc import Iterable, Sequence
from typing import Never

from dragoman.errors import Source, SpecError, suggestion


class UnreadableSpecError(SpecError):
    """The file cannot be read as text."""

    code = "spec-unreadable"


class SpecTooLargeError(SpecError):
    """The file is larger, deeper or more entangled than a file written by hand."""

    code = "spec-too-large"


class SpecSyntaxError(SpecError):
    """The text is not YAML."""

    code = "spec-syntax"


class ForbiddenYamlError(SpecError):
    """The text is YAML, but uses a part of it that could hide what a file says."""

    code = "forbidden-yaml"


class DuplicateKeyError(SpecError):
    """A key stands twice in one mapping."""

    code = "duplicate-key"

    def __init__(self, key: str, *, where: Source, first: Source) -> None:
        super().__init__(
            f"the key {key!r} stands here a second time; the first is at line {first.line}, column {first.column}",
            where=where,
            remedy="Remove one of the two, or rename it.",
        )


class UnknownKeyError(SpecError):
    """A key that nothing reads."""

    code = "unknown-key"

    def __init__(self, key: str, *, where: Source, known: Iterable[str]) -> None:
        known = list(known)
        listed = f"Known here: {', '.join(known)}." if known else "Remove it."
        super().__init__(f"unknown key {key!r}", where=where, remedy=suggestion(key, known) or listed)


class MissingKeyError(SpecError):
    """A key that must be there."""

    code = "missing-key"

    def __init__(self, key: str, *, where: Source) -> None:
        super().__init__(f"the key {key!r} is missing", where=where, remedy=f'Add it: "{key}: …".')


class WrongValueError(SpecError):
    """A value of another kind than expected."""

    code = "wrong-value"

    def __init__(self, key: str, problem: str, *, where: Source, remedy: str) -> None:
        super().__init__(f"{key}: {problem}" if key else problem, where=where, remedy=remedy)


class FaultySpecError(SpecError):
    """Several faults, in the order of their places."""

    code = "several-faults"

    def __init__(self, faults: Sequence[SpecError]) -> None:
        self.faults = tuple(faults)
        files = {fault.where.file for fault in faults if fault.where}
        one_file = next(iter(files)) if len(files) == 1 else ""
        head = f"{len(faults)} faults in {one_file or f'{len(files)} files'}"
        lines = [f"  {line}" for fault in faults for line in fault.message.splitlines()]
        super().__init__("\n".join([head, *lines]), where=faults[0].where, remedy="Nothing of the file was taken over.")

    @property
    def message(self) -> str:
        """The faults with their own places, without the place of the whole."""
        return f"{self.problem}\n{self.remedy}"

    @property
    def problems(self) -> tuple[SpecError, ...]:
        """Each fault as its own error."""
        return self.faults


def raise_faults(faults: Sequence[SpecError]) -> Never:
    """Raise one fault as it is, several as one `FaultySpecError`, sorted by place."""
    flat = [problem for fault in faults for problem in fault.problems]
    ordered = sorted(flat, key=_order)
    raise ordered[0] if len(ordered) == 1 else FaultySpecError(ordered)


def _order(fault: SpecError) -> tuple[str, int, int]:
    place = fault.where or Source("")
    return place.file, place.line, place.column
