"""retrieve_company: facts and passages of one company, one branch for each, side by side."""

import asyncio
from collections.abc import Iterable, Iterator, Sequence

from dragoman.assistants.mines.compose.sources import table_of
from dragoman.assistants.mines.material import Found, key_of
from dragoman.assistants.mines.nodes.other_years import is_undated, newest
from dragoman.assistants.mines.state import CompanySearch
from dragoman.assistants.mines.tools import MinesTools
from dragoman.documents.choose import choose
from dragoman.domain import wire
from dragoman.domain.document import Passage, ScoredPassage
from dragoman.domain.fact import Fact
from dragoman.domain.plan import Explain, Lookup, Plan
from dragoman.graphs.path import TurnContext, Update

PASSAGES = 8  # of one search; each retry doubles it
OPEN_PASSAGES = 24  # of a search for sentences; the one that answers is chosen from them
MAX_SEARCHES = 6  # of one company; figures need none, they are looked up


async def retrieve_company(state: CompanySearch, turn: TurnContext, *, tools: MinesTools) -> Update:
    """Look its figures up and search its documents, on a thread of its own."""
    del turn
    found, passages = await asyncio.to_thread(_retrieve, state, tools)
    values = {
        "found": {key_of(one.cell): wire.dump(one) for one in found if one.fact},
        "retrieved_docs": [wire.dump(passage) for passage in passages],
        "company_status": {state["company"]: bool(passages) or any(one.fact for one in found)},
    }
    facts = sum(one.fact is not None for one in found)
    return Update(values, f"{state['company']}: {facts} facts, {len(passages)} passages")


def _retrieve(state: CompanySearch, tools: MinesTools) -> tuple[list[Found], list[Passage]]:
    plan = wire.load(Plan, state["plan"])
    cells = [cell for cell in plan.cells if cell.company == state["company"]]
    found = [_find(cell, plan, tools, nearest=state["effort"] > 0) for cell in cells]
    facts = [fact for one in found for fact in (one.fact, *one.also) if fact]
    passages = _own(state["company"], _search(state, tools))
    passages += _own(state["company"], _tables(facts, passages, tools))
    return found, list({passage.id: passage for passage in passages}.values())


def _find(cell: Lookup, plan: Plan, tools: MinesTools, *, nearest: bool) -> Found:
    """Return the fact that the cell means, of the newest year that has it where nobody named one.

    When asked to look further, return the nearest metric that is reported.
    """
    for candidate in _candidates(cell, tools, nearest=nearest):
        facts = [fact for fact in tools.retriever.facts(candidate) if fact.company == cell.company]
        if chosen := choose(facts, candidate, tools.vocabulary):
            return Found(cell=cell, fact=chosen.fact, also=chosen.also, assumed=chosen.assumed, differs=chosen.differs)
        if candidate == cell and is_undated(cell, plan) and (other := newest(cell, tools)):
            return other
    return Found(cell=cell)


def _candidates(cell: Lookup, tools: MinesTools, *, nearest: bool) -> Iterator[Lookup]:
    yield cell
    spec = tools.vocabulary.metrics.get(cell.metric)
    if nearest and spec:
        yield from (Lookup(company=cell.company, metric=metric, period=cell.period) for metric in spec.nearest)


def _search(state: CompanySearch, tools: MinesTools) -> list[Passage]:
    is_open = any(isinstance(step, Explain) for step in wire.load(Plan, state["plan"]).steps)
    wanted = [
        (query["text"], query["period"] if state["effort"] == 0 else None, is_open or not query["metric"])
        for query in state["company_queries"]
    ]
    hits = [
        hit
        for text, period, in_words in list(dict.fromkeys(wanted))[-MAX_SEARCHES:]
        for hit in _searched(text, state, tools, period=period, in_words=in_words)
    ]
    return [hit.passage for hit in sorted(hits, key=lambda hit: hit.score, reverse=True)]


def _searched(
    text: str, state: CompanySearch, tools: MinesTools, *, period: str | None, in_words: bool
) -> Sequence[ScoredPassage]:
    """Search; where sentences are looked for among more passages."""
    k = (OPEN_PASSAGES if in_words else PASSAGES) << state["effort"]
    return tools.retriever.search(text, company=state["company"], period=period, k=k)


def _tables(facts: Sequence[Fact], passages: Sequence[Passage], tools: MinesTools) -> list[Passage]:
    """Return the tables that facts stand in and the search did not bring: a citation shows the page's own words."""
    tables = [passage for passage in passages if passage.kind == "table"]
    for fact in facts:
        if table_of(fact, tables) is None:
            tables += tools.retriever.tables_on(fact.cell.document, fact.cell.page)
    return tables


def _own(company: str, passages: Iterable[Passage]) -> list[Passage]:
    """Drop what is of another company, whatever the search returned."""
    return [passage for passage in passages if passage.company == company]
