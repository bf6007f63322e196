"""`dragoman search`: passages of the documents, best first, with the reason."""

from typing import Annotated

import typer

from dragoman.cli import options
from dragoman.cli.exits import ANSWERED, NOT_COVERED
from dragoman.cli.output import say, say_json


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(
        "search",
        help="Search the documents' passages.",
        epilog='Example: dragoman search "iron ore shipments" --company FMG --k 3',
    )(search)


def search(
    text: options.Text = None,
    *,
    company: Annotated[str | None, typer.Option(metavar="TICKER", help="Only this company.")] = None,
    period: Annotated[str | None, typer.Option(metavar="LABEL", help="Only this period, for example FY2024.")] = None,
    k: Annotated[int, typer.Option(min=1, max=100, help="How many passages.")] = 5,
    project: options.ProjectFolder = None,
    as_json: options.AsJson = False,
) -> None:
    """Print the best passages."""
    from dragoman.app.dragoman import open_handle
    from dragoman.app.records import passage_record

    words = options.read_text(text)
    with open_handle(project=project) as handle:
        found = handle.search(words, company=company, period=period, k=k)
    if as_json:
        say_json([passage_record(one) for one in found])
        raise typer.Exit(ANSWERED if found else NOT_COVERED)
    for place, one in enumerate(found, start=1):
        passage = one.passage
        section = " › ".join(passage.section)
        say(f"{place}. {passage.title}, page {passage.page}, {section}   score {one.score:.2f} · {one.why}")
        say(f"   {' '.join(passage.text.split())[:240]}\n")
    if not found:
        say("No passage matches. Try fewer or other words.", err=True)
        raise typer.Exit(NOT_COVERED)
