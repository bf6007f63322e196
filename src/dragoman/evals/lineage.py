"""Change a cell of the corpus: the answer must change if, and only if, the cell is in its lineage."""

import random
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from dragoman.app.dragoman import Handle, open_handle
from dragoman.app.project import create_project
from dragoman.app.samples import SAMPLES
from dragoman.app.settings import Settings
from dragoman.domain.answer import Answer
from dragoman.evals.answers import answer_facts
from dragoman.evals.figures import SUITES
from dragoman.evals.report import Judged
from dragoman.specs.reader import load
from dragoman.specs.spec import Spec

_DIGIT = re.compile(r"\d")


class QuestionsSpec(Spec):
    """The file `lineage_questions.yaml`."""

    questions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """A cell of a table: table, row and column counted as `domain.document.Cell` counts them."""

    file: str
    table: int
    row: int
    column: int


def mutation_cases(settings: Settings, *, mutations: int, seed: int = 1) -> Iterator[Judged]:
    """Yield one judged case a mutation; half of the mutated cells are taken from the question's lineage."""
    questions = load(SUITES / "lineage_questions.yaml", QuestionsSpec).questions
    draw = random.Random(seed)  # noqa: S311  # a fixed draw, nothing secret
    with TemporaryDirectory(prefix="dragoman-lineage-") as folder:
        documents = _copy_of_the_corpus(Path(folder))
        own = replace(settings, home=Path(folder) / "home")
        with open_handle(project=documents.parent, settings=own) as handle:
            handle.ingest([documents])
            everywhere = _all_cells(documents)
            before = {question: handle.ask(question) for question in questions}
            for number in range(mutations):
                question = questions[number % len(questions)]
                lineage = _cells_of(before[question], handle)
                place = draw.choice(sorted(lineage, key=str) if number % 2 and lineage else everywhere)
                mutation = _Mutation(
                    place=place, question=question, before=before[question], in_lineage=place in lineage
                )
                yield _try(handle, documents, mutation)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Mutation:
    place: Place
    question: str
    before: Answer
    in_lineage: bool


def _try(handle: Handle, documents: Path, mutation: _Mutation) -> Judged:
    path = documents / mutation.place.file
    original = path.read_text("utf-8")
    path.write_text(_mutated(original, mutation.place), "utf-8")
    try:
        handle.ingest([path])
        answer = handle.ask(mutation.question)
    finally:
        path.write_text(original, "utf-8")
        handle.ingest([path])
    changed = _essence(answer) != _essence(mutation.before)
    happened = "changed" if changed else "did not change"
    reason = "" if changed is mutation.in_lineage else f"{happened}: {mutation.question}"
    place = mutation.place
    name = f"{place.file}:{place.table}.{place.row}.{place.column} {mutation.question}"
    return Judged(case=name, verdict="wrong" if reason else "right", reason=reason, milliseconds=answer.latency_ms)


def _essence(answer: Answer) -> tuple[object, ...]:
    return answer.text, answer.outcome, [(fact.id, fact.amount) for fact in answer_facts(answer)]


def _cells_of(answer: Answer, handle: Handle) -> frozenset[Place]:
    files = {document.id: Path(document.path).name for document in handle.runtime.corpus.documents()}
    cells = (fact.cell for fact in answer_facts(answer))
    return frozenset(Place(files[cell.document], cell.table, cell.row, cell.column) for cell in cells)


def _copy_of_the_corpus(folder: Path) -> Path:
    create_project(folder / "project")
    documents = folder / "project" / "documents"
    for path in (SAMPLES / "digests").glob("*.md"):
        shutil.copy(path, documents / path.name)
    return documents


def _all_cells(documents: Path) -> list[Place]:
    """Return every table cell that prints a digit, label columns and source columns left out."""
    places: list[Place] = []
    for path in sorted(documents.glob("*.md")):
        for table, row, column, text in _table_cells(path.read_text("utf-8")):
            if column > 1 and _DIGIT.search(text) and "[S" not in text:
                places.append(Place(path.name, table, row, column))
    return places


def _table_cells(text: str) -> Iterator[tuple[int, int, int, str]]:
    for line_cells in _table_lines(text):
        table, row, _, cells = line_cells
        for column, cell in enumerate(cells, start=1):
            yield table, row, column, cell


def _table_lines(text: str) -> Iterator[tuple[int, int, int, list[str]]]:
    """Yield (table, row, line number, cells) of each data row of each pipe table."""
    table = row = 0
    for number, line in enumerate(text.splitlines()):
        if not line.startswith("|"):
            row = 0
            continue
        row += 1
        table += row == 1
        if row > 2:  # the first two lines are header and rule
            yield table, row - 2, number, line.strip().strip("|").split("|")


def _mutated(text: str, place: Place) -> str:
    lines = text.splitlines(keepends=True)
    for table, row, number, cells in _table_lines(text):
        if (table, row) == (place.table, place.row):
            cells[place.column - 1] = _other_digit(cells[place.column - 1])
            lines[number] = "|" + "|".join(cells) + "|\n"
    return "".join(lines)


def _other_digit(cell: str) -> str:
    """Raise the last digit before any footnote mark by one, 9 becomes 0."""
    figure, mark, rest = cell.partition("[")
    place = max(match.start() for match in _DIGIT.finditer(figure))
    return figure[:place] + str((int(figure[place]) + 1) % 10) + figure[place + 1 :] + mark + rest
