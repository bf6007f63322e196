"""A question of ours waits as long as it must, whatever happens to the process."""

import json
import re

import pytest

VAGUE = "Tell me about this company"
# Answers in a process that dies, as if the power failed, when the node that is named has been reached.
DIES = """
import os, signal, dragoman

class Dies:
    def emit(self, event):
        if event.name == "node.started" and event.values["node"] == {node!r}:
            os.kill(os.getpid(), signal.SIGKILL)

with dragoman.open(sink=Dies()) as handle:
    handle.{call}
"""


def ask(shell, question, *more):
    done = shell("ask", question, "--json", *more)
    return json.loads(done.out)


def test_it_is_there_after_a_kill_and_its_reply_finishes_the_turn(shell):
    chat = shell.start("chat")
    chat.stdin.write(f"{VAGUE}\n".encode())
    chat.stdin.flush()
    printed = ""
    while "a question waits" not in printed:
        printed += chat.stdout.readline().decode()
    chat.kill()
    chat.communicate()
    thread = re.search(r"thread (t-\w+):1", printed)[1]

    done = shell("ask", "--thread", thread, "--answer", "q-1", "3")

    assert done.status == 0
    assert "Fortescue's revenue for FY2025 was US$15,540 million" in done.out


def test_a_kill_while_answering_keeps_the_words(shell):
    program = DIES.format(node="retrieve_decision", call='ask("What was BHP\'s FY2024 revenue?")')
    assert shell.python(program).returncode == -9

    (thread,) = json.loads(shell("threads", "list", "--json").out)
    shown = shell("threads", "show", thread["thread"])

    assert "What was BHP's FY2024 revenue?\n(not answered: the work was stopped" in shown.out


@pytest.fixture
def killed(shell):
    """A thread whose turn was killed after its reply had been taken."""
    asked = ask(shell, VAGUE)
    call = f"resume({asked['thread']!r}, {asked['clarification']['id']!r}, '3')"
    assert shell.python(DIES.format(node="retrieve_company", call=call)).returncode == -9
    return asked["thread"]


def test_a_kill_after_the_reply_was_taken_leaves_it_bound(shell, killed):
    other = shell("ask", "--thread", killed, "--answer", "q-1", "1")
    same = shell("ask", "--thread", killed, "--answer", "q-1", "3")

    assert (other.status, other.out) == (2, "")
    assert "give the same reply again to finish it" in other.err
    assert (same.status, "Fortescue's revenue" in same.out) == (0, True)


@pytest.mark.parametrize("lost", ["checkpoints.db"])
def test_the_turn_is_finished_even_when_its_checkpoints_are_lost(shell, lost):
    asked = ask(shell, VAGUE)
    for path in shell.home.glob(f"{lost}*"):
        path.unlink()

    done = shell("ask", "--thread", asked["thread"], "--answer", "q-1", "3")

    assert (done.status, "Fortescue's revenue" in done.out) == (0, True)
