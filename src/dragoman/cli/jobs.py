"""`dragoman jobs`: work that the server has taken on."""

import json
from typing import TYPE_CHECKING, Annotated

import typer

from dragoman.cli import options
from dragoman.cli.output import one_line, say, say_json
from dragoman.cli.spent import spent_words
from dragoman.domain.utterance import readable

if TYPE_CHECKING:
    from dragoman.jobs.job import Job

JobId = Annotated[str, typer.Argument(metavar="JOB", help="As `dragoman jobs list` shows it.")]


def register(app: typer.Typer) -> None:
    """Add the command group."""
    group = typer.Typer(help="List, show or cancel jobs of the server.", no_args_is_help=True, rich_markup_mode=None)
    group.command("list", help="List the newest jobs.", epilog="Example: dragoman jobs list --json")(list_jobs)
    group.command("show", help="Tell how a job stands.", epilog="Example: dragoman jobs show j-5f0c22a1b3d4")(show_job)
    group.command(
        "events", help="Print what happened in a job.", epilog="Example: dragoman jobs events j-5f0c22a1b3d4"
    )(print_events)
    group.command("cancel", help="End a job.", epilog="Example: dragoman jobs cancel j-5f0c22a1b3d4")(cancel_job)
    group.command(
        "prune", help="Forget jobs that ended long ago.", epilog="Example: dragoman jobs prune --older-than 30d"
    )(prune_jobs)
    app.add_typer(group, name="jobs")


def list_jobs(
    *,
    limit: Annotated[int, typer.Option(min=1, max=500, help="At most so many.")] = 30,
    project: options.ProjectFolder = None,
    as_json: options.AsJson = False,
) -> None:
    """Print one line a job, newest first."""
    from dragoman.app.dragoman import open_handle
    from dragoman.jobs.record import job_record

    with open_handle(project=project) as handle:
        found = handle.runtime.jobs.jobs(limit)
    if as_json:
        say_json([job_record(job) for job in found])
        return
    for job in found:
        say(_line(job))
    if not found:
        say("There are no jobs. dragoman serve takes them on.")


def show_job(job: JobId, *, project: options.ProjectFolder = None, as_json: options.AsJson = False) -> None:
    """Print a job with its question, error or answer."""
    from dragoman.app.dragoman import open_handle
    from dragoman.app.records import cost_record
    from dragoman.jobs.record import job_record, spent

    with open_handle(project=project) as handle:
        found = handle.runtime.jobs.job(readable(job))
        cost = spent(handle.runtime.jobs.events(found.id, 0))
    if as_json:
        say_json({**job_record(found), "cost": cost_record(cost)})
        return
    say(_line(found))
    if cost.model_calls:
        say(spent_words(cost))
    if found.question:
        say(f"waits for {found.question.id}: {found.question.text}")
    if found.error:
        say(f"{found.error['message']} ({found.error['code']})")
    if found.result:
        say(str(found.result.get("answer", json.dumps(found.result, ensure_ascii=False))))


def print_events(
    job: JobId,
    *,
    after: Annotated[int, typer.Option(min=0, metavar="N", help="Only those after this number.")] = 0,
    project: options.ProjectFolder = None,
    as_json: options.AsJson = False,
) -> None:
    """Print one line an event."""
    from dragoman.app.dragoman import open_handle
    from dragoman.jobs.record import event_record

    with open_handle(project=project) as handle:
        found = handle.runtime.jobs.events(readable(job), after)
    if as_json:
        say_json([event_record(event) for event in found])
        return
    for event in found:
        data = json.dumps(dict(event.data), ensure_ascii=False)
        say(f"{event.seq:>4}  {event.type:<18} {one_line(data)[:140]}")


def cancel_job(job: JobId, *, project: options.ProjectFolder = None) -> None:
    """End a job; a server that works on it stops within a second."""
    from dragoman.app.dragoman import open_handle

    with open_handle(project=project) as handle:
        found = handle.runtime.jobs.cancel(readable(job))
    say(f"cancelled {found.id}")


def prune_jobs(
    *,
    older_than: Annotated[str, typer.Option(metavar="AGE", help="Since they ended, as 30d, 12h or 90m.")],
    project: options.ProjectFolder = None,
) -> None:
    """Forget ended jobs with their events and idempotency keys; their threads and answers stay."""
    from dragoman.app.dragoman import open_handle

    age = options.read_age(older_than)
    with open_handle(project=project) as handle:
        count = handle.runtime.jobs.prune(age)
    say(f"forgot {count} job{'' if count == 1 else 's'}")


def _line(job: "Job") -> str:
    scenario = job.scenario or job.envelope.metadata.scenario_id or "-"
    words = one_line(job.envelope.prompt)[:80]
    return f"{job.id}  {job.status:<9}  {job.envelope.thread or '':<9}  {scenario:<17}  {words}"
