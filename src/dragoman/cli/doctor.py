"""`dragoman doctor`: is everything here that is needed, and what is left out."""

import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING

import typer

from dragoman.cli import options
from dragoman.cli.exits import FAILED
from dragoman.cli.output import say, say_json

if TYPE_CHECKING:
    from dragoman.app.runtime import Runtime

_EXTRAS = {
    "langgraph": "assistants",
    "aiosqlite": "assistants",
    "cel": "assistants",
    "sklearn": "classify",
    "docx": "docx",
    "pypdfium2": "pdf",
}


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(
        "doctor", help="Check the installation, the state on disk and the index.", epilog="Example: dragoman doctor"
    )(doctor)


def doctor(*, project: options.ProjectFolder = None, as_json: options.AsJson = False) -> None:
    """Print one line a check; exit status 1 when something needed is broken."""
    checks = [*_installation(), *_state(project)]
    if as_json:
        say_json([{"check": name, "ok": ok, "detail": detail} for name, ok, detail in checks])
    else:
        for name, ok, detail in checks:
            say(f"{'ok' if ok else 'FAULT':<6} {name:<22} {detail}")
    if not all(ok for _, ok, _ in checks):
        raise typer.Exit(FAILED)


def _installation() -> list[tuple[str, bool, str]]:
    import sqlite3

    from dragoman.version import __version__

    fts = sqlite3.connect(":memory:").execute("select sqlite_compileoption_used('ENABLE_FTS5')").fetchone()[0]
    checks = [
        ("dragoman", True, __version__),
        ("python", sys.version_info >= (3, 11), sys.version.split()[0]),
        ("sqlite", bool(fts), f"{sqlite3.sqlite_version}, full text search {'there' if fts else 'missing'}"),
    ]
    for module, extra in _EXTRAS.items():
        there = find_spec(module) is not None
        checks.append((module, there, "there" if there else f"missing: pip install 'dragoman[{extra}]'"))
    return checks


def _state(project: options.ProjectFolder) -> list[tuple[str, bool, str]]:
    from dragoman.app.dragoman import open_handle
    from dragoman.errors import DragomanError

    try:
        with open_handle(project=project) as handle:
            coverage = handle.runtime.coverage()
            documents = len(handle.runtime.corpus.documents())
            vocabulary = handle.runtime.vocabulary
            home = handle.runtime.state
            threads = len(handle.runtime.threads.threads(1000))
            handle.runtime.check_questions()
            embedding = handle.runtime.embedding
            models = _models(handle.runtime)
    except DragomanError as error:
        return [(error.code, False, " ".join(error.message.split()))]
    is_private = home.stat().st_mode & 0o077 == 0
    covered = ", ".join(f"{company} {_years(periods)}" for company, periods in coverage.periods.items())
    return [
        (
            "home",
            is_private,
            f"{home} ({'readable by its owner only' if is_private else f'others can read it: chmod 700 {home}'})",
        ),
        ("vocabulary", True, f"{vocabulary.name}, {len(vocabulary.companies)} companies, version {vocabulary.version}"),
        ("index", True, f"{documents} documents, version {coverage.version}: {covered or 'nothing is covered yet'}"),
        ("threads", True, f"{threads} threads"),
        ("language model", *models),
        ("embeddings", not embedding.is_broken, embedding.detail),
    ]


def _models(runtime: "Runtime") -> tuple[bool, str]:
    """Say what is configured; whether it works only `dragoman models check` knows."""
    models = runtime.configured_models
    if models is None:
        return True, "none is configured: every decision is made by rules"
    if runtime.policy == "embedded":
        return True, "not used: the policy is embedded"
    if find_spec("langchain_openai") is None:
        return False, "missing: pip install 'dragoman[models]'"
    left_out = [one for one in models.spec.candidates if models.lacks_key(one)]
    lacking = "".join(f"; {one.id} is left out, {one.key} is not set" for one in left_out)
    return bool(models.usable), f"{', '.join(one.id for one in models.usable) or 'none'} from {models.source}{lacking}"


def _years(periods: tuple[str, ...]) -> str:
    years = [label for label in periods if label.startswith("FY")]
    if not years:
        return "no full year"
    return years[0] if len(years) == 1 else f"{years[0]}–{years[-1]}"
