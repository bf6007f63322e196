"""Whole turns before a provider that fails at everything: they end, say so, keep nothing, take no step twice."""

import shutil
from collections import Counter
from pathlib import Path
from time import perf_counter

import pytest

from dragoman.app.dragoman import open_handle
from dragoman.app.settings import MemorySettings, Settings
from dragoman.domain.conversation import Turn
from dragoman.testing.model_faults import MODEL_FAULTS, SILENT, failing_server

WHY = "Why did BHP's net operating cash flow rise in FY2024, and by how much?"
LONG = [Turn(role, "BHP revenue FY2024") for _ in range(6) for role in ("user", "assistant")]
TURNS = {
    "mines": (WHY, LONG),
    "contracts": ("Is there a way to get divorced?", []),
    "tasks": ("what is the airspeed of a dragoman", []),
}
POLICY = {"mines": "model", "contracts": "model", "tasks": "cascade"}  # with the most calls, and the usual one
# A reply of the right protocol whose words say nothing to the point: dropped, judged or repaired, but no failure.
FELT_BY_NOBODY = ("wrong-enum", "wrong-tool", "broken-arguments", "over-long")
ENDS = ("answered", "fallback", "out_of_scope", "clarification")
MODELS = """
candidates:
  - {{ id: "free:failing", url: {url}, model: scripted, profile: openai, call_timeout: {patience} }}
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
    with open_handle(settings=Settings(home=home, policy="embedded")) as handle:
        answers = {name: handle.ask(text, assistant=name, history=said) for name, (text, said) in TURNS.items()}
    return {name: Counter(visit.node for visit in answer.path) for name, answer in answers.items()}


@pytest.mark.parametrize("assistant", TURNS)
@pytest.mark.parametrize("fault", MODEL_FAULTS)
def test_a_turn_ends_with_an_answer_or_the_fallback_and_says_what_failed(
    home, visits_without, fault, assistant, policy
):
    question, history = TURNS[assistant]
    with failing_server(fault) as server:
        patience = "300ms" if fault in SILENT else "15s"
        (home / "models.yaml").write_text(MODELS.format(url=server.url, patience=patience))
        with open_handle(settings=Settings(home=home, policy=POLICY[assistant], memory=MemorySettings())) as handle:
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
