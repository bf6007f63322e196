"""`dragoman new`: a project folder for reports and companies of your own."""

from pathlib import Path
from typing import Annotated

import typer


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("new", help="Write a small project folder.", epilog="Example: dragoman new my-reports")(new)


def new(folder: Annotated[Path, typer.Argument(help="Where to write it; made if it is not there.")]) -> None:
    """Write the files and say what to do with them."""
    from dragoman.app.project import create_project

    for path in create_project(folder):
        typer.echo(f"wrote {path}")
    typer.echo(f"Name your companies in {folder}/vocabulary/companies.yaml, put reports into {folder}/documents, then:")
    typer.echo(f"  dragoman ingest --project {folder} {folder}/documents --company TICKER --period FY2024")
