"""Routing with a model: it proposes flags and words, code decides what becomes of them.

Under `cascade` the rules decide wherever they are sure, and the model is asked once where they are not. Under `model`
it is asked about every question but blank ones and refused ones. Under both, what code read in the words stays: a
question whose figures code has found whole is neither declined nor asked back, nobody uncovered is let in, and after
two questions nobody is asked again.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from dragoman.assistants.mines import confidence, direct
from dragoman.assistants.mines.advice.ask import prompts, proposed
from dragoman.assistants.mines.advice.restate import read_restated, with_assumption
from dragoman.assistants.mines.advice.route_proposal import PROMPT, RouteProposal
from dragoman.assistants.mines.readings import agents_of
from dragoman.assistants.mines.router import Considered
from dragoman.assistants.mines.tools import MinesTools
from dragoman.decide import clarify
from dragoman.decide.cascade import Policy
from dragoman.decide.queries import sub_queries
from dragoman.decide.route_record import Flag, RouteRecord
from dragoman.domain.conversation import Turn
from dragoman.domain.decision import Candidate, Clarification, Decision, Grounds, OutOfScope, Routed, Unsupported
from dragoman.domain.document import Coverage
from dragoman.domain.plan import Explain, News, Plan, Step
from dragoman.graphs.path import TurnContext
from dragoman.interpret.vocabulary import Vocabulary
from dragoman.models.plain import has_no_figure, is_plain

NODE = "retrieve_decision"
SURE = 0.8  # from here on the rules' decision stands; below are vague, unclaimed and broken questions
MIN_CONFIDENCE = 0.5  # of the model's own; below it has no opinion
_NEVER = ("blank", "instructions", "reset")


async def advised_route(
    question: str, turns: Sequence[Turn], questions_asked: int, *, tools: MinesTools, turn: TurnContext
) -> RouteRecord:
    """Return the decision about a question; a model is asked at most once, and not at all where nothing is open."""
    router = tools.router

    def consider(text: str) -> Considered:
        return router.consider(text, reference_date=turn.reference_date, questions_asked=questions_asked)

    considered = router.consider(
        question, turns=turns, reference_date=turn.reference_date, questions_asked=questions_asked
    )
    if tools.adviser is None or not is_open(considered.record, tools.policy):
        return considered.record
    before = len(turn.meter.calls)
    inputs = {"covered": covered(considered.situation.coverage, tools.vocabulary), "question": considered.text}
    proposal = await proposed(PROMPT, inputs, RouteProposal, node=NODE, tools=tools, turn=turn)
    calls = len(turn.meter.calls) - before
    if proposal is None or proposal.confidence < MIN_CONFIDENCE:
        return _counted(considered.record, calls, "the model failed" if proposal is None else "the model was unsure")
    restated = read_restated(considered, proposal.restated, consider, sure=SURE)
    return _counted(decided(considered, proposal, restated), calls)


def is_open(record: RouteRecord, policy: Policy) -> bool:
    """Say whether a model is asked about the question.

    Never about blank texts, instructions to the machine, and companies and years that are not covered.
    """
    rule = rule_of(record)
    if rule == "language":  # the rules read English only
        return policy != "embedded"
    if rule in _NEVER or isinstance(record.decision, Unsupported) or policy == "embedded":
        return False
    is_vague = rule == "narrative" and not record.interpretation.has_intent("explain")  # claimed by no family of plans
    return policy == "model" or is_vague or record.confidence < SURE


def rule_of(record: RouteRecord) -> str:
    """Return the rule that decided."""
    candidates = record.decision.grounds.candidates
    return candidates[0].intent if candidates else ""


def covered(coverage: Coverage, vocabulary: Vocabulary) -> str:
    """Return companies and years as the prompt lists them; in our words only."""
    lines = []
    for company in coverage.companies:
        years = [label for label in coverage.periods[company] if label.startswith("FY")]
        span = f"{min(years)} to {max(years)}" if years else "no year"
        lines.append(f"{vocabulary.company_name(company)} ({company}), {span}")
    return "; ".join(lines) or "none yet"


def decided(considered: Considered, proposal: RouteProposal, restated: Considered | None) -> RouteRecord:
    """Return what becomes of a proposal: the guards stand around it, the plan is made by code."""
    ruled = considered.record
    if is_whole(ruled):
        return _with_news(considered, proposal)
    if proposal.is_out_of_scope:
        return _Advised(considered, proposal).declined()
    if restated and isinstance(restated.record.decision, Unsupported):
        return replace(restated.record, query=ruled.query)
    if proposal.needs_clarification and clarify.may_ask(considered.situation.questions_asked):
        return _Advised(considered, proposal).asked()
    if proposal.needs_retrieval or proposal.needs_news:
        return _Advised(considered, proposal, restated).searched()
    if proposal.direct_answer:
        return _Advised(considered, proposal).told()
    return _Advised(considered, proposal, restated).searched()  # G2: nothing chosen is a search


def is_whole(record: RouteRecord) -> bool:
    """Say whether code has read every slot of figures: no model declines that or asks back."""
    sure = isinstance(record.decision, Routed) and record.confidence >= SURE
    return sure and bool(record.plan.cells)


@dataclass(frozen=True, slots=True)
class _Advised:
    """A decision in the making: the question, what was proposed, and what it was read as."""

    considered: Considered
    proposal: RouteProposal
    restated: Considered | None = None

    def declined(self) -> RouteRecord:
        situation = self.considered.situation
        message = direct.out_of_scope(situation.coverage, situation.vocabulary)
        record = self._record(OutOfScope(message=message, grounds=self._grounds()), {"is_out_of_scope": True})
        return replace(record, direct_answer=message, plan=Plan(), queries=())

    def asked(self) -> RouteRecord:
        coverage, words = self.considered.situation.coverage, self.proposal.clarification_question.strip()
        ruled = self.considered.record.decision
        if isinstance(ruled, Clarification):  # the rules' own question has options to choose from
            decision = replace(ruled, grounds=self._grounds())
        else:
            text = words if is_plain(words) and has_no_figure(words) else clarify.fixed_question(coverage)
            decision = Clarification(why="uncertain", question=text, grounds=self._grounds())
        flags = {**self.proposal.flags, "is_out_of_scope": False}
        return replace(self._record(decision, flags), clarification_question=decision.question)

    def told(self) -> RouteRecord:
        situation, words = self.considered.situation, self.proposal.direct_answer.strip()
        ruled = self.considered.record
        if isinstance(ruled.decision, Routed) and ruled.direct_answer:
            words = ruled.direct_answer  # what code says of itself and of terms is right by construction
        elif not (is_plain(words) and has_no_figure(words)):
            words = direct.capabilities(situation.coverage, situation.vocabulary)
        record = self._record(Routed(route="direct_answer", plan=Plan(), grounds=self._grounds()), {})
        return replace(record, direct_answer=words, plan=Plan(), queries=())

    def searched(self) -> RouteRecord:
        considered, situation = self.considered, self.considered.situation
        plan, seen = self._plan(), considered.record.interpretation
        agents = agents_of(plan)
        flags = {"needs_retrieval": "retrieval_agent" in agents, "needs_news": "news_agent" in agents}
        record = self._record(Routed(route="+".join(agents), plan=plan, grounds=self._grounds()), flags)
        queries = sub_queries(plan, seen, situation.vocabulary, situation.coverage.companies)
        missing = self.restated.record.missing if self.restated else considered.record.missing
        return replace(record, plan=plan, queries=queries, missing=missing, direct_answer="")

    def _plan(self) -> Plan:
        """Return the steps: those of the restated question, else of the question itself, else its words as a topic."""
        situation, seen = self.considered.situation, self.considered.record.interpretation
        wants_reports = self.proposal.needs_retrieval or not self.proposal.needs_news
        known = self.restated.record.plan if self.restated else self.considered.record.plan
        reports = tuple(step for step in known.steps if not isinstance(step, News))
        news = tuple(step for step in known.steps if isinstance(step, News))
        named = tuple(c for c in seen.names("company") if c in situation.coverage.periods)
        if self.restated:
            named = named or self.restated.record.interpretation.names("company")
        topic = self.considered.text
        steps: tuple[Step, ...] = (reports or (Explain(topic=topic, companies=named),)) if wants_reports else ()
        if self.proposal.needs_news:
            steps += news or (News(companies=named, topic=topic),)
        plan = Plan(steps=steps, assumptions=(*situation.carried, *(known.assumptions if wants_reports else ())))
        return with_assumption(plan, situation.vocabulary) if self.restated else plan

    def _record(self, decision: Decision, flags: Mapping[str, bool]) -> RouteRecord:
        ruled = self.considered.record
        sure = self._sure(flags)
        grounds = replace(decision.grounds, confidence=min(sure.values()))

        def flag(name: str) -> Flag:
            return Flag(flags.get(name, False), sure[name])

        return replace(
            ruled,
            decision=replace(decision, grounds=grounds),
            is_out_of_scope=flag("is_out_of_scope"),
            needs_retrieval=flag("needs_retrieval"),
            needs_news=flag("needs_news"),
            needs_clarification=flag("needs_clarification"),
            clarification_question="",
        )

    def _sure(self, flags: Mapping[str, bool]) -> dict[str, float]:
        ruled = self.considered.record.flags
        return {
            name: confidence.of_model(self.proposal.confidence, agrees=ruled[name] == flags.get(name, False))
            for name in confidence.FLAGS
        }

    def _grounds(self) -> Grounds:
        ruled = self.considered.record.decision.grounds
        chosen = [name for name, value in self.proposal.flags.items() if value]
        said = Candidate(intent="+".join(chosen) or "direct_answer", confidence=self.proposal.confidence)
        return Grounds(
            decided_by="model",
            reason=f"{', '.join(chosen) or 'no flag'}{', restated' if self.restated else ''}; rules: {ruled.reason}",
            candidates=(said, *ruled.candidates),
            versions={**ruled.versions, "prompt": prompts()[PROMPT].label},
        )


def _with_news(considered: Considered, proposal: RouteProposal) -> RouteRecord:
    """Return a whole question as the rules have it, with news beside the figures where the model asks for them."""
    ruled = considered.record
    grounds = replace(
        ruled.decision.grounds,
        versions={**ruled.decision.grounds.versions, "prompt": prompts()[PROMPT].label},
    )
    if not proposal.needs_news or ruled.needs_news.value or proposal.is_out_of_scope:
        return replace(ruled, decision=replace(ruled.decision, grounds=grounds))
    plan = ruled.plan
    companies = tuple(dict.fromkeys(cell.company for cell in plan.cells))
    plan = replace(plan, steps=(*plan.steps, News(companies=companies, topic=considered.text)))
    sure = confidence.of_model(proposal.confidence, agrees=False)
    grounds = replace(grounds, decided_by="model", confidence=min(grounds.confidence, sure), reason="needs_news beside")
    decision = Routed(route="+".join(agents_of(plan)), plan=plan, grounds=grounds)
    return replace(ruled, decision=decision, plan=plan, needs_news=Flag(value=True, confidence=sure))


def _counted(record: RouteRecord, calls: int, note: str = "") -> RouteRecord:
    ruled = record.decision.grounds
    reason = f"{ruled.reason}; {note}" if note else ruled.reason
    grounds = replace(ruled, model_calls=calls, reason=reason)
    return replace(record, decision=replace(record.decision, grounds=grounds))
