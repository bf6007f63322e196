"""A browser over the page as it is served; without Playwright or Chromium these tests are skipped."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import pytest

sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed: pip install playwright")
pytest.importorskip("fastapi", reason="the server extra is not installed")

from playwright.sync_api import Browser, BrowserContext, Page  # noqa: E402  # only where it is installed
from tests.journeys.browser.modelled import Modelled, Speaker, write_home  # noqa: E402
from tests.journeys.browser.scripted import Listener, Pace, scripted_runners  # noqa: E402

from dragoman.app.dragoman import Dragoman  # noqa: E402
from dragoman.app.memory_settings import MemorySettings  # noqa: E402
from dragoman.app.runtime import Runtime  # noqa: E402
from dragoman.app.settings import Settings  # noqa: E402
from dragoman.jobs.workers import Workers  # noqa: E402
from dragoman.server.app import create_app  # noqa: E402
from dragoman.server.serve import working  # noqa: E402
from dragoman.server.served import Served  # noqa: E402
from dragoman.testing.openai_server import OpenAIServer  # noqa: E402

CHROMIUM = Path("/usr/bin/chromium")
SWITCHES = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-extensions"]
TOKEN = "a long random text"  # noqa: S105  # of a test server
WIDE = {"width": 1360, "height": 860}


@dataclass(frozen=True)
class Site:
    """The page's server."""

    listener: Listener
    pace: Pace

    @property
    def address(self) -> str:
        return self.listener.address


@dataclass(frozen=True)
class Whole:
    """The product, and what its tasks may read and write."""

    address: str
    closed: str  # the address that wants the token
    folder: Path
    workspace: Path


@pytest.fixture(scope="session")
def _site(tmp_path_factory: pytest.TempPathFactory, today: date) -> Iterator[Site]:
    pace = Pace()
    anew = MemorySettings(is_on=False)  # tests that ask the same look at the whole way of each answer
    settings = Settings(home=tmp_path_factory.mktemp("served"), reference_date=today, memory=anew)
    with Runtime(settings) as runtime:
        runtime.prepare()
        workers = Workers(runtime.jobs, scripted_runners(runtime, pace))
        workers.start()
        listener = Listener(create_app(Served(dragoman=Dragoman(runtime), backend=runtime.jobs)))
        try:
            yield Site(listener, pace)
        finally:
            pace.go_on.set()
            runtime.jobs.close()
            listener.stop()
            workers.stop()


@pytest.fixture
def site(_site: Site) -> Iterator[Site]:
    """Return the server with its pace as at the start."""
    _site.pace.reset()
    yield _site
    _site.pace.go_on.set()


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory, today: date) -> Iterator[Whole]:
    """Serve the product as `dragoman serve` does: every message goes to the front door."""
    folder = tmp_path_factory.mktemp("folder")
    (folder / "settings.py").write_text('password = "hunter2hunter2"\n')
    settings = Settings(home=tmp_path_factory.mktemp("whole"), reference_date=today, folders=(folder,))
    with Runtime(settings) as runtime:
        runtime.prepare()
        dragoman = Dragoman(runtime)
        with working(dragoman):
            listener = Listener(create_app(Served(dragoman=dragoman, backend=runtime.jobs)))
            token = Listener(create_app(Served(dragoman=dragoman, backend=runtime.jobs, token=TOKEN)))
            yield Whole(listener.address, token.address, folder, runtime.state / "workspace")
            runtime.jobs.close()
            listener.stop()
            token.stop()


@pytest.fixture(scope="session")
def _modelled(tmp_path_factory: pytest.TempPathFactory, today: date) -> Iterator[Modelled]:
    """Serve the product with a model whose words the tests choose, and with its memory on."""
    home, speaker = tmp_path_factory.mktemp("modelled"), Speaker()
    with OpenAIServer(speaker) as model:
        write_home(home, model.url)
        with Runtime(Settings(home=home, reference_date=today)) as runtime:
            runtime.prepare()
            dragoman = Dragoman(runtime)
            with working(dragoman):
                listener = Listener(create_app(Served(dragoman=dragoman, backend=runtime.jobs)))
                yield Modelled(listener.address, speaker, runtime.answer_cache)
                runtime.jobs.close()
                listener.stop()


@pytest.fixture
def modelled(_modelled: Modelled) -> Modelled:
    """Return it with its model as at the start, and nothing remembered."""
    _modelled.reset()
    return _modelled


@pytest.fixture
def spoken(context: BrowserContext, modelled: Modelled) -> Page:
    """Return the page of the product with a model, with a new thread open."""
    shown = context.new_page()
    shown.goto(modelled.address)
    shown.wait_for_selector(".example")
    return shown


@pytest.fixture
def front(context: BrowserContext, whole: Whole) -> Page:
    """Return the page of the whole product with a new thread open."""
    shown = context.new_page()
    shown.goto(whole.address)
    shown.wait_for_selector(".example")
    return shown


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if not CHROMIUM.exists():
        pytest.skip(f"{CHROMIUM} is not there; on Debian: apt install chromium")
    with sync_api.sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=SWITCHES)
        yield chromium
        chromium.close()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """Return a browser context in which a script that fails, or breaks the page's policy, fails the test."""
    faults: list[str] = []
    opened = browser.new_context(viewport=WIDE, accept_downloads=True)
    opened.set_default_timeout(10_000)
    opened.on("weberror", lambda fault: faults.append(str(fault.error)))
    opened.on("console", lambda said: faults.append(said.text) if "Content Security Policy" in said.text else None)
    yield opened
    opened.close()
    assert faults == []


@pytest.fixture
def page(context: BrowserContext, site: Site) -> Page:
    """Return the page with a new thread open."""
    shown = context.new_page()
    shown.goto(site.address)
    shown.wait_for_selector(".example")
    return shown
