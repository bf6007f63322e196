"""The command `dragoman`."""

import errno
import os
import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from dragoman.cli import (
    ask,
    chat,
    demo,
    doctor,
    documents,
    evaluate,
    export,
    facts,
    grid,
    ground,
    ingest,
    interpret,
    jobs,
    memory,
    models,
    new,
    news,
    route,
    scenarios,
    search,
    serve,
    threads,
    trace,
    vocabulary,
)
from dragoman.cli.exits import ANSWERED, FAILED, INTERRUPTED, USAGE
from dragoman.cli.fault import keep
from dragoman.cli.output import open_streams, say, say_json
from dragoman.errors import DragomanError, UsageError
from dragoman.version import __version__

app = typer.Typer(
    name="dragoman",
    help="Understands what a person asks, asks back when it is not sure, answers only what the page supports.",
    epilog="Exit status: 0 answered, 1 failed, 2 usage, 3 a question waits, 4 not covered or out of scope.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for module in (
    ask,
    chat,
    demo,
    ingest,
    documents,
    facts,
    search,
    interpret,
    route,
    ground,
    trace,
    threads,
    export,
    grid,
):
    module.register(app)
for module in (serve, jobs, memory, models, vocabulary, scenarios, news, new, evaluate, doctor):
    module.register(app)


def _show_version(wanted: bool) -> None:  # noqa: FBT001  # typer calls it so
    if wanted:
        typer.echo(f"dragoman {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version.", callback=_show_version, is_eager=True)
    ] = False,
) -> None:
    """Ask about the annual reports of mining companies, in your own words."""


def main() -> None:
    """Run the command line of this process."""
    open_streams()
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Run one command and return its exit status; every fault ends in one message."""
    try:
        app(list(arguments), prog_name="dragoman")
    except SystemExit as end:
        if end.code == INTERRUPTED:  # typer has caught the Ctrl-C
            say("\nStopped. What was finished is kept; the same command does the rest.", err=True)
        return _flushed(end.code if isinstance(end.code, int) else FAILED)
    except DragomanError as error:
        _show_error(error, as_json="--json" in arguments)
        return _flushed(USAGE if isinstance(error, UsageError) else FAILED)
    except Exception as fault:  # noqa: BLE001  # the last line of defence: no traceback at a person
        _show_fault(fault, as_json="--json" in arguments)
        return _flushed(FAILED)
    return ANSWERED


def _flushed(status: int) -> int:
    """Write out what is buffered. A reader that has gone, as with `| head`, is no fault worth a message."""
    try:
        sys.stdout.flush()
    except OSError as fault:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or Python tries once more at exit
        if fault.errno != errno.EPIPE:
            say(f"error: the output cannot be written ({fault.strerror})", err=True)
        return FAILED
    return status


def _show_error(error: DragomanError, *, as_json: bool) -> None:
    if as_json:
        record = {"code": error.code, "message": error.problem, "remedy": error.remedy}
        if error.where:
            record["where"] = str(error.where)
        say_json({"error": record})
        return
    say(f"error: {error.message}", err=True)


def _show_fault(fault: Exception, *, as_json: bool) -> None:
    """Say that the fault is ours."""
    if isinstance(fault, OSError) and fault.errno == errno.ENOSPC:
        say("error: there is no space left to write to. Free some, then try again.", err=True)
        return
    kept = keep(fault)
    if as_json:
        say_json({"error": {"code": "fault", "message": f"something went wrong inside Dragoman: {kept}", "remedy": ""}})
        return
    say(f"error: something went wrong inside Dragoman; this is our fault: {kept}.", err=True)
    say("Please send it with the command you typed. DRAGOMAN_DEBUG=1 shows more.", err=True)
