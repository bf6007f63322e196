"""retrieve: the sections that may answer, by the intent's strategy, and by another one each time it is tried again."""

import asyncio
from collections.abc import Sequence

from dragoman.assistants.contracts.choose import ranked
from dragoman.assistants.contracts.nodes.inquiry import Inquiry, inquiry_of
from dragoman.assistants.contracts.registry import Strategy
from dragoman.assistants.contracts.state import ContractState, Json
from dragoman.assistants.contracts.strategies import STRATEGIES, Ranked, Search, Section, everything, titled
from dragoman.assistants.contracts.tools import ContractsTools
from dragoman.graphs.path import TurnContext, Update

UNKNOWN_INTENT: Strategy = "hybrid"  # words alone are all there is
WIDEST = "everything"
NEAREST = 3  # sentences whose sections are read whatever a search brings


async def retrieve(state: ContractState, turn: TurnContext, *, tools: ContractsTools) -> Update:
    """Search on a thread of its own. This is the one place that counts retries: a pass after the first is one."""
    inquiry = inquiry_of(state, turn, tools)
    strategy = next_strategy(inquiry, tools, [search["strategy"] for search in state["searches"]])
    found = await asyncio.to_thread(_sections, strategy, inquiry, tools)
    sections = (*found, *_beside(found, inquiry)) if strategy != WIDEST else found
    searches = [*state["searches"], {"strategy": strategy, "sections": len(found)}]
    shown = sections if strategy != WIDEST else ()
    values = {
        "searches": searches,
        "retry_count": len(searches) - 1,
        "retrieved_sections": [_record(section) for section in sections],
        "looked": [*state["looked"], *({"title": one.title, "page": one.page} for one in shown)],
    }
    return Update(values, f"{strategy}: {len(sections)} sections")


def next_strategy(inquiry: Inquiry, tools: ContractsTools, tried: Sequence[str]) -> str:
    """Return the intent's own strategy first, then one that was not tried, the widest search last."""
    intent = tools.registry.get(inquiry.asked.intent)
    own = intent.strategy if intent else UNKNOWN_INTENT
    order = dict.fromkeys((own, "hybrid", "full_text"))
    return next((strategy for strategy in order if strategy not in tried), WIDEST) if len(tried) < 2 else WIDEST


def _sections(strategy: str, inquiry: Inquiry, tools: ContractsTools) -> Ranked:
    if strategy == WIDEST:
        return everything(inquiry.agreement)
    intents = tuple(tools.registry[match.intent] for match in inquiry.asked.intents if match.intent in tools.registry)
    search = Search(inquiry.asked, inquiry.agreement, intents, tools.searches)
    return next(find for name, find in STRATEGIES.items() if name == strategy)(search)


def _beside(found: Ranked, inquiry: Inquiry) -> Ranked:
    """Return sections a search may miss: under a title of what is asked about, and those of the nearest sentences."""
    question, agreement = inquiry.question, inquiry.agreement
    best = ranked(question, agreement.clauses, agreement)[:NEAREST]
    keys = {one.clause.section_key for one in best}
    near = tuple(section for section in everything(agreement) if section.key in keys)
    named = titled(agreement, question.sections, question.subjects)
    more = {section.key: section for section in (*named, *near)}
    held = {section.key for section in found}
    return tuple(section for key, section in more.items() if key not in held)


def _record(section: Section) -> Json:
    return {
        "title": section.title,
        "page_num": section.page,
        "_relevance_score": round(section.score, 4),
        "why": section.why,
        "key": list(section.key),
    }
