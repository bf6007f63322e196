"""judge: is what was generated what the cited sections say, and what was asked."""

from dragoman.assistants.contracts.compose import Draft
from dragoman.assistants.contracts.judge import verdict_of, with_written
from dragoman.assistants.contracts.state import ContractState
from dragoman.assistants.contracts.tools import ContractsTools
from dragoman.domain import wire
from dragoman.graphs.path import TurnContext, Update


def judge(state: ContractState, turn: TurnContext, *, tools: ContractsTools) -> Update:
    """Check every claim against the cited pages, and the question's numbers against both."""
    draft = wire.load(Draft, state["draft"])
    asked = tools.decomposer.read(state["question"], reference_date=turn.reference_date)
    verdict, grounding = tools.judge.evaluate(
        draft.claims, draft.evidence, asked=asked, reference_date=turn.reference_date
    )
    if draft.written_claims:
        grounding = with_written(grounding, draft.written_claims)
        verdict = {
            **verdict_of(grounding, constraints=verdict["constraints"]),
            "should_return": verdict["should_return"],
        }
    summary = verdict["summary"]
    told = f"{summary['total_claims']} claims, {summary['supported']} supported, {verdict['confidence_score']:.2f}"
    return Update({"judge_verdict": verdict, "grounding": wire.dump(grounding)}, told)
