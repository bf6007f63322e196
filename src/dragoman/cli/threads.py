"""`dragoman threads`: earlier conversations."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from dragoman.cli import options
from dragoman.cli.output import say, say_json
from dragoman.cli.spent import spent_words
from dragoman.domain.utterance import readable

if TYPE_CHECKING:
    from dragoman.stores.threads import StoredQuestion, StoredTurn

_STOPPED = "(not answered: the work was stopped · {spent})"


def register(app: typer.Typer) -> None:
    """Add the command group."""
    group = typer.Typer(help="List, show or remove threads.", no_args_is_help=True, rich_markup_mode=None)
    group.command("list", help="List the newest threads.", epilog="Example: dragoman threads list")(list_threads)
    group.command("show", help="Print a thread.", epilog="Example: dragoman threads show t-7f3")(show_thread)
    group.command("remove", help="Forget threads.", epilog="Example: dragoman threads remove t-7f3")(remove_threads)
    app.add_typer(group, name="threads")


ThreadId = Annotated[str, typer.Argument(metavar="THREAD", help="As `dragoman threads list` shows it.")]


def list_threads(*, project: options.ProjectFolder = None, as_json: options.AsJson = False) -> None:
    """Print one line a thread, newest first."""
    from dragoman.app.dragoman import open_handle

    with open_handle(project=project) as handle:
        found = handle.runtime.threads.threads()
    if as_json:
        say_json([{"thread": thread, "label": words[:80]} for thread, words in found])
        return
    for thread, words in found:
        say(f"{thread}  {' '.join(words.split())[:80]}")
    if not found:
        say("Nothing was asked yet.")


def show_thread(thread: ThreadId, *, project: options.ProjectFolder = None, as_json: options.AsJson = False) -> None:
    """Print the questions and answers of a thread, with our questions back and their replies."""
    from dragoman.app.dragoman import open_handle
    from dragoman.app.records import cost_record
    from dragoman.app.thread_cost import thread_cost, turn_cost

    name = readable(thread)
    with open_handle(project=project) as handle:
        turns = handle.runtime.threads.turns(name)
        asked = handle.runtime.threads.questions(name)
    if as_json:
        said = [(turn, [one for one in asked if one.turn == turn.number]) for turn in turns]
        cost = cost_record(thread_cost(turns))
        say_json({"thread": name, "cost": cost, "turns": [_turn_record(turn, questions) for turn, questions in said]})
        return
    for turn in turns:
        say(f"\n{turn.number}. {turn.question}")
        for one in asked:
            if one.turn == turn.number and one.reply is not None:
                say(f"{one.question}\n> {one.reply}")
        say(turn.answer["text"] if turn.answer else _STOPPED.format(spent=spent_words(turn_cost(turn))))
    say(f"\nall of it: {spent_words(thread_cost(turns))}")


def _turn_record(turn: "StoredTurn", asked: "Sequence[StoredQuestion]") -> dict[str, object]:
    from dragoman.app.records import cost_record
    from dragoman.app.thread_cost import turn_cost

    replies = [{"question": one.question, "reply": one.reply} for one in asked if one.reply is not None]
    answer = turn.answer["text"] if turn.answer else None
    cost = cost_record(turn_cost(turn))
    return {"turn": turn.number, "text": turn.question, "replies": replies, "answer": answer, "cost": cost}


def remove_threads(
    threads: Annotated[list[str], typer.Argument(metavar="THREAD...", help="As `dragoman threads list` shows them.")],
    *,
    project: options.ProjectFolder = None,
) -> None:
    """Forget threads; none is forgotten when one of them does not exist."""
    from dragoman.app.dragoman import open_handle

    names = list(dict.fromkeys(map(readable, threads)))
    with open_handle(project=project) as handle:
        handle.runtime.threads.remove(*names)
    say(f"removed {', '.join(names)}")
