"""Wordings of our own: none that is turned round may be supported, none that says the same may be contradicted."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from dragoman.grounding.evidence import Evidence
from dragoman.grounding.prose import ProseGrounder
from dragoman.interpret.interpreter import Interpreter
from dragoman.interpret.vocabulary import load_vocabulary

FOLDER = Path(__file__).parent / "wording"
VOCABULARY = Path(__file__).parents[2] / "src" / "dragoman" / "assistants" / "mines" / "vocabulary"


def _pairs(half: str, wanted: str) -> Iterator[tuple[str, str]]:
    for case in YAML(typ="safe").load((FOLDER / f"{half}.yaml").read_text("utf-8")):
        claims = case["same"] if wanted == "same" else [one for kind in case["falsified"].values() for one in kind]
        yield from ((case["page"], claim) for claim in claims)


@pytest.fixture(scope="module")
def grounder() -> ProseGrounder:
    return ProseGrounder(Interpreter(load_vocabulary(VOCABULARY)))


def _verdict(grounder: ProseGrounder, page: str, claim: str) -> str:
    (said,) = grounder.ground(claim, [Evidence(text=page, marker=1)], reference_date=date(2026, 11, 30)).claims
    return said.verdict


@pytest.mark.parametrize(("half", "at_most"), [("seen", 0), ("held", 2)])
def test_a_wording_that_is_turned_round_is_not_supported(grounder, half, at_most) -> None:
    pairs = list(_pairs(half, "falsified"))
    passed = [claim for page, claim in pairs if _verdict(grounder, page, claim) == "supported"]
    assert len(pairs) >= 40
    assert len(passed) <= at_most, passed


@pytest.mark.parametrize("half", ["seen", "held"])
def test_a_wording_that_says_the_same_is_never_failed(grounder, half) -> None:
    verdicts = [_verdict(grounder, page, claim) for page, claim in _pairs(half, "same")]
    assert set(verdicts) <= {"supported", "unchecked"}
    assert verdicts.count("supported") >= 0.8 * len(verdicts)
