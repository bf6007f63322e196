"""What a double says when a test asks it for something it was not told."""

from dragoman.errors import DragomanError, Source


class UnscriptedCallError(DragomanError):
    """A scripted model was called in a way its script says nothing about.

    No ModelError on purpose: a node that goes on without its model must not swallow a gap in the test.
    """

    code = "unscripted-call"

    def __init__(self, problem: str) -> None:
        super().__init__(problem, remedy="Add the reply to the script, or find out why this call is made.")


class RecordingError(DragomanError):
    """A file of recorded exchanges cannot be read."""

    code = "recording"

    def __init__(self, where: Source) -> None:
        super().__init__("this line is no recorded exchange", where=where, remedy="Remove the line, or record anew.")


class RecordingMissError(DragomanError):
    """A request that was never recorded."""

    code = "recording-miss"

    def __init__(self, key: str, where: Source, known: int) -> None:
        super().__init__(
            f"none of the {known} recorded exchanges is of this request ({key[:12]})",
            where=where,
            remedy="A prompt, its inputs, a tool or a schema has changed since: record anew against the real model.",
        )
