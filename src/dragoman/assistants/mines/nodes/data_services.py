"""What a data service has where the company reports nothing: said to exist, never given as the answer."""

from collections.abc import Sequence

from dragoman.assistants.mines.compose.words import amount
from dragoman.assistants.mines.tools import MinesTools
from dragoman.domain.plan import Lookup

BASIS = "per_data_aggregator"
MAX_CELLS = 12


def of_data_services(cells: Sequence[Lookup], tools: MinesTools) -> dict[Lookup, str]:
    """Return the amount a data service has for each cell that asks for no basis; nothing where none has one."""
    found: dict[Lookup, str] = {}
    for cell in cells[:MAX_CELLS]:
        if cell.basis is not None:
            continue
        own = [fact for fact in tools.retriever.facts(cell) if fact.basis == BASIS and fact.company == cell.company]
        if own:
            found[cell] = amount(own[0])
    return found


def offer(figure: str) -> str:
    """Return the sentence that says so."""
    return f"A data service has {figure} under its own definition; ask for it by name."
