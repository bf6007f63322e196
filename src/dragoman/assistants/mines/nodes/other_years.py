"""The same figure in other years: the newest one where nobody named a year, and what there is where one was named."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from dragoman.assistants.mines.compose.words import Words
from dragoman.assistants.mines.material import Found
from dragoman.assistants.mines.tools import MinesTools
from dragoman.decide.periods import covered_years, span_text
from dragoman.documents.choose import Chosen, choose
from dragoman.domain.period import Period
from dragoman.domain.plan import Assumption, Lookup, Plan, Rank

MAX_CELLS = 12  # of one answer that are looked for in other years


def is_undated(cell: Lookup, plan: Plan) -> bool:
    """Say whether the cell is a figure by itself whose year nobody named: another year may then be given instead."""
    undated = {assumption.latest_of for assumption in plan.assumptions}
    alone = {step.cells for step in plan.steps if isinstance(step, Rank)}
    return cell.company in undated and (cell in plan.steps or (cell,) in alone)


def newest(cell: Lookup, tools: MinesTools) -> Found | None:
    """Return the figure of the newest year before the cell's that has it, and the sentence that says so."""
    for period, chosen in _others(cell, tools):
        if period < cell.period:
            words = Words(tools.vocabulary)
            have, lack = words.period(replace(cell, period=period)), words.period(cell)
            what = f"The newest {words.asked(cell)} I have of {words.company(cell.company)}"
            text = f"{what} is for {have}; {lack} has none."
            said = Assumption(kind="period", text=text)
            return Found(
                cell=cell, fact=chosen.fact, also=chosen.also, assumed=(said, *chosen.assumed), differs=chosen.differs
            )
    return None


def elsewhere(cells: Sequence[Lookup], tools: MinesTools) -> dict[Lookup, str]:
    """Return the years that have each figure, in words: "FY2022 and FY2025"; nothing for one that no year has."""
    found: dict[Lookup, str] = {}
    for cell in cells[:MAX_CELLS]:
        periods = sorted(period for period, _ in _others(cell, tools))
        if periods:
            found[cell] = _in_words(periods, cell.company, tools)
        elif cell.period.part != "year" and tools.retriever.facts(
            year := replace(cell, period=Period(cell.period.year))
        ):
            found[cell] = f"the whole of {Words(tools.vocabulary).period(year)}"
    return found


def _in_words(periods: Sequence[Period], company: str, tools: MinesTools) -> str:
    in_a_row = len(periods) > 2 and periods[-1].year - periods[0].year == len(periods) - 1
    if in_a_row:
        return span_text(tools.vocabulary, periods, company)
    spoken = [tools.vocabulary.spoken_period(period, company) for period in periods]
    return spoken[0] if len(spoken) == 1 else f"{', '.join(spoken[:-1])} and {spoken[-1]}"


def _others(cell: Lookup, tools: MinesTools) -> Iterator[tuple[Period, Chosen]]:
    """Yield the other covered years that have the figure, newest first."""
    for year in reversed(covered_years(tools.coverage(), cell.company)):
        period = Period(year.year, cell.period.part)
        other = replace(cell, period=period)
        if period != cell.period and (chosen := choose(tools.retriever.facts(other), other, tools.vocabulary)):
            yield period, chosen
