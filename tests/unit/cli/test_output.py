import io
import json
import sys

import pytest

from dragoman.cli.fault import keep
from dragoman.cli.output import one_line, open_streams, plain, say, say_json

WORDS = "a secret question"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("A$5 – “so” 😀", "A$5 – “so” 😀"),
        ("\x1b[31mred\x1b[0m", "[31mred[0m"),
        ("left\u202eright\x07\x9b", "leftright"),
        ("US$5\u00a0million\r\n\tnext", "US$5 million \n\tnext"),
    ],
)
def test_control_characters_are_taken_out(text, shown):
    assert plain(text) == shown


def test_a_label_stays_on_its_line():
    assert one_line(" a\n\nb\tc ") == "a b c"


@pytest.fixture
def streams(monkeypatch):
    def use(encoding):
        out = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
        monkeypatch.setattr(sys, "stdout", out)
        open_streams()
        return out

    return use


def printed(stream):
    stream.flush()
    return stream.buffer.getvalue()


def test_a_narrow_terminal_gets_signs_spelled_and_no_fault(streams):
    out = streams("ascii")

    say("(5 − 3) ÷ 3 · “x” … 😀")

    assert printed(out) == b'(5 - 3) / 3 - "x" ... ?\n'


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_json_comes_back_the_same_from_any_encoding(streams, encoding):
    out = streams(encoding)
    record = {"text": "A$5 − 😀 \x9b\x7f\x00 é", "value": [1, None]}

    say_json(record)

    assert json.loads(printed(out).decode(encoding)) == record
    assert b"\x9b" not in printed(out).replace("é".encode(), b"")


def test_json_has_no_numbers_that_are_none():
    with pytest.raises(ValueError, match="not JSON compliant"):
        say_json({"value": float("nan")})


def fails():
    try:
        {}[WORDS]
    except KeyError:
        int(WORDS)


def test_what_is_kept_of_a_fault_holds_nobody_s_words(tmp_path, monkeypatch):
    monkeypatch.setenv("DRAGOMAN_HOME", str(tmp_path))
    try:
        fails()
    except ValueError as fault:
        message = keep(fault)

    log = tmp_path / "last-fault.txt"
    assert WORDS not in message + log.read_text()
    assert "in fails" in log.read_text()
    assert log.stat().st_mode & 0o777 == 0o600


def test_keeping_a_fault_never_fails_itself(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("DRAGOMAN_HOME", str(tmp_path / "file"))

    assert keep(ValueError(WORDS)) == "ValueError"
