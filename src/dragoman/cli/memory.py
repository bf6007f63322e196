"""`dragoman memory`: answers that were given before, and what happened to them."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from dragoman.cli import options
from dragoman.cli.output import say, say_json
from dragoman.domain.asker import ANYBODY
from dragoman.domain.utterance import readable

if TYPE_CHECKING:
    from datetime import datetime

    from dragoman.memory.answer_cache import AnswerCache

TENANT = ANYBODY.tenant  # the terminal is that of the person whose home it is
EntryId = Annotated[str, typer.Argument(metavar="ID", help="As `dragoman memory list` shows it.")]
Limit = Annotated[int, typer.Option(min=1, help="At most so many, the newest.")]


def register(app: typer.Typer) -> None:
    """Add the command group."""
    group = typer.Typer(
        help="List, show, edit or forget answers that were given before.", no_args_is_help=True, rich_markup_mode=None
    )
    group.command("list", help="List remembered answers.", epilog="Example: dragoman memory list")(list_entries)
    group.command("show", help="Print one.", epilog="Example: dragoman memory show m-7f3")(show)
    group.command(
        "edit", help="Put your words in its place.", epilog='Example: dragoman memory edit m-7f3 "It was 5 % [1]."'
    )(edit)
    group.command("delete", help="Forget answers.", epilog="Example: dragoman memory delete m-7f3")(delete)
    group.command(
        "wrong",
        help="Call an answer wrong: it is forgotten, and its question worked out anew from now on.",
        epilog='Examples: dragoman memory wrong t-7f3:2 --reason "that is the half year" · dragoman memory wrong m-7f3',
    )(wrong)
    group.command("stats", help="Count entries, hits and hints.", epilog="Example: dragoman memory stats")(stats)
    group.command("audit", help="Tell what happened to them.", epilog="Example: dragoman memory audit")(audit)
    app.add_typer(group, name="memory")


@contextmanager
def _opened(project: options.ProjectFolder) -> "Iterator[tuple[AnswerCache, datetime]]":
    from dragoman.app.dragoman import open_handle

    with open_handle(project=project) as handle:
        yield handle.runtime.answer_cache, handle.runtime.clock.now()


def list_entries(*, limit: Limit = 50, project: options.ProjectFolder = None, as_json: options.AsJson = False) -> None:
    """Print one line an answer, newest first."""
    from dragoman.app.remembered import age_words, entry_record

    with _opened(project) as (cache, now):
        found = [(entry, cache.is_over(entry)) for entry in cache.entries(TENANT, limit=limit)]
    if as_json:
        say_json([entry_record(entry, now, is_over=is_over) for entry, is_over in found])
        return
    for entry, is_over in found:
        marks = (", edited" if entry.edited else "") + (", too old to be given again" if is_over else "")
        say(f"{entry.id}  {age_words(now - entry.at)} old{marks}, {entry.hits} hits  {_line(entry.question)}")
    if not found:
        say("Nothing is remembered.")


def show(entry: EntryId, *, project: options.ProjectFolder = None, as_json: options.AsJson = False) -> None:
    """Print one remembered answer."""
    from dragoman.app.remembered import entry_record

    with _opened(project) as (cache, now):
        record = entry_record(cache.entry(TENANT, readable(entry)), now)
    if as_json:
        say_json(record)
        return
    say(f"{record['question']}\n\n{record['answer']}\n")
    for source in dict.fromkeys(record["sources"]):
        say(f"from {source}")
    say(f"answered {record['answered_at']}" + (f" · edited {record['edited_at']}" if record["edited_at"] else ""))


def edit(
    entry: EntryId,
    text: options.Text = None,
    *,
    project: options.ProjectFolder = None,
    as_json: options.AsJson = False,
) -> None:
    """Replace the words of an answer; it says from then on that a person has edited it."""
    from dragoman.app.remembered import entry_record

    words = options.read_words(text, None)
    with _opened(project) as (cache, now):
        edited = cache.edit(TENANT, readable(entry), words)
    if as_json:
        say_json(entry_record(edited, now))
    else:
        say(f"edited {edited.id}")


def delete(
    entries: Annotated[list[str], typer.Argument(metavar="ID...", help="As `dragoman memory list` shows them.")],
    *,
    project: options.ProjectFolder = None,
    as_json: options.AsJson = False,
) -> None:
    """Forget answers."""
    names = list(dict.fromkeys(map(readable, entries)))
    with _opened(project) as (cache, _):
        for name in names:
            cache.entry(TENANT, name)  # none is forgotten when one does not exist
        for name in names:
            cache.delete(TENANT, name)
    if as_json:
        say_json({"deleted": names})
    else:
        say(f"deleted {', '.join(names)}")


_DONE = {
    "forgotten": "forgot what was remembered of {name}; its question is worked out anew from now on",
    "blocked": "nothing was remembered of {name}, and nothing will be: its question is worked out anew each time",
    "noted": "noted for {name}; its question is never answered from memory",
}


def wrong(
    entry: Annotated[
        str,
        typer.Argument(metavar="ID", help="An entry as `dragoman memory list` shows it, or an answer: THREAD:TURN."),
    ],
    *,
    reason: Annotated[str, typer.Option(help="What is wrong with it; kept in the audit log.")] = "",
    project: options.ProjectFolder = None,
    as_json: options.AsJson = False,
) -> None:
    """Forget an answer and never say it again."""
    name, why = readable(entry), readable(reason)
    thread, colon, turn = name.rpartition(":")
    if colon and turn.isdecimal():
        done = _call_wrong(thread, int(turn), why, project)
    else:
        with _opened(project) as (cache, _):
            cache.wrong(TENANT, name, reason=why)
        done = "forgotten"
    if as_json:
        say_json({"wrong": name, "reason": why, "done": done})
    else:
        say(_DONE[done].format(name=name))


def _call_wrong(thread: str, turn: int, reason: str, project: options.ProjectFolder) -> str:
    from dragoman.app.dragoman import open_handle

    with open_handle(project=project) as handle:
        answer = handle.answer_of(thread, turn)
        return handle.runtime.answer_cache.wrong_answer(TENANT, answer, reason=reason)


def stats(*, project: options.ProjectFolder = None, as_json: options.AsJson = False) -> None:
    """Print counts."""
    with _opened(project) as (cache, _):
        counts, compares_by = cache.statistics(TENANT), cache.compares_by
    if as_json:
        say_json({**counts, "compares_by": compares_by})
        return
    for name, number in counts.items():
        say(f"{number:>8,}  {name}")
    say(f"open questions are compared by {compares_by}")


def audit(*, limit: Limit = 100, project: options.ProjectFolder = None, as_json: options.AsJson = False) -> None:
    """Print what happened, newest first."""
    from dragoman.app.remembered import log_record

    with _opened(project) as (cache, _):
        lines = cache.audit(TENANT, limit=limit)
    if as_json:
        say_json([log_record(line) for line in lines])
        return
    for line in lines:
        sure = f" {line.equivalence:.2f}" if line.equivalence is not None else ""
        about = _line(line.question or line.reason)
        say(f"{line.at:%Y-%m-%d %H:%M}  {line.kind}{sure}  {line.entry}  {about}".rstrip())
    if not lines:
        say("Nothing happened yet.")


def _line(text: str) -> str:
    return " ".join(text.split())[:80]
