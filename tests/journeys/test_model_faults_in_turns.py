"""Whole turns before a provider that fails at everything: they end, say so, keep nothing, take no step twice.

And they tell nobody: no key is in anything that is written or told, and no words of the person or of a page are in
what is told about the run.
"""

import logging
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest

from dragoman import telemetry
from dragoman.app.dragoman import open_handle
from dragoman.app.settings import MemorySettings, Settings
from dragoman.domain.conversation import Turn
from dragoman.models.secret import Secret
from dragoman.testing.model_faults import MODEL_FAULTS, SILENT, failing_server

KEY = "sk-canary-5e1f77a0b2"
PERSON = "Quxley"  # stands in every question
PAGE = "Investing absorbed"  # stands on a page that answers
WHY = f"Why did BHP's net operating cash flow rise in FY2024, and by how much? {PERSON} asks."
LONG = [Turn(role, "BHP revenue FY2024") for _ in range(6) for role in ("user", "assistant")]
TURNS = {
    "mines": (WHY, LONG),
    "contracts": (f"Is there a way to get divorced, asks {PERSON}?", []),
    "tasks": (f"what is the airspeed of a dragoman called {PERSON}", []),
}
POLICY = {"mines": "model", "contracts": "model", "tasks": "cascade"}  # with the most calls, and the usual one
# A reply of the right protocol whose words say nothing to the point: dropped, judged or repaired, but no failure.
FELT_BY_NOBODY = ("wrong-enum", "wrong-tool", "broken-arguments", "over-long")
ENDS = ("answered", "fallback", "out_of_scope", "clarification")
MODELS = """
candidates:
  - id: "free:failing"
    url: {url}
    model: scripted
    profile: openai
    key: DRAGOMAN_MODEL_KEY
    call_timeout: {patience}
deadline: 20s
turn_deadline: 20s
max_rounds: 1
"""


@pytest.fixture(scope="module")
def home(filled_home: Path, tmp_path_factory) -> Path:
    return Path(shutil.copytree(filled_home, tmp_path_factory.mktemp("failing") / "home"))


@pytest.fixture(scope="module")
def visits_without(home: Path) -> dict[str, Counter[str]]:
    """How often each node runs where no model is: agreements are searched up to three times for what they lack."""
    with open_handle(settings=Settings(home=home, policy="embedded", memory=MemorySettings(is_on=False))) as handle:
        answers = {name: handle.ask(text, assistant=name, history=said) for name, (text, said) in TURNS.items()}
    return {name: Counter(visit.node for visit in answer.path) for name, answer in answers.items()}


class Told:
    """Keeps what is told while a turn runs: by the product's own sink, by telemetry, by the log."""

    def __init__(self, log: pytest.LogCaptureFixture) -> None:
        self._log = log
        self.events: list[object] = []

    def emit(self, event: object) -> None:
        self.events.append(event)

    def __call__(self, name: str, values: dict[str, Any]) -> None:
        self.events.append((name, values))

    @property
    def text(self) -> str:
        return f"{self.events} {[record.getMessage() for record in self._log.records]}"


@pytest.fixture
def told(caplog: pytest.LogCaptureFixture) -> Iterator[Told]:
    caplog.set_level(logging.DEBUG, logger="dragoman")
    told = Told(caplog)
    telemetry.listen(told)
    yield told
    telemetry._listeners.remove(told)


def files_with(text: str, home: Path) -> set[str]:
    """Return which files below a home hold a text, byte for byte."""
    found = (path for path in home.rglob("*") if path.is_file())
    return {path.name for path in found if text.encode() in path.read_bytes()}


@pytest.mark.parametrize("assistant", TURNS)
@pytest.mark.parametrize("fault", MODEL_FAULTS)
def test_a_turn_ends_with_an_answer_or_the_fallback_and_says_what_failed(home, told, visits_without, fault, assistant):
    question, history = TURNS[assistant]
    with failing_server(fault) as server:
        patience = "300ms" if fault in SILENT else "15s"
        (home / "models.yaml").write_text(MODELS.format(url=server.url, patience=patience))
        settings = Settings(home=home, policy=POLICY[assistant], keys={"DRAGOMAN_MODEL_KEY": Secret(KEY)})
        with open_handle(settings=settings, sink=told) as handle:
            began = perf_counter()
            answer = handle.ask(question, assistant=assistant, history=history)
            took = perf_counter() - began
            kept = handle.runtime.answer_cache.entries("local")
        asked = server.calls
    assert answer.outcome in ENDS
    assert (asked > 0, kept, took < 30) == (True, (), True)
    twice = Counter(visit.node for visit in answer.path) - visits_without[assistant]
    if fault not in FELT_BY_NOBODY:
        assert max(twice.values(), default=0) <= 1, twice
        assert asked <= 12
        assert answer.confidence != "high"
        assert assistant == "tasks" or any("model" in one or "failed" in one for one in answer.caveats)
    assert (KEY in f"{told.text} {answer}", files_with(KEY, home)) == (False, set())
    assert (PERSON in told.text, PAGE in told.text) == (False, False)


def test_words_are_kept_where_they_belong_and_nowhere_else(home):
    assert files_with(PERSON, home) <= {"threads.db", "threads.db-wal"}
