"""What can go wrong with a classifier; each with what to do."""

from dragoman.errors import Source, StoreError, UsageError


class TooFewExamplesError(UsageError):
    """An intent has too few examples to be learned and calibrated."""

    code = "too-few-examples"

    def __init__(self, intent: str, have: int, need: int) -> None:
        super().__init__(
            f"{intent} has {have} examples; {need} are the least to learn from",
            remedy="Add sentences that people really say.",
        )


class ArtefactError(StoreError):
    """A file of a trained classifier is broken or of another version."""

    code = "artefact"

    def __init__(self, problem: str, *, where: Source) -> None:
        super().__init__(problem, where=where, remedy="Remove it; it is trained anew from the examples.")
