"""The language models that are configured."""

from typing import Any

from fastapi import APIRouter

from dragoman.app.model_records import models_record
from dragoman.server.served import Here

router = APIRouter(prefix="/v1", tags=["models"])


@router.get("/models")
def models(here: Here) -> dict[str, Any]:
    """List the language models in the order in which they are asked, with their prices and no key."""
    runtime = here.dragoman.runtime
    return models_record(runtime.configured_models, runtime.policy)
