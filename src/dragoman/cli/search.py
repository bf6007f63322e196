"""`dragoman search`: passages of the documents, best first, with the reason."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from dragoman.cli import options
from dragoman.cli.exits import ANSWERED, NOT_COVERED
from dragoman.cli.output import say, say_json

if TYPE_CHECKING:
    from dragoman.domain.document import ScoredPassage

_EXCERPT = 240  # characters
_BEFORE = 40  # characters shown before the first word that matched


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(
        "search",
        help="Search the documents' passages, and say why each was found.",
        epilog='Example: dragoman search "iron ore shipments" --company FMG --k 3',
    )(search)


def search(
    text: options.Text = None,
    *,
    company: Annotated[str | None, typer.Option(metavar="TICKER", help="Only this company.")] = None,
    period: Annotated[str | None, typer.Option(metavar="LABEL", help="Only this period, for example FY2024.")] = None,
    document: Annotated[str | None, typer.Option(metavar="ID", help="Only this document.")] = None,
    k: Annotated[int, typer.Option(min=1, max=100, help="How many passages.")] = 5,
    project: options.ProjectFolder = None,
    as_json: options.AsJson = False,
) -> None:
    """Print the best passages."""
    from dragoman.app.dragoman import open_handle
    from dragoman.app.records import passage_record

    words = options.read_text(text)
    with open_handle(project=project) as handle:
        found = handle.search(words, company=company, period=period, document=document, k=k)
    if as_json:
        say_json([passage_record(one) for one in found])
        raise typer.Exit(ANSWERED if found else NOT_COVERED)
    for place, one in enumerate(found, start=1):
        say(_hit(place, one))
    if not found:
        say("No passage matches. Try fewer or other words.", err=True)
        raise typer.Exit(NOT_COVERED)


def _hit(place: int, found: "ScoredPassage") -> str:
    passage = found.passage
    kind = "table, " if passage.kind == "table" else ""
    head = f"{place}. {passage.title}, page {passage.page}, {kind}{' › '.join(passage.section)}".rstrip(", ")
    words = [one.word for one in found.reasons.words if one.place == "text"]
    return f"{head}   score {found.score:.2f}\n   why: {found.why}\n   {excerpt(passage.text, words)}\n"


def excerpt(text: str, words: Sequence[str]) -> str:
    """Return the part of the text, on one line, that holds most of the words; its beginning where it holds none."""
    line = " ".join(text.split())
    starts = {word: [match.start() for match in re.finditer(re.escape(word), line.lower())] for word in words}
    begins = [0, *sorted(start for found in starts.values() for start in found)]
    begin = max(
        begins, key=lambda at: sum(any(at <= one < at + _EXCERPT for one in found) for found in starts.values())
    )
    begin = 0 if begin <= _BEFORE else line.rfind(" ", 0, begin - _BEFORE) + 1
    part = line[begin : begin + _EXCERPT]
    return f"{'… ' if begin else ''}{part}{' …' if begin + _EXCERPT < len(line) else ''}"
