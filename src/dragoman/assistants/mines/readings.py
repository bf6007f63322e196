"""The rule layer of the mines router: each reading looks for one kind of text and says what to do with it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date

from dragoman.assistants.mines import confidence, direct
from dragoman.decide import clarify
from dragoman.decide.cascade import Proposal
from dragoman.decide.coverage import Refusal, check, refuse_companies, unknown_names
from dragoman.decide.cues import Cues, read_cues
from dragoman.decide.evidence import is_of_the_field
from dragoman.decide.frame import PLAIN, Frame
from dragoman.decide.planner import MissingSlots, build_plan
from dragoman.decide.queries import sub_queries
from dragoman.decide.route_record import Flag, RouteRecord
from dragoman.domain.decision import (
    Candidate,
    Clarification,
    Decision,
    Grounds,
    Option,
    OutOfScope,
    Routed,
    Unsupported,
)
from dragoman.domain.document import Coverage
from dragoman.domain.interpretation import Interpretation
from dragoman.domain.plan import Assumption, Concept, Explain, News, Plan
from dragoman.domain.printed_row import RowChoice
from dragoman.interpret.vocabulary import Vocabulary


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """What a reading is made against, besides the text."""

    query: str
    coverage: Coverage
    vocabulary: Vocabulary
    reference_date: date
    carried: tuple[Assumption, ...] = ()
    questions_asked: int = 0
    in_thread: bool = False  # something was said before
    frame: Frame = PLAIN  # what stood around the question


Reading = Callable[[Interpretation, Cues, Situation], RouteRecord | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleLayer:
    """The exact layer of the cascade."""

    situation: Situation
    name: str = "rule"

    def propose(self, seen: Interpretation) -> Proposal[RouteRecord] | None:
        """Return what the first reading that recognises the text makes of it. The last one always does."""
        cues = read_cues(seen)
        for reading in READINGS:
            record = reading(seen, cues, self.situation)
            if record is not None:
                grounds = record.decision.grounds
                return Proposal(choice=record, confidence=grounds.confidence, reason=grounds.reason)
        return None


def _record(
    rule: str,
    seen: Interpretation,
    situation: Situation,
    *,
    decide: Callable[[Grounds], Decision],
    on: Sequence[str] = (),
) -> RouteRecord:
    """Build a record under a rule: `on` are the flags that are set."""
    likeness = min((e.score for e in seen.entities if e.how == "fuzzy"), default=1.0)
    sure = confidence.of_rule(rule, likeness=likeness)
    flags = {name: Flag(name in on, value) for name, value in sure.items()}
    grounds = Grounds(
        decided_by="fallback" if rule in ("failed", "nothing_chosen") else "rule",
        confidence=min(sure.values()),
        reason=_reason(rule, seen),
        candidates=_candidates(seen, min(sure.values()), rule),
        versions={"vocabulary": situation.vocabulary.version, "corpus": situation.coverage.version},
    )
    return RouteRecord(
        query=situation.query,
        interpretation=seen,
        decision=decide(grounds),
        is_out_of_scope=flags["is_out_of_scope"],
        needs_retrieval=flags["needs_retrieval"],
        needs_news=flags["needs_news"],
        needs_clarification=flags["needs_clarification"],
    )


def _reason(rule: str, seen: Interpretation) -> str:
    named = [
        e.dimension for e in seen.entities if e.dimension in ("company", "metric", "fiscal_period", "fiscal_range")
    ]
    parts = " + ".join(dict.fromkeys(named)).replace("fiscal_", "")
    name = rule.replace("_", " ")
    return f"{name} ({parts})" if parts else name


def _candidates(seen: Interpretation, sure: float, rule: str) -> tuple[Candidate, ...]:
    found = [Candidate(intent=rule, confidence=sure, evidence="the rule that decided")]
    margins = {match.intent: match for match in reversed(seen.intents)}
    found += [
        Candidate(
            intent=intent, confidence=round((1 - sure) * max(0.0, min(1.0, match.margin)), 3), evidence=match.rule
        )
        for intent, match in margins.items()
        if intent != rule
    ]
    return tuple(found[:6])


def blank(seen: Interpretation, situation: Situation) -> RouteRecord:
    """G1: nothing was asked, so nothing is decided; the guardrail finds no context and the fallback answers."""
    return _record("blank", seen, situation, decide=lambda g: Routed(route="guardrails", plan=Plan(), grounds=g))


def failed(seen: Interpretation, situation: Situation) -> RouteRecord:
    """G3: something broke; search for the words, because nothing here writes."""
    plan = Plan(steps=(Explain(topic=situation.query),))
    return _searched("failed", seen, situation, plan)


def _direct(rule: str, text: str, seen: Interpretation, situation: Situation, plan: Plan | None = None) -> RouteRecord:
    plan = plan or Plan()
    record = _record(
        rule,
        seen,
        situation,
        decide=lambda g: Routed(route="direct_answer", plan=plan, grounds=g),
    )
    return replace(record, direct_answer=text, plan=plan)


def _declined(rule: str, message: str, seen: Interpretation, situation: Situation) -> RouteRecord:
    record = _record(
        rule,
        seen,
        situation,
        decide=lambda g: OutOfScope(message=message, grounds=g),
        on=("is_out_of_scope",),
    )
    return replace(record, direct_answer=message)


def _refused(rule: str, refusal: Refusal, seen: Interpretation, situation: Situation) -> RouteRecord:
    record = _record(
        rule,
        seen,
        situation,
        decide=lambda g: Unsupported(message=refusal.message, remedy=refusal.remedy, names=refusal.names, grounds=g),
    )
    return replace(record, direct_answer=f"{refusal.message}\n{refusal.remedy}")


_GREETING = 2  # words; "hola" is answered, what stands beside a greeting is not read


def _language(seen: Interpretation, cues: Cues, situation: Situation) -> RouteRecord | None:
    said = direct.english_only(seen, situation.coverage, situation.vocabulary)
    is_greeting = cues.has("greeting", "thanks") and len(seen.utterance.text.split()) <= _GREETING
    if said is None or is_greeting:
        return None
    if seen.of("company") or seen.of("metric"):
        refusal = Refusal(message=said.message, remedy=said.remedy, names=())
        return _refused("language", refusal, seen, situation)
    return _declined("language", said.text, seen, situation)


def _instructions(seen: Interpretation, cues: Cues, situation: Situation) -> RouteRecord | None:
    """Decline an instruction to the machine with no question beside it."""
    if not cues.has("injection") or seen.of("company") or seen.of("metric") or cues.has("domain", "capabilities"):
        return None
    return _declined("instructions", direct.out_of_scope(situation.coverage, situation.vocabulary), seen, situation)


def _small_talk(seen: Interpretation, cues: Cues, situation: Situation) -> RouteRecord | None:
    if seen.of("company") or seen.of("metric"):
        return None
    if cues.has("reset"):
        return _direct("reset", direct.RESET, seen, situation)
    if cues.has("greeting"):
        return _direct("greeting", direct.greeting(situation.coverage, situation.vocabulary), seen, situation)
    if cues.has("acknowledge"):
        return _direct("acknowledge", direct.ACKNOWLEDGE, seen, situation)
    if cues.has("thanks"):
        return _direct("thanks", direct.THANKS, seen, situation)
    return None


def _off_topic(seen: Interpretation, cues: Cues, situation: Situation) -> RouteRecord | None:
    canned = direct.out_of_scope(situation.coverage, situation.vocabulary)
    if cues.has("off_topic"):
        return _declined("off_topic", canned, seen, situation)
    if cues.has("elsewhere") and not (seen.of("company") or seen.of("metric")):
        return _declined("elsewhere", canned, seen, situation)
    if cues.has("advice"):
        text = direct.advice(seen.names("company"), situation.coverage, situation.vocabulary)
        return _declined("advice", text, seen, situation)
    return None


_OURS = ("who_are_you",)


def _capabilities(seen: Interpretation, cues: Cues, situation: Situation) -> RouteRecord | None:
    if not is_of_the_field(seen, cues) and not cues.rule("capabilities", *_OURS):
        return None
    about_us = cues.rule("capabilities", "do_you_cover") and not cues.has("news", "explain", "performance")
    if not cues.has("capabilities") or seen.of("metric") or (seen.of("company") and not about_us):
        return None
    text = direct.capabilities(situation.coverage, situation.vocabulary)
    return _direct("capabilities", text, seen, situation)


def _strangers(seen: Interpretation, cues: Cues, situation: Situation) -> RouteRecord | None:
    """Companies nobody covers, and no covered one beside them."""
    if not is_of_the_field(seen, cues):
        return None
    known = [c for c in seen.names("company") if c in situation.coverage.periods]
    absent = tuple(c for c in seen.names("company") if c not in situation.coverage.periods)
    refusal = refuse_companies(unknown_names(seen), absent, situation.coverage, situation.vocabulary)
    return _refused("not_covered", refusal, seen, situation) if refusal and not known else None


def _planned(seen: Interpretation, cues: Cues, situation: Situation) -> RouteRecord | None:
    if not is_of_the_field(seen, cues):
        return None
    built = build_plan(
        seen,
        coverage=situation.coverage,
        vocabulary=situation.vocabulary,
        reference_date=situation.reference_date,
        frame=situation.frame,
    )
    if isinstance(built, MissingSlots):
        return _ask_back(built, seen, cues, situation)
    if not built.steps:
        return None
    if all(isinstance(step, Concept) for step in built.steps):
        return _concept(built, seen, cues, situation)
    checked = check(built, seen, situation.coverage, situation.vocabulary)
    if checked.refusal:
        return _refused("not_covered", checked.refusal, seen, situation)
    if not checked.plan.steps:
        return None
    return _searched(_rule_of(checked.plan), seen, situation, checked.plan, checked.missing)


def _concept(plan: Plan, seen: Interpretation, cues: Cues, situation: Situation) -> RouteRecord | None:
    terms = [step.term for step in plan.steps if isinstance(step, Concept)]
    if text := direct.definition(terms, situation.vocabulary):
        return _direct("concept", text, seen, situation, plan)
    if not cues.has("domain"):
        return None
    return _searched("narrative", seen, situation, Plan(steps=(Explain(topic=seen.utterance.text.strip()),)))


def _searched(
    rule: str, seen: Interpretation, situation: Situation, plan: Plan, missing: tuple[str, ...] = ()
) -> RouteRecord:
    plan = replace(plan, assumptions=(*situation.carried, *plan.assumptions))
    agents = agents_of(plan)
    flags = {"retrieval_agent": "needs_retrieval", "news_agent": "needs_news"}
    record = _record(
        rule,
        seen,
        situation,
        decide=lambda g: Routed(route="+".join(agents), plan=plan, grounds=g),
        on=[flags[agent] for agent in agents],
    )
    return replace(
        record,
        plan=plan,
        queries=sub_queries(plan, seen, situation.vocabulary, situation.coverage.companies),
        missing=missing,
    )


def agents_of(plan: Plan) -> list[str]:
    """Return the agents a plan needs: reports for everything but news and definitions."""
    reports = any(not isinstance(step, News | Concept) for step in plan.steps)
    news = any(isinstance(step, News) for step in plan.steps)
    return ["retrieval_agent"] * reports + ["news_agent"] * news


def _rule_of(plan: Plan) -> str:
    kinds = {type(step) for step in plan.steps}
    if News in kinds:
        return "figures_and_news" if kinds - {News} else "news"
    if Explain in kinds:
        return "narrative"
    return "headlines" if any(a.kind == "metric" for a in plan.assumptions) else "figures"


def _ask_back(built: MissingSlots, seen: Interpretation, cues: Cues, situation: Situation) -> RouteRecord:
    if not clarify.may_ask(situation.questions_asked):
        if "company" in built.slots and seen.of("metric"):
            refusal = Refusal(
                message=direct.NEEDS_COMPANY,
                remedy=direct.one_of_these(situation.coverage, situation.vocabulary),
                names=(),
            )
            return _refused("nothing_chosen", refusal, seen, situation)
        return _best_effort(seen, situation)
    text = clarify.question_for(built.slots) or clarify.fixed_question(situation.coverage)
    options = clarify.options_for(built.slots, situation.coverage, situation.vocabulary)
    vague = cues.has("vague") and not seen.of("metric")
    record = _record(
        "vague" if vague else "missing_slot",
        seen,
        situation,
        decide=lambda g: Clarification(why="missing_slot", question=text, options=options, grounds=g),
        on=("needs_retrieval", "needs_clarification"),
    )
    return replace(record, clarification_question=text, plan=built.plan)


def which_row(choice: RowChoice, record: RouteRecord, situation: Situation) -> RouteRecord:
    """Ask which of several rows is meant whose words are the same, instead of looking the figures up."""
    options = tuple(Option(value=row.written, text=row.written) for row in choice.rows[: clarify.MAX_ROWS])
    more = f" The first {len(options)} are:" if len(options) < len(choice.rows) else ""
    text = f'The reports print {len(choice.rows)} rows called "{choice.words}". Which one do you mean?{more}'
    asked = _record(
        "several_rows",
        record.interpretation,
        situation,
        decide=lambda g: Clarification(why="ambiguous", question=text, options=options, grounds=g),
        on=("needs_retrieval", "needs_clarification"),
    )
    return replace(asked, clarification_question=text, plan=record.plan)


def _best_effort(seen: Interpretation, situation: Situation) -> RouteRecord:
    """After two questions nobody is asked again: search the words in every covered company's documents."""
    said = Assumption(kind="company", text="No company was named, so every covered one was searched.")
    plan = Plan(steps=(Explain(topic=seen.utterance.text.strip()),), assumptions=(said,))
    return _searched("nothing_chosen", seen, situation, plan)


_ELLIPTIC = 4  # words; so short a text in a thread leans on what was said and does not change the subject


def _leftover(seen: Interpretation, cues: Cues, situation: Situation) -> RouteRecord:
    """G2: in the domain but nothing chosen means search; outside it, decline."""
    if is_of_the_field(seen, cues) and (cues.has("domain") or seen.of("company") or seen.of("metric")):
        return _searched("nothing_chosen", seen, situation, Plan(steps=(Explain(topic=seen.utterance.text.strip()),)))
    if situation.in_thread and len(seen.utterance.text.split()) <= _ELLIPTIC and not seen.unsupported:
        return _ask_back(MissingSlots(slots=("metric",)), seen, cues, situation)
    return _declined("no_domain", direct.out_of_scope(situation.coverage, situation.vocabulary), seen, situation)


READINGS: tuple[Reading, ...] = (
    _language,
    _instructions,
    _small_talk,
    _off_topic,
    _capabilities,
    _strangers,
    _planned,
    _leftover,
)
