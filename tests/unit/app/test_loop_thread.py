"""The bridge to sync: what was stopped has ended before its loop does."""

import asyncio
import gc
import signal
import threading

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
            signal.pthread_kill(main, signal.SIGINT)  # as a person's Ctrl-C: it wakes the thread that waits
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0)
            seen.append("unwound")

    async def last() -> None:
        seen.append("closed")

    seen: list[str] = []
    main = threading.main_thread().ident
    assert main is not None
    loop = LoopThread()
    with pytest.raises(KeyboardInterrupt):
        loop.run(asked())
    loop.close(last())
    gc.collect()
    assert seen == ["unwound", "closed"]
