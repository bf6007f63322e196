"""`dragoman chat`: ask one question after another in one thread."""

from typing import TYPE_CHECKING

import typer

from dragoman.cli import options
from dragoman.cli.output import say
from dragoman.errors import DragomanError

if TYPE_CHECKING:
    from dragoman.app.dragoman import Handle
    from dragoman.domain.answer import Answer

_HELP = "/new starts a new thread · /trace shows where the last numbers come from · /quit or Ctrl-D ends"


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("chat", help="Ask in a conversation.", epilog="Example: dragoman chat")(chat)


def chat(*, project: options.ProjectFolder = None, reference_date: options.ReferenceDate = None) -> None:
    """Read questions until the end of input."""
    from dragoman.app.dragoman import open_handle
    from dragoman.cli.progress import TerminalProgress

    _use_line_editing()
    day = options.read_date(reference_date)
    with TerminalProgress() as progress, open_handle(project=project, reference_date=day, sink=progress) as handle:
        handle.runtime.prepare()  # fills an empty home before the first prompt, with progress
        say(f"Ask about the reports, in your own words. {_HELP}")
        _converse(handle)


def _converse(handle: "Handle") -> None:
    last: Answer | None = None
    while True:
        try:
            words = input("\n> ").strip()
        except (EOFError, KeyboardInterrupt):
            say("")
            return
        if words in ("/quit", "/exit"):
            return
        if words == "/new":
            last = None
            say("A new thread.")
        elif words.startswith("/"):
            _command(words, last)
        elif words:
            last = _turn(handle, words, last) or last


def _command(words: str, last: "Answer | None") -> None:
    from dragoman.cli.lineage import trace_lines

    if words == "/trace" and last:
        say("\n".join(trace_lines(last)))
    elif words == "/trace":
        say("Nothing was asked yet.")
    else:
        say(_HELP)


def _turn(handle: "Handle", words: str, last: "Answer | None") -> "Answer | None":
    """Answer one line; while a question of ours waits, the line is its reply."""
    from dragoman.cli.render import answer_lines

    try:
        if last and last.question:
            answer = handle.resume(last.thread, last.question.id, words)
        else:
            answer = handle.ask(words, thread=last.thread if last else None)
    except DragomanError as error:
        say(f"error: {error.message}", err=True)
        return None
    except KeyboardInterrupt:
        say("\nStopped; your question is kept in the thread.")
        return None
    say("\n".join(answer_lines(answer)))
    if answer.question:
        say("Answer with a number or in your own words, or ask something else.")
    return answer


def _use_line_editing() -> None:
    """Arrow keys and history, where the platform has readline."""
    try:
        import readline  # noqa: F401  # importing it is what switches line editing on
    except ImportError:
        return
