"""The bridge to sync: what was stopped has ended before its loop does."""

import asyncio
import gc
import signal

import pytest

from dragoman.app.loop_thread import LoopThread


def test_closing_twice_is_fine():
    async def last() -> None:
        closed.append(1)

    closed: list[int] = []
    loop = LoopThread()
    loop.close(last())
    loop.close(last())
    assert closed == [1]


def test_what_ctrl_c_stopped_has_unwound_before_the_loop_ends():
    async def asked() -> None:
        try:
            signal.raise_signal(signal.SIGINT)  # as a person's Ctrl-C: the main thread hears it while it waits
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0)
            seen.append("unwound")

    async def last() -> None:
        seen.append("closed")

    seen: list[str] = []
    loop = LoopThread()
    with pytest.raises(KeyboardInterrupt):
        loop.run(asked())
    loop.close(last())
    gc.collect()
    assert seen == ["unwound", "closed"]
