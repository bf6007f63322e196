"""`dragoman ground`: check somebody's answer against passages, claim by claim."""

from pathlib import Path
from typing import Annotated, Any

import typer

from dragoman.cli import options
from dragoman.cli.batch import BatchLine, run_batch
from dragoman.cli.output import say, say_json
from dragoman.domain.utterance import readable
from dragoman.errors import Source, UsageError


class PassageFileError(UsageError):
    """A file of `--passage` cannot be read."""

    code = "passage-file"


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(
        "ground",
        help="Check the claims of an answer against passages.",
        epilog='Examples: dragoman ground "Revenue rose by 3 %." --passage page.txt · '
        "dragoman ground --batch answers.jsonl --json",
    )(ground)


def ground(
    answer: Annotated[str | None, typer.Argument(help='The answer to check; "-" reads it from standard input.')] = None,
    *,
    passage: Annotated[
        list[Path] | None, typer.Option(metavar="FILE", help="A text file to check against; may be repeated.")
    ] = None,
    question: Annotated[str, typer.Option(help="The question that was asked.")] = "",
    reference_date: options.ReferenceDate = None,
    batch: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help='JSON lines with "id", "answer", "passages": [{"text"}] and perhaps "question"; '
            '"-" reads standard input.',
        ),
    ] = None,
    project: options.ProjectFolder = None,
    as_json: options.AsJson = False,
) -> None:
    """Print the verdict on one answer or on a batch."""
    from dragoman.app.dragoman import open_handle

    words = options.read_words(answer, batch)
    if batch and (passage or question):
        raise options.OptionsError("a batch has no --passage and no --question", remedy="Write them into its lines.")
    with open_handle(project=project, reference_date=options.read_date(reference_date)) as handle:

        def check(line: BatchLine) -> dict[str, Any]:
            return handle.ground(line.fields, reference_date=line.reference_date)

        if batch:
            raise typer.Exit(run_batch(batch, check, needs="answer"))
        texts = [{"text": _text_of(path), "document": readable(path.name)} for path in passage or ()]
        record = handle.ground({"answer": words, "passages": texts, "question": readable(question)})
    if as_json:
        say_json(record)
        return
    say(f"grounded: {record['verdict']}   score {record['score']:.2f}")
    for claim in record["claims"]:
        say(f"  {claim['verdict']:<13} {claim['text']}   {claim['reason']}")
    if not record["claims"]:
        say("  Nothing in this answer can be checked.")


def _text_of(path: Path) -> str:
    try:
        return path.read_text("utf-8", errors="replace")
    except OSError as fault:
        raise PassageFileError(
            f"the passage cannot be read ({fault.strerror})", where=Source(str(path)), remedy="Check the path."
        ) from None
