"""`dragoman serve`: the page and the HTTP API."""

import signal
import sys
from typing import Annotated

import typer

from dragoman.cli import options
from dragoman.cli.fault import keep
from dragoman.cli.output import say
from dragoman.errors import MissingExtraError


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("serve", help="Serve the page and the HTTP API on this machine.", epilog="Example: dragoman serve")(
        serve
    )


def serve(
    *,
    host: Annotated[str, typer.Option(help="Other hosts than this machine need DRAGOMAN_TOKEN.")] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option(min=0, max=65535, help="Where to listen; not given: 8000, or a free one when that is taken."),
    ] = None,
    project: options.ProjectFolder = None,
    reference_date: options.ReferenceDate = None,
) -> None:
    """Serve until Ctrl-C."""
    from dragoman.app.dragoman import open_dragoman
    from dragoman.app.front_door import warm
    from dragoman.cli.progress import TerminalProgress

    try:
        from dragoman.server.serve import Voice
        from dragoman.server.serve import serve as listen
    except ModuleNotFoundError as missing:
        if (missing.name or "").startswith("dragoman"):
            raise
        raise MissingExtraError("the server", "server") from None
    day = options.read_date(reference_date)
    with TerminalProgress() as progress:
        dragoman = open_dragoman(project=project, reference_date=day, sink=progress)
        dragoman.runtime.prepare()
        warm(dragoman.runtime)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # whoever stops services stops it like Ctrl-C
    voice = Voice(say=_say_now, keep_fault=keep)
    try:
        listen(dragoman, host=host, port=port, token=dragoman.runtime.settings.token, voice=voice)
    except KeyboardInterrupt:
        say("\nStopped. What was asked is kept; unfinished work goes on at the next start.")
    finally:
        dragoman.runtime.close()


def _say_now(text: str) -> None:
    say(text)
    sys.stdout.flush()  # also into a pipe
