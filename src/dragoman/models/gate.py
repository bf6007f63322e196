"""How many calls a provider gets at a time; whoever comes later waits for a free place."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakKeyDictionary

from dragoman.models.candidate import Candidate
from dragoman.models.errors import ProviderError


class Gate:
    """Counts the calls on their way, for each provider and event loop."""

    def __init__(self) -> None:
        self._places: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[str, asyncio.Semaphore]] = WeakKeyDictionary()

    @asynccontextmanager
    async def place(self, candidate: Candidate, *, seconds: float) -> AsyncIterator[None]:
        """Hold a place, waiting at most so long for it. Raises ProviderError: the time was ours."""
        if candidate.max_concurrent is None:
            yield
            return
        places = self._places.setdefault(asyncio.get_running_loop(), {})
        place = places.setdefault(candidate.provider, asyncio.Semaphore(candidate.max_concurrent))
        try:
            async with asyncio.timeout(seconds):
                await place.acquire()
        except TimeoutError:
            raise ProviderError("deadline", "all its places were taken until our time was up") from None
        try:
            yield
        finally:
            place.release()
