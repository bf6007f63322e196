"""`dragoman facts`: the figures that were read from tables, each with its cell."""

from pathlib import Path
from typing import Annotated

import typer

from dragoman.cli import options
from dragoman.cli.exits import ANSWERED, NOT_COVERED
from dragoman.cli.export import Force, deliver, form_of
from dragoman.cli.output import proved_by, say, say_json


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(
        "facts",
        help="List figures read from the documents' tables, with unit, period, page and cell.",
        epilog="Example: dragoman facts --company BHP --metric revenue --period FY2024",
    )(facts)


def facts(
    *,
    document: Annotated[str | None, typer.Option(metavar="ID", help="Only this document.")] = None,
    company: Annotated[str | None, typer.Option(metavar="TICKER", help="Only this company.")] = None,
    metric: Annotated[
        str | None, typer.Option(metavar="NAME", help="Only this metric, for example net_profit.")
    ] = None,
    period: Annotated[str | None, typer.Option(metavar="LABEL", help="Only this period, for example FY2024.")] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write them to this file: .xlsx or .csv.")
    ] = None,
    force: Force = False,
    project: options.ProjectFolder = None,
    as_json: options.AsJson = False,
) -> None:
    """Print facts as a table or as JSON, or write them to a file."""
    from dragoman.app.dragoman import open_handle
    from dragoman.app.records import fact_record

    form = _checked_form(output, force=force)
    with open_handle(project=project) as handle:
        found = handle.facts(document=document, company=company, metric=metric, period=period)
        broken = handle.runtime.corpus.broken(document) if output else ()
    if output and found:
        from dragoman.app.exports import export_facts

        held = {fact.cell.document for fact in found}
        exported = export_facts(found, [one for one in broken if one.document in held], form, name="facts")
        deliver(exported, output, force=force, as_json=as_json)
        return
    if as_json:
        say_json([fact_record(fact) for fact in found])
        raise typer.Exit(ANSWERED if found else NOT_COVERED)
    from dragoman.calculate.show import show_fact

    for fact in found:
        period_label = fact.period.label if fact.period else "?"
        place = f"{fact.title}, page {fact.cell.page}"
        reading = fact.metric or f"({fact.label})"
        detail = ", ".join(part for part in (fact.basis, fact.share) if part)
        name = f"{reading} {f'[{detail}]' if detail else ''}"
        proved = f"   {proved_by(len(fact.proofs))}" if fact.proofs else ""
        proved += "   does not add up" if fact.broken else ""
        say(f"{fact.company or '?':<5} {period_label:<10} {name:<42} {show_fact(fact):>22}   {place}{proved}")
    if not found:
        say("No fact matches. See what there is with: dragoman documents list", err=True)
        raise typer.Exit(NOT_COVERED)


def _checked_form(output: Path | None, *, force: bool) -> str:
    """Return the form of the file, before anything is looked up. Raises ExportFormatError, OutputExistsError."""
    if output is None:
        return ""
    from dragoman.app.exports import OF_FACTS, check_form
    from dragoman.export.file import check_output

    form = form_of(None, output, "csv") if str(output) != "-" else "csv"
    check_form(form, OF_FACTS)
    if str(output) != "-":
        check_output(output, force=force)
    return form
