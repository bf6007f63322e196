"""A real round trip to every language model that is configured."""

from collections.abc import AsyncIterator

from dragoman.app.models import ConfiguredModels, open_dispatcher
from dragoman.app.settings import Settings
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
                yield spec, (Trial(way="text", outcome="fault", detail=f"no-key: {spec.key} is not set"),)
    finally:
        await dispatcher.aclose()
