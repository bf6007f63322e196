"""`dragoman ingest`: read files and folders into the index."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dragoman.cli import options
from dragoman.cli.exits import FAILED, NOT_COVERED
from dragoman.cli.output import counted, one_line, say, say_json

if TYPE_CHECKING:
    from dragoman.documents.ingest import IngestReport


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(
        "ingest",
        help="Read reports and agreements (Markdown, text, PDF, Word) into the index. "
        "Unchanged files are skipped, changed ones replaced.",
        epilog="Example: dragoman ingest report.pdf --company BHP --period FY2024",
    )(ingest)


def ingest(
    paths: Annotated[list[Path], typer.Argument(metavar="PATH...", help="Files or folders.")],
    *,
    company: Annotated[str | None, typer.Option(metavar="TICKER", help="Whose reports these are.")] = None,
    period: Annotated[
        str | None, typer.Option(metavar="LABEL", help="The year they report, for example FY2024.")
    ] = None,
    kind: Annotated[
        str | None, typer.Option(metavar="KIND", help="What they are: contract, report or news; guessed without it.")
    ] = None,
    project: options.ProjectFolder = None,
    as_json: options.AsJson = False,
) -> None:
    """Ingest and report what was read; exit status 1 when any file failed."""
    from dragoman.app.dragoman import open_handle
    from dragoman.app.records import broken_record
    from dragoman.cli.progress import TerminalProgress

    with TerminalProgress() as progress, open_handle(project=project, sink=progress) as handle:
        reports = handle.ingest(paths, company=company, period=period, kind=kind)
    if progress.skipped:
        say(_skipped(progress.skipped), err=True)
    if as_json:
        say_json(
            {
                "documents": [
                    _record(report) | {"broken": [broken_record(one) for one in report.broken]} for report in reports
                ]
            }
        )
    else:
        for report in reports:
            _print(report)
        if not reports:
            say("There is nothing to read here: no file is Markdown, text, PDF or Word.", err=True)
    if not reports:
        raise typer.Exit(NOT_COVERED)
    if any(report.error for report in reports):
        raise typer.Exit(FAILED)


_MAX_BROKEN = 20  # lines a document


def _record(report: "IngestReport") -> dict[str, object]:
    return {
        "id": report.id,
        "path": report.path,
        "status": report.status,
        "pages": report.pages,
        "passages": report.passages,
        "facts": report.facts,
        "proved": report.proved,
        "warnings": len(report.warnings),
        "messages": list(report.warnings),
        "seconds": round(report.seconds, 3),
        "error": {"code": report.error.code, "message": report.error.message} if report.error else None,
    }


def _skipped(count: int) -> str:
    return f"{counted(count, 'file')} left out: only Markdown, text, PDF and Word are read."


def _print(report: "IngestReport") -> None:
    if report.error:
        say(f"error: {report.error.message}", err=True)
        return
    counts = ", ".join(counted(getattr(report, f"{word}s"), word) for word in ("page", "passage", "fact"))
    say(f"{report.status:<9} {one_line(report.path)}   {counts}   {report.seconds:.2f} s")
    if report.proved:
        say(f"          {report.proved:,} of {counted(report.facts, 'fact')} proved by the report's own arithmetic")
    for broken in report.broken[:_MAX_BROKEN]:
        say(f"          does not add up: {one_line(broken.sentence)}")
    if len(report.broken) > _MAX_BROKEN:
        say(f"          and {len(report.broken) - _MAX_BROKEN:,} more; see them with --json")
    for warning in report.warnings:
        say(f"          {one_line(warning)}")
