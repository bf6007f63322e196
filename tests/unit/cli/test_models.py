"""`dragoman models list` and `check`, the policy, and what doctor says of models."""

import json
import subprocess
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import pytest

from dragoman.testing.openai_script import ReplySpec
from dragoman.testing.openai_server import OpenAIServer


def answers(request) -> object:
    """Do what the check asks for."""
    if "colour is green" in request.messages[-1].content:
        return {"colour": "green", "number": 7}
    return ReplySpec()


@pytest.fixture
def own_server(monkeypatch):
    with OpenAIServer(answers) as server:
        monkeypatch.setenv("DRAGOMAN_MODEL_URL", server.url)
        monkeypatch.setenv("DRAGOMAN_MODEL_NAME", "scripted")
        yield server


def test_a_route_that_a_model_was_asked_for_says_what_that_took(dragoman, home, own_server):
    record = dragoman("route", "Wie lief das Geschäft bei BHP im Jahr 2024?", "--json").record
    assert record["model_calls"] == record["cost"]["model_calls"] > 0
    assert record["cost"]["currency"] == "USD"


def test_without_a_model_the_list_says_so_and_that_is_no_fault(dragoman, home):
    done = dragoman("models", "list")
    assert done.status == 0
    assert "every decision is made by rules" in done.out
    assert "DEEPSEEK_API_KEY" in done.out


def test_without_a_model_the_check_says_what_to_set(dragoman, home):
    done = dragoman("models", "check", "--json")
    assert done.status == 1
    assert done.record["error"]["code"] == "no-model"
    assert "DRAGOMAN_MODEL_URL" in done.record["error"]["remedy"]


def test_the_list_shows_models_in_their_order_with_prices_and_no_key(dragoman, home, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-canary")
    monkeypatch.setenv("DEEPSEEK_API_KEY", "sk-canary")
    done = dragoman("models", "list", "--json")
    assert [one["id"] for one in done.record["models"]] == ["paid:deepseek", "paid:openai"]
    assert done.record["models"][0]["usd_per_million_tokens"] == {"input": "0.30", "output": "1.20"}
    assert "canary" not in done.out + dragoman("models", "list").out


def test_the_check_asks_in_every_way_and_says_how_long_it_took(dragoman, home, own_server):
    done = dragoman("models", "check")
    assert done.status == 0, done.out
    assert [line.split()[:2] for line in done.out.splitlines()[1:]] == [
        ["ok", "text"], ["ok", "structured"], ["ok", "tools"], ["ok", "stream"],
    ]  # fmt: skip
    assert own_server.calls == 4


def test_a_check_of_a_server_that_is_not_there_names_the_fault_once(dragoman, home, monkeypatch):
    monkeypatch.setenv("DRAGOMAN_MODEL_URL", "http://127.0.0.1:9/v1")
    done = dragoman("models", "check", "--json")
    trials = done.record[0]["trials"]
    assert done.status == 1
    assert trials[0]["detail"].startswith("unreachable")
    assert [one["outcome"] for one in trials] == ["fault", "skipped", "skipped", "skipped"]


def test_a_check_says_which_key_is_missing(dragoman, home):
    (home / "models.yaml").write_text('candidates: [{id: "paid:x", url: "https://h.example/v1", model: m, key: X_KEY}]')
    done = dragoman("models", "check")
    assert done.status == 1
    assert "X_KEY is not set" in done.out


def test_a_faulty_file_is_refused_with_its_place(dragoman, home):
    (home / "models.yaml").write_text('candidates: [{id: "paid:x", profil: openai}]')
    done = dragoman("models", "list")
    assert done.status == 1
    assert "models.yaml:1:" in done.err
    assert 'Did you mean "profile"' in done.err


@pytest.mark.parametrize(
    ("url", "said"), [("", "every decision is made by rules"), ("http://h.example/v1", "free:own")]
)
def test_doctor_says_which_models_are_configured(dragoman, home, monkeypatch, url, said):
    monkeypatch.setenv("DRAGOMAN_MODEL_URL", url)
    (line,) = [line for line in dragoman("doctor").out.splitlines() if "language model" in line]
    assert said in line


@pytest.mark.parametrize("command", ["ask", "route"])
def test_an_unknown_policy_is_refused_with_the_nearest(dragoman, home, command):
    done = dragoman(command, "What was BHP's FY2024 revenue?", "--policy", "embeded")
    assert done.status == 2
    assert 'Did you mean "embedded"' in done.err


_WITHOUT = """
import sys
from dragoman.cli.main import run
status = run(["ask", "What was BHP's FY2024 revenue?"])
loaded = {"langchain_openai", "openai", "dragoman.models.providers.http"} & set(sys.modules)
print(status, sorted(loaded), file=sys.stderr)
"""


@pytest.mark.parametrize("configured", [False, True])
def test_asking_what_needs_no_model_imports_no_client(home, configured):
    environ = {"DRAGOMAN_HOME": str(home), "PATH": "", "PYTHONPATH": ":".join(filter(None, sys.path))}
    environ |= {"OPENAI_API_KEY": "sk-x", "DRAGOMAN_POLICY": "embedded"} if configured else {}
    done = subprocess.run([sys.executable, "-c", _WITHOUT], env=environ, capture_output=True, text=True, check=True)
    assert done.stderr.splitlines()[-1] == "0 []"


class Vectors(BaseHTTPRequestHandler):
    """Answers every request for embeddings with rows of three numbers."""

    def do_POST(self):
        count = len(json.loads(self.rfile.read(int(self.headers["Content-Length"])))["input"])
        rows = [{"index": place, "embedding": [1.0, float(place), 0.0]} for place in range(count)]
        body = json.dumps({"data": rows}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@pytest.fixture
def vectors():
    server = HTTPServer(("127.0.0.1", 0), Vectors)
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/v1"
    server.shutdown()
    thread.join()
    server.server_close()


def test_the_check_asks_an_embedder_that_is_configured_for_vectors(dragoman, home, monkeypatch, vectors):
    monkeypatch.setenv("DRAGOMAN_EMBEDDER", vectors)
    monkeypatch.setenv("DRAGOMAN_EMBEDDER_NAME", "small")
    done = dragoman("models", "check")
    assert done.status == 0, done.out
    assert "3 dimensions" in done.out
    assert "No language model is configured" in done.out


def test_an_embedder_that_cannot_be_reached_is_a_fault_with_its_remedy(dragoman, home, monkeypatch):
    monkeypatch.setenv("DRAGOMAN_EMBEDDER", "http://127.0.0.1:9/v1")
    monkeypatch.setenv("DRAGOMAN_EMBEDDER_NAME", "small")
    done = dragoman("models", "check", "--json")
    (trial,) = done.record[0]["trials"]
    assert (done.status, trial["way"], trial["outcome"]) == (1, "vectors", "fault")
    assert "cannot be reached" in trial["detail"]
    assert "DRAGOMAN_EMBEDDER" in trial["detail"]


def test_a_news_service_without_its_key_is_a_fault_with_its_remedy(dragoman, home):
    (home / "news.yaml").write_text("sources: [{kind: tavily}]\n")
    done = dragoman("models", "check")
    assert done.status == 1
    assert "Tavily" in done.out
    assert "Set TAVILY_API_KEY in the environment." in done.out
