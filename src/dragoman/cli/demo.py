"""`dragoman demo`: what the product does, on the sample corpus, with each decision's receipt."""

import typer

from dragoman.cli import options
from dragoman.cli.output import say

_QUESTIONS = (
    ("mines", "A figure with its place on the page.", "What was BHP's FY2024 revenue?"),
    ("mines", "A sum, with its inputs.", "How much did BHP's revenue grow from FY23 to FY24?"),
    ("mines", "A question back when something is missing.", "Tell me about this company"),
    ("mines", "A refusal that costs nothing.", "What was Apple's FY2024 revenue?"),
    ("contracts", "A clause of an agreement, with its page.", "What are the late payment penalties?"),
)


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(
        "demo", help="Show five questions and their answers over the sample corpora.", epilog="Example: dragoman demo"
    )(demo)


def demo(*, reference_date: options.ReferenceDate = None) -> None:
    """Ask the questions and print answers, traces and decisions."""
    from dragoman.app.dragoman import open_handle
    from dragoman.cli.lineage import trace_lines
    from dragoman.cli.progress import TerminalProgress
    from dragoman.cli.render import answer_lines

    day = options.read_date(reference_date)
    with TerminalProgress() as progress, open_handle(reference_date=day, sink=progress) as handle:
        for assistant, title, question in _QUESTIONS:
            answer = handle.ask(question, assistant=assistant)
            option = "" if assistant == "mines" else f"--assistant {assistant} "
            say(f'\n{title}\n$ dragoman ask {option}"{question}"', bold=True)
            say("\n".join(answer_lines(answer, reply_with="dragoman ask")))
            say(f"\n$ dragoman trace {answer.thread}:{answer.turn}", bold=True)
            say("\n".join(trace_lines(answer)))
    say('\nGo on: dragoman chat · dragoman ask "Rank the five miners by FY2024 revenue" · dragoman --help')
