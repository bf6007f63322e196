"""Where a question goes when a model may be asked about it; the rules alone answer without one."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from dragoman.app.records import priced
from dragoman.assistants.contracts.advice.reading import advised_route as advised_contract
from dragoman.assistants.contracts.advice.restate import Asking, routed
from dragoman.assistants.contracts.router import contract_record
from dragoman.assistants.contracts.tools import ContractsTools
from dragoman.assistants.mines.advice.route import advised_route
from dragoman.assistants.mines.tools import MinesTools
from dragoman.decide.route_record import route_record
from dragoman.domain.conversation import Turn
from dragoman.graphs.path import TurnContext


async def advised_record(tools: MinesTools, text: str, *, history: Sequence[Turn], day: date) -> dict[str, Any]:
    """Return the JSON of `dragoman route`, with what a model proposes where the rules are unsure."""
    turn = TurnContext(day)
    record = await advised_route(text, history, 0, tools=tools, turn=turn)
    return priced(route_record(record), turn.meter)


async def advised_contract_record(
    tools: ContractsTools, text: str, *, history: Sequence[Turn], day: date
) -> dict[str, Any]:
    """Return the same for a question about agreements, with the intent a model proposes where no rule knows one."""
    turn = TurnContext(day)
    route, _ = await routed(Asking(text=text, turns=history), tools=tools, turn=turn)
    route, _ = await advised_contract(route, tools=tools, turn=turn)
    return priced(contract_record(route), turn.meter)
