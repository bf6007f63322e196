"""news_agent: dated news for the plan; none is an empty list, a source that failed is a note, never a text."""

import asyncio
from datetime import date

from dragoman.assistants.mines.news import NewsFound
from dragoman.assistants.mines.news_sources.select import distinct
from dragoman.assistants.mines.state import MainState
from dragoman.assistants.mines.tools import MinesTools
from dragoman.domain import wire
from dragoman.domain.plan import News, Plan
from dragoman.graphs.path import TurnContext, Update

MAX_ITEMS = 5


async def news_agent(state: MainState, turn: TurnContext, *, tools: MinesTools) -> Update:
    """Search for every news step of the plan, side by side."""
    plan = wire.load(Plan, state["plan"])
    steps = [step for step in plan.steps if isinstance(step, News)] or [News()]
    found = await asyncio.gather(*(_search(step, turn, tools) for step in steps))
    items = distinct(item for one in found for item in one.items)[:MAX_ITEMS]
    notes = list(dict.fromkeys(note for one in found for note in one.notes))
    failed = sum(note.kind == "failed" for note in notes)
    values = {
        "news_context": [wire.dump(item) for item in items],
        "news_notes": [wire.dump(note) for note in notes],
        "news_failed": False,
    }
    return Update(values, f"{len(items)} items" + (f", {failed} sources failed" if failed else ""))


async def _search(step: News, turn: TurnContext, tools: MinesTools) -> NewsFound:
    since = date.fromisoformat(step.since) if step.since else None
    return await tools.news.search(
        companies=step.companies, since=since, topic=step.topic, until=turn.reference_date, limit=MAX_ITEMS
    )
