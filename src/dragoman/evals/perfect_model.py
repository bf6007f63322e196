"""A model that is always right: it answers from what the cases expect, to measure what surrounds a model.

With it a suite shows how often a policy asks, and what code makes of the best there is to hear. It says nothing about
any real model.
"""

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any, TypeVar

from pydantic import BaseModel

from dragoman.evals.case import CaseSpec
from dragoman.models.chat import Usage
from dragoman.models.errors import NoModelError
from dragoman.models.language_model import OnText, Tool
from dragoman.models.meter import Call, Meter
from dragoman.models.prompt import Prompt

T = TypeVar("T", bound=BaseModel)
NAME = "free:perfect"
ROUTE = "mines_route"
QUESTION = "Which company, fiscal year and figure do you mean?"
NOTHING_TO_SEARCH = "That needs no report."


class PerfectModel:
    """Routes each case as it expects to be routed; for every other prompt it is not there."""

    def __init__(self, cases: Iterable[CaseSpec]) -> None:
        self._cases = {_key(case.text): case for case in cases}

    async def propose(self, prompt: Prompt, inputs: Mapping[str, str], output: type[T], *, meter: Meter) -> T:
        """Return what the case expects. Raises NoModelError for a question of no case."""
        case = self._case(inputs.get("question", "")) if prompt.name == ROUTE else None
        if case is None:
            raise NoModelError(f"the perfect model knows nothing of {prompt.name}")
        words = sum(len(text.split()) for text in inputs.values())
        usage = Usage(input_tokens=words, output_tokens=20)
        meter.add(Call(prompt=prompt.label, model=NAME, usage=usage, usd=Decimal(0), milliseconds=0.0))
        return output.model_validate(route_of(case))

    async def write(
        self, prompt: Prompt, inputs: Mapping[str, str], *, meter: Meter, on_text: OnText | None = None
    ) -> str:
        """Raise NoModelError: it only routes."""
        del prompt, inputs, meter, on_text
        raise NoModelError("the perfect model only routes")

    async def work(
        self, prompt: Prompt, inputs: Mapping[str, str], tools: Sequence[Tool], *, max_rounds: int, meter: Meter
    ) -> str:
        """Raise NoModelError: it only routes."""
        del prompt, inputs, tools, max_rounds, meter
        raise NoModelError("the perfect model only routes")

    async def aclose(self) -> None:
        """Have nothing to close."""

    def _case(self, question: str) -> CaseSpec | None:
        """Return the case whose words were asked; what earlier turns lend them stands in brackets behind."""
        return self._cases.get(_key(question)) or self._cases.get(_key(question.rpartition(" [")[0]))


def route_of(case: CaseSpec) -> dict[str, Any]:
    """Return the proposal that fits what a case expects."""
    flags = dict.fromkeys(("is_out_of_scope", "needs_retrieval", "needs_news", "needs_clarification"), False)
    flags |= {str(name): value for name, value in case.expect.flags.items()}
    asks = flags["needs_clarification"] or case.expect.outcome == "clarification"
    flags["needs_clarification"] = asks
    return {
        **flags,
        "clarification_question": QUESTION if asks else "",
        "direct_answer": "" if any(flags.values()) else NOTHING_TO_SEARCH,
        "restated": case.restated,
        "confidence": 1.0,
    }


def _key(text: str) -> str:
    return " ".join(text.casefold().split())
