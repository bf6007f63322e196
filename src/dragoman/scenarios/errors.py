"""What can be wrong with a scenario, one class per remedy; all are `SpecError`s with their place."""

from collections.abc import Iterable

from dragoman.errors import Source, SpecError, suggestion


class ConditionError(SpecError):
    """An expression that is no CEL, names something that cannot be there, or is too large."""

    code = "condition"


class UnknownLevelError(SpecError):
    """An edge names a level that the scenario lacks."""

    code = "unknown-level"

    def __init__(self, name: str, *, key: str, where: Source, levels: Iterable[str]) -> None:
        levels = list(levels)
        near = suggestion(name, levels)
        super().__init__(
            f'edge "{key}: {name}" names no level of this scenario',
            where=where,
            remedy=f"{near} Levels: {', '.join(levels)}.".strip(),
        )


class UnknownPartError(SpecError):
    """A scenario names a tool, an assistant, an output type or a scenario that does not exist."""

    code = "unknown-part"

    def __init__(self, kind: str, name: str, *, where: Source, known: Iterable[str]) -> None:
        known = sorted(known)
        super().__init__(
            f"there is no {kind} {name!r}",
            where=where,
            remedy=suggestion(name, known) or f"There is: {', '.join(known) or 'none'}.",
        )


class ScenarioShapeError(SpecError):
    """Levels and edges that do not make a plan of work which begins, goes on and ends."""

    code = "scenario-shape"


class UnapprovedWriteError(SpecError):
    """Something would be written before a person has agreed to it."""

    code = "unapproved-write"


class RouteClaimError(SpecError):
    """Two scenarios claim one name: an id or an intent route."""

    code = "route-claim"


class PromptFenceError(SpecError):
    """A prompt would show text of others as if it were ours."""

    code = "prompt-fence"
