"""What a double says when a test asks it for something it was not told."""

from dragoman.errors import DragomanError


class UnscriptedCallError(DragomanError):
    """A scripted model was called in a way its script says nothing about.

    No ModelError on purpose: a node that goes on without its model must not swallow a gap in the test.
    """

    code = "unscripted-call"

    def __init__(self, problem: str) -> None:
        super().__init__(problem, remedy="Add the reply to the script, or find out why this call is made.")
