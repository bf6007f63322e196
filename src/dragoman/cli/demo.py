"""`dragoman demo`: what the product does, on the sample corpus, with each decision's receipt."""

import typer

from dragoman.cli import options
from dragoman.cli.output import say

_QUESTIONS = (
    ("mines", "Reports: a figure with its cell on the page.", "How much did BHP's revenue grow from FY23 to FY24?"),
    ("tasks", "Tasks: what is not clear is asked, with options.", "look into this for me"),
    ("contracts", "Contracts: the sentence that answers, with its page.", "What are the late payment penalties?"),
)


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(
        "demo",
        help="Show three questions over the samples, one for each assistant, with answers, sources and receipts.",
        epilog="Example: dragoman demo",
    )(demo)


def demo(*, reference_date: options.ReferenceDate = None) -> None:
    """Ask the questions and print each answer, where it comes from, and how it was decided."""
    from dragoman.app.dragoman import open_handle
    from dragoman.cli.lineage import trace_lines
    from dragoman.cli.progress import TerminalProgress
    from dragoman.cli.receipt import receipt_lines
    from dragoman.cli.render import answer_lines

    day = options.read_date(reference_date)
    with TerminalProgress() as progress, open_handle(reference_date=day, sink=progress) as handle:
        for assistant, title, question in _QUESTIONS:
            answer = handle.ask(question, assistant=assistant)
            option = "" if assistant == "mines" else f"--assistant {assistant} "
            say(f'\n{title}\n$ dragoman ask {option}"{question}"', bold=True)
            say("\n".join(answer_lines(answer, reply_with=f"dragoman ask {option}".rstrip())))
            say(f"\n$ dragoman trace {answer.thread}:{answer.turn}", bold=True)
            say("\n".join(trace_lines(answer)))
            say("\nReceipt of the decision", bold=True)
            say("\n".join(receipt_lines(answer)))
    say('\nGo on: dragoman chat · dragoman ask "Rank the five miners by FY2024 revenue" · dragoman --help')
