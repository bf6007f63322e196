"""Whether the server lives, and whether it can work."""

from fastapi import APIRouter
from starlette.responses import JSONResponse, Response

from dragoman.server.served import Here
from dragoman.version import __version__

router = APIRouter(tags=["health"])


@router.get("/healthz")
def healthz() -> dict[str, str]:
    """Say that the process answers."""
    return {"status": "ok", "version": __version__}


@router.get("/readyz")
def readyz(here: Here) -> Response:
    """Say whether the stores answer and the workers work (503 when not)."""
    queued = here.backend.store.queued()
    is_ready = here.is_ready()
    record = {"status": "ready" if is_ready else "not ready", "queued": queued}
    return JSONResponse(record, status_code=200 if is_ready else 503)
