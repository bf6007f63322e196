"""Fills the placeholders of the digests' prose from the figures, so that no sentence can disagree with a table.

A placeholder is `{operand}`, `{operand|form}` or `{operand + operand|form}` (also `-` and `/`). An operand is a metric
of the data set, of another year with `@prior` or `@FY2021`. The forms:

    (none)        the figure in full: "US$55,658 million", "US$1.46 per share", "191.6 Mt"; a ratio is "52.1 %"
    short         the figure without its unit: "US$1.46", "191.6"
    bn            billions with one decimal: "US$55.7 billion"
    growth        the change against the year before in percent, without a sign: "3.4 %"
    change        the same as an amount
    times         a ratio as a multiple: "0.31 times"
    more          by how much a ratio exceeds one: "14.4 %"
    rank          the place among the company's years: "the second highest of the five years"
    rose/fell     the first word if the figure is above the year before, the second if below; a third if equal

`minus` in front ("minus", "minus bn", "minus short") is for a figure below zero that the sentence calls a loss, an
outflow or net cash: it is printed without its sign. Without `minus` a figure below zero is an error, with it any other.

A claim is a comparison that a sentence makes in plain words ("more than doubled"): `2 * net_debt@prior < net_debt`.
"""

import re
from dataclasses import dataclass, field
from decimal import ROUND_HALF_UP, Decimal

from digest_figures import SIGNS, YEARS, Company, Figure, Figures, prior

PLACEHOLDER = re.compile(r"\{([^{}|]+)(?:\|([^{}]+))?\}")
OPERATION = re.compile(r"^(\S+) ([-+/]) (\S+)$")
CLAIM = re.compile(r"^(?:([\d.]+) \* )?(\S+) ([<=]) (?:([\d.]+) \* )?(\S+)$")
PLACES = ("", "second ", "third ", "fourth ", "fifth ")
COUNTS = ("no", "one", "two", "three", "four", "five")


class ProseError(Exception):
    """A placeholder or claim does not fit the figures."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prose:
    """Fills placeholders for one company and year, and remembers the figures it drew on."""

    figures: Figures
    company: Company
    period: str
    used: list[Figure] = field(default_factory=list)

    def fill(self, text: str) -> str:
        """Return the text with every placeholder replaced; a brace left over is an error."""
        filled = PLACEHOLDER.sub(lambda found: self._replace(found[1].strip(), found[2]), text)
        if "{" in filled or "}" in filled:
            raise self._error(f"a brace is left in {filled!r}")
        return filled

    def check(self, claim: str) -> None:
        """Raise unless the comparison holds."""
        if not (found := CLAIM.match(claim)):
            raise self._error(f"cannot read the claim {claim!r}")
        factor, left, sign, other_factor, right = found.groups()
        low = Decimal(factor or 1) * self._value(left)
        high = Decimal(other_factor or 1) * self._value(right)
        if not (low < high if sign == "<" else low == high):
            raise self._error(f"the claim {claim!r} does not hold: {low} and {high}")

    def _value(self, operand: str) -> Decimal:
        return Decimal(operand) if operand.isdigit() else self._figure(operand).value

    def _replace(self, operand: str, form: str | None) -> str:
        if operation := OPERATION.match(operand):
            left, sign, right = operation.groups()
            return self._computed(self._figure(left), sign, self._figure(right), form)
        figure = self._figure(operand)
        match form:
            case "rank":
                return self._rank(figure)
            case "growth":
                return percent(self._growth(figure))
            case "change" | "change short":
                return amount(abs(figure.value - self._before(figure).value), figure, short=form.endswith("short"))
            case str() if "/" in form:
                return self._word(figure, form)
        return self._plain(figure, form or "")

    def _plain(self, figure: Figure, form: str) -> str:
        signed = form.startswith("minus")
        if signed != (figure.value < 0):
            raise self._error(f"{figure.metric} is {figure.value}, which {form or 'the plain form'!r} does not fit")
        match form.removeprefix("minus").strip():
            case "":
                return amount(abs(figure.value), figure)
            case "short":
                return amount(abs(figure.value), figure, short=True)
            case "bn":
                return billions(abs(figure.value), figure)
        raise self._error(f"no form {form!r}")

    def _computed(self, left: Figure, sign: str, right: Figure, form: str | None) -> str:
        if sign == "/":
            ratio = left.value / right.value
            if form == "times":
                return f"{rounded(ratio, 2)} times"
            return percent(ratio - 1 if form == "more" else ratio)
        if left.header != right.header:
            raise self._error(f"{left.metric} and {right.metric} have different units")
        value = left.value + right.value if sign == "+" else left.value - right.value
        if value < 0:
            raise self._error(f"{left.metric} {sign} {right.metric} is below zero")
        return billions(value, left) if form == "bn" else amount(value, left, short=form == "short")

    def _figure(self, operand: str) -> Figure:
        metric, _, year = operand.partition("@")
        period = prior(self.period) if year == "prior" else year or self.period
        figure = self.figures.get(self.company.ticker, period or "", metric)
        if figure is None:
            raise self._error(f"no {metric} for {period}")
        self.used.append(figure)
        return figure

    def _before(self, figure: Figure) -> Figure:
        return self._figure(f"{figure.metric}@{prior(figure.period)}")

    def _growth(self, figure: Figure) -> Decimal:
        before = self._before(figure)
        if before.value <= 0 or figure.value < 0:
            raise self._error(f"{figure.metric}: growth from or to a loss has no percentage")
        return (figure.value - before.value) / before.value

    def _word(self, figure: Figure, form: str) -> str:
        words = form.split("/")
        difference = figure.value - self._before(figure).value
        at = 0 if difference > 0 else 1 if difference < 0 else 2
        if at >= len(words):
            raise self._error(f"{figure.metric}: no word for an equal year in {form!r}")
        return words[at]

    def _rank(self, figure: Figure) -> str:
        found = [self.figures.get(figure.ticker, year, figure.metric) for year in YEARS]
        rows = [row for row in found if row]
        values = sorted({row.value for row in rows}, reverse=True)
        if len(values) != len(rows):
            raise self._error(f"{figure.metric}: equal years cannot be ranked")
        self.used.extend(rows)
        at, count = values.index(figure.value), len(rows)
        place = f"{PLACES[at]}highest" if at < (count + 1) // 2 else f"{PLACES[count - 1 - at]}lowest"
        return f"the {place} of the {COUNTS[count]} years" + ("" if count == len(YEARS) else " found")

    def _error(self, problem: str) -> ProseError:
        return ProseError(f"{self.company.ticker} {self.period}: {problem}")


def rounded(value: Decimal, places: int) -> Decimal:
    """Round half up, as people do."""
    return value.quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_UP)


def percent(ratio: Decimal) -> str:
    """Return a ratio as an unsigned percentage with one decimal."""
    return f"{rounded(abs(ratio) * 100, 1)} %"


def billions(value: Decimal, figure: Figure) -> str:
    """Return an amount of money in billions; the figure tells the currency."""
    if figure.unit != "million":
        raise ProseError(f"{figure.metric} is not in millions")
    return f"{SIGNS[figure.currency]}{rounded(value / 1000, 1)} billion"


def amount(value: Decimal, figure: Figure, *, short: bool = False) -> str:
    """Return the value in the figure's unit: "US$18.24 per wmt", "1,621 koz"; short without the unit."""
    digits = f"{value:.2f}" if figure.unit == "per share" and value == round(value, 2) else f"{value:,f}"
    sign = SIGNS[figure.currency] if figure.currency else ""
    return f"{sign}{digits}" if short else f"{sign}{digits} {figure.unit}"
