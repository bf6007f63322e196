"""Keys and words through the command line and the server, with a model that works, fails, or breaks in the middle."""

import json
import shutil
from pathlib import Path

import pytest
from tests.serving import served_at

from dragoman.app.dragoman import open_dragoman
from dragoman.app.settings import Settings
from dragoman.models.secret import Secret
from dragoman.server.serve import working
from dragoman.server.served import Served
from dragoman.testing.model_faults import failing_server, healthy_server

httpx = pytest.importorskip("httpx")

KEY = "sk-canary-91c04d77ee"
TOKEN = "token-canary-3b9a55"  # noqa: S105  # of a test server
PERSON = "Quxley"
QUESTIONS = {
    "mines": f"Anything that should worry {PERSON} about BHP up there?",
    "contracts": f"Is there a way to get divorced, asks {PERSON}?",
    "tasks": f"what is the airspeed of a dragoman called {PERSON}",
}
HOW = {"works": healthy_server, "fails": lambda: failing_server("500"), "refuses": lambda: failing_server("401")}
# Threads, jobs and what waits for a person belong to the person; nothing else has their words.
BELONGS = {"threads.db", "jobs.db", "checkpoints.db", "scenarios.db"}


def files_with(text: str, home: Path) -> set[str]:
    found = (path for path in home.rglob("*") if path.is_file())
    return {path.name.removesuffix("-wal") for path in found if text.encode() in path.read_bytes()}


@pytest.mark.parametrize(
    ("assistant", "how"), [("mines", "works"), ("mines", "fails"), ("contracts", "fails"), ("tasks", "refuses")]
)
def test_a_command_tells_neither_key_nor_words(shell, assistant, how):
    with HOW[how]() as server:
        model = {"DRAGOMAN_MODEL_URL": server.url, "DRAGOMAN_MODEL_NAME": "scripted", "DRAGOMAN_MODEL_KEY": KEY}
        asked = shell("ask", "--json", "--assistant", assistant, QUESTIONS[assistant], **model)
        shown = shell("models", "check", "--json", **model)
        calls = server.calls
    assert calls > 0
    everything = "".join(f"{one.out}{one.err}" for one in (asked, shown))
    assert (KEY in everything, files_with(KEY, shell.home)) == (False, set())
    assert PERSON not in asked.err
    assert files_with(PERSON, shell.home) <= {"threads.db", *waiting(asked.out)}
    assert not (shell.home / "last-fault.txt").exists()


def waiting(out: str) -> set[str]:
    """Return where a question of ours that waits is kept."""
    waits = json.loads(out)["outcome"] == "clarification"
    return {"checkpoints.db", "scenarios.db"} if waits else set()


@pytest.mark.parametrize("how", HOW)
def test_a_server_tells_neither_key_nor_token_and_words_only_to_whom_they_belong(filled_home, tmp_path, how, capfd):
    home = Path(shutil.copytree(filled_home, tmp_path / "home"))
    with HOW[how]() as model:
        keys = {"DRAGOMAN_MODEL_KEY": Secret(KEY)}
        settings = Settings(home=home, model_url=model.url, model_name="scripted", token=TOKEN, keys=keys)
        dragoman = open_dragoman(settings=settings)
        with working(dragoman) as workers:
            served = Served(
                dragoman=dragoman, backend=dragoman.runtime.jobs, token=TOKEN, is_ready=lambda: workers.are_ready
            )
            with served_at(served) as address:
                streams = [told(address, name, text) for name, text in QUESTIONS.items()]
        dragoman.runtime.close()
    told_by_us = "".join((*streams, *capfd.readouterr()))
    assert (KEY in told_by_us, TOKEN in told_by_us) == (False, False)
    assert (files_with(KEY, home), files_with(TOKEN, home)) == (set(), set())
    assert files_with(PERSON, home) <= BELONGS


def told(address: str, assistant: str, text: str) -> str:
    """Ask as a job and return every event of it; those about nodes and failures hold no words."""
    with httpx.Client(base_url=address, headers={"Authorization": f"Bearer {TOKEN}"}, timeout=60) as client:
        begun = client.post("/v1/chat", json={"message": text, "assistant": assistant})
        begun.raise_for_status()
        stream = client.get(f"/v1/jobs/{begun.json()['job']}/stream").text
    for block in stream.split("\n\n"):
        if any(name in block for name in ("event: node", "event: level", "event: degraded")):
            assert PERSON not in block, block
    return stream
