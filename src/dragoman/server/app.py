"""The application: every endpoint, the page, and the guard before them."""

from pathlib import Path

from fastapi import FastAPI
from starlette.routing import Match, Mount
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from dragoman.server.guard import Guard
from dragoman.server.problem import add_problems
from dragoman.server.routes import (
    about,
    chat,
    completions,
    document_pages,
    documents,
    export,
    health,
    jobs,
    memory,
    models,
    questions,
    scenarios,
    session,
    threads,
)
from dragoman.server.served import Served
from dragoman.version import __version__

WEB = Path(__file__).with_name("web")


def create_app(served: Served) -> FastAPI:
    """Build the application. It starts and stops nothing: the workers belong to whoever made them."""
    app = FastAPI(title="Dragoman", version=__version__, docs_url=None, redoc_url=None)
    app.state.served = served
    add_problems(app)
    for module in (
        chat,
        completions,
        jobs,
        threads,
        documents,
        document_pages,
        export,
        questions,
        scenarios,
        memory,
        models,
        about,
        session,
        health,
    ):
        app.include_router(module.router)
    app.router.routes.append(_PageMount("/", StaticFiles(directory=WEB, html=True, check_dir=False), name="web"))
    app.add_middleware(Guard, served=served)
    return app


class _PageMount(Mount):
    """The page's files. It leaves the addresses of the API alone, so that a wrong method there is told as one."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Match what is not under /v1."""
        return (Match.NONE, {}) if scope["path"].startswith("/v1/") else super().matches(scope)
