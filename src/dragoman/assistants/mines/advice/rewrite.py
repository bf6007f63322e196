"""Search queries with a model: it may add words and split, and can drop or swap nothing that code read."""

from collections.abc import Iterable, Sequence
from datetime import date

from pydantic import BaseModel, ConfigDict, Field

from dragoman.assistants.mines.advice.ask import proposed
from dragoman.assistants.mines.advice.restate import numbers_in
from dragoman.assistants.mines.advice.route import covered
from dragoman.assistants.mines.state import Json, RetrievalState
from dragoman.assistants.mines.tools import MinesTools
from dragoman.domain.interpretation import Interpretation
from dragoman.domain.plan import Explain, Plan
from dragoman.graphs.path import TurnContext
from dragoman.models.plain import is_plain

PROMPT = "mines_rewrite"
MAX_MORE = 3  # searches of one company beside those of the plan
MAX_WORDS = 200  # characters


class CompanyQuery(BaseModel):
    """A search of one company's documents."""

    model_config = ConfigDict(frozen=True)

    company: str = Field(max_length=40)
    query: str = Field(max_length=400)


class RewriteProposal(BaseModel):
    """The reply to the prompt."""

    model_config = ConfigDict(frozen=True)

    global_query: str = Field(default="", max_length=1_000)
    companies: tuple[str, ...] = Field(default=(), max_length=50)
    company_queries: tuple[CompanyQuery, ...] = Field(default=(), max_length=50)


def may_rewrite(plan: Plan, tools: MinesTools) -> bool:
    """Say whether a model is asked: for open questions, and under the policy `model` for all."""
    is_open = any(isinstance(step, Explain) for step in plan.steps)
    return tools.adviser is not None and (is_open or tools.policy == "model")


async def rewritten(
    state: RetrievalState, plan: Plan, seen: Interpretation, *, tools: MinesTools, turn: TurnContext
) -> RewriteProposal | None:
    """Return what a model proposes; None where none is asked or it failed."""
    if not state["query"].strip() or not may_rewrite(plan, tools):
        return None
    inputs = {"covered": covered(tools.coverage(), tools.vocabulary), "question": seen.utterance.text}
    return await proposed(PROMPT, inputs, RewriteProposal, node="query_rewrite", tools=tools, turn=turn)


def more_searches(
    proposal: RewriteProposal, known: Sequence[Json], seen: Interpretation, *, tools: MinesTools, today: date
) -> list[Json]:
    """Return the proposed searches that say nothing else than the plan's: of its companies, its years, its numbers.

    A search keeps the plan's period as its filter; names that no vocabulary holds are ignored.
    """
    found: dict[str, list[Json]] = {}
    for one in proposal.company_queries:
        company = _ticker(one.company, tools)
        own = [query for query in known if query["company"] == company]
        if not own or not _fits(one.query, company, own, seen, tools=tools, today=today):
            continue
        periods = list(dict.fromkeys(query["period"] for query in own))
        period = periods[0] if len(periods) == 1 else None
        text = " ".join(filter(None, (company, period, one.query.strip())))
        record = {"company": company, "metric": None, "basis": None, "period": period, "text": text}
        if record not in found.setdefault(company, []) and len(found[company]) < MAX_MORE:
            found[company].append(record)
    return [record for records in found.values() for record in records]


def global_query(proposal: RewriteProposal, seen: Interpretation, *, tools: MinesTools, today: date) -> str:
    """Return the question in the words of reports if all its names are still there; else empty."""
    text = proposal.global_query.strip()
    if not is_plain(text) or len(text) > MAX_WORDS:
        return ""
    read = tools.interpreter.interpret(text, reference_date=today)
    names = all(_slots(seen, name) <= _slots(read, name) for name in ("company", "metric"))
    same = set(read.period_labels()) == set(seen.period_labels()) and numbers_in(read) == numbers_in(seen)
    return text if names and same and _slots(read, "company") == _slots(seen, "company") else ""


def _fits(
    text: str, company: str, own: Iterable[Json], seen: Interpretation, *, tools: MinesTools, today: date
) -> bool:
    if not is_plain(text) or len(text) > MAX_WORDS:
        return False
    read = tools.interpreter.interpret(text, reference_date=today)
    years = {query["period"] for query in own} | set(seen.period_labels())
    return (
        _slots(read, "company") <= {company}
        and set(read.period_labels()) <= years
        and numbers_in(read) <= numbers_in(seen)
        and not read.unsupported
    )


def _slots(seen: Interpretation, dimension: str) -> set[str]:
    return set(seen.names(dimension))


def _ticker(name: str, tools: MinesTools) -> str:
    """Return the ticker of a name as the vocabulary has it; the name itself where it has none."""
    companies = tools.vocabulary.companies
    if name in companies:
        return name
    called = name.casefold()
    return next((c for c, spec in companies.items() if called in (spec.name.casefold(), c.casefold())), name)
