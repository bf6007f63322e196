"""The calculator with a model: it chooses among four exact tools, and code does all the arithmetic.

An operand must be one of the figures that were found, named by its number in the list or by its digits; anything else
is refused with a text that tells the model why. What it says at the end is not read: only results of tools count.
"""

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from dragoman.assistants.mines.advice.ask import prompts
from dragoman.assistants.mines.advice.calculator_specs import AGGREGATES, SPECS
from dragoman.assistants.mines.advice.figures import figures_in, listing
from dragoman.assistants.mines.advice.numbers import numbers_of
from dragoman.assistants.mines.compose.words import Words
from dragoman.assistants.mines.material import Material
from dragoman.assistants.mines.tools import MinesTools
from dragoman.calculate.evaluate import Evaluated, evaluate
from dragoman.calculate.operand import common_unit, in_order, printed_scale
from dragoman.calculate.operations import cagr, growth, ratio
from dragoman.calculate.show import rounded, show_number, show_value
from dragoman.domain.lineage import CalculationNode, FactNode
from dragoman.errors import UsageError
from dragoman.graphs.advised import advised
from dragoman.graphs.path import TurnContext
from dragoman.models.chat import Json
from dragoman.models.errors import ReplyFormError
from dragoman.models.language_model import LanguageModel, Tool

PROMPT = "mines_calculate"
NODE = "calculator_agent"
MAX_ROUNDS = 6
MAX_RESULTS = 8
_PLACE = re.compile(r"[Ff](?P<place>[0-9]{1,9})")
_ARITHMETIC_CONSTANTS = frozenset((Decimal(100),))  # to make a percentage


class RefusedError(Exception):
    """A call that is not carried out; its text tells the model why."""


async def worked_out(
    question: str, material: Material, *, tools: MinesTools, turn: TurnContext
) -> tuple[CalculationNode, ...]:
    """Return the results of the tools that a model called; none where it failed or nothing was to be worked out."""
    figures = figures_in(material, question, tools=tools, today=turn.reference_date)
    if tools.adviser is None or len(figures) < 2:
        return ()
    box = Toolbox(figures)
    inputs = {"figures": listing(figures, Words(tools.vocabulary)), "question": question}
    done = await advised(NODE, lambda model: _work(model, box, inputs, turn), model=tools.adviser, turn=turn)
    return tuple(box.results) if done else ()


async def _work(model: LanguageModel, box: "Toolbox", inputs: Mapping[str, str], turn: TurnContext) -> bool:
    """Let the model call the tools. Results that are there stand, also where no fit text came after them."""
    try:
        await model.work(prompts()[PROMPT], inputs, box.tools, max_rounds=MAX_ROUNDS, meter=turn.meter)
    except ReplyFormError:
        if not box.results:
            raise
    return True


class _Growth(BaseModel):
    model_config = ConfigDict(extra="forbid")
    figures: list[str] = Field(min_length=2, max_length=20)


class _Ratio(BaseModel):
    model_config = ConfigDict(extra="forbid")
    numerator: str
    denominator: str
    as_percent: bool = False


class _Aggregate(BaseModel):
    model_config = ConfigDict(extra="forbid")
    figures: list[str] = Field(min_length=1, max_length=20)
    operation: str = "average"


class _Arithmetic(BaseModel):
    model_config = ConfigDict(extra="forbid")
    expression: str


