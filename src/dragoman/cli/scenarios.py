"""`dragoman scenarios`: what there is, whether it is whole, and what it looks like."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dragoman.cli import options
from dragoman.cli.exits import FAILED
from dragoman.cli.output import say, say_json

if TYPE_CHECKING:
    from dragoman.scenarios.spec import ScenarioSpec

Identifier = Annotated[str, typer.Argument(metavar="ID", help="The scenario's id.")]


def register(app: typer.Typer) -> None:
    """Add the group of commands."""
    group = typer.Typer(help="List, check and draw scenarios.", no_args_is_help=True)
    group.command("list", help="List the scenarios, hidden ones marked.")(list_scenarios)
    group.command("lint", help="Check scenario files; every fault with file, line, column and remedy.")(lint)
    group.command(
        "draw", help="Print a scenario as a Mermaid graph.", epilog="Example: dragoman scenarios draw quick_qa"
    )(draw)
    group.command("schema", help="Print the JSON Schema of scenario files, for editors.")(schema)
    group.command(
        "test",
        help="Run the cases of a file; without one, decide about every example and say which go elsewhere.",
        epilog="Example: dragoman scenarios test my-reports/scenarios/cases/triage.yaml --project my-reports",
    )(try_out)
    app.add_typer(group, name="scenarios")


def list_scenarios(*, project: options.ProjectFolder = None, as_json: options.AsJson = False) -> None:
    """Print one line a scenario."""
    from dragoman.app.dragoman import open_handle

    with open_handle(project=project) as handle:
        scenarios = list(handle.runtime.shop.scenarios.values())
    if as_json:
        say_json([_record(spec) for spec in scenarios])
        return
    for spec in scenarios:
        mark = "" if spec.examples else "  (hidden)"
        say(f"{spec.id:<22} {spec.effects:<6} {' '.join(spec.description.split())}{mark}")


def lint(
    folder: Annotated[
        Path | None, typer.Argument(metavar="FOLDER", help="A folder of scenario files, or one file.")
    ] = None,
) -> None:
    """Check the files of a folder beside the packaged ones; exit status 1 when anything is wrong."""
    from dragoman.errors import SpecError
    from dragoman.scenarios.lint import lint_folder

    count, faults = lint_folder(folder)
    for fault in faults:
        if isinstance(fault, SpecError):
            say(f"{fault.where}  {fault.code}  {fault.problem}\n    {fault.remedy}")
    say(f"{len(faults)} problem{'' if len(faults) == 1 else 's'} in {count} scenario{'' if count == 1 else 's'}")
    if faults:
        raise typer.Exit(FAILED)


def draw(scenario: Identifier, *, project: options.ProjectFolder = None, as_json: options.AsJson = False) -> None:
    """Print the graph."""
    from dragoman.app.dragoman import open_handle
    from dragoman.errors import UnknownNameError
    from dragoman.scenarios.draw import graph_record, mermaid

    with open_handle(project=project) as handle:
        scenarios = handle.runtime.shop.scenarios
    if scenario not in scenarios:
        raise UnknownNameError("scenario", scenario, scenarios)
    if as_json:
        say_json(graph_record(scenarios[scenario]))
    else:
        say(mermaid(scenarios[scenario]))


def schema() -> None:
    """Print the schema."""
    from dragoman.scenarios.spec import ScenarioSpec
    from dragoman.specs.schema import json_schema

    say_json(json_schema(ScenarioSpec))


def try_out(
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="A file of cases; a model of the file's own words answers.")
    ] = None,
    *,
    project: options.ProjectFolder = None,
    as_json: options.AsJson = False,
) -> None:
    """Run cases, or the examples; exit status 1 when one does not go as it says."""
    if file:
        _try_cases(file, project, as_json=as_json)
        return
    _try_examples(project, as_json=as_json)


def _try_cases(file: Path, project: Path | None, *, as_json: bool) -> None:
    import asyncio
    from dataclasses import asdict

    from dragoman.app.dragoman import open_handle
    from dragoman.testing.scenario_cases import run_cases

    with open_handle(project=project) as handle:
        reports = asyncio.run(run_cases(file, handle.runtime))
    failed = [one for one in reports if one.faults]
    if as_json:
        say_json([asdict(one) for one in reports])
    else:
        for one in failed:
            say("\n    ".join((one.id, *one.faults)))
        plural = "" if len(reports) == 1 else "s"
        say(f"{len(reports)} case{plural}: {len(reports) - len(failed)} as written, {len(failed)} otherwise")
    if failed:
        raise typer.Exit(FAILED)


def _try_examples(project: Path | None, *, as_json: bool) -> None:
    """Print the examples that do not lead to their own scenario; exit status 1 when one leads elsewhere."""
    from dragoman.app.dragoman import open_handle

    found: list[dict[str, Any]] = []
    with open_handle(project=project, assistant="tasks") as handle:
        for spec in handle.runtime.shop.scenarios.values():
            for example in spec.examples:
                record = handle.route(example)
                found.append({"scenario": spec.id, "text": example, **_short(record)})
    elsewhere = [one for one in found if one["outcome"] == "routed" and one["route"] != one["scenario"]]
    if as_json:
        say_json(found)
    else:
        for one in found:
            if one["route"] != one["scenario"] or one["outcome"] != "routed":
                say(f"{one['scenario']:<18} {one['outcome']:<14} {one['route']:<18} {one['text']}")
        asked = sum(one["outcome"] == "clarification" for one in found)
        say(f"{len(found)} examples: {len(elsewhere)} lead elsewhere, {asked} are asked about")
    if elsewhere:
        raise typer.Exit(FAILED)


def _short(record: dict[str, Any]) -> dict[str, Any]:
    return {"outcome": record["outcome"], "route": record["route"] or "", "confidence": record["confidence"]}


def _record(spec: "ScenarioSpec") -> dict[str, Any]:
    return {
        "id": spec.id,
        "display_name": spec.name,
        "description": " ".join(spec.description.split()),
        "effects": spec.effects,
        "intent_routes": list(spec.intent_routes),
        "chains": spec.chains,
        "hidden": not spec.examples,
        "examples": list(spec.examples),
        "levels": [{"id": level.id, "kind": level.kind} for level in spec.levels],
    }
