"""One server for the tests of endpoints, and one whose jobs do what their prompt says."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import httpx
import pytest
from tests.serving import opened, scripted, served_at

from dragoman.server.serve import working
from dragoman.server.served import Served

TOKEN = "a long random text"  # noqa: S105  # of a test server


@pytest.fixture(scope="session")
def dragoman(tmp_path_factory):
    with opened(tmp_path_factory.mktemp("home")) as dragoman:
        dragoman.runtime.prepare()
        yield dragoman


@pytest.fixture(scope="session")
def real(dragoman):
    """A client of a server with the mines assistant."""
    with working(dragoman) as workers:
        served = Served(dragoman=dragoman, backend=dragoman.runtime.jobs, is_ready=lambda: workers.are_ready)
        with served_at(served) as address, _client(address) as client:
            yield client


@pytest.fixture(scope="session")
def client(dragoman, tmp_path_factory):
    """A client of a server with scripted jobs."""
    folder = tmp_path_factory.mktemp("scripted")
    with scripted(dragoman, folder) as served, served_at(served) as address, _client(address) as client:
        yield client


@pytest.fixture
def small(dragoman, tmp_path):
    """The same without any job yet, and with room for two that wait."""
    with (
        scripted(dragoman, tmp_path, max_queued=2) as served,
        served_at(served) as address,
        _client(address) as client,
    ):
        yield client


@pytest.fixture(scope="session")
def with_token(dragoman, tmp_path_factory):
    """A client, without the token, of a server that has one."""
    with (
        scripted(dragoman, tmp_path_factory.mktemp("token")) as served,
        served_at(replace(served, token=TOKEN)) as address,
        _client(address) as client,
    ):
        yield client


def _client(address: str) -> httpx.Client:
    return httpx.Client(base_url=address, timeout=30)


Frame = dict[str, Any]


@pytest.fixture(scope="session")
def frames() -> Callable[..., list[Frame]]:
    """Read a stream to its end, or leave it at the first event of a type."""

    def read(client: httpx.Client, path: str, *, until: str = "", **options: Any) -> list[Frame]:
        found: list[Frame] = []
        with client.stream("GET", path, **options) as response:
            assert response.status_code == 200
            frame: Frame = {}
            for line in response.iter_lines():
                name, _, value = line.partition(": ")
                frame |= {name: value} if name else {}  # one without a name is a comment: nothing happens
                if not line and frame:
                    found.append(frame)
                    if frame["event"] == until:
                        break
                    frame = {}
        return found

    return read
