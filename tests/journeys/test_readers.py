"""Many readers that drop and come again: none misses an event or gets one twice, and each sees the end."""

import asyncio
import random
from collections.abc import Sequence

import httpx
import pytest
from tests.serving import opened, scripted, served_at

PROMPTS = ("step step", "step rest step rest step", "step step step step rest step")


async def frames(client: httpx.AsyncClient, job: str, after: int, at_most: int):
    """Read a number of frames, then leave; as (id, event) pairs."""
    found = []
    async with client.stream("GET", f"/v1/jobs/{job}/stream", headers={"Last-Event-ID": str(after)}) as response:
        frame = {}
        async for line in response.aiter_lines():
            name, _, value = line.partition(": ")
            frame |= {name: value} if line else {}
            if not line and "event" in frame:
                found.append((int(frame["id"]), frame["event"]))
                frame = {}
                if len(found) == at_most:
                    break
    return found


async def read_with_drops(client: httpx.AsyncClient, job: str, dice: random.Random):
    """Read a job to its end over as many connections as chance wants."""
    seen: list[tuple[int, str]] = []
    async with asyncio.timeout(300):
        while not seen or not seen[-1][1].startswith(("job.done", "job.failed", "job.cancelled")):
            seen += await frames(client, job, seen[-1][0] if seen else 0, dice.randrange(1, 6))
    return seen


async def ask_and_read(address: str, jobs: int, prompts: Sequence[str] = PROMPTS):
    limits = httpx.Limits(max_connections=60)
    dice = random.Random(7)  # noqa: S311  # a test that can be repeated
    async with httpx.AsyncClient(base_url=address, limits=limits, timeout=60) as client:

        async def one() -> tuple[str, list[tuple[int, str]]]:
            accepted = await client.post("/v1/chat", json={"message": dice.choice(prompts)})
            assert accepted.status_code == 202, accepted.text
            job = accepted.json()["job"]
            return job, await read_with_drops(client, job, dice)

        read = dict(await asyncio.gather(*[one() for _ in range(jobs)]))
        logs = {job: (await client.get(f"/v1/jobs/{job}/events")).json()["events"] for job in read}
    return read, logs


# C-045
@pytest.mark.parametrize("jobs", [40, pytest.param(200, marks=pytest.mark.slow)])
def test_readers_that_drop_and_come_again_get_every_event_once(tmp_path, jobs):
    with opened(tmp_path) as dragoman, scripted(dragoman, tmp_path) as served, served_at(served) as address:
        read, logs = asyncio.run(ask_and_read(address, jobs))
    assert len(read) == jobs
    for job, seen in read.items():
        assert seen == [(event["seq"], event["type"]) for event in logs[job]]
        assert [number for number, _ in seen] == list(range(1, len(seen) + 1))
        assert seen[-1][1] == "job.done"
