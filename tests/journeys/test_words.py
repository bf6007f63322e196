"""Whatever bytes come in and whatever the terminal can show: one clear message, no fault."""

import json

import pytest

REVENUE = "What was BHP's FY2024 revenue?"


@pytest.mark.parametrize(
    "environment",
    [
        {"PYTHONIOENCODING": "ascii"},
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"PYTHONIOENCODING": "latin-1:strict"},
    ],
    ids=["ascii", "C", "latin-1"],
)
def test_an_answer_reaches_a_terminal_that_knows_few_signs(shell, environment):
    question = "How much did BHP’s revenue grow from FY23 to FY24?".encode()
    process = shell.start("ask", question, **environment)
    out, err = process.communicate()

    assert (process.returncode, err) == (0, b"")
    assert b"(55,658 - 53,817) " in out


def test_words_that_are_no_text_are_read_as_far_as_they_go(shell):
    done = shell("ask", b"What was BHP\xff FY2024 revenue?", "--json")

    assert json.loads(done.out)["answer"].startswith("BHP's revenue for FY2024")


def test_standard_input_may_hold_anything(shell):
    done = shell("ask", "-", stdin=b"BHP\0 FY2024 \xff\xfe revenue \x1b[31m")

    assert (done.status, done.err) == (0, "")
    assert "US$55,658 million" in done.out


def test_a_megabyte_is_refused_in_one_message(shell):
    done = shell("ask", "-", stdin=b"a" * 1_000_000)

    assert (done.status, done.out, done.err.count("\n")) == (2, "", 2)
    assert "a question may have 8,000" in done.err


def test_without_any_home_the_message_says_what_to_set(shell):
    done = shell("ask", REVENUE, DRAGOMAN_HOME="", HOME="", XDG_DATA_HOME="")

    assert (done.status, done.out) == (2, "")
    assert "Set DRAGOMAN_HOME to a folder." in done.err


def test_the_demo_asks_each_assistant_once_and_shows_sources_and_receipts(fresh_shell):
    done = fresh_shell("demo")

    assert (done.status, done.err) == (0, "")
    for said in ("US$53,817 million", "3.42 %", "└─ cell", "0  none of these", 'page 8, "Late Payment Penalties"'):
        assert said in done.out
    assert [done.out.count(said) for said in ("$ dragoman ask ", "Receipt of the decision", "weighed ")] == [3, 3, 3]
