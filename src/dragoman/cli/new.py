"""`dragoman new`: a project folder for reports and companies of your own."""

import shlex
from pathlib import Path
from typing import Annotated

import typer

from dragoman.cli.output import say
from dragoman.domain.utterance import readable


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("new", help="Write a small project folder.", epilog="Example: dragoman new my-reports")(new)


def new(folder: Annotated[Path, typer.Argument(help="Where to write it; made if it is not there.")]) -> None:
    """Write the files and say what to do with them."""
    from dragoman.app.project import create_project

    for path in create_project(folder):
        say(f"wrote {path}")
    name = shlex.quote(readable(str(folder)))
    say(f"Put reports or agreements into {name}/documents, then:")
    say(f"  dragoman ingest --project {name}")
    say(f'  dragoman ask --project {name} "What was the revenue of ... in 2024?"')
