"""news_agent: dated news for the plan; none is an empty list, never a text."""

from dataclasses import asdict
from datetime import date

from dragoman.assistants.mines.news import NewsItem
from dragoman.assistants.mines.state import MainState
from dragoman.assistants.mines.tools import MinesTools
from dragoman.domain import wire
from dragoman.domain.plan import News, Plan
from dragoman.graphs.path import TurnContext, Update

MAX_ITEMS = 5


async def news_agent(state: MainState, turn: TurnContext, *, tools: MinesTools) -> Update:
    """Search for every news step of the plan."""
    plan = wire.load(Plan, state["plan"])
    steps = [step for step in plan.steps if isinstance(step, News)] or [News()]
    found = [item for step in steps for item in await _search(step, turn, tools)]
    items = list(dict.fromkeys(found))[:MAX_ITEMS]
    records = [{**asdict(item), "companies": list(item.companies)} for item in items]
    return Update({"news_context": records, "news_failed": False}, f"{len(items)} items")


async def _search(step: News, turn: TurnContext, tools: MinesTools) -> tuple[NewsItem, ...]:
    since = date.fromisoformat(step.since) if step.since else None
    return await tools.news.search(
        companies=step.companies, since=since, topic=step.topic, until=turn.reference_date, limit=MAX_ITEMS
    )
