"""`dragoman ground`: check somebody's answer against passages, claim by claim."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from dragoman.cli import options
from dragoman.cli.batch import BatchLine, run_batch


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(
        "ground",
        help="Check the claims of an answer against passages.",
        epilog='Example line of a batch: {"id": 1, "answer": "Revenue rose 3 %.", "passages": [{"text": "…"}]}',
    )(ground)


def ground(
    answer: Annotated[str | None, typer.Argument(help='The answer to check; "-" reads it from standard input.')] = None,
    *,
    passage: Annotated[list[Path] | None, typer.Option(metavar="FILE", help="A text file to check against.")] = None,
    question: Annotated[str, typer.Option(help="The question that was asked.")] = "",
    reference_date: options.ReferenceDate = None,
    batch: options.Batch = None,
    project: options.ProjectFolder = None,
    as_json: options.AsJson = False,
) -> None:
    """Print the verdict on one answer or on a batch."""
    from dragoman.app.dragoman import open_handle

    with open_handle(project=project, reference_date=options.read_date(reference_date)) as handle:

        def check(line: BatchLine) -> dict[str, Any]:
            return handle.ground(line.fields, reference_date=line.reference_date)

        if batch:
            raise typer.Exit(run_batch(batch, check))
        texts = [{"text": path.read_text("utf-8", errors="replace"), "document": path.name} for path in passage or ()]
        record = handle.ground({"answer": options.read_text(answer), "passages": texts, "question": question})
    if as_json:
        typer.echo(json.dumps(record, ensure_ascii=False))
        return
    typer.echo(f"grounded: {record['verdict']}   score {record['score']:.2f}")
    for claim in record["claims"]:
        typer.echo(f"  {claim['verdict']:<13} {claim['text']}   {claim['reason']}")
