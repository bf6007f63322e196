"""`dragoman ingest`: read files and folders into the index."""

import sys
from calendar import month_name
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dragoman.cli import options
from dragoman.cli.exits import FAILED, NOT_COVERED
from dragoman.cli.output import counted, one_line, say, say_json

if TYPE_CHECKING:
    from dragoman.cli.progress import TerminalProgress
    from dragoman.documents.identity import Ask, Question, ReadAs, Said
    from dragoman.documents.ingest import IngestReport
    from dragoman.interpret.vocabulary_spec import CompanySpec


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(
        "ingest",
        help="Read reports and agreements (Markdown, text, PDF, Word, Excel, HTML) into the index. "
        "Unchanged files are skipped, changed ones replaced.",
        epilog="Example: dragoman ingest report.pdf --company BHP --period FY2024",
    )(ingest)


def ingest(
    paths: Annotated[
        list[Path] | None,
        typer.Argument(metavar="PATH...", help="Files or folders; without any, the project's documents."),
    ] = None,
    *,
    company: Annotated[
        str | None, typer.Option(metavar="TICKER", help="Whose reports these are; else read from them.")
    ] = None,
    period: Annotated[
        str | None, typer.Option(metavar="LABEL", help="The year they report, as FY2024; else read.")
    ] = None,
    kind: Annotated[
        str | None, typer.Option(metavar="KIND", help="What they are: contract, report or news; guessed without it.")
    ] = None,
    ocr: Annotated[
        bool, typer.Option("--ocr", help="Recognise pages that are pictures; needs the program tesseract.")
    ] = False,
    ocr_language: Annotated[
        str, typer.Option(metavar="LANG", help="Tesseract's names of the languages, as eng+deu.")
    ] = "eng",
    project: options.ProjectFolder = None,
    as_json: options.AsJson = False,
) -> None:
    """Ingest and report what was read; exit status 1 when any file failed."""
    from dragoman.app.dragoman import open_handle
    from dragoman.app.records import broken_record
    from dragoman.cli.progress import TerminalProgress

    with TerminalProgress() as progress, open_handle(project=project, sink=progress) as handle:
        ask = None if as_json else _asker(progress)
        reports = handle.ingest(
            _paths(paths, project), company=company, period=period, kind=kind, ask=ask, ocr=ocr_language if ocr else ""
        )
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
            _print(report, project)
        if not reports:
            say("There is nothing to read here: no file is Markdown, text, PDF, Word, Excel or HTML.", err=True)
    if not reports:
        raise typer.Exit(NOT_COVERED)
    if any(report.error for report in reports):
        raise typer.Exit(FAILED)


_MAX_BROKEN = 20  # lines a document
_MAX_SHOWN = 8  # notes of a document; most are of tables that hold no figures of periods


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
        "read_as": _read_as_record(report.read_as),
        "introduced": report.introduced.model_dump(mode="json", exclude_defaults=True) if report.introduced else None,
        "messages": list(report.warnings),
        "seconds": round(report.seconds, 3),
        "error": {"code": report.error.code, "message": report.error.message} if report.error else None,
    }


def _skipped(count: int) -> str:
    return f"{counted(count, 'file')} left out: only Markdown, text, PDF, Word, Excel and HTML are read."


def _paths(paths: list[Path] | None, project: Path | None) -> list[Path]:
    """Return what to read. Raises OptionsError where neither files nor a project are named."""
    if paths:
        return paths
    if project is None:
        here = " This folder is a project: dragoman ingest --project ." if Path("dragoman.yaml").is_file() else ""
        raise options.OptionsError("no file or folder is named", remedy=f"Name one, or a project.{here}")
    return [project / "documents"]


def _asker(progress: "TerminalProgress") -> "Ask | None":
    """Return what asks the person, None where nobody sits at the terminal."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return None

    def ask(question: "Question") -> "Said":
        from dragoman.documents.identity import Said

        path = one_line(question.path)
        with progress.paused():
            if question.what == "period":
                words = f"Which fiscal year does {path} report, as FY2024? Empty if none"
                return Said(period=typer.prompt(words, default="", show_default=False, err=True).strip() or None)
            words = f"Whose report is {path}? Name or ticker, - for none"
            said = typer.prompt(words, default=question.company or "-", err=True).strip()
            return Said(company=None if said == "-" else said)

    return ask


def _read_as(seen: "ReadAs") -> str:
    parts = [seen.name or seen.company, seen.period, seen.form]
    known = ", ".join(part for part in parts if part)
    return (
        f"{known} · from {seen.source}"
        if seen.source and not seen.source.startswith("as ")
        else f"{known} · {seen.source}"
    )


def _read_as_record(seen: "ReadAs | None") -> dict[str, object] | None:
    if seen is None:
        return None
    return {
        "company": seen.company,
        "name": seen.name,
        "period": seen.period,
        "form": seen.form,
        "source": seen.source,
    }


def _introduced(company: "CompanySpec", project: Path | None) -> str:
    """Return what was written into the vocabulary, with what was assumed."""
    year = month_name[company.year_end_month]
    by = ", named by the year they begin in" if company.years_named_by == "start" else ""
    aliases = f", also called {', '.join(company.aliases)}" if company.aliases else ""
    return (
        f"new company: {company.name} ({company.ticker}), years end in {year}{by}, reports in {company.currency}"
        f"{aliases} - written into {options.own_vocabulary_name(project)}"
    )


def _print(report: "IngestReport", project: Path | None) -> None:
    if report.error:
        say(f"error: {report.error.message}", err=True)
        return
    counts = ", ".join(counted(getattr(report, f"{word}s"), word) for word in ("page", "passage", "fact"))
    say(f"{report.status:<9} {one_line(report.path)}   {counts}   {report.seconds:.2f} s")
    if report.read_as and (report.read_as.company or report.read_as.form):
        say(f"          read as: {one_line(_read_as(report.read_as))}")
    if report.introduced:
        say(f"          {one_line(_introduced(report.introduced, project))}")
    if report.proved:
        say(f"          {report.proved:,} of {counted(report.facts, 'fact')} proved by the report's own arithmetic")
    for broken in report.broken[:_MAX_BROKEN]:
        say(f"          does not add up: {one_line(broken.sentence)}")
    if len(report.broken) > _MAX_BROKEN:
        say(f"          and {len(report.broken) - _MAX_BROKEN:,} more; see them with --json")
    for warning in report.warnings[:_MAX_SHOWN]:
        say(f"          {one_line(warning)}")
    if len(report.warnings) > _MAX_SHOWN:
        say(f"          and {len(report.warnings) - _MAX_SHOWN:,} more notes; see them with --json")
