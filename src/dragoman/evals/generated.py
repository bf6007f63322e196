"""Suites whose cases are generated: from public figures, and by changing the corpus."""

from collections.abc import Iterator

from dragoman.evals.answers import judge_figure, judge_mutant
from dragoman.evals.arithmetic import judge_sum, sums
from dragoman.evals.cache import cache_cases, open_question_cases
from dragoman.evals.cells import cell_cases
from dragoman.evals.cells_asked import asked_cell_cases
from dragoman.evals.contracts import contract_cases
from dragoman.evals.figures import figure_questions, mutants, read_figures
from dragoman.evals.financebench import financebench_cases
from dragoman.evals.injection.suite import injection_cases
from dragoman.evals.lineage import mutation_cases
from dragoman.evals.open_questions import told_cases
from dragoman.evals.planted import planted_cases
from dragoman.evals.report import Bar, Judged
from dragoman.evals.room import Room, Suite
from dragoman.evals.scenarios import judge_prompts
from dragoman.evals.tatqa_asked import tatqa_cases

# Run only when named: out of sight while tuning, or long.
ON_DEMAND = ("cells_aside", "cells_asked", "financebench", "open_questions", "open_aside", "tatqa")
NEEDS_DATA = ("figures", "mutants", "calculation_generated", "cache_open", "cells", *ON_DEMAND)
BARS = {
    "injection": Bar(max_wrong=0, min_right=1.0),
    "freely": Bar(max_wrong=0.12, min_right=0.8),
    "figures": Bar(max_wrong=0, min_right=0.98),
    "calculation_generated": Bar(max_wrong=0, min_right=0.95),
    "cells": Bar(max_wrong=0.015, min_right=0.92),
    "cells_aside": Bar(max_wrong=0.015, min_right=0.92),
    "cells_asked": Bar(max_wrong=0.015, min_right=0.9),
    "financebench": Bar(max_wrong=0.05, min_right=0.5),
    "open_questions": Bar(max_wrong=0.2, min_right=0.7),
    "open_aside": Bar(max_wrong=0.25, min_right=0.5),
    "tatqa": Bar(max_wrong=0.05, min_right=0.2),
    "contracts": Bar(max_wrong=0.08, min_right=0.92, max_declined=0.03),
    "planted": Bar(max_wrong=0, min_right=0.98, max_declined=0.01),  # 1 % of all is 2 % of the true ones
    "contracts_strangers": Bar(max_wrong=0.1, min_right=0.88, max_declined=0.03),
    "scenarios": Bar(max_wrong=0.03, min_right=0.9, max_asked=0.2),
    "cache": Bar(max_wrong=0, min_right=0.85, max_declined=0.12),
    "cache_open": Bar(max_wrong=0.005, min_right=0.99),
    "scenarios_strangers": Bar(max_wrong=0.03, min_right=0.9, max_asked=0.1),
    "scenarios_fresh": Bar(max_wrong=0.1, min_right=0.8, max_asked=0.2),
}


def _figures(room: Room) -> Iterator[Judged]:
    questions = list(figure_questions(read_figures(room.data_sets)))
    wanted = room.wanted([one.id for one in questions])
    for question in questions:
        if question.id in wanted:
            yield judge_figure(question.id, question.figure, room.handle.ask(question.text))
            room.done(question.id)


_ONE_LINE = {"npat_statutory", "npat_attributable"}


def _mutants(room: Room) -> Iterator[Judged]:
    questions = list(mutants(tuple(figure_questions(read_figures(room.data_sets)))))
    asked = {(one.ticker, one.year, one.metric): one for one in read_figures(room.data_sets)}
    wanted = room.wanted([one.id for one in questions])
    for question in questions:
        if question.id not in wanted or question.original is None:
            continue
        own = asked.get((question.figure.ticker, question.figure.year, question.figure.metric))
        if own and not question.figure.part and own.amount == question.original.amount:
            continue  # the mutant's own figure happens to be the same number
        if own is None and {question.figure.metric, question.original.metric} == _ONE_LINE:
            continue  # a report with one line of profit answers both, and says that it has only one
        yield judge_mutant(question.id, question.original, room.handle.ask(question.text))
        room.done(question.id)


def _sums(room: Room) -> Iterator[Judged]:
    questions = sums(read_figures(room.data_sets))
    wanted = room.wanted([one.id for one in questions])
    for question in questions:
        if question.id in wanted:
            yield judge_sum(question, room.handle.ask(question.text))
            room.done(question.id)


def _lineage(room: Room) -> Iterator[Judged]:
    for judged in mutation_cases(room.handle.runtime.settings, mutations=room.limit or 1000):
        yield judged
        room.done(judged.case)


GENERATED: dict[str, Suite] = {
    "figures": _figures,
    "mutants": _mutants,
    "calculation_generated": _sums,
    "lineage": _lineage,
    "cells": cell_cases,
    "cells_aside": lambda room: cell_cases(room, aside=True),
    "cells_asked": asked_cell_cases,
    "financebench": financebench_cases,
    "open_questions": lambda room: told_cases(room, aside=False),
    "open_aside": lambda room: told_cases(room, aside=True),
    "tatqa": tatqa_cases,
    "contracts": contract_cases,
    "injection": injection_cases,
    "planted": planted_cases,
    "contracts_strangers": lambda room: contract_cases(room, "contracts_strangers"),
    "cache": cache_cases,
    "cache_open": open_question_cases,
    "scenarios": lambda room: judge_prompts(room, "scenarios"),
    "scenarios_fresh": lambda room: judge_prompts(room, "scenarios_fresh"),
    "scenarios_strangers": lambda room: judge_prompts(room, "scenarios_strangers"),
}
