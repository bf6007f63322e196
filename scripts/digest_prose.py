"""Fills the placeholders of the digests' prose from the figures, so that no sentence can disagree with a table.

A placeholder is `{operand}`, `{operand|form}` or `{operand + operand|form}` (also `-` and `/`), an operand is a metric
of the data set, of another year with `@prior` or `@FY2021`. The forms:

    (none)        the figure in full: "US$55,658 million", "US$1.46 per share", "191.6 Mt"; a ratio is "52.1 %"
    bn            billions with one decimal: "US$55.7 billion"
    growth        the change against the year before in percent, without a sign: "3.4 %"
    change        the same as an amount
    times         a ratio as a multiple: "0.31 times"
    more          by how much a ratio exceeds one: "14.4 %"
    rank          the place among the company's years: "the second highest of the five years"
    rose/fell     the first word if the figure is above the year before, the second if below; a third if equal

Signs are left to the sentence ("a loss of {npat_statutory}"), and a word choice for a loss reads like a choice above.
"""

import re
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from digest_figures import SIGNS, YEARS, Company, Figure, Figures, prior

PLACEHOLDER = re.compile(r"\{([^{}|]+)(?:\|([^{}]+))?\}")
OPERATION = re.compile(r"^(\S+) ([-+/]) (\S+)$")
PLACES = ("", "second ", "third ", "fourth ", "fifth ")
COUNTS = ("no", "one", "two", "three", "four", "five")


class ProseError(Exception):
    """A placeholder names no figure or asks for a form the figure cannot take."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prose:
    """Fills placeholders for one company and year."""

    figures: Figures
    company: Company
    period: str

    def fill(self, text: str) -> str:
        """Return the text with every placeholder replaced; a brace left over is an error."""
        filled = PLACEHOLDER.sub(lambda found: self._replace(found[1].strip(), found[2]), text)
        if "{" in filled or "}" in filled:
            raise ProseError(f"{self.company.ticker} {self.period}: a brace is left in {filled!r}")
        return filled

    def _replace(self, operand: str, form: str | None) -> str:
        if operation := OPERATION.match(operand):
            left, sign, right = operation.groups()
            return self._computed(self._figure(left), sign, self._figure(right), form)
        figure = self._figure(operand)
        match form:
            case None:
                return amount(figure.value, figure)
            case "bn":
                return billions(figure.value, figure)
            case "rank":
                return self._rank(figure)
            case "growth":
                return percent(_growth(figure, self._before(figure)))
            case "change":
                return amount(figure.value - self._before(figure).value, figure)
        return self._word(figure, form)

    def _computed(self, left: Figure, sign: str, right: Figure, form: str | None) -> str:
        if sign == "/":
            ratio = left.value / right.value
            if form == "times":
                return f"{rounded(ratio, 2)} times"
            return percent(ratio - 1 if form == "more" else ratio)
        if left.header != right.header:
            raise ProseError(f"{left.metric} and {right.metric} have different units")
        value = left.value + right.value if sign == "+" else left.value - right.value
        return billions(value, left) if form == "bn" else amount(value, left)

    def _figure(self, operand: str) -> Figure:
        metric, _, year = operand.partition("@")
        period = prior(self.period) if year == "prior" else year or self.period
        figure = self.figures.get(self.company.ticker, period or "", metric)
        if figure is None:
            raise ProseError(f"{self.company.ticker} has no {metric} for {period}")
        return figure

    def _before(self, figure: Figure) -> Figure:
        before = prior(figure.period)
        return self._figure(f"{figure.metric}@{before}")

    def _word(self, figure: Figure, form: str) -> str:
        words = form.split("/")
        difference = figure.value - self._before(figure).value
        at = 0 if difference > 0 else 1 if difference < 0 else 2
        if len(words) < 2 or at >= len(words):
            raise ProseError(f"{figure.ticker} {figure.period} {figure.metric}: no word for this case in {form!r}")
        return words[at]

    def _rank(self, figure: Figure) -> str:
        found = [self.figures.get(figure.ticker, year, figure.metric) for year in YEARS]
        values = sorted({row.value for row in found if row}, reverse=True)
        count = sum(row is not None for row in found)
        if len(values) != count:
            raise ProseError(f"{figure.ticker} {figure.metric}: equal years cannot be ranked")
        at = values.index(figure.value)
        place = f"{PLACES[at]}highest" if at < (count + 1) // 2 else f"{PLACES[count - 1 - at]}lowest"
        return f"the {place} of the {COUNTS[count]} years" + ("" if count == len(YEARS) else " found")


def _growth(figure: Figure, before: Figure) -> Decimal:
    if before.value <= 0 or figure.value < 0:
        raise ProseError(f"{figure.ticker} {figure.period} {figure.metric}: growth from or to a loss has no percentage")
    return (figure.value - before.value) / before.value


def rounded(value: Decimal, places: int) -> Decimal:
    """Round half up, as people do."""
    return value.quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_UP)


def percent(ratio: Decimal) -> str:
    """Return a ratio as an unsigned percentage with one decimal."""
    return f"{rounded(abs(ratio) * 100, 1)} %"


def billions(value: Decimal, figure: Figure) -> str:
    """Return an amount of money in billions, without its sign."""
    if figure.unit != "million":
        raise ProseError(f"{figure.metric} is not in millions")
    return f"{SIGNS[figure.currency]}{rounded(abs(value) / 1000, 1)} billion"


def amount(value: Decimal, figure: Figure) -> str:
    """Return the value in the figure's unit, without its sign: "US$18.24 per wmt", "1,621 koz"."""
    if not figure.currency:
        return f"{abs(value):,f} {figure.unit}"
    digits = f"{abs(value):.2f}" if figure.unit == "per share" and value == round(value, 2) else f"{abs(value):,f}"
    return f"{SIGNS[figure.currency]}{digits} {figure.unit}"
