"""A grid in processes of its own: killed, stopped, gone on with."""

import json
import signal
import subprocess
from pathlib import Path

import openpyxl

QUESTIONS = ("What was revenue?", "What was net debt?", "What was underlying EBITDA?", "What was the dividend?")


def grid(output: Path, *more: str) -> tuple[str, ...]:
    return ("grid", *QUESTIONS, "-o", str(output), "--at-once", "1", "--json", *more)


def finished(process: "subprocess.Popen[bytes]") -> dict:
    out, err = process.communicate(timeout=120)
    assert out, err.decode()
    return json.loads(out)


def wait_for_cells(process: "subprocess.Popen[bytes]", output: Path, count: int) -> None:
    journal = output.with_name(f"{output.name}.cells.jsonl")
    while process.poll() is None and (not journal.exists() or journal.read_bytes().count(b'"cell"') < count):
        pass
    assert process.poll() is None, "it had ended before it was stopped"


def test_a_killed_grid_goes_on_and_asks_only_what_is_missing(shell, tmp_path):
    output = tmp_path / "g.xlsx"
    killed = shell.start(*grid(output))
    wait_for_cells(killed, output, 5)
    killed.kill()
    killed.communicate()
    assert not output.exists()

    again = finished(shell.start(*grid(output)))

    assert again["cells"] == again["answered"] + again["declined"] + again["asked"] == 100
    assert 5 <= again["kept"] < 100
    assert openpyxl.load_workbook(output)["Grid"].max_row == 2 + 25


def test_ctrl_c_writes_what_is_done_and_the_next_run_may_replace_it(shell, tmp_path):
    output = tmp_path / "g.xlsx"
    stopped = shell.start(*grid(output))
    wait_for_cells(stopped, output, 3)
    stopped.send_signal(signal.SIGINT)
    told = finished(stopped)

    assert (stopped.returncode, told["missing"] > 0) == (130, True)
    cells = [cell.value for row in openpyxl.load_workbook(output)["Grid"].iter_rows(min_row=3) for cell in row]
    assert cells.count("not asked yet") == told["missing"]
    again = finished(shell.start(*grid(output)))
    assert (again["missing"], again["kept"]) == (0, 100 - told["missing"])


def test_a_sheet_that_a_person_has_changed_is_not_replaced(shell, tmp_path):
    output, few = tmp_path / "g.xlsx", ("--company", "BHP")
    finished(shell.start(*grid(output, *few)))
    with output.open("ab") as file:
        file.write(b"my own remarks")
    refused = shell.start(*grid(output, *few))

    assert finished(refused)["error"]["code"] == "output-exists"
    assert (refused.returncode, output.read_bytes().endswith(b"my own remarks")) == (2, True)
