"""`dragoman eval`: the suites, with right, wrong, asked and declined always together."""

from pathlib import Path
from typing import Annotated

import typer

from dragoman.cli import options
from dragoman.cli.exits import FAILED
from dragoman.cli.output import say, say_json


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(
        "eval",
        help="Run evaluation suites and report right, wrong, asked and declined.",
        epilog="Example: dragoman eval --suite routing --suite boundary",
    )(evaluate)


def evaluate(
    *,
    suite: Annotated[list[str] | None, typer.Option(metavar="NAME", help="Only this suite; may be repeated.")] = None,
    data: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Public data sets; default is DRAGOMAN_DATA.")
    ] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="At most so many cases a suite.")] = None,
    case: Annotated[list[str] | None, typer.Option("--id", metavar="CASE", help="Only this case.")] = None,
    compare: Annotated[
        Path | None, typer.Option(metavar="FILE", help="An earlier JSON report; fails on a significant fall.")
    ] = None,
    policy: Annotated[
        str,
        typer.Option(
            metavar="NAME", help="Who decides: cascade, model, or embedded, which calls no model and is free."
        ),
    ] = "embedded",
    perfect_model: Annotated[
        bool,
        typer.Option("--perfect-model", help="Let a model answer that routes each written case as it expects."),
    ] = False,
    as_json: options.AsJson = False,
) -> None:
    """Run the suites; exit status 1 when one misses its bar or fell significantly."""
    from dragoman.app.settings import read_policy
    from dragoman.cli.progress import TerminalProgress
    from dragoman.evals.compare import compare_reports
    from dragoman.evals.run import Decides, run_suites

    with TerminalProgress() as progress:
        decides = Decides(policy=read_policy(policy), is_perfect=perfect_model)
        reports = run_suites(suite, data=data, limit=limit, cases=case, decides=decides, sink=progress)
    falls = compare_reports(reports, compare) if compare else ()
    if as_json:
        say_json([report.record() for report in reports])
    else:
        for report in reports:
            say(report.text())
        for fall in falls:
            say(f"fell: {fall}", err=True)
    if falls or any(not report.passed for report in reports):
        raise typer.Exit(FAILED)
