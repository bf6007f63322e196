"""calculator_agent: the exact tool that each step of the plan implies; what cannot be computed is said in words.

Where the plan implies none, or the policy leaves it to a model, a model chooses among the same exact tools.
"""

from dragoman.assistants.mines.advice.calculator import worked_out
from dragoman.assistants.mines.arithmetic import compute, missing_operands, needs_arithmetic
from dragoman.assistants.mines.compose.words import Words
from dragoman.assistants.mines.nodes.gathered import material_of
from dragoman.assistants.mines.state import Json, MainState
from dragoman.assistants.mines.tools import MinesTools
from dragoman.domain import wire
from dragoman.domain.lineage import CalculationNode, facts_of
from dragoman.domain.plan import cells_of
from dragoman.graphs.path import TurnContext, Update

RESULT_HEADER = "【Calculation Result】"


async def calculator_agent(state: MainState, turn: TurnContext, *, tools: MinesTools) -> Update:
    """Compute over the figures that were found, and over nothing else."""
    material = material_of(state)
    words = Words(tools.vocabulary)
    results: list[Json] = []
    known: list[CalculationNode] = []
    lines: list[str] = []
    for place, step in enumerate(material.plan.steps):
        if not needs_arithmetic(step):
            continue
        computed = compute(step, material)
        results.append({"step": place, "computed": wire.dump(computed)})
        known += computed.nodes
        lines += [node.expression for node in computed.nodes]
        lines += [computed.problem] if computed.problem else []
        lines += [f"{words.subject_asked(c)} is missing." for c in missing_operands(cells_of(step), material)]
    worked: list[CalculationNode] = []
    if not results or tools.policy == "model":
        chosen = await worked_out(state["query"], material, tools=tools, turn=turn)
        worked = [node for node in chosen if all(not _is_the_same(node, one) for one in known)]
        lines += [node.expression for node in worked]
    context = f"{state['aggregated_context']}\n\n{RESULT_HEADER}\n" + "\n".join(lines)
    values = {"calc_result": results, "worked": [wire.dump(node) for node in worked], "aggregated_context": context}
    chosen_too = f", {len(worked)} chosen by a model" if worked else ""
    return Update(values, f"{len(results)} calculations{chosen_too}")


def _is_the_same(one: CalculationNode, other: CalculationNode) -> bool:
    return one.operation == other.operation and one.amount == other.amount and facts_of(one) == facts_of(other)
