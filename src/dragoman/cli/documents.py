"""`dragoman documents`: what is in the index, and taking something out of it."""

from typing import Annotated

import typer

from dragoman.cli import options
from dragoman.cli.exits import FAILED
from dragoman.cli.output import say, say_json
from dragoman.domain.utterance import readable
from dragoman.errors import UnknownNameError


def register(app: typer.Typer) -> None:
    """Add the command group."""
    group = typer.Typer(help="List, embed or remove documents.", no_args_is_help=True, rich_markup_mode=None)
    group.command("list", help="List the documents.", epilog="Example: dragoman documents list --json")(list_documents)
    group.command(
        "remove",
        help="Take documents out of the index; the files stay.",
        epilog="Example: dragoman documents remove bhp-fy2024-e429b922",
    )(remove_documents)
    group.command(
        "embed",
        help="Make the vectors that passages lack, for search by meaning; ingest does it by itself.",
        epilog="Example: dragoman documents embed",
    )(embed_documents)
    app.add_typer(group, name="documents")


def list_documents(*, project: options.ProjectFolder = None, as_json: options.AsJson = False) -> None:
    """Print one line a document."""
    from dragoman.app.dragoman import open_handle
    from dragoman.domain.wire import dump

    with open_handle(project=project) as handle:
        found = handle.runtime.corpus.documents()
    if as_json:
        say_json([dump(document) for document in found])
        return
    for document in found:
        say(f"{document.id:<32} {document.company or '?':<5} {document.period or '?':<10} {document.title}")
    if not found:
        say("No document was read yet. See: dragoman ingest --help")


def remove_documents(
    ids: Annotated[list[str], typer.Argument(metavar="ID...", help="As `dragoman documents list` shows them.")],
    *,
    project: options.ProjectFolder = None,
) -> None:
    """Remove documents by id; nothing is removed when one of them does not exist."""
    from dragoman.app.dragoman import open_handle

    with open_handle(project=project) as handle:
        known = [document.id for document in handle.runtime.corpus.documents()]
        ids = list(dict.fromkeys(map(readable, ids)))
        for name in ids:
            if name not in known:
                raise UnknownNameError("document", name, known)
        for name in ids:
            handle.runtime.corpus.remove(name)
    say(f"removed {len(ids)} {'document' if len(ids) == 1 else 'documents'}")


def embed_documents(*, project: options.ProjectFolder = None, as_json: options.AsJson = False) -> None:
    """Embed what has no vectors of the present embedder; exit status 1 without an embedder."""
    from dragoman.app.dragoman import open_handle
    from dragoman.cli.progress import TerminalProgress

    with TerminalProgress() as progress, open_handle(project=project, sink=progress) as handle:
        embedding = handle.runtime.embedding
        passages = handle.runtime.embed_documents()
    embedder = embedding.embedder
    if as_json:
        record = {"embedder": embedder.id if embedder else None, "passages": passages, "detail": embedding.detail}
        say_json(record)
    elif embedder:
        say(f"{passages} passages embedded with {embedder.id}" if passages else f"All have vectors of {embedder.id}.")
    else:
        say(embedding.detail, err=True)
    if embedder is None:
        raise typer.Exit(FAILED)
