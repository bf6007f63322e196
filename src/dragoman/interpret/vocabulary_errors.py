"""What can be wrong with a vocabulary beyond the shape of its files."""

from collections.abc import Iterable

from dragoman.errors import Source, SpecError, suggestion


class NoVocabularyError(SpecError):
    """A folder that holds no vocabulary file."""

    code = "no-vocabulary"

    def __init__(self, folder: str) -> None:
        super().__init__(
            "no vocabulary file (*.yaml) is here",
            where=Source(folder),
            remedy="Name a folder with at least one, for example companies.yaml.",
        )


class DuplicatePhraseError(SpecError):
    """One phrase names two things, so neither could be meant."""

    code = "duplicate-phrase"

    def __init__(self, phrase: str, *, names: tuple[str, str], where: Source, first: Source) -> None:
        super().__init__(
            f"the phrase {phrase!r} names {names[1]!r} here and {names[0]!r} at {first}",
            where=where,
            remedy="Keep it in one place, or put it under `vague` of one with the other in `alternatives`.",
        )


class DuplicateNameError(SpecError):
    """Two entries of one vocabulary have the same canonical name."""

    code = "duplicate-name"

    def __init__(self, kind: str, name: str, *, where: Source, first: Source) -> None:
        super().__init__(
            f"the {kind} {name!r} is defined here and at {first}",
            where=where,
            remedy="Keep one. A project that extends the packaged vocabulary may redefine an entry, but only once.",
        )


class UnknownReferenceError(SpecError):
    """An entry points to a metric, basis or company that no file defines."""

    code = "unknown-reference"

    def __init__(self, kind: str, name: str, *, where: Source, known: Iterable[str]) -> None:
        super().__init__(
            f"no vocabulary file defines the {kind} {name!r}",
            where=where,
            remedy=suggestion(name, known) or f"Define it, or name one of: {', '.join(sorted(known)[:12])}…",
        )
