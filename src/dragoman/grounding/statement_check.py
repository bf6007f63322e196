"""One statement of an answer: which passages it may rest on, and what they say to everything it states."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cached_property

from dragoman.domain.claim import Claim, ClaimKind, ClaimLabel
from dragoman.domain.lineage import CalculationNode
from dragoman.domain.value import DateValue
from dragoman.grounding.alike import held_against
from dragoman.grounding.arithmetic import Equation, find_equations
from dragoman.grounding.check import Finding, NumberCheck
from dragoman.grounding.comparison import check_comparison
from dragoman.grounding.digits import Keys, keys_of
from dragoman.grounding.figure import Figure, Slots
from dragoman.grounding.mentions import names_of, year_ending
from dragoman.grounding.passages import ReadPassage
from dragoman.grounding.rank import check_rank
from dragoman.grounding.reading import Sentence
from dragoman.grounding.statements import Statement
from dragoman.grounding.trend import check_trend
from dragoman.grounding.units import Measure, read_measure
from dragoman.interpret.vocabulary import Vocabulary

_OBLIGATION = re.compile(r"\b(?:must|shall|is required to|are required to|has to|have to|is obliged|may not)\b")
MAX_COUNT = 12
MAX_REPEATED = 1000
_DENIED = re.compile(
    r"(?:\bnot|\bnever|n't|n’t)\s+(?:(?:be|been|equal|reach|reached|exactly|about|around|at|to|a|the)\s+)*$"
)
_OPEN = "nothing in it that can be checked without a judge"
_BRACKETS = re.compile(r"\(([^()\d]{2,40})\)")
_ORDER = {"contradicted": 0, "unsupported": 1, "unchecked": 2, "supported": 3}


@dataclass(frozen=True, slots=True)
class Known:
    """What a statement may build on beside the passages."""

    calculations: tuple[CalculationNode, ...] = ()  # stated with the answer
    established: tuple[Figure, ...] = ()  # results of earlier statements that follow from the passages
    asked: tuple[Figure, ...] = ()  # numbers of the question
    measure: Measure = field(default_factory=Measure)  # what the question wants numbers in


class StatementCheck:
    """Finds out what a statement rests on."""

    def __init__(
        self,
        statement: Statement,
        read: Sentence,
        passages: Sequence[ReadPassage],
        *,
        vocabulary: Vocabulary,
        known: Known,
    ) -> None:
        self._statement = statement
        self._read = read
        self._passages = passages
        self._vocabulary = vocabulary
        self._known = known
        self.established: list[Figure] = []  # numbers that this statement derives, for later ones

    def claim(self) -> Claim:
        """Return the statement as a claim with the worst verdict among its parts."""
        kinds = self._kinds()
        if self._statement.is_question:
            return Claim(
                text=self._statement.text, kinds=kinds, verdict="unchecked", reason="a question claims nothing"
            )
        findings = list(self._findings()) or [Finding(verdict="unchecked", reason=_OPEN)]
        worst = min(findings, key=lambda finding: _ORDER[finding.verdict])
        if worst.verdict in ("supported", "unchecked"):
            worst = self._worded() or worst
        failed = worst.verdict in ("contradicted", "unsupported")
        if failed and (quote := self._quoted()):
            worst, failed = Finding(verdict="supported", reason="stands word for word on the page", quote=quote), False
        return Claim(
            text=self._statement.text,
            kinds=kinds,
            verdict=worst.verdict,
            quote=worst.quote,
            reason=worst.reason,
            basis=worst.basis if failed else None,
            label=self._label() if failed else None,
        )

    @cached_property
    def cited(self) -> tuple[ReadPassage, ...]:
        """The passages that the markers lead to; all of them where there is no marker."""
        if not self._statement.markers:
            return tuple(self._passages)
        numbered = any(passage.evidence.marker is not None for passage in self._passages)
        markers = set(self._statement.markers)
        return tuple(
            passage
            for index, passage in enumerate(self._passages, start=1)
            if (passage.evidence.marker if numbered else index) in markers
        )

    def _worded(self) -> Finding | None:
        """Return what a sentence with the same words says otherwise: its numbers being right is not all."""
        if self._statement.table:
            return None
        spoken = (one for passage in self.cited for one in passage.sentences)
        said = held_against(self._statement.plain, spoken)
        return said if said and said.verdict in ("contradicted", "unsupported") else None

    def _findings(self) -> Iterator[Finding]:
        if self._statement.markers and not self.cited:
            marks = ", ".join(f"[{marker}]" for marker in self._statement.markers)
            yield Finding(verdict="unsupported", reason=f"{marks} leads to no passage", basis="general_knowledge")
            return
        # Tables first, then the sentences with these numbers; what differs is told apart with all that is said.
        for keys in (frozenset[int](), keys_of(self._read.figures), None):
            self.established.clear()
            findings = list(self._found(keys))
            if all(finding.verdict == "supported" for finding in findings):
                break
        yield from findings

    def _found(self, keys: Keys | None) -> Iterator[Finding]:
        """Give what the cited passages say, reading of their prose only sentences with numbers of the keys."""
        figures = (*_figures_of(self.cited, keys), *self._known.established)
        equations = () if self._statement.table else find_equations(self._statement.plain)
        yield from [self._sum(equation, figures) for equation in equations]
        check = self._number_check((*figures, *self.established))
        for claimed in self._claimed():
            if any(equation.start < claimed.end and claimed.start < equation.end for equation in equations):
                continue
            finding = check.check(claimed)
            if _DENIED.search(self._read.lower[: claimed.start]):
                yield _of_a_denial(claimed, finding)
                continue
            if finding.is_derived:
                self.established.append(replace(claimed, slots=Slots(period=claimed.slots.period), is_established=True))
            if finding.verdict != "supported" and len(self.cited) < len(self._passages):
                finding = self._cited_elsewhere(claimed, finding)
            yield finding
        yield from self._dates()
        ranks = () if self._known.calculations else (check_rank,)  # those stated are checked as numbers
        for asserted in (check_comparison, check_trend, *ranks):
            if said := asserted(self._read, lambda: check.cells):
                yield said

    def _claimed(self) -> Iterator[Figure]:
        """Give the figures of the statement; of a company nobody covers, unless the passages name it themselves."""
        foreign = [name for name in self._read.mentions.foreign if not any(_names(p, name) for p in self.cited)]
        scale = (_bracketed(self._statement.plain) or self._known.measure).scale
        for claimed in self._read.figures:
            if any(_repeats(claimed, asked) for asked in self._known.asked):
                continue
            if foreign and not self._read.mentions.companies:
                yield claimed.about(replace(claimed.slots, company=frozenset(foreign)))
            elif scale != 1 and not claimed.is_scaled and claimed.kind in ("money", "number"):
                yield replace(claimed, scale=scale)
            else:
                yield claimed

    def _sum(self, equation: Equation, figures: Sequence[Figure]) -> Finding:
        """Check a written-out sum: its result, and that its numbers stand on the page."""
        if not equation.is_right:
            result = "is not defined" if equation.result is None else f"comes to {equation.result:.2f}"
            return Finding(verdict="contradicted", reason=f"the sum {result}", basis="calculation")
        for operand in equation.operands:
            if not _is_count(operand) and not any(_is_printed(operand, figure) for figure in figures):
                reason = f"{operand:,f} of the sum stands on no cited page"
                return Finding(verdict="unsupported", reason=reason, basis="calculation")
        if equation.result is not None:
            self.established.extend(_results(equation, self._statement.text))
        return Finding(verdict="supported", reason="the sum is right and its numbers stand on the page")

    def _quoted(self) -> str:
        """Return the statement as a cited page has it, empty where it is no quotation or cites nothing."""
        cited = self.cited if self._statement.markers else ()
        return next(filter(None, (passage.sentence(self._statement.plain) for passage in cited)), "")

    def _number_check(self, figures: Sequence[Figure]) -> NumberCheck:
        return NumberCheck(self._read, figures, vocabulary=self._vocabulary, calculations=self._known.calculations)

    def _cited_elsewhere(self, claimed: Figure, finding: Finding) -> Finding:
        """Say where an uncited passage supports the number: right or not, the marker does not."""
        for index, passage in enumerate(self._passages, start=1):
            if passage in self.cited:
                continue
            elsewhere = self._number_check(passage.figures()).check(claimed)
            if elsewhere.verdict == "supported":
                marker = passage.evidence.marker or index
                reason = f"stands in passage [{marker}], not in the one cited"
                return Finding(verdict="unsupported", reason=reason, quote=elsewhere.quote, basis=finding.basis)
        return finding

    def _dates(self) -> Iterator[Finding]:
        for entity in self._read.dates:
            if not isinstance(entity.value, DateValue):
                continue
            day = entity.value.date
            if any(year_ending(day, company, self._vocabulary) for company in self._companies()):
                continue  # the end of a fiscal year, which the calendar knows
            if any(_day(other) == day for passage in self.cited for other in passage.dates):
                yield Finding(verdict="supported", reason="the date stands on the page", quote=entity.text)
            else:
                reason = f"the date {entity.text} stands on no cited page"
                yield Finding(verdict="unsupported", reason=reason, basis="general_knowledge")

    def _companies(self) -> frozenset[str]:
        named = names_of(self._read.mentions.companies)
        return named or frozenset(self._vocabulary.companies)

    def _kinds(self) -> tuple[ClaimKind, ...]:
        kinds: list[ClaimKind] = []
        if self._read.figures:
            kinds.append("quantity")
        if self._read.dates:
            kinds.append("date")
        if _OBLIGATION.search(self._read.lower):
            kinds.append("obligation")
        return tuple(kinds) or ("statement",)

    def _label(self) -> ClaimLabel:
        slots = self._read.figures[0].slots if self._read.figures else Slots()
        mentions = self._read.mentions
        return ClaimLabel(
            company=_first(slots.company or names_of(mentions.companies)),
            metric=_first(slots.metric or names_of(mentions.metrics)),
            period=_first(slots.period or names_of(mentions.periods)),
        )


def _of_a_denial(claimed: Figure, finding: Finding) -> Finding:
    """Turn what the page says to "was 5" into what it says to "was not 5"."""
    if finding.verdict == "supported":
        reason = f"the page has {claimed.text}, which is denied here"
        return Finding(verdict="contradicted", reason=reason, quote=finding.quote, basis="general_knowledge")
    return Finding(verdict="unchecked", reason=f"that it is not {claimed.text} cannot be checked without a judge")


def _is_count(operand: Decimal) -> bool:
    """Say whether a number of a sum only counts years or figures, or makes percent."""
    return operand == operand.to_integral_value() and (operand <= MAX_COUNT or operand == 100)


def _results(equation: Equation, text: str) -> Iterator[Figure]:
    """Give the result of a sum, exact and as stated."""
    for amount in (equation.result, equation.stated):
        if amount is not None:
            number = Figure(
                amount=amount, step=Decimal(0), kind="number", text=f"{amount:,f}", quote=text, is_established=True
            )
            yield number
            yield replace(number, amount=amount * 100, kind="percent", unit="%")


def _repeats(claimed: Figure, asked: Figure) -> bool:
    """Say whether a small bare number only repeats one of the question: "the three-year average", "a 737"."""
    if claimed.kind not in ("number", "duration") or claimed.is_scaled or claimed.kind != asked.kind:
        return False
    return claimed.amount == asked.amount and abs(claimed.amount) <= MAX_REPEATED


def _bracketed(text: str) -> Measure | None:
    """Return what a statement says in brackets that its numbers are in: "(in millions)"."""
    return next((measure for part in _BRACKETS.findall(text) if (measure := read_measure(part))), None)


def _is_printed(operand: Decimal, figure: Figure) -> bool:
    return abs(figure.amount) in (operand, operand * figure.scale)


def _names(passage: ReadPassage, name: str) -> bool:
    return name.lower() in passage.lower


def _figures_of(passages: Sequence[ReadPassage], keys: Keys | None) -> tuple[Figure, ...]:
    return tuple(figure for passage in passages for figure in passage.figures(keys))


def _day(entity: object) -> object:
    value = getattr(entity, "value", None)
    return value.date if isinstance(value, DateValue) else None


def _first(names: frozenset[str]) -> str | None:
    return min(names, default=None)
