"""aggregate: both sources under fixed headers, and now that they are seen, whether arithmetic is needed."""

from datetime import date

from dragoman.assistants.mines.advice.arithmetic_due import arithmetic_is_due
from dragoman.assistants.mines.arithmetic import compute, needs_arithmetic
from dragoman.assistants.mines.compose.headlines import tell
from dragoman.assistants.mines.nodes.gathered import material_of, news_of
from dragoman.assistants.mines.state import Json, MainState
from dragoman.assistants.mines.stated import stated_result
from dragoman.assistants.mines.tools import MinesTools
from dragoman.graphs.path import TurnContext, Update

REPORT_HEADER = "【Annual Report Data】"
NEWS_HEADER = "【Recent News】"


async def aggregate(state: MainState, turn: TurnContext, *, tools: MinesTools) -> Update:
    """Merge what the agents found; a computation is due where its result stands on no page.

    Of an open question a model says whether one is due.
    """
    context = merge(str(state["retrieval_result"].get("answer_draft", "")), state["news_context"], turn.reference_date)
    if not context:
        return Update({"aggregated_context": "", "needs_calculation": False}, "nothing found")
    material = material_of(state)
    stated: list[Json] = []
    open_steps = 0
    for place, step in enumerate(material.plan.steps):
        if not needs_arithmetic(step):
            continue
        found = stated_result(step, compute(step, material), material, tools.interpreter, turn.reference_date)
        stated += [{"step": place, **found}] if found else []
        open_steps += not found
    asked = open_steps + len(stated)
    due = not asked and await arithmetic_is_due(state["query"], material, tools=tools, turn=turn)
    values = {"aggregated_context": context, "needs_calculation": due or open_steps > 0, "stated": stated}
    return Update(values, "a model wants figures combined" if due else _summary(asked, len(stated)))


def merge(draft: str, news: list[Json], today: date) -> str:
    """Return the sections that have something in them, a blank line between."""
    sections = [f"{REPORT_HEADER}\n{draft}"] if draft else []
    if news:
        lines = "\n".join(tell(item, today) for item in news_of(news))
        sections.append(f"{NEWS_HEADER}\n{lines}")
    return "\n\n".join(sections)


def _summary(due: int, stated: int) -> str:
    if not due:
        return "no arithmetic asked for"
    return f"{due} calculations asked for, {stated} stated on a page"
