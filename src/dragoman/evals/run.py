"""Run suites by name: those of YAML cases, and those generated from public figures."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from dragoman.app.dragoman import Handle, open_handle
from dragoman.app.records import answer_record
from dragoman.app.settings import load_settings
from dragoman.domain.conversation import Turn
from dragoman.domain.event import Event, EventSink
from dragoman.errors import DragomanError, UnknownNameError
from dragoman.evals.answers import judge_figure, judge_mutant
from dragoman.evals.arithmetic import judge_sum, sums
from dragoman.evals.case import CaseSpec, SuiteSpec
from dragoman.evals.figures import AGGREGATOR, SUITES, Figure, figure_questions, mutants, read_figures
from dragoman.evals.judge import judge
from dragoman.evals.lineage import mutation_cases
from dragoman.evals.report import Bar, Judged, SuiteReport
from dragoman.specs.reader import load

REFERENCE_DATE = date(2026, 11, 30)
CASE_SUITES = ("routing", "boundary", "followups", "retrieval", "calculation", "asking")
_BARS = {
    "figures": Bar(max_wrong=0, min_right=0.98),
    "calculation_generated": Bar(max_wrong=0, min_right=0.95),
}
NO_DATA = "DRAGOMAN_DATA is not set; name the data sets with --data DIR"


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """What a suite works with: an open product over its own state, and the data sets if there are any."""

    handle: Handle
    data: Path | None
    sink: EventSink | None
    limit: int | None = None
    cases: frozenset[str] = frozenset()

    def wanted(self, names: Sequence[str]) -> frozenset[str]:
        """Return the ids to run: those asked for, at most `limit` of them, spread evenly."""
        chosen = [name for name in names if not self.cases or name in self.cases]
        if self.limit and len(chosen) > self.limit:
            chosen = [chosen[place * len(chosen) // self.limit] for place in range(self.limit)]
        return frozenset(chosen)

    def done(self, name: str) -> None:
        """Tell whoever watches that a case is finished."""
        if self.sink:
            self.sink.emit(Event(name="case.done", values={"case": name}))


Suite = Callable[[Room], Iterator[Judged]]


def run_suites(
    names: Sequence[str] | None,
    *,
    data: Path | None = None,
    limit: int | None = None,
    cases: Sequence[str] | None = None,
    sink: EventSink | None = None,
) -> tuple[SuiteReport, ...]:
    """Run the named suites, or all of them, over a fresh home.

    Raises UnknownNameError for a suite that does not exist, DataSetError when data is named but a set is missing.
    """
    settings = load_settings()
    known = suite_names()
    for name in names or ():
        if name not in known:
            raise UnknownNameError("suite", name, known)
    data = data or settings.data
    with TemporaryDirectory(prefix="dragoman-eval-") as home:
        own = replace(settings, home=Path(home), reference_date=None)
        with open_handle(settings=own, reference_date=REFERENCE_DATE) as handle:
            room = Room(handle=handle, data=data, sink=sink, limit=limit, cases=frozenset(cases or ()))
            return tuple(_run(name, room) for name in names or known)


def suite_names() -> tuple[str, ...]:
    """Return the names of all suites, in the order they run."""
    written = [name for name in CASE_SUITES if (SUITES / f"{name}.yaml").exists()]
    return (*written, *_GENERATED)


def _run(name: str, room: Room) -> SuiteReport:
    bar = _BARS.get(name, Bar())
    if name not in _GENERATED:
        return SuiteReport(suite=name, judged=tuple(_run_cases(name, room)), bar=bar)
    if room.data is None and name != "lineage":
        return SuiteReport(suite=name, judged=(), bar=bar, skipped=NO_DATA)
    return SuiteReport(suite=name, judged=tuple(_GENERATED[name](room)), bar=bar)


def _run_cases(name: str, room: Room) -> Iterator[Judged]:
    suite = load(SUITES / f"{name}.yaml", SuiteSpec)
    wanted = room.wanted([case.id for case in suite.cases])
    for case in suite.cases:
        if case.id in wanted:
            yield _run_case(suite, case, room)
            room.done(case.id)


def _run_case(suite: SuiteSpec, case: CaseSpec, room: Room) -> Judged:
    day = date.fromisoformat(suite.reference_date)
    history = tuple(Turn(turn.role, turn.content) for turn in case.history)
    begun = perf_counter()
    try:
        if suite.runs == "router":
            record = room.handle.route(case.text, history=history, reference_date=day)
        else:
            record = answer_record(room.handle.ask(case.text, history=history, reference_date=day))
    except DragomanError as error:
        record = {"outcome": error.code, "answer": error.message, "path": []}
    return judge(case, record, (perf_counter() - begun) * 1000)


def _figures(room: Room) -> Iterator[Judged]:
    questions = list(figure_questions(_headline(room)))
    wanted = room.wanted([one.id for one in questions])
    for question in questions:
        if question.id in wanted:
            yield judge_figure(question.id, question.figure, room.handle.ask(question.text))
            room.done(question.id)


def _mutants(room: Room) -> Iterator[Judged]:
    questions = list(mutants(tuple(figure_questions(_headline(room)))))
    asked = {(one.ticker, one.year, one.metric): one for one in read_figures(_data(room))}
    wanted = room.wanted([one.id for one in questions])
    for question in questions:
        if question.id not in wanted or question.original is None:
            continue
        own = asked.get((question.figure.ticker, question.figure.year, question.figure.metric))
        if own and own.amount == question.original.amount:
            continue  # the mutant's own figure happens to be the same number
        yield judge_mutant(question.id, question.original, room.handle.ask(question.text))
        room.done(question.id)


def _sums(room: Room) -> Iterator[Judged]:
    questions = sums(read_figures(_data(room)))
    wanted = room.wanted([one.id for one in questions])
    for question in questions:
        if question.id in wanted:
            yield judge_sum(question, room.handle.ask(question.text))
            room.done(question.id)


def _lineage(room: Room) -> Iterator[Judged]:
    for judged in mutation_cases(room.handle.runtime.settings, mutations=room.limit or 1000):
        yield judged
        room.done(judged.case)


_GENERATED: dict[str, Suite] = {
    "figures": _figures,
    "mutants": _mutants,
    "calculation_generated": _sums,
    "lineage": _lineage,
}


def _headline(room: Room) -> tuple[Figure, ...]:
    return tuple(figure for figure in read_figures(_data(room)) if not figure.metric.endswith(AGGREGATOR))


def _data(room: Room) -> Path:
    if room.data is None:
        raise UnknownNameError("data set folder", "", ())
    return room.data
