"""A real round trip to each language model, the embedder and the news service, as far as they are configured."""

import asyncio
from collections.abc import AsyncIterator
from time import perf_counter

from dragoman.app.embedding import Embedding
from dragoman.app.models import ConfiguredModels, open_dispatcher
from dragoman.app.news import NewsDesk
from dragoman.app.runtime import Runtime
from dragoman.app.settings import Settings
from dragoman.errors import DragomanError
from dragoman.models.check import Trial, check
from dragoman.models.settings import CandidateSpec


async def check_each(
    models: ConfiguredModels, settings: Settings
) -> AsyncIterator[tuple[CandidateSpec, tuple[Trial, ...]]]:
    """Yield each model and how it went, as soon as it is known; one without its key has one fault that says so."""
    dispatcher = open_dispatcher(models, settings)
    candidates = {one.id: one for one in dispatcher.candidates}
    try:
        for spec in models.spec.candidates:
            if spec.id in candidates:
                yield spec, await check(candidates[spec.id])
            else:
                yield (
                    spec,
                    (
                        Trial(
                            way="text",
                            outcome="fault",
                            detail=f"no-key: {spec.key} is not set. Set it in the environment, or remove the model.",
                        ),
                    ),
                )
    finally:
        await dispatcher.aclose()


async def check_beside(runtime: Runtime) -> AsyncIterator[tuple[str, Trial]]:
    """Yield the embedder and the news service, as far as they are configured, and how each went."""
    embedding = runtime.embedding
    if embedding.embedder or embedding.is_broken:
        name = embedding.embedder.id if embedding.embedder else "embedder"
        yield name, await asyncio.to_thread(_vectors, embedding)
    desk = runtime.news(always_ask=True)
    for one in desk.listed:
        if one.kind == "tavily":
            yield one.name, await _news(desk, one.name, runtime)


def _vectors(embedding: Embedding) -> Trial:
    """Turn two texts into vectors; a server is asked for them."""
    began = perf_counter()
    if embedding.embedder is None:
        return Trial(way="vectors", outcome="fault", detail=embedding.detail)
    try:
        rows = embedding.embedder.embed(["profit of the year", "the weather in Perth"])
    except DragomanError as failure:
        detail = f"{failure.code}: {failure.problem}. {failure.remedy}"
        return Trial(way="vectors", outcome="fault", detail=detail, milliseconds=_since(began))
    return Trial(way="vectors", outcome="ok", detail=f"{rows.shape[1]} dimensions", milliseconds=_since(began))


async def _news(desk: NewsDesk, name: str, runtime: Runtime) -> Trial:
    """Search the news once, which a service may charge for."""
    began = perf_counter()
    checked = await desk.check_one(name, today=runtime.clock.today())
    faults = [f"{note.reason}. {note.remedy}" for note in checked.notes if note.kind == "failed"]
    if faults:
        return Trial(way="news", outcome="fault", detail=faults[0], milliseconds=_since(began), usd=None)
    detail = f"{checked.items} items"
    return Trial(way="news", outcome="ok", detail=detail, milliseconds=_since(began), usd=None)


def _since(began: float) -> float:
    return (perf_counter() - began) * 1000
