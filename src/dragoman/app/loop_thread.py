"""The one bridge to sync: an event loop on a thread of its own."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import Future
from threading import Lock, Thread
from typing import Any, TypeVar

T = TypeVar("T")
_UNWIND = 5.0  # seconds that stopped work gets to end before the loop does


class LoopThread:
    """Runs what waits for callers that do not, from any thread and also where a loop runs already."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, name="dragoman", daemon=True)
        self._thread.start()
        self._closing = Lock()
        self._was_stopped = False

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Wait for the work and return what it gave; Ctrl-C cancels it."""
        future: Future[T] | None = None
        try:
            future = asyncio.run_coroutine_threadsafe(work, self._loop)
            return future.result()
        except KeyboardInterrupt:
            self._was_stopped = True
            if future:  # else it came before the work was handed over whole; `close` ends it
                future.cancel()
            raise

    def close(self, last: Coroutine[Any, Any, None]) -> None:
        """Do the last work, and end the loop. Closing twice is fine."""
        with self._closing:
            if self._loop.is_closed():
                last.close()
                return
            try:
                if self._was_stopped:
                    self.run(_unwound())
                self.run(last)
            finally:
                self._loop.call_soon_threadsafe(self._loop.stop)
                self._thread.join()
                self._loop.close()


async def _unwound() -> None:
    """Cancel what still runs and wait until it has ended: it may write, and a loop that ends under it complains."""
    deadline = asyncio.get_running_loop().time() + _UNWIND
    for task in asyncio.all_tasks() - {asyncio.current_task()}:
        if not task.cancelling():  # a second time would cut off how it ends
            task.cancel()
    while rest := asyncio.all_tasks() - {asyncio.current_task()}:
        left = deadline - asyncio.get_running_loop().time()
        if left <= 0:
            return
        await asyncio.wait(rest, timeout=left)
