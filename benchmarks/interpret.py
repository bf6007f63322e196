"""How long interpreting takes: a question of twelve words beside dateparser, and the growth from 1 kB to 100 kB.

Run: PYTHONPATH=src python benchmarks/interpret.py
"""

import re
import statistics
import sys
import warnings
from collections.abc import Callable
from datetime import date, datetime
from pathlib import Path
from time import perf_counter

from dateparser.search import search_dates

import dragoman
from dragoman.interpret.intents import load_intents
from dragoman.interpret.interpreter import Interpreter
from dragoman.interpret.vocabulary import load_vocabulary

MINES = Path(dragoman.__file__).parent / "assistants" / "mines"
TODAY = date(2026, 11, 30)
QUESTIONS = [
    "What was BHP's total revenue in FY2024 compared with Rio Tinto's revenue?",
    "How much did Fortescue's underlying EBITDA grow between FY21 and FY24 then?",
    "Which of the five miners paid more than US$1.50 in 2023?",
    "Show fortesque's free cash flow since FY22, but not capital expenditure please.",
]
HOSTILE = ["What was BHP's revenue in FY24? ", "a", "1 ", "BHP ", "not ", " ", "😀"]


def median_ms(act: Callable[[], object], *, rounds: int) -> float:
    """Return the median time of one call, in milliseconds."""
    act()
    times = []
    for _ in range(rounds):
        start = perf_counter()
        act()
        times.append(perf_counter() - start)
    return statistics.median(times) * 1000


def say(line: str) -> None:
    """Print one line of the report."""
    sys.stdout.write(line + "\n")


def compare_with_dateparser(interpreter: Interpreter) -> None:
    """Print both medians over the same questions; dateparser finds dates only, we find everything."""
    settings = {"RELATIVE_BASE": datetime.combine(TODAY, datetime.min.time())}
    ours, theirs = [], []
    for question in QUESTIONS:
        ours.append(median_ms(lambda q=question: interpreter.interpret(q, reference_date=TODAY), rounds=300))
        theirs.append(median_ms(lambda q=question: search_dates(q, languages=["en"], settings=settings), rounds=20))
    words = statistics.mean(len(question.split()) for question in QUESTIONS)
    say(f"median of one question ({words:.0f} words, {len(QUESTIONS)} questions)")
    say(f"  dragoman interpret       {statistics.median(ours):8.3f} ms")
    say(f"  dateparser search_dates  {statistics.median(theirs):8.3f} ms")


def measure_growth(interpreter: Interpreter) -> None:
    """Print the time for 1, 10 and 100 kB; linear means about ten times from column to column."""
    say("growth, ms for        1 kB      10 kB     100 kB   100 kB : 10 kB")
    for piece in HOSTILE:
        times = []
        for size, rounds in ((1_000, 20), (10_000, 5), (100_000, 3)):
            text = (piece * (size // len(piece) + 1))[:size]
            times.append(median_ms(lambda t=text: interpreter.interpret(t, reference_date=TODAY), rounds=rounds))
        name = re.sub(r"\s+$", "·", piece[:16])
        say(f"  {name:16}{times[0]:8.2f} {times[1]:10.2f} {times[2]:10.2f}   {times[2] / times[1]:8.1f}")


def main() -> None:
    """Measure and print."""
    warnings.simplefilter("ignore")
    interpreter = Interpreter(load_vocabulary(MINES / "vocabulary"), load_intents(MINES / "intents"))
    compare_with_dateparser(interpreter)
    measure_growth(interpreter)


if __name__ == "__main__":
    main()
