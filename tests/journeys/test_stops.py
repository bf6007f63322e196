"""Stopping, and two at once: nothing is lost and nothing is half there."""

import json
import os
import pty
import signal
import subprocess
import sys
from pathlib import Path
from threading import Event

import pytest
from tests.journeys.conftest import PATIENCE, ended

from dragoman.testing.openai_script import ReplySpec
from dragoman.testing.openai_server import OpenAIServer

WHY = "Why did BHP's net operating cash flow rise in FY2024?"
REVENUE = "What was BHP's FY2024 revenue?"
# Ctrl-C while the third document is read.
STOPS = """
import os, signal, dragoman

class Stops:
    seen = 0
    def emit(self, event):
        self.seen += event.name == "document.started"
        if self.seen == 3:
            os.kill(os.getpid(), signal.SIGINT)

try:
    with dragoman.open(sink=Stops()) as handle:
        handle.ask("What was BHP's FY2024 revenue?")
except KeyboardInterrupt:
    print("stopped")
"""
# Dies while the figures of a document are written, as if the power failed.
DIES = """
import os, signal, sys
from sqlalchemy import Engine, event
from dragoman.cli.main import run

@event.listens_for(Engine, "before_cursor_execute")
def die(connection, cursor, statement, *rest):
    if statement.startswith("INSERT INTO facts"):
        os.kill(os.getpid(), signal.SIGKILL)

run(["ingest", {path!r}, "--company", "BHP", "--period", "FY2019"])
"""


def test_two_questions_on_a_fresh_home_are_both_answered(fresh_shell):
    both = [fresh_shell.start("ask", REVENUE) for _ in range(2)]

    answers = [ended(one) for one in both]

    assert [(one.status, one.err) for one in answers] == [(0, "")] * 2
    assert all("US$55,658 million [1]" in one.out for one in answers)
    assert len(json.loads(fresh_shell("documents", "list", "--json").out)) == 27


def test_two_ingests_at_once_read_every_document_once(shell, tmp_path):
    folder = tmp_path / "reports"
    folder.mkdir()
    for number in range(8):
        (folder / f"note-{number}.md").write_text(f"# Note {number}\n\nRevenue was US${number + 1} million.\n")

    both = [ended(one) for one in [shell.start("ingest", folder, "--company", "BHP") for _ in range(2)]]

    assert [one.status for one in both] == [0, 0]
    assert len(json.loads(shell("documents", "list", "--json").out)) == 27 + 8


def test_ctrl_c_while_an_empty_home_fills_keeps_the_words_and_the_documents_so_far(fresh_shell):
    assert fresh_shell.python(STOPS).stdout == "stopped\n"

    (thread,) = json.loads(fresh_shell("threads", "list", "--json").out)
    done = fresh_shell("ask", REVENUE)

    assert (thread["label"], done.status) == (REVENUE, 0)
    assert len(json.loads(fresh_shell("documents", "list", "--json").out)) == 27


def test_a_document_whose_writing_was_killed_is_not_there_and_is_read_whole_next_time(shell, tmp_path):
    path = tmp_path / "report.md"
    path.write_text("# BHP\n\n| US$ million | FY2019 |\n|---|---|\n| Revenue | 44,288 |\n")
    before = shell("documents", "list", "--json").out

    assert shell.python(DIES.format(path=str(path))).returncode == -9
    assert shell("documents", "list", "--json").out == before

    assert shell("ingest", path, "--company", "BHP", "--period", "FY2019").status == 0
    assert "US$44,288 million" in shell("ask", "What was BHP's FY2019 revenue?").out


def test_ctrl_c_while_a_model_writes_says_what_was_asked_and_the_thread_keeps_it(shell):
    writes = Event()
    with OpenAIServer(lambda request: _silent_writer(request, writes)) as server:
        one = f"{{ id: 'paid:own', url: '{server.url}', model: scripted, profile: openai }}"
        (shell.home / "models.yaml").write_text(f"candidates: [{one}]")
        asks = shell.start("ask", WHY)
        assert writes.wait(PATIENCE)
        asks.send_signal(signal.SIGINT)
        done = ended(asks)
    (thread, *_) = json.loads(shell("threads", "list", "--json").out)
    told = json.loads(shell("threads", "show", thread["thread"], "--json").out)

    assert (done.status, told["turns"][0]["answer"]) == (130, None)
    assert "asked until then: own · 3 calls" in done.err
    assert told["cost"]["model_calls"] == told["turns"][0]["cost"]["model_calls"] == 3
    assert json.loads(shell("memory", "list", "--json").out) == []


def _silent_writer(request, writes):
    """Reply to what wants a form, and say nothing for ever to what wants a text."""
    if request.schema:
        return ReplySpec(data={"indices": [1]}) if "indices" in str(request.schema) else ReplySpec()
    writes.set()
    return ReplySpec(fault="slow_first_byte")


def test_ctrl_c_is_one_line_and_status_130(shell):
    batch = shell.start("interpret", "--batch", "-", "--json")
    batch.stdin.write(b'{"id": 1, "text": "BHP"}\n')
    batch.stdin.flush()
    batch.stdin.write(b"x" * 100 + b"\n" * 9000)  # more than any buffer on the way
    batch.stdin.flush()
    first = batch.stdout.readline()

    batch.send_signal(signal.SIGINT)
    done = ended(batch)

    assert json.loads(first)["id"] == 1
    assert (done.status, done.err.count("\n")) == (130, 2)
    assert "Stopped." in done.err


def test_a_reader_that_goes_away_is_no_fault(shell):
    with shell.start("facts") as facts:
        facts.stdout.readline()
        facts.stdout.close()

        assert (facts.wait(PATIENCE), facts.stderr.read()) == (1, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_a_full_disk_under_the_output_is_one_message(shell):
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "dragoman", "vocabulary", "show"],
            stdout=full, stderr=subprocess.PIPE, env=shell.environment(), timeout=PATIENCE, check=False,
        )  # fmt: skip

    assert (done.returncode, done.stderr.count(b"\n")) == (1, 1)
    assert done.stderr.startswith(b"error: ")


def test_a_conversation_at_a_terminal(shell):
    ours, theirs = pty.openpty()
    chat = subprocess.Popen(
        [sys.executable, "-m", "dragoman", "chat"], stdin=theirs, stdout=theirs, stderr=theirs, env=shell.environment()
    )
    os.close(theirs)
    lines = ["Tell me about this company", "BHP", "and the dividend?", "/trace", "/help", "/new", "/trace", "", "/quit"]
    os.write(ours, "".join(f"{line}\r" for line in lines).encode())
    printed = b""
    while chat.poll() is None or not printed.rstrip().endswith(b"/quit"):
        try:
            printed += os.read(ours, 4096)
        except OSError:  # Linux says so when the other side has closed
            break
    os.close(ours)

    text = printed.decode()
    assert chat.wait(PATIENCE) == 0
    assert "  0  none of these" in text
    assert "BHP's total dividend for FY2025 was US$1.10 per share" in text
    assert "cell  BHP digest FY2025" in text
    assert "Traceback" not in text
