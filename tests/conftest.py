"""The world every test lives in: a fixed day, no network, no settings of the machine."""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from dragoman.app.runtime import Runtime
from dragoman.app.settings import Settings

settings.register_profile("test", deadline=None, derandomize=True, database=None, max_examples=100)
settings.register_profile(
    "fuzz", deadline=None, max_examples=20_000, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "test"))

_LOOPBACK = ("127.", "::1", "localhost")


def _is_outside(address: object) -> bool:
    host = address[0] if isinstance(address, tuple) else address
    return isinstance(host, str) and not host.startswith(("/", "\0", *_LOOPBACK))


def _block_network(event: str, arguments: tuple[object, ...]) -> None:
    if event in ("socket.connect", "socket.sendto") and _is_outside(arguments[1]):
        raise RuntimeError(f"a test reached for the network: {arguments[1]}")
    if event == "socket.getaddrinfo" and arguments[0] and _is_outside(arguments[0]):
        raise RuntimeError(f"a test reached for the network: {arguments[0]}")


def pytest_configure() -> None:
    for name in list(os.environ):
        is_setting = name.startswith(("DRAGOMAN_", "LANGCHAIN_", "LANGSMITH_", "OPENAI_")) or name.endswith("_API_KEY")
        if is_setting and name != "DRAGOMAN_DATA":
            del os.environ[name]
    sys.addaudithook(_block_network)
    # A runner in the background of a shell ignores Ctrl-C, and so would every command that a test starts and stops.
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session", autouse=True)
def _own_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep state of tests, and of commands they start, out of the home of whoever runs them."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
        environment.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(scope="session")
def today() -> date:
    """The day on which every test happens."""
    return date(2026, 11, 30)


@pytest.fixture(scope="session")
def filled_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a home with the sample corpus, filled once; a test that writes works on a copy."""
    home = tmp_path_factory.mktemp("filled")
    with Runtime(Settings(home=home)) as runtime:
        runtime.prepare()
    return home


@pytest.fixture(scope="session")
def data_set() -> Callable[[str], Path]:
    """Where a public data set lies: no DRAGOMAN_DATA skips the test, a set that is missing in it fails it."""

    def find(name: str) -> Path:
        root = os.environ.get("DRAGOMAN_DATA", "")
        if not root:
            pytest.skip(f"DRAGOMAN_DATA is not set, so there is no {name}")
        path = Path(root, name)
        assert path.exists(), f"DRAGOMAN_DATA is set, but {name} is not in it"
        return path

    return find
