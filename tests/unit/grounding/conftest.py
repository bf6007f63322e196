"""A checker with the packaged vocabulary, and passages it is asked about."""

from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from dragoman.domain.claim import Grounding
from dragoman.grounding.ground import Evidence, Grounder
from dragoman.interpret.interpreter import Interpreter
from dragoman.interpret.vocabulary import load_vocabulary

VOCABULARY = Path(__file__).parents[3] / "src" / "dragoman" / "assistants" / "mines" / "vocabulary"


@pytest.fixture(scope="session")
def grounder() -> Grounder:
    vocabulary = load_vocabulary(VOCABULARY)
    return Grounder(Interpreter(vocabulary), vocabulary)


@pytest.fixture(scope="session")
def ground(grounder: Grounder, today: date) -> Callable[..., Grounding]:
    """Ground an answer against passages given as Evidence or as plain texts of BHP."""

    def check(answer: str, *passages: Evidence | str, **options: object) -> Grounding:
        evidence = [one if isinstance(one, Evidence) else Evidence(text=one, company="BHP") for one in passages]
        return grounder.ground(answer, evidence, reference_date=today, **options)

    return check
