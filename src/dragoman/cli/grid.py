"""`dragoman grid`: many questions about many documents or companies, into one sheet."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dragoman.cli import options
from dragoman.cli.exits import ANSWERED, FAILED, INTERRUPTED, NOT_COVERED, QUESTION_WAITS
from dragoman.cli.export import Force, form_of
from dragoman.cli.output import say, say_json

if TYPE_CHECKING:
    from dragoman.app.dragoman import Dragoman
    from dragoman.app.grid.journal import Journal
    from dragoman.app.grid.plan import GridWish
    from dragoman.app.grid.run import GridRun
    from dragoman.cli.progress import TerminalProgress
    from dragoman.export.grid import Grid


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(
        "grid",
        help="Ask questions about many documents or companies and write the answers to one sheet. "
        "Stopped or killed, the same command goes on and asks only what is missing.",
        epilog='Examples: dragoman grid "What was net debt?" "What was revenue?" -o grid.xlsx · '
        "dragoman grid --metric revenue --period FY2023 --period FY2024 -o revenue.xlsx",
    )(grid)


def grid(
    question: Annotated[
        list[str] | None,
        typer.Argument(metavar="QUESTION...", help='A column each: "question" or "Name | question".'),
    ] = None,
    *,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The sheet: .xlsx or .csv.")],
    questions: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Questions from a file, a line each; # begins a remark.")
    ] = None,
    by: Annotated[
        str | None, typer.Option(metavar="ROWS", help="document or company; company with --metric, else document.")
    ] = None,
    metric: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="A column for this metric. Repeat it.")
    ] = None,
    company: Annotated[
        list[str] | None, typer.Option(metavar="TICKER", help="Only these companies. Repeat it.")
    ] = None,
    period: Annotated[
        list[str] | None, typer.Option(metavar="LABEL", help="By company a column each; else only their documents.")
    ] = None,
    document: Annotated[list[str] | None, typer.Option(metavar="ID", help="Only these documents. Repeat it.")] = None,
    at_once: Annotated[int, typer.Option(min=1, max=32, help="How many cells are asked at the same time.")] = 4,
    force: Force = False,
    assistant: options.Assistant = None,
    policy: options.PolicyName = None,
    project: options.ProjectFolder = None,
    as_json: options.AsJson = False,
) -> None:
    """Fill the grid, and write what there is of it also when it is stopped."""
    from dragoman.app.dragoman import open_dragoman
    from dragoman.app.exports import OF_FACTS, check_form
    from dragoman.app.grid.plan import GridWish
    from dragoman.app.grid.questions import column_of, read_questions
    from dragoman.cli.progress import TerminalProgress

    form = form_of(None, output, "xlsx")
    check_form(form, OF_FACTS)
    columns = tuple(column_of(one) for one in question or ()) + (read_questions(questions) if questions else ())
    wish = GridWish(
        questions=columns,
        metrics=tuple(metric or ()),
        companies=tuple(company or ()),
        periods=tuple(period or ()),
        documents=tuple(document or ()),
        by_company=_by_company(by, is_of_metrics=bool(metric)),
        contracts=assistant == "contracts",
    )
    settings = options.settings_with(policy)
    with TerminalProgress() as progress:
        opened = open_dragoman(project=project, settings=settings, sink=progress)
        work = _Work(output=output, form=form, force=force, assistant=assistant or "mines", at_once=at_once)
        with asyncio.Runner() as runner:
            try:
                run, is_whole = work.carry_out(runner, opened, wish, progress)
            finally:
                runner.run(opened.aclose())
    _report(run, output, as_json=as_json)
    raise typer.Exit(_status(run.grid) if is_whole else INTERRUPTED)


class _Work:
    """One run of the command over an open project."""

    def __init__(self, *, output: Path, form: str, force: bool, assistant: str, at_once: int) -> None:
        self.output, self.form, self.force = output, form, force
        self.assistant, self.at_once = assistant, at_once

    def carry_out(
        self, runner: asyncio.Runner, opened: "Dragoman", wish: "GridWish", progress: "TerminalProgress"
    ) -> "tuple[GridRun, bool]":
        """Ask what is missing, write the sheet; the second says whether nothing stopped it."""
        from dragoman.app.grid.errors import GridInUseError
        from dragoman.app.grid.journal import Journal, journal_of, key_of
        from dragoman.app.grid.plan import plan_grid
        from dragoman.app.grid.run import GridRun
        from dragoman.export.file import check_output
        from dragoman.stores.ownership import sole_owner

        check_output(self.output, force=True)
        opened.runtime.prepare(self.assistant)
        plan = plan_grid(opened.runtime, wish)
        lock = opened.runtime.settings.home / f"grid-{key_of(self.output.absolute())}.lock"
        with sole_owner(lock) as is_ours:
            if not is_ours:
                raise GridInUseError(self.output)
            with Journal(journal_of(self.output)) as journal:
                check_output(self.output, force=self.force or journal.made(self.output))
                run = GridRun(opened, plan, journal, assistant=self.assistant, sink=progress)
                is_whole = True
                try:
                    runner.run(run.fill(at_once=self.at_once))
                except KeyboardInterrupt:
                    is_whole = False
                self._write(run.grid, journal)
            return run, is_whole

    def _write(self, grid: "Grid", journal: "Journal") -> None:
        from dragoman.export.csv_text import csv_text
        from dragoman.export.file import write_file
        from dragoman.export.grid import flat_grid, grid_sheets
        from dragoman.export.workbook import workbook_bytes

        is_csv = self.form == "csv"
        data = csv_text(flat_grid(grid)).encode() if is_csv else workbook_bytes(grid_sheets(grid), title="Grid")
        write_file(self.output, (data,), force=self.force or journal.made(self.output))
        journal.wrote(data)


def _by_company(by: str | None, *, is_of_metrics: bool) -> bool:
    if by not in (None, "document", "company"):
        raise options.OptionsError(f"--by {by!r} names no rows", remedy="Write --by document or --by company.")
    return by == "company" or (by is None and is_of_metrics)


def _status(grid: "Grid") -> int:
    if grid.count("failed"):
        return FAILED
    if grid.count("answered"):
        return ANSWERED
    return QUESTION_WAITS if grid.count("asked") else NOT_COVERED


def _report(run: "GridRun", output: Path, *, as_json: bool) -> None:
    grid = run.grid
    counts = {state: grid.count(state) for state in ("answered", "declined", "asked", "failed")}
    cells = len(grid.rows) * len(grid.columns)
    missing = cells - len(grid.cells)
    if as_json:
        say_json({"output": str(output), "cells": cells, "kept": run.kept, "missing": missing, **counts} | _cells(grid))
        return
    words = ", ".join(f"{count:,} {state}" for state, count in counts.items() if count) or "nothing asked"
    kept = f"; {run.kept:,} of them from before" if run.kept else ""
    say(f"wrote {output}: {len(grid.rows):,} rows × {len(grid.columns):,} questions, {words}{kept}")
    if missing:
        say(f"{missing:,} cells were not asked; the same command goes on with them.", err=True)


def _cells(grid: "Grid") -> dict[str, Any]:
    from dragoman.domain.wire import dump

    found = [
        {"row": grid.rows[row].id, "column": grid.columns[column].title, **dump(cell)}
        for (row, column), cell in sorted(grid.cells.items())
    ]
    return {"grid": found}
