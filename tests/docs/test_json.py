"""The tables of docs/reference/json.md name exactly the keys that the commands print."""

import re
from datetime import date
from pathlib import Path

import pytest

from dragoman.app.dragoman import open_handle
from dragoman.app.records import answer_record, fact_record, passage_record
from dragoman.app.settings import Settings
from dragoman.evals.report import Judged, SuiteReport
from dragoman.interpret.record import interpretation_record

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "json.md"
QUESTION = "How much did BHP's revenue grow from FY23 to FY24?"


def documented(heading: str) -> set[str]:
    section = PAGE.read_text(encoding="utf-8").split(f"\n## {heading}\n")[1].split("\n## ")[0]
    table = re.search(r"^\| key \| holds \|\n\| --- \| --- \|\n((?:\|.*\n)+)", section, flags=re.MULTILINE)
    cells = [row.split("|")[1] for row in table[1].splitlines()]
    return {key for cell in cells for key in re.findall(r"`(\w+)`", cell)}


@pytest.fixture(scope="module")
def records(tmp_path_factory):
    settings = Settings(home=tmp_path_factory.mktemp("home"))
    with open_handle(settings=settings, reference_date=date(2026, 11, 30)) as handle:
        yield {
            "dragoman ask": answer_record(handle.ask(QUESTION)),
            "dragoman route": handle.route(QUESTION),
            "dragoman interpret": interpretation_record(handle.interpret(QUESTION)),
            "dragoman ground": handle.ground({"answer": "Revenue rose.", "passages": [{"text": "Revenue rose."}]}),
            "dragoman facts": fact_record(handle.facts(company="BHP", metric="revenue")[0]),
            "dragoman search": passage_record(handle.search("iron ore")[0]),
            "dragoman eval": SuiteReport(suite="x", judged=(Judged(case="a", verdict="right"),)).record(),
        }


def test_the_page_names_what_a_route_of_contracts_has_more(records, tmp_path):
    with open_handle(settings=Settings(home=tmp_path), assistant="contracts") as handle:
        more = set(handle.route("What is paid?")) - set(records["dragoman route"])
    assert more == {"assistant", "decomposition", "intents"}
    assert all(f"`{key}`" in PAGE.read_text(encoding="utf-8") for key in more)


@pytest.mark.parametrize(
    "command",
    [f"dragoman {name}" for name in ("ask", "route", "interpret", "ground", "facts", "search", "eval")],
)
def test_the_page_names_the_keys_that_are_printed(records, command):
    assert documented(command) == set(records[command])
