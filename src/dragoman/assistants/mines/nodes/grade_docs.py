"""grade_docs: what of the retrieved passages bears on the question."""

from collections.abc import Iterable, Mapping, Sequence

from dragoman.assistants.mines.compose.narrative import stems
from dragoman.assistants.mines.material import Found, found_of
from dragoman.assistants.mines.state import Json, RetrievalState
from dragoman.domain import wire
from dragoman.domain.plan import Lookup, Plan
from dragoman.graphs.path import TurnContext, Update

MAX_KEPT = 6  # passages of each company beside the tables its figures stand in


def grade_docs(state: RetrievalState, turn: TurnContext) -> Update:
    """Keep the tables of the facts and the passages that share words with a search of their company."""
    del turn
    unique = list({str(doc["id"]): doc for doc in state["retrieved_docs"]}.values())
    found = found_of(state.get("found", {}))
    kept = _kept(unique, found, state["company_queries"])
    values = {
        "graded_docs": kept,
        "retrieved_count": len(unique),
        "grade": "pass" if kept or found else "retry",
        "stage": "documents",
        "company_status": _status(state, found, kept),
    }
    return Update(values, f"{len(kept)} of {len(unique)} passages bear on it")


def _kept(docs: Sequence[Json], found: Mapping[Lookup, Found], queries: Sequence[Json]) -> list[Json]:
    wanted: dict[str, frozenset[str]] = {}
    for query in queries:
        words = stems(query["text"]) - stems(f"{query['company']} {query['period'] or ''}")
        wanted[query["company"]] = wanted.get(query["company"], frozenset()) | words
    rows = {
        (fact.cell.document, fact.cell.page, fact.cell.row_label)
        for one in found.values()
        for fact in (one.fact, *one.also)
        if fact
    }
    tables = [doc for doc in docs if doc["kind"] == "table" and _holds(doc, rows)]
    others: dict[str, list[Json]] = {}
    for doc in docs:
        shared = wanted.get(doc["company"], frozenset()) & stems(f"{' '.join(doc['section'])} {doc['text']}")
        if shared and doc not in tables:
            others.setdefault(doc["company"], []).append(doc)
    return [*tables, *(doc for group in others.values() for doc in group[:MAX_KEPT])]


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
