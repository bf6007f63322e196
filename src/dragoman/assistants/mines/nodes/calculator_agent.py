"""calculator_agent: the exact tool that each step of the plan implies; what cannot be computed is said in words."""

from dragoman.assistants.mines.arithmetic import compute, missing_operands, needs_arithmetic
from dragoman.assistants.mines.compose.words import Words
from dragoman.assistants.mines.nodes.gathered import material_of
from dragoman.assistants.mines.state import Json, MainState
from dragoman.assistants.mines.tools import MinesTools
from dragoman.domain import wire
from dragoman.domain.plan import cells_of
from dragoman.graphs.path import TurnContext, Update

RESULT_HEADER = "【Calculation Result】"


def calculator_agent(state: MainState, turn: TurnContext, *, tools: MinesTools) -> Update:
    """Compute over the figures that were found, and over nothing else."""
    del turn
    material = material_of(state)
    words = Words(tools.vocabulary)
    results: list[Json] = []
    lines: list[str] = []
    for place, step in enumerate(material.plan.steps):
        if not needs_arithmetic(step):
            continue
        computed = compute(step, material)
        results.append({"step": place, "computed": wire.dump(computed)})
        lines += [node.expression for node in computed.nodes]
        lines += [computed.problem] if computed.problem else []
        lines += [f"{words.subject_asked(c)} is missing." for c in missing_operands(cells_of(step), material)]
    context = f"{state['aggregated_context']}\n\n{RESULT_HEADER}\n" + "\n".join(lines)
    return Update({"calc_result": results, "aggregated_context": context}, f"{len(results)} calculations")
