"""What can be wrong with a grid before anything is asked."""

from pathlib import Path

from dragoman.errors import Source, UsageError


class GridQuestionError(UsageError):
    """A question of a grid cannot be asked."""

    code = "grid-question"


class GridShapeError(UsageError):
    """A grid has no rows, no columns, or too many cells."""

    code = "grid-shape"


class GridInUseError(UsageError):
    """Another process is filling the same grid."""

    code = "grid-in-use"

    def __init__(self, path: Path) -> None:
        super().__init__(
            "another process is filling this grid",
            where=Source(str(path)),
            remedy="Wait for it, stop it with Ctrl-C (what it finished is kept), or name another file.",
        )


class GridJournalError(UsageError):
    """The file beside a grid that keeps its cells is not one of ours."""

    code = "grid-journal"

    def __init__(self, path: Path, why: str) -> None:
        super().__init__(
            f"the cells that were asked before cannot be read ({why})",
            where=Source(str(path)),
            remedy="Move this file away to ask everything again, or name another output.",
        )
