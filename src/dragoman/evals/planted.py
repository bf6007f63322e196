"""Planted errors: a model writes what no page says, or what a page says in other words, and it is seen what is shown.

Every case is a question over the sample corpus through the whole graph under the policy `model`. The scripted model
writes one sentence; its judge finds everything supported. A planted sentence that is shown is wrong, a true one that is
not shown is declined: a false alarm.
"""

import asyncio
import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from time import perf_counter
from typing import TypeVar

from pydantic import BaseModel

from dragoman.assistants.mines.graph import build_graph
from dragoman.assistants.mines.state import fresh_turn, message_of
from dragoman.assistants.mines.tools import MinesTools
from dragoman.domain.conversation import Turn
from dragoman.evals.planted_texts import HONEST, PLANTED, Shown, Text
from dragoman.evals.report import Judged, Verdict
from dragoman.evals.room import Room
from dragoman.graphs.path import TurnContext
from dragoman.grounding.judge import JudgedClaim, Judgement, plain
from dragoman.models.errors import ModelUnavailableError
from dragoman.models.language_model import OnText, Tool
from dragoman.models.meter import Meter
from dragoman.models.prompt import Prompt

REFERENCE_DATE = date(2026, 11, 30)
CASES_OF_A_KIND = 10
HONEST_OF_A_KIND = 12
METRICS = {  # as it is asked for: its name
    "revenue": "revenue",
    "underlying EBITDA": "ebitda",
    "statutory net profit": "net_profit",
    "net operating cash flow": "operating_cash_flow",
    "capital expenditure": "capital_expenditure",
    "net debt": "net_debt",
    "total dividend": "dividend",
}
YEARS = (2022, 2023, 2024, 2025)
_BLOCK = re.compile(r"^\[(\d+)\] (.*)$", re.MULTILINE)
T = TypeVar("T", bound=BaseModel)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlantedCase:
    """A question, and the sentence that the model writes to it."""

    id: str
    question: str
    text: str  # with {mark} where the marker of the figure's own page goes
    figure: Shown

    @property
    def is_true(self) -> bool:
        """Whether the sentence is true to the page."""
        return self.id.startswith("honest")


class OneSentenceWriter:
    """A language model that writes one sentence whatever it is asked, and judges everything supported."""

    def __init__(self, case: PlantedCase) -> None:
        self._case = case
        self._marker = "1"

    async def write(
        self, prompt: Prompt, inputs: Mapping[str, str], *, meter: Meter, on_text: OnText | None = None
    ) -> str:
        """Return the sentence, citing the excerpt that has the figure."""
        del prompt, meter, on_text
        if "excerpts" in inputs:
            self._marker = _marker_of(self._case.figure, inputs["excerpts"])
        return self._case.text.replace("{mark}", f"[{self._marker}]")

    async def propose(self, prompt: Prompt, inputs: Mapping[str, str], output: type[T], *, meter: Meter) -> T:
        """Judge every claim supported, with a sentence of the first passage as its quote; decide nothing else."""
        del prompt, meter
        if output is not Judgement:
            raise ModelUnavailableError(())
        quote = max(inputs["passages"].splitlines(), key=len)
        claims = [
            JudgedClaim(claim=number, verdict="supported", quote=quote)
            for number, _ in enumerate(inputs["claims"].splitlines(), start=1)
        ]
        return output.model_validate(Judgement(claims=claims).model_dump())

    async def work(
        self, prompt: Prompt, inputs: Mapping[str, str], tools: Sequence[Tool], *, max_rounds: int, meter: Meter
    ) -> str:
        """Call nothing."""
        del prompt, inputs, tools, max_rounds, meter
        raise ModelUnavailableError(())


def planted_cases(room: Room) -> Iterator[Judged]:
    """Run the planted sentences and the true ones."""
    cases = list(generate(_figures(room)))
    wanted = room.wanted([case.id for case in cases])
    tools = room.handle.runtime.mines_tools()
    for case in cases:
        if case.id in wanted:
            yield run_case(case, tools)
            room.done(case.id)


def run_case(case: PlantedCase, tools: MinesTools) -> Judged:
    """Ask the question with the scripted writer, and look whether its sentence is shown."""
    begun = perf_counter()
    written = replace(tools, model=OneSentenceWriter(case), policy="model", memory=None)
    turn = TurnContext(REFERENCE_DATE)
    state = fresh_turn(case.question, [message_of(Turn("user", case.question))])
    answer = asyncio.run(build_graph(written).ainvoke(state, context=turn))["final_answer"]
    is_shown = plain(case.text.replace("{mark}", "")) in plain(answer)
    verdict: Verdict = "right" if is_shown == case.is_true else "declined" if case.is_true else "wrong"
    reason = "" if verdict == "right" else f"{'not shown' if case.is_true else 'shown'}: {case.text}"
    return Judged(
        case=case.id, verdict=verdict, reason=reason, milliseconds=(perf_counter() - begun) * 1000, model_calls=0
    )


def generate(figures: Sequence[Shown], *, seed: int = 1) -> Iterator[PlantedCase]:
    """Yield the same cases for the same figures: of each kind of error and of each way to say it right."""
    for kinds, count, prefix in ((PLANTED, CASES_OF_A_KIND, "planted"), (HONEST, HONEST_OF_A_KIND, "honest")):
        for name, write in kinds.items():
            draw = random.Random(f"{seed} {name}")  # noqa: S311  # a fixed draw, nothing secret
            yield from _of_kind(f"{prefix}-{name}", write, draw.sample(list(figures), len(figures)), draw)[:count]


def _of_kind(name: str, write: Text, figures: Sequence[Shown], draw: random.Random) -> list[PlantedCase]:
    return [
        PlantedCase(id=f"{name}-{figure.id}", question=figure.question, text=text, figure=figure)
        for figure in figures
        if (text := write(figure, figures, draw))
    ]


def _figures(room: Room) -> tuple[Shown, ...]:
    """Return the figures of the corpus, each as the product answers with it."""
    found: dict[tuple[str, str, int], Shown] = {}
    vocabulary = room.handle.runtime.vocabulary
    for company in room.handle.runtime.coverage().companies:
        name = vocabulary.company_name(company)
        for metric, canonical in METRICS.items():
            for year in YEARS:
                question = f"What was the {metric} of {name} in FY{year}?"
                lineage = room.handle.ask(question).lineage
                if len(lineage) == 1 and lineage[0].kind == "fact" and lineage[0].fact.metric == canonical:
                    before = found.get((company, metric, year - 1))
                    found[company, metric, year] = Shown(
                        fact=lineage[0].fact,
                        name=name,
                        metric=metric,
                        question=question,
                        before=before.fact if before else None,
                    )
    return tuple(found.values())


def _marker_of(figure: Shown, excerpts: str) -> str:
    """Return the number of the excerpt with the figure's cell."""
    starts = list(_BLOCK.finditer(excerpts))
    for place, start in enumerate(starts):
        end = starts[place + 1].start() if place + 1 < len(starts) else len(excerpts)
        block = excerpts[start.start() : end]
        if start[2].startswith(figure.fact.company or "") and figure.fact.cell.text in block:
            return start[1]
    return "1"
