"""Answers, conversations and facts as files to save."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query
from starlette.responses import Response

from dragoman.app.exports import TYPES, Exported, export_facts, export_thread
from dragoman.server.schema import LARGEST
from dragoman.server.served import Here

router = APIRouter(prefix="/v1", tags=["export"])
Form = Annotated[Literal["md", "html", "csv", "xlsx"], Query(alias="format")]
SheetForm = Annotated[Literal["csv", "xlsx"], Query(alias="format")]
Turn = Annotated[int | None, Query(ge=1, le=LARGEST, description="One turn; without it, all of them.")]
Name = Annotated[str | None, Query(max_length=200)]
FILES: dict[int | str, dict[str, Any]] = {200: {"content": {kind.partition(";")[0]: {} for kind in TYPES.values()}}}


@router.get("/threads/{thread}/export", response_class=Response, responses=FILES)
def thread(thread: str, here: Here, form: Form = "xlsx", turn: Turn = None) -> Response:
    """Give a conversation, or one turn of it, as a file: each number with its document, page and cell."""
    return _file(export_thread(here.dragoman, thread, turn, form))


@router.get("/facts/export", response_class=Response, responses=FILES)
def facts(
    here: Here,
    form: SheetForm = "xlsx",
    document: Name = None,
    company: Name = None,
    metric: Name = None,
    period: Name = None,
) -> Response:
    """Give the facts that match all filters as a file, with the sums that do not hold."""
    found = here.dragoman.facts(document=document, company=company, metric=metric, period=period)
    held = {fact.cell.document for fact in found}
    broken = [one for one in here.dragoman.runtime.corpus.broken(document) if one.document in held]
    return _file(export_facts(found, broken, form, name=document or "facts"))


def _file(exported: Exported) -> Response:
    """Return the file for saving; its name is safe and needs no quoting beyond the quotes."""
    headers = {"Content-Disposition": f'attachment; filename="{exported.name}"'}
    return Response(b"".join(exported.pieces), media_type=exported.media_type, headers=headers)
