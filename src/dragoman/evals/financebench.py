"""The suite `financebench`: questions for a number over real filings, through the whole graph without a model.

How a number is judged. The first figure that the answer states is held against the answer of the data set: sign and
unit must be the same, and its amount within 1 %, or within half of the last digit where the set's answer is rounded
further. Where a scale was asked for ("in USD millions") the answer must say the figure in it. An answer that says what
is missing, or only quotes sentences, is declined, unless its first sentence holds the number with its unit.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from decimal import Decimal

from dragoman.calculate.operand import unit_of
from dragoman.calculate.show import SCALES
from dragoman.decide.families.asked import is_yes_or_no
from dragoman.decide.frame import read_frame
from dragoman.domain.answer import Answer
from dragoman.domain.lineage import CalculationNode, LineageNode
from dragoman.evals.filings import FilingQuestion, NumberSpec, filing_questions, filings, filings_spec
from dragoman.evals.report import Judged
from dragoman.evals.room import Room

_DAY = date(2026, 11, 30)
_NUMBER = re.compile(r"[-−]?\d[\d,]*(?:\.\d+)?")
_MONEY = re.compile(r"\$\s?(?P<digits>\d[\d,]*(?:\.\d+)?)\s*(?P<scale>thousand|million|billion)?", re.IGNORECASE)
_PERCENT = re.compile(r"(?P<digits>\d[\d,]*(?:\.\d+)?)\s?(?:%|per ?cent)")
_UNSOLVED = re.compile(r"\bcannot be (?:worked out|computed|combined)\b")
_HEADLINES = "these are the headline ones"
_SHARE = Decimal("0.01")


def financebench_cases(room: Room) -> Iterator[Judged]:
    """Ask every question for a number, and count what becomes of those that yes or no answers."""
    spec = filings_spec()
    numbers = {one.id: one for one in spec.numbers}
    questions = filing_questions(room.data_sets)
    wanted = room.wanted([one.id for one in questions if one.id in numbers])
    outcomes: dict[str, Counter[str]] = {}
    answered: Counter[str] = Counter()
    with filings(room, _DAY) as handle:
        for question in questions:
            if question.id in wanted:
                number = numbers[question.id]
                judged = judge_number(question, number, handle.ask(question.text))
                for group in (question.kind, f"half {number.half}"):
                    outcomes.setdefault(group, Counter())[judged.verdict] += 1
                yield judged
                room.done(question.id)
            elif is_yes_or_no(question.text) and not room.cases:
                answered[how_answered(handle.ask(question.text))] += 1
    room.measured["financebench"] = {name: dict(counts) for name, counts in sorted(outcomes.items())}
    if answered:
        room.measured["financebench"]["yes or no, not judged"] = dict(answered)


def how_answered(answer: Answer) -> str:
    """Return how an answer to a yes-or-no question opens."""
    if answer.outcome != "answered":
        return "declined" if answer.outcome != "clarification" else "asked"
    if any(_HEADLINES in one for one in answer.assumptions):
        return "headline figures"
    opening = re.match(r"(?:Yes|No)\b", answer.text)
    return "yes or no" if opening else "figures" if answer.lineage else "sentences"


def judge_number(question: FilingQuestion, number: NumberSpec, answer: Answer) -> Judged:
    """Hold the first figure of an answer (the first two where two are asked for) against the set's answer."""
    judged = Judged(case=question.id, verdict="declined", reason=answer.text, milliseconds=answer.latency_ms)
    if answer.outcome == "clarification":
        return replace(judged, verdict="asked")
    if answer.outcome != "answered":
        return judged
    wanted = golden(question.answer, number)
    if not answer.lineage or _UNSOLVED.search(answer.text):
        said = _said(answer.text.split(". ")[0], number.unit)
        is_there = not answer.lineage and len(wanted) == 1 and any(_agrees(one, *wanted[0]) for one in said)
        return replace(judged, verdict="right", reason="") if is_there else judged
    found = _figures(answer, len(wanted))
    faults = list(_faults(question, number, wanted, found))
    if not faults and not _in_the_scale_asked(question.text, answer.text):
        faults = ["not in the scale that was asked for"]
    text = "" if not faults else f"{'; '.join(faults)}: {answer.text}"
    return replace(judged, verdict="wrong" if faults else "right", reason=text)


def golden(text: str, number: NumberSpec) -> tuple[tuple[Decimal, Decimal], ...]:
    """Return the amounts asked for in whole units, each with how far off it may be."""
    if number.value is not None:
        return ((number.value, Decimal("0.05")),)
    found = [Decimal(match.replace(",", "").replace("−", "-")) for match in _NUMBER.findall(text)]
    wanted = []
    for place in number.at:
        value = -found[place - 1] if place in number.falls else found[place - 1]
        step = Decimal(1).scaleb(int(value.as_tuple().exponent)) / 2
        wanted.append((value * number.scale, max(abs(value) * _SHARE, step) * number.scale))
    return tuple(wanted)


def _faults(
    question: FilingQuestion,
    number: NumberSpec,
    wanted: tuple[tuple[Decimal, Decimal], ...],
    found: list[LineageNode],
) -> Iterator[str]:
    if len(found) < len(wanted):
        yield f"{len(found)} figures, wanted {len(wanted)}"
    for node, (amount, room) in zip(found, wanted, strict=False):
        unit = unit_of(node).replace("×", "")
        if node.amount is None:
            yield "not defined"
        elif unit != number.unit:
            yield f"in {unit or 'no unit'}, wanted {number.unit or 'none'}"
        elif not (_agrees(node.amount, amount, room) or (number.or_less and node.amount <= amount)):
            yield f"{node.amount:.4f}, wanted {question.answer[:60]!r}"


def _figures(answer: Answer, count: int) -> list[LineageNode]:
    """Return the figures that the answer states first; of two that are asked for, the ends of a change."""
    first = answer.lineage[0]
    if count > 1 and isinstance(first, CalculationNode) and len(first.operands) >= count:
        return [first.operands[0], first.operands[-1]]
    return list(answer.lineage[:count])


def _agrees(found: Decimal, wanted: Decimal, room: Decimal) -> bool:
    return abs(found - wanted) <= room and found * wanted >= 0


def _said(sentence: str, unit: str) -> list[Decimal]:
    """Return the amounts of a sentence in a unit, in whole units."""
    scales = {word: scale for scale, word in SCALES.items()}
    if unit == "%":
        return [Decimal(match["digits"].replace(",", "")) for match in _PERCENT.finditer(sentence)]
    return [
        Decimal(match["digits"].replace(",", "")) * scales.get((match["scale"] or "").lower(), 1)
        for match in _MONEY.finditer(sentence)
    ]


def _in_the_scale_asked(question: str, answer: str) -> bool:
    form = read_frame(question).form
    return form is None or form.scale is None or SCALES[form.scale] in answer
