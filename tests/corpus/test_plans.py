"""Every line of the plan corpus: a text, with what was said before it, and the plan or outcome it must have."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from dragoman.assistants.mines.router import MinesRouter
from dragoman.decide.notation import spell_step
from dragoman.decide.route_record import RouteRecord, route_record
from dragoman.domain.conversation import Turn
from dragoman.domain.document import Coverage
from dragoman.interpret.intents import load_intents
from dragoman.interpret.interpreter import Interpreter
from dragoman.interpret.vocabulary import load_vocabulary

FOLDER = Path(__file__).parent / "plans"
MINES = Path(__file__).parents[2] / "src" / "dragoman" / "assistants" / "mines"
YEARS = tuple(f"FY{year}" for year in range(2021, 2026))
Case = dict[str, Any]


def _cases() -> Iterator[Any]:
    for path in sorted(FOLDER.glob("*.yaml")):
        cases = YAML(typ="safe").load(path.read_text("utf-8"))["cases"]
        for number, case in enumerate(cases, start=1):
            yield pytest.param(case, id=f"{path.stem}-{number}")


CASES = list(_cases())


@pytest.fixture(scope="module")
def router() -> MinesRouter:
    vocabulary = load_vocabulary(MINES / "vocabulary")
    interpreter = Interpreter(vocabulary, load_intents(MINES / "intents"))
    coverage = Coverage(periods=dict.fromkeys(("BHP", "RIO", "FMG", "MIN", "NST"), YEARS), version="test")
    return MinesRouter(interpreter, vocabulary, lambda: coverage)


def _decide(router: MinesRouter, case: Case) -> RouteRecord:
    roles = ("user", "assistant")
    turns = [Turn(roles[place % 2], content) for place, content in enumerate(case.get("history", ()))]
    return router.decide(case["text"], turns=turns, reference_date=date(2026, 11, 30))


def _found(record: RouteRecord, key: str, wanted: Any) -> Any:
    """Return what the record has for a key of a case, in the shape in which the case writes it."""
    said = [assumption.text for assumption in record.plan.assumptions]
    match key:
        case "plan":
            return [spell_step(step) for step in record.plan.steps]
        case "outcome":
            return wanted if record.decision.kind in wanted else record.decision.kind
        case "assumes":
            return [text for text in wanted if text in said]
        case "direct":
            return wanted if wanted in record.direct_answer else record.direct_answer
        case "flags":
            return [name for name, is_set in record.flags.items() if is_set]
        case "ratio":
            return [(cell.company, cell.metric, cell.period.label) for cell in record.plan.cells]
        case "queries":
            return [query.text for query in record.queries]
        case "missing":
            return list(record.missing)
        case _:
            return route_record(record)[key]


@pytest.mark.parametrize("case", CASES)
def test_a_text_has_the_plan_or_outcome_of_its_line(router, case) -> None:
    record = _decide(router, case)
    wanted = {"outcome": "routed", **{key: case[key] for key in case if key not in ("text", "history", "ratio")}}
    if "ratio" in case:
        company, over, under, period = case["ratio"]
        wanted["ratio"] = [(company, over, period), (company, under, period)]
    assert wanted == {key: _found(record, key, value) for key, value in wanted.items()}


def test_the_corpus_has_at_least_two_hundred_lines_with_every_outcome() -> None:
    outcomes = {str(parameters.values[0].get("outcome", "routed")) for parameters in CASES}
    assert len(CASES) >= 200
    assert outcomes >= {"routed", "clarification", "out_of_scope", "unsupported"}
