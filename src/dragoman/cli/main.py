"""The command `dragoman`."""

import json
import sys
import traceback
from typing import Annotated

import typer

from dragoman.cli import (
    ask,
    chat,
    demo,
    doctor,
    documents,
    evaluate,
    facts,
    ground,
    ingest,
    interpret,
    new,
    route,
    search,
    threads,
    trace,
    vocabulary,
)
from dragoman.cli.exits import FAILED, INTERRUPTED, USAGE
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
for module in (ask, chat, demo, ingest, documents, facts, search, interpret, route, ground, trace, threads):
    module.register(app)
for module in (vocabulary, new, evaluate, doctor):
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
    """Run the command line; every fault ends in one message and an exit status."""
    try:
        app()
    except DragomanError as error:
        _show_error(error)
        sys.exit(USAGE if isinstance(error, UsageError) else FAILED)
    except KeyboardInterrupt:
        typer.echo("\nStopped. What was finished is kept; the same command goes on from there.", err=True)
        sys.exit(INTERRUPTED)
    except BrokenPipeError:  # the reader of our output has gone, as with `| head`
        sys.stderr.close()
        sys.exit(FAILED)
    except Exception as fault:  # noqa: BLE001  # the last line of defence: no traceback at a person
        _show_fault(fault)
        sys.exit(FAILED)


def _show_error(error: DragomanError) -> None:
    if "--json" in sys.argv:
        record = {"code": error.code, "message": error.problem, "remedy": error.remedy}
        if error.where:
            record["where"] = str(error.where)
        typer.echo(json.dumps({"error": record}, ensure_ascii=False))
        return
    typer.echo(f"error: {error.message}", err=True)


def _show_fault(fault: Exception) -> None:
    """Say that the fault is ours; keep the traceback in a file for a report."""
    from dragoman.app.settings import load_settings

    settings = load_settings()
    if settings.debug:
        traceback.print_exception(fault)
        return
    log = settings.home / "last-fault.txt"
    settings.home.mkdir(mode=0o700, parents=True, exist_ok=True)
    log.write_text("".join(traceback.format_exception(fault)), encoding="utf-8")
    typer.echo(f"error: something went wrong inside Dragoman ({type(fault).__name__}); this is our fault.", err=True)
    typer.echo(f"The details are in {log}; please send them with what you typed.", err=True)
