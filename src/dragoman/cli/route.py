"""`dragoman route`: where a question would go, and why; nothing is searched."""

from typing import Any

import typer

from dragoman.cli import options
from dragoman.cli.batch import BatchLine, run_batch
from dragoman.cli.exits import status_of
from dragoman.cli.output import say, say_json


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(
        "route",
        help="Show how a question is understood and where it would go, without answering it.",
        epilog='Example: dragoman route "Compare BHP and Rio EBITDA over the past three years" --json',
    )(route)


def route(
    text: options.Text = None,
    *,
    assistant: options.Assistant = None,
    reference_date: options.ReferenceDate = None,
    policy: options.PolicyName = None,
    batch: options.Batch = None,
    project: options.ProjectFolder = None,
    as_json: options.AsJson = False,
) -> None:
    """Print the decision about one text or a batch."""
    from dragoman.app.dragoman import open_handle

    words = options.read_words(text, batch)
    day = options.read_date(reference_date)
    settings = options.settings_with(policy)
    with open_handle(project=project, assistant=assistant, settings=settings, reference_date=day) as handle:

        def answer(line: BatchLine) -> dict[str, Any]:
            return handle.route(line.text, history=line.history, reference_date=line.reference_date)

        if batch:
            raise typer.Exit(run_batch(batch, answer))
        record = answer(BatchLine(text=words, fields={}))
    if as_json:
        say_json(record)
    else:
        _print(record)
    raise typer.Exit(status_of(record["outcome"]))


def _print(record: dict[str, Any]) -> None:
    say(f"{record['outcome']} → {record['route'] or '–'}   confidence {record['confidence']:.2f}")
    say(f"decided by {record['decided_by']}: {record['reason'].removeprefix(record['decided_by']).lstrip()}")
    flags = [f"{name} {flag['confidence']:.2f}" for name, flag in record["flags"].items() if flag["value"]]
    say(f"flags: {', '.join(flags) or 'none'}")
    for query in record["queries"]:
        say(f"query: {query['text']}")
    if record["clarification"]:
        say(record["clarification"]["question"])
        for number, option in enumerate(record["clarification"]["options"], start=1):
            say(f"  {number}  {option['text']}")
    if record["direct_answer"]:
        say(record["direct_answer"])
