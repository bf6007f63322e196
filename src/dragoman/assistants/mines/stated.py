"""Whether a page states the result that a step would compute."""

import re
from datetime import date
from decimal import Decimal

from dragoman.assistants.mines.arithmetic import Computed
from dragoman.assistants.mines.material import Material
from dragoman.assistants.mines.router import Reads
from dragoman.calculate.show import rounded
from dragoman.domain.lineage import CalculationNode, facts_of
from dragoman.domain.plan import Growth, Ratio, Step
from dragoman.domain.value import Percent

_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z])")


def stated_result(
    step: Step, computed: Computed, material: Material, interpreter: Reads, today: date
) -> dict[str, str] | None:
    """Return the passage and sentence that state the step's result, None when no page does.

    A sentence counts only where it agrees with the figures at one decimal or more: a coarser one
    ("about 3 %") is no answer to the question, and one that disagrees must not replace the figures.
    """
    if not isinstance(step, Growth | Ratio) or len(computed.nodes) != 1:
        return None
    node = computed.nodes[0]
    if node.amount is None or node.unit != "%":
        return None
    figure = f"{abs(rounded(node.amount, 1))}"
    newest = facts_of(node)[-1]
    for passage in material.passages:
        if (passage.company, passage.period) != (newest.company, newest.period.label if newest.period else None):
            continue
        for sentence in _SENTENCE.split(" ".join(passage.text.split())):
            if passage.kind == "text" and figure in sentence and _states(sentence, step, node, interpreter, today):
                return {"passage": passage.id, "sentence": sentence}
    return None


def _states(sentence: str, step: Step, node: CalculationNode, interpreter: Reads, today: date) -> bool:
    seen = interpreter.interpret(sentence, reference_date=today)
    wanted = abs(rounded(node.amount or Decimal(0), 1))
    percents = [e.value.percent for e in seen.of("percent") if isinstance(e.value, Percent)]
    named = step.name if isinstance(step, Ratio) else facts_of(node)[0].metric
    metrics: set[str | None] = set(seen.names("metric"))
    if isinstance(step, Ratio):
        metrics |= {step.name} if {step.numerator.metric, step.denominator.metric} <= metrics else set()
    return wanted in [abs(percent) for percent in percents] and named in metrics and len(percents) == 1
