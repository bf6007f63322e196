"""One number of a claim against the passages: found, computed, or told apart from what they say."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from dragoman.domain.claim import Basis, Verdict
from dragoman.domain.lineage import CalculationNode, facts_of
from dragoman.grounding.derive import (
    Cell,
    Derived,
    candidates,
    cells_of,
    differences,
    from_calculation,
    growths,
    named_ratios,
    ratios,
    shares_of_another,
    sums,
)
from dragoman.grounding.figure import NOTHING, Figure, Names, comparable, same_number
from dragoman.grounding.mentions import LABEL, names_of
from dragoman.grounding.mismatch import Mismatch, explain
from dragoman.grounding.reading import Sentence
from dragoman.interpret.vocabulary import Vocabulary

_OUTLAYS = re.compile(
    r"(?:expenditure|cost|aisc|expenses?|payments|(?<!financing_and_)tax)$|^label:.*(?:purchase|expend|cost|tax|paid)"
)
_LEVEL = re.compile(r"\b(?:to|from|at|was|were|of|reached)(?: (?:a|the|about|only|just))*\s*$")
_OUTFLOW = re.compile(r"\b(?:outflows?|absorbed|used|spent|invested|invests|paid|cash out|going out|went out|took)\b")
_CALCULATED = re.compile(
    r"\b(?:growth|grew|average|mean|total|sum|ratio|margin|per cent|percent|times|difference|share of)\b|[%×÷]"
)
_ESTIMATED = re.compile(
    r"\b(?:about|around|roughly|approximately|estimated?|nearly|almost|likely|implied|between|interpolat\w+)\b"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What the passages say to one number."""

    verdict: Verdict
    reason: str
    quote: str = ""
    basis: Basis | None = None
    is_derived: bool = False  # supported by a calculation, not by standing there


