"""`dragoman vocabulary`: the names that are understood."""

import typer

from dragoman.cli import options
from dragoman.cli.output import say, say_json


def register(app: typer.Typer) -> None:
    """Add the command group."""
    group = typer.Typer(help="Show the names that are understood.", no_args_is_help=True, rich_markup_mode=None)
    group.command(
        "show", help="List companies, metrics and ratios.", epilog="Example: dragoman vocabulary show --json"
    )(show)
    app.add_typer(group, name="vocabulary")


def show(*, project: options.ProjectFolder = None, as_json: options.AsJson = False) -> None:
    """Print companies and metrics with their canonical names."""
    from dragoman.app.runtime import Runtime
    from dragoman.app.settings import load_settings

    with Runtime(load_settings(), project=project) as runtime:
        names = runtime.vocabulary
    if as_json:
        record = {
            "companies": {ticker: company.name for ticker, company in names.companies.items()},
            "metrics": {metric: spec.name for metric, spec in names.metrics.items()},
            "ratios": {ratio: spec.name for ratio, spec in names.ratios.items()},
        }
        say_json(record)
        return
    for ticker, company in names.companies.items():
        calendar = names.calendar(ticker)
        year = f", year ends {calendar.year_end}" if calendar else ""
        say(f"{ticker:<42} {company.name}, reports in {company.currency}{year}")
    for metric, spec in names.metrics.items():
        say(f"{metric:<42} {spec.name}")
    for ratio, quotient in names.ratios.items():
        say(f"{ratio:<42} {quotient.name} = {quotient.numerator} ÷ {quotient.denominator}")
