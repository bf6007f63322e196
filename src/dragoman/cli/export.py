"""`dragoman export`: an answer or a conversation as a sheet, CSV, Markdown or one page of HTML."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dragoman.cli import options
from dragoman.cli.output import counted, say, say_json
from dragoman.export.errors import NothingToExportError

if TYPE_CHECKING:
    from dragoman.app.exports import Exported

Force = Annotated[bool, typer.Option("--force", help="Replace the file if it is there already.")]


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(
        "export",
        help="Write an answer or a conversation to a file: each number with its document, page and cell.",
        epilog="Example: dragoman export t-7f3:1 -o revenue.xlsx",
    )(export)


def export(
    turn: Annotated[
        str | None,
        typer.Argument(metavar="THREAD[:TURN]", help="The newest thread when nothing is named; all of its turns."),
    ] = None,
    *,
    form: Annotated[
        str | None,
        typer.Option(
            "--format", metavar="FORM", help="xlsx, csv, md or html; else as the file's ending says, else md."
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help='Where to; "-" is standard output, as without it.'),
    ] = None,
    force: Force = False,
    project: options.ProjectFolder = None,
    as_json: options.AsJson = False,
) -> None:
    """Write the file, or print what is text."""
    from dragoman.app.dragoman import open_handle
    from dragoman.app.exports import OF_ANSWERS, check_form, export_thread
    from dragoman.cli.trace import read_turn
    from dragoman.export.file import check_output

    form = form_of(form, output, "md")
    check_form(form, OF_ANSWERS)
    if output and str(output) != "-":
        check_output(output, force=force)
    with open_handle(project=project) as handle:
        thread, number = read_turn(turn) if turn else (_newest(handle.runtime.threads.threads(1)), None)
        exported = export_thread(handle, thread, number, form)
    deliver(exported, output, force=force, as_json=as_json)


def form_of(form: str | None, output: Path | None, otherwise: str) -> str:
    """Return the form that is named, else that of the file's ending."""
    ending = output.suffix.lower().removeprefix(".") if output else ""
    return (form or {"markdown": "md", "htm": "html"}.get(ending, ending) or otherwise).lower()


def deliver(exported: "Exported", output: Path | None, *, force: bool, as_json: bool) -> None:
    """Write the file and say what is in it; texts go to standard output where no file is named."""
    from dragoman.export.file import write_file

    if output is None and not exported.media_type.startswith("text/"):
        output = Path(exported.name)
    if output is None or str(output) == "-":
        for piece in exported.pieces:
            sys.stdout.buffer.write(piece)
        return
    write_file(output, exported.pieces, force=force)
    if as_json:
        say_json({"output": str(output), **exported.counts})
        return
    counts = ", ".join(
        counted(count, name.rstrip("s").replace("_", " ")) for name, count in exported.counts.items() if count
    )
    say(f"wrote {output}: {counts}")


def _newest(threads: tuple[tuple[str, str], ...]) -> str:
    if not threads:
        raise NothingToExportError("nothing was asked yet", remedy='Ask something first: dragoman ask "…"')
    return threads[0][0]
