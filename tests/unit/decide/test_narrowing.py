"""Words beside a figure that narrow it and that nobody could read."""

from datetime import date
from pathlib import Path

import pytest

from dragoman.decide.planner import MissingSlots, build_plan
from dragoman.domain.document import Coverage
from dragoman.interpret.intents import load_intents
from dragoman.interpret.interpreter import Interpreter
from dragoman.interpret.vocabulary import load_vocabulary

MINES = Path(__file__).parents[3] / "src" / "dragoman" / "assistants" / "mines"
DAY = date(2026, 11, 30)
VOCABULARY = load_vocabulary(MINES / "vocabulary")
INTERPRETER = Interpreter(VOCABULARY, load_intents(MINES / "intents"))
COVERAGE = Coverage(periods=dict.fromkeys(("BHP", "RIO", "FMG"), ("FY2023", "FY2024")))


def _said(text: str) -> str:
    seen = INTERPRETER.interpret(text, reference_date=DAY)
    plan = build_plan(seen, coverage=COVERAGE, vocabulary=VOCABULARY, reference_date=DAY)
    assert not isinstance(plan, MissingSlots)
    return " ".join(assumption.text for assumption in plan.assumptions)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("BHP China revenue FY24", "China"),
        ("BHP's revenue from China in FY2024", "from China"),
        ("Rio's 2024 revenue in Mongolia", "in Mongolia"),
    ],
)
def test_a_word_that_narrows_a_figure_and_is_not_understood_is_said(text, left) -> None:
    assert f'"{left}" is not taken into account: what is given is revenue as a whole.' in _said(text)


@pytest.mark.parametrize(
    "text",
    [
        "What was BHP's FY2024 revenue?",
        "Which miner had the highest revenue in FY2024?",
        "BHP's underlying EBITDA in FY24",
        "Rio Tinto's revenue in Australian dollars 2024",
        "combined revenue of BHP and Rio in 2024",
        "What was BHP's dividend in cents in FY24?",
        "Fortescue's revenue excluding FY2023",
    ],
)
def test_words_that_are_understood_are_not_said(text) -> None:
    assert "not taken into account" not in _said(text)
