"""What an answer is made of: for each cell of the plan the fact that is meant, or nothing; passages; news."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from dragoman.assistants.mines.news import NewsItem, SourceNote
from dragoman.domain import wire
from dragoman.domain.document import Passage
from dragoman.domain.fact import Fact
from dragoman.domain.lineage import CalculationNode
from dragoman.domain.plan import Assumption, Explain, Lookup, Plan, Step


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What was found for one cell of the plan."""

    cell: Lookup
    fact: Fact | None = None  # the one that is meant
    also: tuple[Fact, ...] = ()  # other bases or shares of the same figure
    assumed: tuple[Assumption, ...] = ()
    differs: Fact | None = None  # the same figure as another report prints it

    @property
    def stands_in(self) -> bool:
        """True when the figure is another metric, the nearest one that is reported."""
        return self.fact is not None and self.fact.metric != self.cell.metric


@dataclass(frozen=True, slots=True, kw_only=True)
class Material:
    """Everything an answer may use."""

    plan: Plan
    found: Mapping[Lookup, Found]
    passages: tuple[Passage, ...] = ()
    news: tuple[NewsItem, ...] = ()
    news_notes: tuple[SourceNote, ...] = ()
    news_failed: bool = False
    elsewhere: Mapping[Lookup, str] = field(default_factory=dict)  # for cells without a figure, the years that have it
    services: Mapping[Lookup, str] = field(default_factory=dict)  # the same, what a data service has
    instead: Explain | None = None  # asked of the sentences where there is none of the figures
    worked: tuple[CalculationNode, ...] = ()  # beside what the plan asks to be computed
    stated: Mapping[Step, tuple[Passage, str]] = field(default_factory=dict)  # sentences that state a step's result

    def of(self, cells: Sequence[Lookup]) -> tuple[Found, ...]:
        """Return what was found for each of the cells, in their order."""
        return tuple(self.found.get(cell) or Found(cell=cell) for cell in cells)


def key_of(cell: Lookup) -> str:
    """Return a name for the cell within one plan."""
    parts = (cell.company, cell.metric, cell.period.label, cell.basis or "", cell.share or "")
    return "|".join(parts)


def found_of(records: Mapping[str, Any]) -> dict[Lookup, Found]:
    """Rebuild what was found from the state."""
    loaded = [wire.load(Found, record) for record in records.values()]
    return {one.cell: one for one in loaded}
