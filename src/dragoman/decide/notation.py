"""Plans in one line each, for traces and for corpus files: "Growth(BHP, revenue, FY2023 to FY2024)"."""

from collections.abc import Sequence
from itertools import pairwise

from dragoman.decide.slots import unique
from dragoman.domain.period import Period
from dragoman.domain.plan import (
    Aggregate,
    Clause,
    Compare,
    Concept,
    Constant,
    Difference,
    Explain,
    Formula,
    Growth,
    Lookup,
    Mean,
    News,
    Operation,
    Rank,
    Ratio,
    Size,
    Step,
    Term,
    Threshold,
    Trend,
)


def spell_step(step: Step) -> str:
    """Return a step in one line, its cells as company, metric and periods."""
    match step:
        case Lookup():
            return f"Lookup({_cell(step)})"
        case Difference(left=left, right=right):
            return f"Difference({_cell(left)} - {_cell(right)})"
        case Ratio(numerator=over, denominator=under):
            name = f"{step.name}: " if step.name else ""
            return f"Ratio({name}{_cell(over)} / {_cell(under)}{'; percent' if step.as_percent else ''})"
        case Formula(name=name, period=period):
            percent = "; percent" if step.as_percent else ""
            return f"Formula({step.company}, {name}, {period} = {spell_term(step.term)}{percent})"
        case Growth() | Compare():
            asked = f"; {step.asked}?" if step.asked else ""
            return f"{step.kind.capitalize()}({_cells(step.cells)}{asked})"
        case Trend():
            return f"Trend({_cells(step.cells)})"
        case Aggregate():
            period = f"; {step.asked.label}?" if step.asked else ""
            return f"{step.operation.capitalize()}({_cells(step.cells)}{period})"
        case Rank():
            return _rank(step)
        case _:
            return _open(step)


def spell_term(term: Term) -> str:
    """Return a part of a formula in one line: "365 * mean(payables FY2019, payables FY2020)"."""
    match term:
        case Lookup():
            return f"{_metric(term)} {term.period.label}"
        case Size(of=cell):
            return f"size({_metric(cell)} {cell.period.label})"
        case Constant(value=value):
            return f"{value:f}"
        case Mean(terms=terms):
            return f"mean({', '.join(map(spell_term, terms))})"
        case Operation(operator=operator, left=left, right=right):
            return f"({spell_term(left)} {operator} {spell_term(right)})"


def _open(step: News | Explain | Concept | Clause) -> str:
    match step:
        case News():
            prices = "prices" if step.prices else ""
            return f"News({', '.join(filter(None, ('+'.join(step.companies), step.since, prices)))})"
        case Explain():
            periods = "+".join(period.label for period in step.periods)
            return f"Explain({', '.join(filter(None, ('+'.join(step.companies), '+'.join(step.metrics), periods)))})"
        case Concept():
            return f"Concept({step.term})"
        case Clause():
            return f"Clause({', '.join(filter(None, (step.intent, step.contract)))})"


def _rank(step: Rank) -> str:
    order = "" if step.descending else "; ascending"
    first = f"; first {step.limit}" if step.limit else ""
    asked = f"; {step.asked}?" if step.asked else ""
    members = " > ".join(map(spell_step, step.results)) or _cells(step.cells)
    return f"Rank({members}{order}{first}{_threshold(step.threshold)}{'; how many' if step.counts else ''}{asked})"


def _threshold(threshold: Threshold | None) -> str:
    if threshold is None:
        return ""
    upper = f" to {threshold.upper:f}" if threshold.upper is not None else ""
    unit = threshold.currency or threshold.unit
    return f"; {threshold.comparator} {threshold.amount:f}{upper}{f' {unit}' if unit else ''}"


def _cell(cell: Lookup) -> str:
    return f"{cell.company}, {_metric(cell)}, {cell.period.label}"


def _metric(cell: Lookup) -> str:
    basis = f"{cell.basis} " if cell.basis else ""
    return f"{basis}{cell.metric}{f' {cell.share}' if cell.share else ''}"


def _cells(cells: Sequence[Lookup]) -> str:
    """Return "BHP+RIO, revenue, FY2021 to FY2025" when the cells are every combination, else each cell."""
    companies = unique(cell.company for cell in cells)
    metrics = unique(_metric(cell) for cell in cells)
    periods = unique(cell.period for cell in cells)
    if len(cells) != len(companies) * len(metrics) * len(periods):
        return "; ".join(_cell(cell) for cell in cells)
    return f"{'+'.join(companies)}, {'+'.join(metrics)}, {_periods(periods)}"


def _periods(periods: Sequence[Period]) -> str:
    in_a_row = len(periods) > 1 and all(b == a.shifted(1) for a, b in pairwise(periods))
    if in_a_row:
        return f"{periods[0].label} to {periods[-1].label}"
    return "+".join(period.label for period in periods)
