"""The language models that are configured, and a check of them."""

from typing import Any

from fastapi import APIRouter

from dragoman.app.model_check import check_beside, check_each
from dragoman.app.model_records import check_record, embedder_record, models_record
from dragoman.models.dispatch import Dispatcher
from dragoman.models.errors import NoModelError
from dragoman.server.openai_wire import model_list
from dragoman.server.served import Here

router = APIRouter(prefix="/v1/models", tags=["models"])
Record = dict[str, Any]


@router.get("")
def models(here: Here) -> Record:
    """List the language models in the order in which they are asked, with prices, health and no key.

    `object` and `data` list what /v1/chat/completions can be asked, as clients of OpenAI's protocol look for it.
    """
    runtime = here.dragoman.runtime
    model = runtime.language_model
    states = model.states() if isinstance(model, Dispatcher) else {}
    record = models_record(runtime.configured_models, runtime.policy, states)
    return model_list() | record | {"embedder": embedder_record(runtime.embedding)}


@router.post("/check")
async def check(here: Here) -> Record:
    """Ask each of them for a few words in every way that is used, the embedder and the news service once.

    A few hundred tokens each, and one search, which may cost money.
    """
    runtime = here.dragoman.runtime
    models = runtime.configured_models
    found = (
        [check_record(spec.id, trials) async for spec, trials in check_each(models, runtime.settings)] if models else []
    )
    found += [check_record(name, (trial,)) async for name, trial in check_beside(runtime)]
    if not found:
        raise NoModelError
    return {"models": found}
