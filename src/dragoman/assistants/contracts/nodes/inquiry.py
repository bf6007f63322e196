"""What several nodes need of the state: the question taken apart, and the agreement it is about."""

from dataclasses import dataclass

from dragoman.assistants.contracts.advice.reading import advised
from dragoman.assistants.contracts.choose import Question
from dragoman.assistants.contracts.decomposition import Decomposition
from dragoman.assistants.contracts.inquiry import question_of
from dragoman.assistants.contracts.library import Agreement
from dragoman.assistants.contracts.state import ContractState
from dragoman.assistants.contracts.tools import ContractsTools
from dragoman.errors import UnknownNameError
from dragoman.graphs.path import TurnContext


@dataclass(frozen=True, slots=True)
class Inquiry:
    """One question to one agreement."""

    asked: Decomposition
    agreement: Agreement
    question: Question


def inquiry_of(state: ContractState, turn: TurnContext, tools: ContractsTools) -> Inquiry:
    """Return the question and the agreement. Raises UnknownNameError when that was removed since it was asked."""
    agreement = tools.library.agreement(state["contract"])
    if agreement is None:
        known = (one.document.id for one in tools.library.agreements())
        raise UnknownNameError("agreement", state["contract"], known)
    read = tools.decomposer.read(state["question"], reference_date=turn.reference_date)
    asked = advised(read, state.get("advice", {}))
    return Inquiry(asked, agreement, question_of(asked, agreement, tools.registry))
