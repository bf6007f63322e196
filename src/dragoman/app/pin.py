"""A scenario that is named, so that nothing decides where the words go."""

from dragoman.app.runtime import Runtime
from dragoman.errors import UnknownNameError, UsageError


class PinError(UsageError):
    """A scenario is named together with an assistant that runs none."""

    code = "pin"

    def __init__(self, scenario: str, assistant: str) -> None:
        super().__init__(
            f"the scenario {scenario!r} is run by the tasks assistant, but {assistant} is named",
            remedy="Leave the assistant out, or the scenario.",
        )


def check_pin(runtime: Runtime, scenario: str) -> None:
    """Raise UnknownNameError before anything is stored when there is no such scenario."""
    runtime.shop.refresh()
    if scenario not in runtime.shop.scenarios:
        raise UnknownNameError("scenario", scenario, runtime.shop.scenarios)
