"""The planner: an interpretation becomes the steps that answer it, or the slots that only the person can fill."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from dragoman.decide.ask import Ask, Draft, Group, World
from dragoman.decide.cues import read_cues
from dragoman.decide.evidence import content_words
from dragoman.decide.families.beyond import plan_beyond
from dragoman.decide.families.change import plan_difference, plan_growth
from dragoman.decide.families.figures import plan_compare, plan_figures, plan_summary, plan_trend
from dragoman.decide.families.formulas import plan_formula, without_operands
from dragoman.decide.families.implied import per_something, with_a_figure
from dragoman.decide.families.open import explain, plan_concept, plan_explain, plan_news
from dragoman.decide.families.orders import plan_aggregate, plan_rank
from dragoman.decide.families.ratios import plan_ratio
from dragoman.decide.frame import PLAIN, Frame
from dragoman.decide.narrowing import narrowing_notes
from dragoman.decide.periods import covered_years
from dragoman.decide.questions import Question, Split, split_questions
from dragoman.decide.slots import MetricMention, PeriodMention, Slots, unique
from dragoman.domain.document import Coverage
from dragoman.domain.interpretation import Interpretation
from dragoman.domain.plan import Assumption, News, Plan, Step, cells_of
from dragoman.domain.utterance import Span
from dragoman.interpret.vocabulary import Vocabulary

_MEDIAN = re.compile(r"\bmedians?\b", re.IGNORECASE)

Family = Callable[[Ask], Draft | None]

# The more exactly a family says what is wanted, the earlier it is asked.
_FAMILIES: tuple[Family, ...] = (
    plan_concept,
    plan_explain,
    plan_formula,
    plan_beyond,
    plan_ratio,
    plan_rank,
    plan_difference,
    plan_growth,
    plan_aggregate,
    plan_trend,
    plan_compare,
    plan_figures,
    plan_summary,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingSlots:
    """What the question leaves open and no default may fill; `plan` is what can be done all the same."""

    slots: tuple[str, ...]
    plan: Plan = field(default_factory=Plan)


def build_plan(
    seen: Interpretation, *, coverage: Coverage, vocabulary: Vocabulary, reference_date: date, frame: Frame = PLAIN
) -> Plan | MissingSlots:
    """Compile a text into a plan. An empty plan means that nothing in it asks for anything we know.

    `frame` is what stood around the question and is no longer in what was `seen`.
    """
    world = World(coverage=coverage, vocabulary=vocabulary, reference_date=reference_date, frame=frame)
    split = split_questions(seen)
    if not split.questions and read_cues(seen).has("refusal"):
        return MissingSlots(slots=("instead",))
    asks = [_ask(question, seen, split, world) for question in split.questions]
    if any(ask.keywords for ask in asks):  # "who is the chair? (BHP, FY2024)" asks once
        asks = [ask for ask in asks if not _only_names(ask)]
    drafts = [_of_the_only_company(ask, _draft(ask)) for ask in asks]
    steps = without_operands(unique(step for draft in drafts for step in draft.steps))
    said = [*_calendar_notes(steps, world), *_implied_notes(split, world), *(a for d in drafts for a in d.assumptions)]
    if any(cells_of(step) for step in steps):
        said += narrowing_notes(asks, seen, read_cues(seen))
    plan = Plan(steps=steps, assumptions=unique(said), form=frame.form)
    open_slots = [d.missing_slots for ask, d in zip(asks, drafts, strict=True) if ask.own.metrics or not steps]
    missing = unique(slot for slots in open_slots for slot in slots)  # a vague opening before a full question is none
    return MissingSlots(slots=missing, plan=plan) if missing else plan


def _ask(question: Question, seen: Interpretation, split: Split, world: World) -> Ask:
    everyone = tuple(c for c in world.coverage.companies if c not in split.excluded)
    owners = tuple(match.rule for match in question.cues.of("implied_company") if match.rule in everyone)
    of_all = question.cues.has("all_companies") or (question.cues.rule("rank", "top") and not split.context.companies)
    speaks_of_all = of_all and not question.own.companies
    default = everyone if speaks_of_all else unique(owners)
    groups = tuple(_group(group, question, split.context, default) for group in question.groups or (Slots(),))
    if question.cues.rule("all_companies", "others"):
        groups = tuple(replace(g, companies=unique((*g.companies, *everyone))) for g in groups)
    if split.excluded_periods and not any(group.periods for group in groups):
        groups = tuple(replace(group, periods=_other_years(group.companies, split, world)) for group in groups)
    return Ask(
        text=question.text,
        cues=question.cues,
        groups=groups,
        world=world,
        own=question.own,
        constraints=question.constraints,
        keywords=content_words(seen, question.text, (*question.own.spans, *(m.span for m in seen.unsupported))),
        everyone=speaks_of_all,
    )


def _only_names(ask: Ask) -> bool:
    """Say whether a stretch of text names a company or a year and asks for nothing."""
    return not (ask.keywords or ask.own.metrics or ask.cues)


def _other_years(companies: Sequence[str], split: Split, world: World) -> tuple[PeriodMention, ...]:
    """Return every covered year but those left out: "except FY2022" without another year speaks of all others."""
    covered = {year for company in companies for year in covered_years(world.coverage, company)}
    left = tuple(sorted(covered - split.excluded_periods))
    return (PeriodMention(periods=left, span=Span(0, 0), text="", is_range=True),) if left else ()


def _group(slots: Slots, question: Question, context: Slots, default: tuple[str, ...]) -> Group:
    """Fill a group from what the question implies, then from earlier turns."""
    lent = slots.tickers if question.own.companies or not default else ()
    metrics = slots.metrics if question.own.metrics else ()
    if not metrics:
        metrics = _implied_metrics(question) or slots.metrics or context.metrics
    return Group(
        companies=lent or default or context.tickers, metrics=metrics, periods=slots.periods or context.periods
    )


def _implied_metrics(question: Question) -> tuple[MetricMention, ...]:
    """Return the figures that words such as "earn" and "owe" stand for; the rules are called after them."""
    found = question.cues.of("implied_metric")
    start = question.span.start
    return tuple(
        MetricMention(name=m.rule, span=m.span, text=question.text[m.span.start - start : m.span.end - start])
        for m in found
    )


def _draft(ask: Ask) -> Draft:
    news = plan_news(ask)
    if news and not _asks_figures_too(ask):
        return news
    ask, said = with_a_figure(ask)
    median = _MEDIAN.search(ask.text) is not None
    draft = _first(ask, (plan_figures, *_FAMILIES) if median else _FAMILIES) or _open_draft(ask)
    if median:
        said = (*said, Assumption(kind="metric", text="I do not work out medians; these are the figures."))
    said = (*said, *per_something(ask))
    draft = replace(draft, assumptions=(*said, *draft.assumptions))
    if news:
        undated = (replace(step, since=None) for step in news.steps if isinstance(step, News))
        draft = replace(draft, steps=(*draft.steps, *undated))
    return draft


def _of_the_only_company(ask: Ask, draft: Draft) -> Draft:
    """Let a question that lacks a company mean the one there is, where there is exactly one, and say so."""
    companies = ask.world.coverage.companies
    if draft.steps or "company" not in draft.missing_slots or len(companies) != 1:
        return draft
    groups = tuple(replace(group, companies=companies) for group in ask.groups)
    filled = _draft(replace(ask, groups=groups))
    text = f"No company was named, so this is {ask.world.vocabulary.company_name(companies[0])}, the only one I have."
    return replace(filled, assumptions=(Assumption(kind="company", text=text), *filled.assumptions))


def _asks_figures_too(ask: Ask) -> bool:
    """Tell "FY2024 revenue and recent news" from "news about the dividend"."""
    return bool(ask.own.metrics) and any(not mention.relative for mention in ask.own.periods)


def _first(ask: Ask, families: Sequence[Family]) -> Draft | None:
    for family in families:
        draft = family(ask)
        if draft is not None and draft.steps:
            return draft
    return None


def _open_draft(ask: Ask) -> Draft:
    """Plan what no family claims: ask for the company, or search the documents for the words."""
    if (
        ask.metrics or ask.periods or ask.cues.has("vague", "performance", "compare", "trend", "explain", "rank")
    ) and not ask.companies:
        return Draft(missing_slots=("company",))
    if ask.companies or ask.cues.has("domain", "all_companies"):
        return explain(ask)
    if ask.cues.has("follow_up", "correction") and not ask.keywords:
        return Draft(missing_slots=("company",))
    return Draft()


def _implied_notes(split: Split, world: World) -> list[Assumption]:
    """Say what a verb was read as: "earn" is net profit."""
    return [
        Assumption(kind="metric", text=f'"{mention.text}" is read as {world.vocabulary.metric_name(mention.name)}.')
        for question in split.questions
        if not question.own.metrics
        for mention in _implied_metrics(question)
    ]


def _calendar_notes(steps: Sequence[Step], world: World) -> list[Assumption]:
    """Say whose year is the calendar year, where the plan has its figures."""
    found: dict[str, int] = {}
    for cell in (cell for step in steps for cell in cells_of(step)):
        calendar = world.vocabulary.calendar(cell.company)
        if calendar and calendar.is_calendar_year:
            found[cell.company] = max(found.get(cell.company, 0), cell.period.year)
    name = world.vocabulary.company_name
    return [
        Assumption(kind="calendar", text=f"{name(company)}'s {year} is the calendar year.")
        for company, year in found.items()
    ]
