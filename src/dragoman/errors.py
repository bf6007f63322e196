"""Every error a person can meet, as one tree.

    DragomanError
    ├── UsageError            the command or call itself is wrong              exit 2
    │   ├── EmptyInputError       nothing was asked
    │   ├── InputTooLargeError    more text than one question can hold
    │   └── UnknownNameError      a name (thread, question, suite…) that does not exist
    ├── SpecError             a YAML file of the user is wrong, with file:line:column
    ├── DocumentError         a file could not be read; nothing of it was kept
    ├── StoreError            the state on disk is locked, broken or of another version
    └── MissingExtraError     a package of an optional extra is not installed

Each has a stable `code`, the `place` where the fault is, and a `remedy`. Text is built here and nowhere else.
Areas define their own classes below these where a remedy differs.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Source:
    """A place in a file: line and column are counted from 1, 0 means unknown."""

    file: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        if not self.line:
            return self.file
        return f"{self.file}:{self.line}:{self.column}"


class DragomanError(Exception):
    """Something went wrong that a person can act on."""

    code: ClassVar[str] = "error"

    def __init__(self, problem: str, *, where: Source | None = None, remedy: str = "") -> None:
        self.problem = problem
        self.where = where
        self.remedy = remedy
        super().__init__(self.message)

    @property
    def message(self) -> str:
        """One text with place, problem and remedy."""
        place = f"{self.where}  " if self.where else ""
        remedy = f"\n{self.remedy}" if self.remedy else ""
        return f"{place}{self.problem}{remedy}"


class UsageError(DragomanError):
    """The command or call is wrong as it stands."""

    code = "usage"


class EmptyInputError(UsageError):
    """Nothing was asked: the text is empty once blanks and invisible characters are gone."""

    code = "empty-input"

    def __init__(self) -> None:
        super().__init__(
            "there is no question in this text", remedy="Ask something, for example: What was BHP's FY2024 revenue?"
        )


class InputTooLargeError(UsageError):
    """More text than one question can hold."""

    code = "input-too-large"

    def __init__(self, size: int, limit: int) -> None:
        super().__init__(
            f"the text has {size:,} characters; a question may have {limit:,}",
            remedy="Shorten it, or ingest it as a document and ask about that.",
        )


TO_ADD_COMPANY = "dragoman vocabulary add company NAME --ticker TICKER --year-end MONTH --currency CODE"
NAMES_SHOWN = 30  # of those that exist, when a name does not


class UnknownNameError(UsageError):
    """A name that does not exist among those that do."""

    code = "unknown-name"

    def __init__(self, kind: str, name: str, known: Iterable[str], *, to_add: str = "") -> None:
        """`to_add` is the command that makes one of the kind, where a user can."""
        known = sorted(known)
        shown = ", ".join(known[:NAMES_SHOWN]) or "none"
        more = f" and {len(known) - NAMES_SHOWN} more" if len(known) > NAMES_SHOWN else ""
        remedy = suggestion(name, known) or f"There is: {shown}{more}."
        super().__init__(f"there is no {kind} {name!r}", remedy=f"{remedy} To add one: {to_add}" if to_add else remedy)


class SpecError(DragomanError):
    """A YAML file of the user is wrong."""

    code = "spec"

    @property
    def problems(self) -> "tuple[SpecError, ...]":
        """Every fault by itself; a class for several faults returns more than one."""
        return (self,)


class DocumentError(DragomanError):
    """A file could not be read as a document. Nothing of it was kept."""

    code = "document"


class StoreError(DragomanError):
    """The state on disk cannot be used."""

    code = "store"


class MissingExtraError(DragomanError):
    """A package of an optional extra is not installed."""

    code = "missing-extra"

    def __init__(self, what: str, extra: str) -> None:
        self.what, self.extra = what, extra
        super().__init__(f"{what} needs the extra {extra!r}", remedy=f"Install it: pip install 'dragoman[{extra}]'")


def suggestion(name: str, known: Iterable[str]) -> str:
    """Return 'Did you mean "x"?' for the nearest known name, or nothing."""
    near = get_close_matches(name, list(known), n=1, cutoff=0.6)
    return f'Did you mean "{near[0]}"?' if near else ""
