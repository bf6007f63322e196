"""`dragoman trace`: a number's tree down to its cells, and the way an answer took."""

from typing import Annotated

import typer

from dragoman.cli import options
from dragoman.cli.output import say, say_json
from dragoman.errors import UsageError


class TurnNameError(UsageError):
    """A turn is named by its thread and number."""

    code = "turn-name"


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(
        "trace",
        help="Show where the numbers of an answer come from and which nodes it went through.",
        epilog="Example: dragoman trace t-7f3:1",
    )(trace)


def trace(
    turn: Annotated[str, typer.Argument(metavar="THREAD[:TURN]", help="The last turn when no number is given.")],
    *,
    project: options.ProjectFolder = None,
    as_json: options.AsJson = False,
) -> None:
    """Print the lineage and the path of one turn."""
    from dragoman.app.dragoman import open_handle
    from dragoman.app.records import answer_record
    from dragoman.cli.lineage import trace_lines

    thread, number = read_turn(turn)
    with open_handle(project=project) as handle:
        answer = handle.answer_of(thread, number)
    if as_json:
        record = answer_record(answer)
        say_json({"lineage": record["lineage"], "path": record["trace"]})
        return
    say("\n".join(trace_lines(answer)))


def read_turn(turn: str) -> tuple[str, int | None]:
    """Return the thread and the number of "THREAD:TURN"; None without a number. Raises TurnNameError."""
    thread, _, number = turn.partition(":")
    if number and not (number.isdecimal() and len(number) < 10):
        raise TurnNameError(f"{number!r} is no turn number", remedy="Write THREAD:TURN, for example t-7f3:1.")
    return thread, int(number) if number else None