@dataclass(slots=True)
class Toolbox:
    """Four tools over the figures of one turn, and the results that calling them brought."""

    figures: Sequence[FactNode]
    results: list[CalculationNode] = field(default_factory=list)

    @property
    def tools(self) -> tuple[Tool, ...]:
        """The tools as a model is given them."""
        work: Mapping[str, Callable[[Json], tuple[CalculationNode, ...]]] = {
            "growth": self._growth,
            "ratio": self._ratio,
            "aggregate": self._aggregate,
            "arithmetic": self._arithmetic,
        }
        return tuple(Tool(spec=spec, call=self._guarded(work[spec.name])) for spec in SPECS)

    def _guarded(self, work: Callable[[Json], tuple[CalculationNode, ...]]) -> Callable[[Json], Awaitable[str]]:
        async def call(arguments: Json) -> str:
            if len(self.results) >= MAX_RESULTS:
                return "refused: no further result is possible"
            try:
                nodes = work(arguments)
            except ValidationError as error:
                return f"refused: {error.error_count()} arguments do not fit"
            except RefusedError as refused:
                return f"refused: {refused}"
            except UsageError as error:
                return f"refused: {error.problem}"
            self.results += [node for node in nodes if node not in self.results]
            return "; ".join(node.expression + (f" ({node.note})" if node.note else "") for node in nodes)

        return call

    def _growth(self, arguments: Json) -> tuple[CalculationNode, ...]:
        nodes = [self._figure(name) for name in _Growth.model_validate(arguments).figures]
        order = [node for node, _ in in_order(nodes)]
        if order != nodes:
            names = ", ".join(self._name(node) for node in sorted(nodes, key=order.index))
            raise RefusedError(f"the figures are not oldest first; give them as {names}")
        if len({(node.fact.company, node.fact.metric) for node in nodes}) > 1:
            raise RefusedError("growth is of one metric of one company")
        return (growth(nodes), cagr(nodes)) if len(nodes) > 2 else (growth(nodes),)

    def _ratio(self, arguments: Json) -> tuple[CalculationNode, ...]:
        asked = _Ratio.model_validate(arguments)
        return (ratio(self._figure(asked.numerator), self._figure(asked.denominator), as_percent=asked.as_percent),)

    def _aggregate(self, arguments: Json) -> tuple[CalculationNode, ...]:
        asked = _Aggregate.model_validate(arguments)
        if asked.operation not in AGGREGATES:
            raise RefusedError(f"there is no {asked.operation[:20]!r}; there are {', '.join(AGGREGATES)}")
        nodes = [self._figure(name) for name in asked.figures]
        if len(set(map(self._name, nodes))) < len(nodes):
            raise RefusedError("a figure is given more than once")
        return (AGGREGATES[asked.operation](nodes),)

    def _arithmetic(self, arguments: Json) -> tuple[CalculationNode, ...]:
        expression = _Arithmetic.model_validate(arguments).expression
        found = evaluate(expression)
        nodes = tuple(self._printed(number) for number in found.operands if number not in _ARITHMETIC_CONSTANTS)
        if not nodes:
            raise RefusedError("no figure of the list stands in it")
        common_unit(nodes)
        return (_result(expression, found, nodes),)

    def _figure(self, name: str) -> FactNode:
        """Return the figure of that number in the list or with these digits."""
        text = name.strip()
        if found := _PLACE.fullmatch(text):
            place = int(found["place"])
            if 1 <= place <= len(self.figures):
                return self.figures[place - 1]
            raise RefusedError(f"there is no {text[:6]}; the list ends with F{len(self.figures)}")
        numbers = numbers_of([text])
        return self._only([node for node in self.figures if numbers & {abs(node.fact.value), abs(node.amount)}])

    def _printed(self, number: Decimal) -> FactNode:
        return self._only([node for node in self.figures if abs(node.fact.value) == number])

    def _only(self, found: Sequence[FactNode]) -> FactNode:
        if not found:
            raise RefusedError("a number that is none of the figures in the list; say what is missing instead")
        if len(found) > 1:
            raise RefusedError(f"several figures have these digits: {', '.join(map(self._name, found))}")
        return found[0]

    def _name(self, node: FactNode) -> str:
        return f"F{list(self.figures).index(node) + 1}"


def _result(expression: str, found: Evaluated, nodes: tuple[FactNode, ...]) -> CalculationNode:
    """Return the result as a node; a sum keeps the unit of its figures, anything else is a plain number."""
    scale = printed_scale(nodes)
    keeps_unit = found.is_sum and len({node.fact.scale for node in nodes}) == 1
    shown: Any = rounded(found.amount, max(2, -int(nodes[0].fact.value.as_tuple().exponent)))
    digits = show_number(shown)
    return CalculationNode(
        operation="arithmetic",
        expression=f"{expression.strip()} = {digits}",
        amount=found.amount * scale if keeps_unit else found.amount,
        unit=common_unit(nodes) if keeps_unit else "",
        shown=show_value(found.amount, common_unit(nodes), scale) if keeps_unit else digits,
        operands=nodes,
    )
