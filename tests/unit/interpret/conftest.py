from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

import dragoman
from dragoman.domain.interpretation import Interpretation
from dragoman.interpret.interpreter import Interpreter
from dragoman.interpret.vocabulary import Vocabulary, load_vocabulary

MINES = Path(dragoman.__file__).parent / "assistants" / "mines"

Read = Callable[[str], Interpretation]


@pytest.fixture(scope="session")
def vocabulary() -> Vocabulary:
    return load_vocabulary(MINES / "vocabulary")


@pytest.fixture(scope="session")
def interpreter(vocabulary: Vocabulary) -> Interpreter:
    return Interpreter(vocabulary)


@pytest.fixture(scope="session")
def read(interpreter: Interpreter, today: date) -> Read:
    """Interpret a text on the day of the tests."""
    return lambda text: interpreter.interpret(text, reference_date=today)
