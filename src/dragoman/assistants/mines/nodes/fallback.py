"""fallback: nothing to answer from; say why, and what can be asked."""

from collections.abc import Sequence

from dragoman.assistants.mines.compose.headlines import source_notes
from dragoman.assistants.mines.compose.words import Words, listed
from dragoman.assistants.mines.nodes.data_services import of_data_services, offer
from dragoman.assistants.mines.nodes.degraded import UNSEARCHED, warnings
from dragoman.assistants.mines.nodes.gathered import material_of
from dragoman.assistants.mines.nodes.other_years import elsewhere
from dragoman.assistants.mines.nodes.replied import reply
from dragoman.assistants.mines.nodes.told_news import told_news
from dragoman.assistants.mines.state import MainState
from dragoman.assistants.mines.tools import MinesTools
from dragoman.assistants.mines.writing.translate import answer_in_language, still_told
from dragoman.decide.coverage import years_text
from dragoman.domain import wire
from dragoman.domain.answer import Answer
from dragoman.domain.document import Coverage
from dragoman.domain.period import Period
from dragoman.domain.plan import Lookup, Plan
from dragoman.graphs.path import TurnContext, Update

NOTHING_FOUND = "What you asked for was not found in the documents I have."
NOT_SYNTHESISED = "Pages were found, but they hold insufficient evidence for an answer."
TOO_SHORT = "There is insufficient context for an answer."
TOPICS = "revenue, EBITDA, net profit, dividends, cash flow, capital expenditure, net debt, production"
MAX_NAMED = 3  # figures that are named as not found


async def fallback(state: MainState, turn: TurnContext, *, tools: MinesTools) -> Update:
    """Say which of three reasons it is, then help, in the language of the question. No citation: nothing is claimed."""
    reason = _reason(state)
    warned = (UNSEARCHED, *warnings(turn)) if turn.degraded else ()
    material = material_of(state) if state["needs_news"] else None
    no_news = (told_news(material, tools, turn.reference_date), *source_notes(material.news_notes)) if material else ()
    looks_on = not turn.degraded  # what has failed once is not asked again
    told = still_told(state["missing"], state["asked"], tools, turn)
    text = "\n\n".join(
        [
            f"{reason}{_named(state, told, tools, looks_on=looks_on)}",
            *no_news,
            *warned,
            help_text(tools, looks_on=looks_on),
        ]
    )
    said = Answer(text=text, outcome="fallback", caveats=(*no_news[1:], *warned))
    said = await answer_in_language(said, state["asked"], node="fallback", tools=tools, turn=turn)
    values = reply(state, said)
    return Update({**values, "fallback_reason": reason}, reason)


def _reason(state: MainState) -> str:
    result = state["retrieval_result"]
    if result.get("documents") and not _plan(state).cells:
        return NOT_SYNTHESISED
    if state["needs_retrieval"] or state["needs_news"]:
        return NOTHING_FOUND
    return TOO_SHORT


def _plan(state: MainState) -> Plan:
    return wire.load(Plan, state["plan"]) if state["plan"] else Plan()


def _named(state: MainState, told: Sequence[str], tools: MinesTools, *, looks_on: bool) -> str:
    """Return the figures that were looked for, in words."""
    plan = _plan(state)
    words = Words(tools.vocabulary)
    names = [words.subject_asked(cell) for cell in plan.cells[:MAX_NAMED]]
    more = " and more" if len(plan.cells) > MAX_NAMED else ""
    missing = "".join(f" {sentence}" for sentence in told)
    have = elsewhere(plan.cells[:MAX_NAMED], tools) if looks_on else {}
    others = "".join(
        f" I have {words.owner(cell.company)} {words.asked(cell)} for {years}." for cell, years in have.items()
    )
    if looks_on:
        found = of_data_services(plan.cells[:MAX_NAMED], tools)
        several = len(plan.cells) > 1
        others += "".join(
            f" {offer(f'{figure} for {words.period(cell)}' if several else figure)}" for cell, figure in found.items()
        )
    return (f" I looked for {listed(names)}{more}." if names else "") + others + missing


def help_text(tools: MinesTools, *, looks_on: bool = True) -> str:
    """Return what is covered and two questions that have an answer."""
    coverage = tools.coverage()
    if not coverage.companies:
        return "No report is in the index yet. Add one: dragoman ingest REPORT --company TICKER --period FY2024."
    have = f"I have {listed([_name(company, tools) for company in coverage.companies])}, {years_text(coverage)}"
    told = [company for company in coverage.companies if not looks_on or _has_revenue(company, coverage, tools)]
    if not told:
        return f"{have}; their figures stand in no table that I can read. Ask in words that stand in the documents."
    return f"{have}, and can tell: {TOPICS}.\nFor example: {' '.join(_examples(told, coverage, tools))}"


def _has_revenue(company: str, coverage: Coverage, tools: MinesTools) -> bool:
    """Say whether the index has a figure to give as an example: a report in PDF may have none."""
    latest = coverage.latest(company)
    return latest is not None and bool(
        tools.retriever.facts(Lookup(company=company, metric="revenue", period=Period.parse(latest)))
    )


def _name(company: str, tools: MinesTools) -> str:
    name = tools.vocabulary.company_name(company)
    return name if name == company else f"{name} ({company})"


def _examples(companies: Sequence[str], coverage: Coverage, tools: MinesTools) -> tuple[str, str]:
    words = Words(tools.vocabulary)
    first, last = companies[0], companies[-1]
    years = coverage.periods[last]
    span = f"from {years[-2]} to {years[-1]}" if len(years) > 1 else "over the years"
    return (
        f"What was {words.owner(first)} {coverage.latest(first) or 'latest'} revenue?",
        f"How much did {words.owner(last)} revenue grow {span}?",
    )
