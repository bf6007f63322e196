"""The application: every endpoint, the page, and the guard before them."""

from pathlib import Path

from fastapi import FastAPI
from starlette.staticfiles import StaticFiles

from dragoman.server.guard import Guard
from dragoman.server.problem import add_problems
from dragoman.server.routes import chat, documents, health, jobs, questions, scenarios, threads
from dragoman.server.served import Served
from dragoman.version import __version__

WEB = Path(__file__).with_name("web")


def create_app(served: Served) -> FastAPI:
    """Build the application. It starts and stops nothing: the workers belong to whoever made them."""
    app = FastAPI(title="Dragoman", version=__version__, docs_url=None, redoc_url=None)
    app.state.served = served
    add_problems(app)
    for module in (chat, jobs, threads, documents, questions, scenarios, health):
        app.include_router(module.router)
    app.mount("/", StaticFiles(directory=WEB, html=True, check_dir=False), name="web")
    app.add_middleware(Guard, served=served)
    return app