class NumberCheck:
    """Checks the numbers of one sentence against the figures of the passages it may rest on."""

    def __init__(
        self,
        sentence: Sentence,
        figures: Sequence[Figure],
        *,
        vocabulary: Vocabulary,
        calculations: Sequence[CalculationNode] = (),
    ) -> None:
        self._sentence = sentence
        self._figures = figures
        self._vocabulary = vocabulary
        self._calculations = calculations

    def check(self, claimed: Figure) -> Finding:
        """Return whether the number stands in the passages, follows from them, or differs from them."""
        ours = replace(claimed.slots, period=NOTHING) if _is_bare(claimed) else claimed.slots
        matches = [(found, ours.misfits(found.slots)) for found in self._figures if same_number(claimed, found)]
        fitting = [found for found, misfits in matches if not misfits or self._is_same_row(claimed, found, misfits)]
        agreeing = [found for found in fitting if self._agrees(claimed, found)]
        if cell := next((found for found in agreeing if found.is_cell), None):
            return _stands(cell)
        derived = list(self._derived(claimed))
        follows = next((one for one in derived if self._follows(claimed, one)), None)
        if follows:
            reason = f"follows by {follows.how}"
            return Finding(verdict="supported", reason=reason, quote=follows.quotes[0], is_derived=True)
        rival = self._rival(claimed, agreeing) if agreeing else None
        if agreeing and rival is None:
            return _stands(min(agreeing, key=lambda found: not found.slots.metric))
        mismatch = Mismatch(f"the page has {rival.text}", rival.quote) if rival else None
        mismatch = mismatch or explain(claimed, fitting, matches, self._figures, vocabulary=self._vocabulary)
        mismatch = mismatch or self._computed_otherwise(claimed, derived)
        if mismatch:
            return Finding(
                verdict="contradicted", reason=mismatch.reason, quote=mismatch.quote, basis=self._basis(claimed)
            )
        return Finding(
            verdict="unsupported", reason=f"{claimed.text} stands on no cited page", basis=self._basis(claimed)
        )

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """The figures that can be calculated with."""
        return cells_of(self._figures)

    def _rival(self, claimed: Figure, agreeing: Sequence[Figure]) -> Figure | None:
        """Return the cell that holds another number for exactly what is claimed, though a sentence seems to agree.

        What a number in running text is of is a guess where the sentence does not say it; a cell says it.
        """
        slots = claimed.slots
        if not (slots.metric and slots.period) or self._is_amount_of_change(claimed) or agreeing[0].is_established:
            return None
        for found in self._figures:
            named = found.is_cell and found.slots.metric and found.slots.period
            if named and comparable(claimed, found) and not slots.misfits(found.slots):
                return found
        return None

    def _is_amount_of_change(self, claimed: Figure) -> bool:
        """Say whether a number is by how much something changed, not what it is."""
        head = self._sentence.lower[: claimed.start]
        return claimed.direction != 0 and _LEVEL.search(head) is None

    def _is_same_row(self, claimed: Figure, found: Figure, misfits: Sequence[str]) -> bool:
        """Accept a row whose label no vocabulary knows, unless the metric that is meant has a row of its own."""
        if tuple(misfits) != ("metric",) or not all(name.startswith(LABEL) for name in found.slots.metric):
            return False
        return not any(
            comparable(claimed, other) and other.slots.metric and not claimed.slots.misfits(other.slots)
            for other in self._figures
        )

    def _agrees(self, claimed: Figure, found: Figure) -> bool:
        """Say whether sign and direction of a found number are those of the claim."""
        if claimed.kind == "percent":
            ours, theirs = _way(claimed), _way(found)
            return not theirs or not ours or ours == theirs
        if (claimed.amount < 0) == (found.amount < 0) or not found.amount:
            return True
        if claimed.is_signed:
            return False
        if any(_OUTLAYS.search(name) for name in claimed.slots.metric | found.slots.metric):
            return True
        return _OUTFLOW.search(self._sentence.lower) is not None

    def _derived(self, claimed: Figure) -> Iterator[Derived]:
        for node in self._calculations:
            if (stated := from_calculation(node, self._figures)) and self._speaks_of(claimed, node):
                yield stated
        periods, metrics = self._names(claimed)
        slots = replace(claimed.slots, metric=metrics, company=self._companies(claimed))
        chosen = candidates(self.cells, slots, periods=periods)
        lower = self._sentence.lower
        if claimed.kind in ("percent", "multiple", "number"):
            yield from growths(chosen, periods, lower)
            wider = self._with_parts(metrics)
            yield from ratios(
                candidates(self.cells, replace(slots, metric=wider), periods=periods), metrics, lower, self._vocabulary
            )
            yield from shares_of_another(chosen, claimed.slots.company)
        yield from differences(chosen, lower)
        yield from sums(chosen, slots, periods, lower)

    def _speaks_of(self, claimed: Figure, node: CalculationNode) -> bool:
        """Say whether a stated calculation is about the companies and periods of the sentence."""
        facts = facts_of(node)
        companies = {fact.company for fact in facts if fact.company}
        periods = {fact.period.label for fact in facts if fact.period}
        ours = self._names(claimed)[0]
        about = self._companies(claimed)
        return (not companies or not about or bool(companies & about)) and (
            not periods or not ours or bool(periods & ours)
        )

    def _names(self, claimed: Figure) -> tuple[Names, Names]:
        """Return the periods and metrics of the whole sentence: a derived number may speak of several."""
        mentions = self._sentence.mentions.periods
        periods = names_of(mentions)
        if all(mention.is_reference for mention in mentions):
            periods |= self._sentence.defaults.period or claimed.slots.period
        metrics = names_of(self._sentence.mentions.metrics) or claimed.slots.metric
        return periods, metrics

    def _companies(self, claimed: Figure) -> Names:
        return names_of(self._sentence.mentions.companies) or claimed.slots.company

    def _with_parts(self, metrics: Names) -> Names:
        specs = named_ratios(metrics, self._sentence.lower, self._vocabulary)
        return metrics | {name for spec in specs for name in (spec.numerator, spec.denominator)}

    def _follows(self, claimed: Figure, derived: Derived) -> bool:
        as_figure = Figure(
            amount=derived.amount,
            step=claimed.step,
            kind=derived.kind,
            unit=derived.unit,
            is_scaled=True,
        )
        if not same_number(claimed, as_figure):
            return False
        sign = _way(claimed)
        if derived.is_change:
            return sign == 0 or not derived.amount or (sign > 0) == (derived.amount > 0)
        return derived.how != "ratio" or (claimed.amount < 0) == (derived.amount < 0)

    def _computed_otherwise(self, claimed: Figure, derived: Sequence[Derived]) -> Mismatch | None:
        """Return what a growth rate or named ratio would be where it can be computed and is another number."""
        if claimed.kind not in ("percent", "multiple") or not claimed.slots.metric:
            return None
        wanted = "growth" if claimed.direction else "ratio"
        if wanted == "ratio" and not named_ratios(claimed.slots.metric, self._sentence.lower, self._vocabulary):
            return None
        unit = {"percent": "percent", "multiple": "multiple"}[claimed.kind]
        computed = [one for one in derived if one.how == wanted and one.kind == unit]
        if not computed:
            return None
        one = min(computed, key=lambda derived: abs(abs(derived.amount) - abs(claimed.amount)))
        if abs(abs(one.amount) - abs(claimed.amount)) * 2 <= claimed.step:
            return Mismatch("computed from the page it went the other way", one.quotes[0])
        shown = f"{one.amount:.1f} %" if unit == "percent" else f"{one.amount:.2f}×"
        return Mismatch(f"computed from the page it is {shown.replace('-', '−')}", one.quotes[0])

    def _basis(self, claimed: Figure) -> Basis:
        lower = self._sentence.lower
        if claimed.kind in ("percent", "multiple") or _CALCULATED.search(lower):
            return "calculation"
        return "interpolation" if _ESTIMATED.search(lower) else "general_knowledge"


def _stands(found: Figure) -> Finding:
    return Finding(verdict="supported", reason="stands on the page", quote=found.quote)


def _is_bare(figure: Figure) -> bool:
    """Say whether a number is of nothing we know, such as the 787 of an aircraft: no period can be wrong for it."""
    return figure.kind == "number" and not figure.is_scaled and not figure.slots.metric


def _way(figure: Figure) -> int:
    """Return −1 or +1 where the words or the sign say which way, 0 where they only state a size."""
    return -1 if figure.amount < 0 else figure.direction
