"""query_rewrite: one search for each company, metric and period; on a retry only for what is still missing."""

from collections.abc import Sequence
from typing import Any

from dragoman.assistants.mines.advice.rewrite import global_query, more_searches, rewritten
from dragoman.assistants.mines.nodes.data_services import of_data_services
from dragoman.assistants.mines.nodes.other_years import elsewhere
from dragoman.assistants.mines.state import Json, RetrievalState
from dragoman.assistants.mines.tools import MinesTools
from dragoman.decide.queries import sub_queries
from dragoman.domain import wire
from dragoman.domain.plan import Explain, Plan
from dragoman.graphs.path import TurnContext, Update

# What looking further changes: 1 drops the period filter, searches wider and takes the nearest metric;
# 2 searches wider still, which helps narrative only.
EFFORT_FOR_FIGURES = 1
EFFORT_FOR_NARRATIVE = 2


async def query_rewrite(state: RetrievalState, turn: TurnContext, *, tools: MinesTools) -> Update:
    """Split the plan into searches; a second pass searches again for companies without their figures.

    A model may add searches to those of the plan, in the first pass only.
    """
    if state.get("company_status"):
        return _again(state, None if turn.degraded else tools)  # what has failed once is not asked again
    plan = wire.load(Plan, state["plan"])
    seen = tools.interpreter.interpret(state["query"], reference_date=turn.reference_date)
    queries = sub_queries(plan, seen, tools.vocabulary, tools.coverage().companies)
    records = [wire.dump(query) for query in queries if query.company]
    proposal = await rewritten(state, plan, seen, tools=tools, turn=turn)
    today, more, words = turn.reference_date, list[Json](), ""
    if proposal:
        more = more_searches(proposal, records, seen, tools=tools, today=today)
        words = global_query(proposal, seen, tools=tools, today=today)
    companies = list(dict.fromkeys(str(record["company"]) for record in records))
    is_narrative = any(isinstance(step, Explain) for step in plan.steps)
    values = {
        "rewritten_query": words or state["query"],
        "companies": companies,
        "company_queries": [*records, *more],
        "company_status": dict.fromkeys(companies, False),
        "effort": 0,
        "max_effort": EFFORT_FOR_NARRATIVE if is_narrative else EFFORT_FOR_FIGURES,
        "retry_count": {"documents": 0, "answer": 0},
    }
    added = f", {len(more)} more from a model" if proposal else ""
    return Update(
        values, f"from the plan: {_kinds(plan)}; {len(records)} searches of {len(companies)} companies{added}"
    )


def _again(state: RetrievalState, tools: MinesTools | None) -> Update:
    status = state["company_status"]
    # Where all were found and the draft is weak all the same, it is searched for everybody again.
    missing = [company for company, is_found in status.items() if not is_found] or list(status)
    hints = state.get("unsupported_hints", [])
    # The searches of the others stay: grade_docs keeps by them what the first pass brought.
    queries = [with_hints(query, hints) if query["company"] in missing else query for query in state["company_queries"]]
    stage = state["stage"]
    spent = {**state["retry_count"], stage: state["retry_count"][stage] + 1}
    effort = state["effort"] + 1
    values: dict[str, Any] = {"retry_count": spent, "effort": effort, "companies": missing}
    if tools and (instead := _in_words(state, missing, tools)):
        queries = [*queries, *(_of_words(state["query"], company) for company in missing)]
        values["instead"] = wire.dump(instead)
    values["company_queries"] = queries
    return Update(values, f"again for {', '.join(missing) or 'nobody'}, looking further ({effort})")


def _in_words(state: RetrievalState, companies: Sequence[str], tools: MinesTools) -> Explain | None:
    """Return the search for sentences that stands in for figures of which there is none, nor any like them."""
    plan = wire.load(Plan, state["plan"]) if state.get("plan") else Plan()
    if state.get("found") or not plan.cells or any(isinstance(step, Explain) for step in plan.steps):
        return None
    metrics = [tools.vocabulary.metrics.get(cell.metric) for cell in plan.cells]
    if any(metric and metric.nearest for metric in metrics):
        return None
    if elsewhere(plan.cells, tools) or of_data_services(plan.cells, tools):
        return None
    return Explain(topic=state["query"], companies=tuple(companies))


def _of_words(query: str, company: str) -> Json:
    return {"company": company, "metric": None, "basis": None, "period": None, "text": query}


def with_hints(query: Json, hints: Sequence[Json]) -> Json:
    """Return the search with the labels of its company's failed claims as further words."""
    own = [hint for hint in hints if hint["company"] == query["company"]]
    words = [str(part).replace("_", " ") for hint in own for part in (hint["metric"], hint["period"]) if part]
    fresh = [word for word in dict.fromkeys(words) if word not in query["text"]]
    return {**query, "text": " ".join([query["text"], *fresh])}


def _kinds(plan: Plan) -> str:
    return ", ".join(dict.fromkeys(type(step).__name__ for step in plan.steps)) or "nothing"
