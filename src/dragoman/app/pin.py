"""A scenario that is named, so that nothing decides where the words go."""

from dragoman.errors import UsageError


class PinError(UsageError):
    """A scenario is named together with an assistant that runs none."""

    code = "pin"

    def __init__(self, scenario: str, assistant: str) -> None:
        super().__init__(
            f"the scenario {scenario!r} is run by the tasks assistant, but {assistant} is named",
            remedy="Leave the assistant out, or the scenario.",
        )
