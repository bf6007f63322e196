"""grade_docs: what of the retrieved passages bears on the question."""

from collections.abc import Iterable, Mapping, Sequence

from dragoman.assistants.mines.advice.relevant import may_grade, relevant
from dragoman.assistants.mines.compose.narrative import stems
from dragoman.assistants.mines.material import Found, found_of
from dragoman.assistants.mines.narrative.question import further_words
from dragoman.assistants.mines.state import Json, RetrievalState
from dragoman.assistants.mines.tools import MinesTools
from dragoman.domain import wire
from dragoman.domain.plan import Explain, Lookup, Plan
from dragoman.graphs.path import TurnContext, Update

MAX_KEPT = 6  # passages of each company beside the tables its figures stand in
MAX_KEPT_OPEN = 24  # where sentences are chosen from them


async def grade_docs(state: RetrievalState, turn: TurnContext, *, tools: MinesTools) -> Update:
    """Keep the tables of the facts and the passages that share words with a search of their company.

    A model may choose among the passages instead; where it fails, all are kept.
    """
    unique = list({str(doc["id"]): doc for doc in state["retrieved_docs"]}.values())
    found = found_of(state.get("found", {}))
    plan = wire.load(Plan, state["plan"])
    is_open = bool(state.get("instead")) or any(isinstance(step, Explain) for step in plan.steps)
    most = MAX_KEPT_OPEN if is_open else MAX_KEPT
    if may_grade(state, unique, tools):
        chosen = await relevant(state, unique, tools=tools, turn=turn)
        kept = _chosen(unique, found, unique if chosen is None else chosen, most)
    else:
        kept = _chosen(unique, found, _sharing(unique, state["company_queries"], is_open=is_open), most)
    values = {
        "graded_docs": kept,
        "retrieved_count": len(unique),
        "grade": "pass" if kept or found else "retry",
        "stage": "documents",
        "company_status": _status(state, found, kept),
    }
    return Update(values, f"{len(kept)} of {len(unique)} passages bear on it")


def _sharing(docs: Sequence[Json], queries: Sequence[Json], *, is_open: bool) -> list[Json]:
    """Return the passages that share words with a search of their company, or other words for the same thing."""
    wanted: dict[str, frozenset[str]] = {}
    for query in queries:
        spoken = " ".join((query["text"], *further_words(query["text"]))) if is_open else query["text"]
        words = stems(spoken) - stems(f"{query['company']} {query['period'] or ''}")
        wanted[query["company"]] = wanted.get(query["company"], frozenset()) | words
    sharing = []
    for doc in docs:
        shared = wanted.get(doc["company"], frozenset()) & stems(f"{' '.join(doc['section'])} {doc['text']}")
        sharing += [doc] if shared else []
    return sharing


def _chosen(docs: Sequence[Json], found: Mapping[Lookup, Found], chosen: Sequence[Json], most: int) -> list[Json]:
    """Return the tables of the facts, whoever chose, and of each company the first few of those that were chosen."""
    rows = {
        (fact.cell.document, fact.cell.page, fact.cell.row_label)
        for one in found.values()
        for fact in (one.fact, *one.also)
        if fact
    }
    tables = [doc for doc in docs if doc["kind"] == "table" and _holds(doc, rows)]
    others: dict[str, list[Json]] = {}
    for doc in chosen:
        if doc not in tables:
            others.setdefault(doc["company"], []).append(doc)
    return [*tables, *(doc for group in others.values() for doc in group[:most])]


def _holds(doc: Json, rows: Iterable[tuple[str, int, str]]) -> bool:
    place = (doc["document"], doc["page"])
    return any(place == (document, page) and label in doc["text"] for document, page, label in rows)


def _status(state: RetrievalState, found: Mapping[Lookup, Found], kept: Sequence[Json]) -> dict[str, bool]:
    """Say which companies have a fact for each of their cells; without cells, which have a passage."""
    cells = wire.load(Plan, state["plan"]).cells
    with_passages = {doc["company"] for doc in kept}
    status = {}
    for company in state["company_status"]:
        own = [cell for cell in cells if cell.company == company]
        status[company] = all(cell in found for cell in own) if own else company in with_passages
    return status
