import json
from pathlib import Path
from typing import Any

import pytest

from dragoman.cli.batch import BatchError, BatchLine, run_batch
from dragoman.domain.conversation import Turn
from dragoman.errors import EmptyInputError


def echo(line: BatchLine) -> dict[str, Any]:
    if not line.text:
        raise EmptyInputError
    return {"text": line.text, "turns": len(line.history)}


def lines(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_answers_come_in_the_order_of_the_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "batch.jsonl"
    file.write_text('{"id": "b", "text": "one"}\n\n{"id": "a", "text": "two"}\n')

    status = run_batch(file, echo)

    assert status == 0
    assert lines(capsys) == [{"id": "b", "text": "one", "turns": 0}, {"id": "a", "text": "two", "turns": 0}]


@pytest.mark.parametrize(
    ("bad", "code"),
    [
        ("no json", "batch"),
        ("[1, 2]", "batch"),
        ('{"id": 2, "text": 5}', "batch"),
        ('{"id": 2, "text": ""}', "empty-input"),
        ('{"id": 2, "text": "x", "reference_date": "soon"}', "date-option"),
        ('{"id": 2, "text": "x", "history": [{"role": "system", "content": "y"}]}', "batch"),
        ("[" * 100_000, "batch"),
    ],
)
def test_a_bad_line_is_answered_in_its_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], bad: str, code: str
) -> None:
    file = tmp_path / "batch.jsonl"
    file.write_text(f'{{"id": 1, "text": "x"}}\n{bad}\n{{"id": 3, "text": "y"}}\n')

    status = run_batch(file, echo)

    first, second, third = lines(capsys)
    assert (status, first["id"], second["id"], third["id"]) == (1, 1, 2, 3)
    assert second["error"]["code"] == code


def test_a_line_that_is_not_utf8_is_answered_in_its_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "batch.jsonl"
    file.write_bytes(b'{"text": "\xff\xfe"}\n{"text": "y"}\n')

    assert run_batch(file, echo) == 1
    assert [line["id"] for line in lines(capsys)] == [1, 2]


def test_history_becomes_turns(tmp_path: Path) -> None:
    file = tmp_path / "batch.jsonl"
    file.write_text('{"text": "x", "history": [{"role": "user", "content": "before"}]}')
    seen: list[BatchLine] = []

    run_batch(file, lambda line: seen.append(line) or {})

    assert seen[0].history == (Turn("user", "before"),)


def test_a_missing_file_is_one_error(tmp_path: Path) -> None:
    with pytest.raises(BatchError, match="cannot be read"):
        run_batch(tmp_path / "nowhere.jsonl", echo)
