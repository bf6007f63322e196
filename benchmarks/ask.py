"""How long a person waits: help, the first question of a new home, of a new process, and of an open handle.

Run: PYTHONPATH=src python benchmarks/ask.py
"""

import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from time import perf_counter

import dragoman
from dragoman.app.settings import Settings

TODAY = date(2026, 11, 30)
REVENUE = "What was BHP's FY2024 revenue?"
QUESTIONS = (
    REVENUE,
    "How much did Rio Tinto earn in 2023?",
    "What was Fortescue's net profit in FY2022?",
    "MinRes EBITDA FY24",
    "Northern Star dividend FY2025",
    "What did Rio pay in dividends in 2021?",
    "How much iron ore did BHP produce in FY2025?",
    "What was Fortescue's C1 cost in FY2024?",
    "What was Northern Star's all-in sustaining cost in FY2023?",
    "BHP net debt FY2022",
    "How much did BHP's revenue grow from FY23 to FY24?",
    "By how much did Fortescue's profit fall between FY2024 and FY2025?",
    "What was the compound annual growth of Northern Star's revenue from FY2021 to FY2025?",
    "What is BHP's EBITDA margin in FY2024?",
    "What was Rio's average revenue over 2021 to 2024?",
    "Total dividends of Fortescue FY2021 to FY2025",
    "Rank the five miners by FY2024 revenue",
    "Which of the five had the highest net profit in FY2023?",
    "Compare BHP and Rio EBITDA over the past three years",
    "Show the trend of Mineral Resources' revenue since FY21",
    "Did BHP's revenue exceed US$50 billion in FY2025?",
    "How many of the miners paid more than US$1 a share in FY2022?",
    "What was the difference between BHP's and Rio's revenue in 2024?",
    "Why did Fortescue's profit fall in FY2025?",
    "What is new at BHP?",
    "What does underlying EBITDA mean?",
    "Tell me about this company",
    "What was Apple's FY2024 revenue?",
    "Write me a poem about the sea",
    "Hello!",
)


def say(line: str) -> None:
    """Print one line of the report."""
    sys.stdout.write(line + "\n")


def seconds(home: Path, *arguments: str, rounds: int) -> float:
    """Return the median time of a command in a process of its own."""
    environment = {**os.environ, "DRAGOMAN_HOME": str(home), "PYTHONPATH": str(Path(dragoman.__file__).parents[1])}
    times = []
    for _ in range(rounds):
        start = perf_counter()
        command = [sys.executable, "-m", "dragoman", *arguments]
        subprocess.run(command, env=environment, capture_output=True, check=True)  # noqa: S603  # our own command
        times.append(perf_counter() - start)
    return statistics.median(times)


def warm(home: Path, questions: Sequence[str], *, rounds: int) -> list[float]:
    """Return for each question its median time over an open handle, in milliseconds."""
    with dragoman.open(settings=Settings(home=home), reference_date=TODAY) as handle:
        times: list[list[float]] = [[] for _ in questions]
        for round_ in range(rounds + 1):
            for question, found in zip(questions, times, strict=True):
                start = perf_counter()
                handle.ask(question)
                if round_:  # the first one warms up
                    found.append((perf_counter() - start) * 1000)
    return [statistics.median(found) for found in times]


def main() -> None:
    """Print one table."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder, "home")
        first = seconds(home, "ask", REVENUE, rounds=1)
        cold = seconds(home, "ask", REVENUE, rounds=5)
        rows = [
            ("dragoman --help", seconds(home, "--help", rounds=5), "s", "0.35 s"),
            ("dragoman ask, empty home (25 documents are read)", first, "s", "–"),
            ("dragoman ask, new process", cold, "s", "3 s"),
        ]
        times = sorted(zip(warm(home, QUESTIONS, rounds=3), QUESTIONS, strict=True))
    middle = statistics.median(time for time, _ in times)
    rows.append((f"handle.ask, median of {len(QUESTIONS)} mixed questions", middle, "ms", "150 ms"))
    rows.append((f"slowest: {times[-1][1]}", times[-1][0], "ms", "–"))
    say(f"{'':<72} {'measured':>10}   bar")
    for name, value, unit, bar in rows:
        say(f"{name:<72} {f'{value:.2f}' if unit == 's' else f'{value:.0f}':>7} {unit:<2}   {bar}")


if __name__ == "__main__":
    main()
