"""Whether levels and edges make a plan of work that begins, goes on and ends."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from dragoman.errors import SpecError
from dragoman.scenarios.condition import are_opposite
from dragoman.scenarios.errors import ScenarioShapeError, UnknownLevelError
from dragoman.scenarios.spec import END, EdgeSpec, ScenarioSpec


def shape_faults(spec: ScenarioSpec) -> Iterator[SpecError]:
    """Yield what is wrong with how levels hang together; the first level is where it begins."""
    named = [*_name_faults(spec)]
    yield from named
    if not named:
        yield from _leaving_faults(spec)
        yield from _reach_faults(spec)


def open_faults(spec: ScenarioSpec) -> Iterator[SpecError]:
    """Yield each level from which it can happen that nothing leads on."""
    for level in spec.levels:
        leaving = spec.leaving(level.id)
        if leaving and _is_open(leaving):
            yield ScenarioShapeError(
                f"where no condition holds, nothing leads away from the level {level.id!r}",
                where=leaving[-1].where("when"),
                remedy='Add a last edge without "when:", or one whose condition is the opposite of another.',
            )


def reached_from(spec: ScenarioSpec, start: str, *, without: frozenset[EdgeSpec] = frozenset()) -> set[str]:
    """Return every level that can come after this one, itself included, and the end."""
    reached, waiting = {start}, [start]
    while waiting:
        for edge in spec.leaving(waiting.pop()):
            if edge.to not in reached and edge not in without:
                reached.add(edge.to)
                waiting.append(edge.to)
    return reached


def _name_faults(spec: ScenarioSpec) -> Iterator[SpecError]:
    levels = [level.id for level in spec.levels]
    for index, name in enumerate(levels):
        if name in levels[:index]:
            yield ScenarioShapeError(
                f"two levels have the id {name!r}",
                where=spec.where("levels", index, "id"),
                remedy="Give each level its own id.",
            )
    for index, edge in enumerate(spec.edges):
        if edge.from_ not in levels:
            yield UnknownLevelError(edge.from_, key="from", where=spec.where("edges", index, "from"), levels=levels)
        if edge.to not in (*levels, END):
            yield UnknownLevelError(edge.to, key="to", where=spec.where("edges", index, "to"), levels=[*levels, END])


def _leaving_faults(spec: ScenarioSpec) -> Iterator[SpecError]:
    for number, level in enumerate(spec.levels):
        leaving = spec.leaving(level.id)
        if not leaving:
            yield ScenarioShapeError(
                f"nothing leads away from the level {level.id!r}",
                where=spec.where("levels", number, "id"),
                remedy=f"Add an edge: {{ from: {level.id}, to: {END} }}.",
            )
        for edge in leaving[:-1]:
            if edge.when is None:
                yield ScenarioShapeError(
                    f"an edge without a condition hides those of {level.id!r} that stand after it",
                    where=edge.where("from"),
                    remedy='Put it last, or give it a "when:".',
                )


def _is_open(leaving: Sequence[EdgeSpec]) -> bool:
    """Say whether it can happen that no edge is taken: each has a condition, and no two are opposite."""
    conditions = [edge.when for edge in leaving if edge.when is not None]
    if len(conditions) < len(leaving):
        return False
    return not any(are_opposite(one, other) for one, other in combinations(conditions, 2))


def _reach_faults(spec: ScenarioSpec) -> Iterator[SpecError]:
    reached = reached_from(spec, spec.levels[0].id)
    for number, level in enumerate(spec.levels):
        where = spec.where("levels", number, "id")
        if level.id not in reached:
            yield ScenarioShapeError(
                f"no path leads to the level {level.id!r}",
                where=where,
                remedy=f"Add an edge to it from {spec.levels[0].id!r} or a level after it, or remove it.",
            )
        elif spec.leaving(level.id) and END not in reached_from(spec, level.id):
            yield ScenarioShapeError(
                f"the level {level.id!r} never comes to an end",
                where=where,
                remedy=f'Add a way out: an edge "to: {END}" from it or a level after it.',
            )
