"""What is covered, and by which names."""

from typing import Any

from fastapi import APIRouter

from dragoman.app.about import about_record
from dragoman.server.served import Here

router = APIRouter(prefix="/v1", tags=["about"])


@router.get("/about")
def about(here: Here) -> dict[str, Any]:
    """Tell the version, the date that "today" is, the companies with their years, and the metrics."""
    return about_record(here.dragoman)
