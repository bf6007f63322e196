"""`dragoman threads`: earlier conversations."""

import json
from typing import Annotated

import typer

from dragoman.cli import options


def register(app: typer.Typer) -> None:
    """Add the command group."""
    group = typer.Typer(help="List, show or remove threads.", no_args_is_help=True, rich_markup_mode=None)
    group.command("list", help="List the newest threads.")(list_threads)
    group.command("show", help="Print a thread.")(show_thread)
    group.command("remove", help="Forget a thread.")(remove_thread)
    app.add_typer(group, name="threads")


ThreadId = Annotated[str, typer.Argument(metavar="THREAD", help="As `dragoman threads list` shows it.")]


def list_threads(*, project: options.ProjectFolder = None, as_json: options.AsJson = False) -> None:
    """Print one line a thread, newest first."""
    from dragoman.app.dragoman import open_handle

    with open_handle(project=project) as handle:
        found = handle.runtime.threads.threads()
    if as_json:
        typer.echo(json.dumps([{"thread": thread, "label": words[:80]} for thread, words in found]))
        return
    for thread, words in found:
        typer.echo(f"{thread}  {' '.join(words.split())[:80]}")


def show_thread(thread: ThreadId, *, project: options.ProjectFolder = None) -> None:
    """Print the questions and answers of a thread."""
    from dragoman.app.dragoman import open_handle
    from dragoman.cli.render import plain

    with open_handle(project=project) as handle:
        for turn in handle.runtime.threads.turns(thread):
            typer.echo(f"\n{turn.number}. {plain(turn.question)}")
            typer.echo(plain(turn.answer["text"]) if turn.answer else "(not answered: the work was stopped)")


def remove_thread(thread: ThreadId, *, project: options.ProjectFolder = None) -> None:
    """Forget a thread."""
    from dragoman.app.dragoman import open_handle

    with open_handle(project=project) as handle:
        handle.runtime.threads.remove(thread)
    typer.echo(f"removed {thread}")
