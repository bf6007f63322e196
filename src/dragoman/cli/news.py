"""`dragoman news`: which sources of news are configured, and whether each can be read."""

import asyncio
from dataclasses import asdict
from typing import TYPE_CHECKING

import typer

from dragoman.cli import options
from dragoman.cli.exits import FAILED
from dragoman.cli.output import one_line, say, say_json

if TYPE_CHECKING:
    from dragoman.app.news import Checked


def register(app: typer.Typer) -> None:
    """Add the group of commands."""
    group = typer.Typer(help="List and check the sources of news.", no_args_is_help=True)
    group.command("list", help="List the configured sources; asks none of them.")(list_sources)
    group.command(
        "check", help="Ask each source once; exit status 1 when one fails.", epilog="Example: dragoman news check"
    )(check_sources)
    app.add_typer(group, name="news")


def list_sources(*, project: options.ProjectFolder = None, as_json: options.AsJson = False) -> None:
    """Print one line a source."""
    from dragoman.app.dragoman import open_handle

    with open_handle(project=project) as handle:
        desk = handle.runtime.news()
    if as_json:
        say_json({"origin": desk.origin, "sources": [asdict(one) for one in desk.listed]})
        return
    for one in desk.listed:
        say(f"{one_line(one.name):<22} {one.kind:<7} {one_line(one.place)}")
        if one.problem:
            say(f"    {one.problem}. {one_line(one.remedy)}")
    say(f"configured in: {one_line(desk.origin)}")


def check_sources(*, project: options.ProjectFolder = None, as_json: options.AsJson = False) -> None:
    """Print what a round trip to each gave."""
    from dragoman.app.dragoman import open_handle

    with open_handle(project=project) as handle:
        runtime = handle.runtime
        checked = asyncio.run(runtime.news(always_ask=True).check(today=runtime.clock.today()))
    if as_json:
        say_json([asdict(one) for one in checked])
    else:
        for one in checked:
            _say(one)
    if not all(one.ok for one in checked):
        raise typer.Exit(FAILED)


def _say(one: "Checked") -> None:
    from dragoman.assistants.mines.compose.headlines import source_notes

    newest = f", the newest of {one.newest}" if one.newest else ""
    say(f"{'ok' if one.ok else 'FAULT':<6} {one_line(one.name):<22} {one.items} items{newest}")
    for text in source_notes(one.notes):
        say(f"    {one_line(text)}")
    for note in one.notes:
        if note.remedy:
            say(f"    {one_line(note.remedy)}")
