"""`dragoman interpret`: what code can know about a text."""

import json
from typing import Annotated, Any

import typer

from dragoman.cli import options
from dragoman.cli.batch import BatchLine, run_batch
from dragoman.cli.output import say, say_json


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(
        "interpret",
        help="Show what is recognised in a text: companies, metrics, periods, amounts, dates, comparisons.",
        epilog='Example: dragoman interpret "Did Rio pay more than US$4 a share in FY2023?" --json',
    )(interpret)


def interpret(
    text: options.Text = None,
    *,
    vocabulary: Annotated[
        str | None, typer.Option(metavar="NAME|FILE", help='A packaged vocabulary ("mines") or a folder of your own.')
    ] = None,
    dimensions: Annotated[
        str | None, typer.Option(metavar="A,B", help="Only these dimensions, for example money,date.")
    ] = None,
    reference_date: options.ReferenceDate = None,
    batch: options.Batch = None,
    project: options.ProjectFolder = None,
    as_json: options.AsJson = False,
) -> None:
    """Print the interpretation of one text or of a batch."""
    from dragoman.app.runtime import Runtime
    from dragoman.app.settings import load_settings
    from dragoman.interpret.record import interpretation_record

    words = options.read_words(text, batch)
    wanted = tuple(name.strip() for name in dimensions.split(",")) if dimensions else None
    with Runtime(load_settings(), project=project, vocabulary=vocabulary) as runtime:
        interpreter = runtime.interpreter_for(wanted)
        today = options.read_date(reference_date) or runtime.clock.today()

        def answer(line: BatchLine) -> dict[str, Any]:
            seen = interpreter.interpret(line.text, reference_date=line.reference_date or today)
            return interpretation_record(seen)

        if batch:
            raise typer.Exit(run_batch(batch, answer))
        record = answer(BatchLine(text=words, fields={}))
    if as_json:
        say_json(record)
    else:
        _print(record)


def _print(record: dict[str, Any]) -> None:
    for entity in record["entities"]:
        value = json.dumps(entity["value"], ensure_ascii=False)
        say(f"{entity['dimension']:<15} {value:<42} {entity['text']!r} {entity['start']}–{entity['end']}")
    for constraint in record["constraints"]:
        negated = "not " if constraint["negated"] else ""
        value = json.dumps(constraint["value"], ensure_ascii=False)
        say(f"{'constraint':<15} {negated}{constraint['comparator']} {value} on {constraint['subject'] or '?'}")
    for intent in record["intents"]:
        say(f"{'intent':<15} {intent['intent']:<42} rule {intent['rule']}")
    for mention in record["unsupported"]:
        say(f"{'not covered':<15} {mention['text']!r:<42} {mention['reason']}")
    for note in record["notes"]:
        say(f"{'note':<15} {note}")
    if not any(record[part] for part in ("entities", "constraints", "intents", "unsupported")):
        say("Nothing was recognised in this text.")
