"""`dragoman ask`: one question, one answer; or the reply to a question of ours; or a batch."""

from contextlib import nullcontext
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dragoman.cli import options
from dragoman.cli.batch import BatchLine, run_batch
from dragoman.cli.exits import status_of
from dragoman.cli.output import say, say_json
from dragoman.errors import UsageError

if TYPE_CHECKING:
    from dragoman.app.dragoman import Handle
    from dragoman.domain.answer import Answer


class ThreadOptionError(UsageError):
    """`--answer` needs to know the thread its question belongs to."""

    code = "thread-option"


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(
        "ask",
        help="Ask a question and read a cited, checked answer.",
        epilog='Examples: dragoman ask "What was BHP\'s FY2024 revenue?" · '
        'dragoman ask --thread t-7f3 "and for Rio?" · dragoman ask --thread t-7f3 --answer q-1 3',
    )(ask)


def ask(
    text: options.Text = None,
    *,
    assistant: options.Assistant = None,
    thread: Annotated[str | None, typer.Option(metavar="ID", help="Go on in this thread.")] = None,
    reply_to: Annotated[
        str | None, typer.Option("--answer", metavar="QUESTION", help="TEXT is the reply to this question of ours.")
    ] = None,
    scenario: Annotated[
        str | None, typer.Option(metavar="ID", help="Run this scenario, without deciding where the words go.")
    ] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Work it out anew, whatever is remembered.")] = False,
    reference_date: options.ReferenceDate = None,
    policy: options.PolicyName = None,
    batch: options.Batch = None,
    project: options.ProjectFolder = None,
    as_json: options.AsJson = False,
) -> None:
    """Answer one text or a batch."""
    from dragoman.app.dragoman import open_handle
    from dragoman.app.records import answer_record
    from dragoman.cli.progress import TerminalProgress
    from dragoman.cli.render import answer_lines

    if reply_to and not thread:
        raise ThreadOptionError("--answer names a question but not its thread", remedy="Add --thread ID.")
    if batch and (reply_to or thread or scenario):
        raise options.OptionsError(
            "a batch has no --thread, --answer and --scenario", remedy='Give each line a "history".'
        )
    if scenario and reply_to:
        raise options.OptionsError("--answer goes on with the scenario that asked", remedy="Leave --scenario out.")
    words = options.read_words(text, batch)
    day = options.read_date(reference_date)
    with (
        TerminalProgress() as progress,
        open_handle(
            project=project,
            assistant=assistant,
            settings=options.settings_with(policy),
            reference_date=day,
            sink=progress,
        ) as handle,
        handle.fresh() if fresh else nullcontext(),
    ):
        if batch:
            raise typer.Exit(run_batch(batch, lambda line: answer_record(_answer_line(handle, line))))
        if thread and reply_to:
            answer = handle.resume(thread, reply_to, words)
        else:
            answer = handle.ask(words, thread=thread, scenario=scenario)
    if as_json:
        say_json(answer_record(answer))
    else:
        reply_with = f"dragoman ask{options.project_option(project)}"  # the thread knows its assistant
        say("\n".join(answer_lines(answer, reply_with=reply_with)))
    raise typer.Exit(status_of(answer.outcome))


def _answer_line(handle: "Handle", line: BatchLine) -> "Answer":
    extra: dict[str, Any] = {"history": line.history, "reference_date": line.reference_date}
    return handle.ask(line.text, **extra)
