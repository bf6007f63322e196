"""Every claim of the corpus: no planted error may pass for supported, next to no correct claim may fail."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from dragoman.domain.claim import Grounding
from dragoman.grounding.ground import Evidence, Grounder
from dragoman.interpret.interpreter import Interpreter
from dragoman.interpret.vocabulary import load_vocabulary

FOLDER = Path(__file__).parent / "grounding"
VOCABULARY = Path(__file__).parents[2] / "src" / "dragoman" / "assistants" / "mines" / "vocabulary"
MAX_FALSE_ALARMS = 0.02
Case = dict[str, Any]


def _files() -> Iterator[tuple[str, list[Evidence], dict[str, list[Any]]]]:
    for path in sorted(FOLDER.glob("*.yaml")):
        data = YAML(typ="safe").load(path.read_text("utf-8"))
        yield path.stem, [Evidence(**passage) for passage in data["passages"]], data["cases"]


def _cases(kind: str) -> list[Any]:
    return [
        pytest.param(case if isinstance(case, dict) else {"text": case}, passages, id=f"{stem}-{number}")
        for stem, passages, cases in _files()
        for number, case in enumerate(cases[kind], start=1)
    ]


@pytest.fixture(scope="module")
def grounder() -> Grounder:
    vocabulary = load_vocabulary(VOCABULARY)
    return Grounder(Interpreter(vocabulary), vocabulary)


def _ground(grounder: Grounder, case: Case, passages: list[Evidence]) -> Grounding:
    return grounder.ground(case["text"], passages, question=case.get("question", ""), reference_date=date(2026, 11, 30))


@pytest.mark.parametrize(("case", "passages"), _cases("wrong"))
def test_a_planted_error_is_never_supported(grounder, case, passages) -> None:
    grounding = _ground(grounder, case, passages)
    assert any(claim.verdict in ("contradicted", "unsupported") for claim in grounding.claims), case


def test_correct_claims_are_supported_but_for_two_in_a_hundred(grounder) -> None:
    cases = [parameters.values for parameters in _cases("correct")]
    failed = [case["text"] for case, passages in cases if _ground(grounder, case, passages).verdict != "yes"]
    assert len(failed) <= MAX_FALSE_ALARMS * len(cases), failed


def test_the_corpus_is_large_enough_to_mean_something() -> None:
    assert len(_cases("wrong")) >= 60
    assert len(_cases("correct")) >= 60
