"""What must be found and computed to answer: a closed union of steps."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from dragoman.domain.interpretation import Comparator
from dragoman.domain.period import Period

AggregateKind = Literal["total", "average", "min", "max", "count"]
Direction = Literal["more", "less"]
Operator = Literal["+", "-", "*", "/"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Lookup:
    """One figure: a metric of a company for a period.

    `basis` and `share` are None while the question leaves them open; the domain's default reading
    (statutory profit attributable to members, underlying EBITDA) is chosen when facts are selected
    and then said in the answer.
    """

    kind: Literal["lookup"] = "lookup"
    company: str
    metric: str
    period: Period
    basis: str | None = None
    share: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Growth:
    """Relative change from the first period to the last, oldest first.

    With three cells or more the compound annual rate is wanted as well. `asked` is set for a question that yes or
    no answers: "did it rise" is more, "did it fall" is less. `by_amount` asks for the change in the figure's own unit
    first: "the change in revenue", which names no rate.
    """

    kind: Literal["growth"] = "growth"
    cells: tuple[Lookup, ...]
    asked: Direction | None = None
    by_amount: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """`left` minus `right`."""

    kind: Literal["difference"] = "difference"
    left: Lookup
    right: Lookup


@dataclass(frozen=True, slots=True, kw_only=True)
class Ratio:
    """`numerator` over `denominator`; `name` is the vocabulary's word for it (ebitda_margin)."""

    kind: Literal["ratio"] = "ratio"
    numerator: Lookup
    denominator: Lookup
    name: str | None = None
    as_percent: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Constant:
    """A number that a formula holds itself, as the 365 of a year's days."""

    kind: Literal["constant"] = "constant"
    value: Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """A figure without its sign: what was spent, however a statement prints money that goes out."""

    kind: Literal["size"] = "size"
    of: Lookup


@dataclass(frozen=True, slots=True, kw_only=True)
class Mean:
    """The arithmetic mean of parts of a formula."""

    kind: Literal["mean"] = "mean"
    terms: tuple["Term", ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """Two parts of a formula put together."""

    kind: Literal["operation"] = "operation"
    operator: Operator
    left: "Term"
    right: "Term"


Term = Lookup | Size | Constant | Mean | Operation


@dataclass(frozen=True, slots=True, kw_only=True)
class Formula:
    """A figure worked out from others, as the question or the vocabulary defines it.

    `name` is as it is spoken of. `is_given` says that the question itself holds the definition.
    """

    kind: Literal["formula"] = "formula"
    company: str
    name: str
    period: str  # as it is spoken of: "FY2020", "FY2018 to FY2020"
    term: Term
    as_percent: bool = False
    is_given: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Aggregate:
    """A total, average, minimum, maximum or count over cells.

    `asked` is set for a question that yes or no answers: is this period's figure the highest.
    """

    kind: Literal["aggregate"] = "aggregate"
    operation: AggregateKind
    cells: tuple[Lookup, ...]
    asked: Period | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Threshold:
    """Keeps the cells whose value compares so with `amount` (whole units of `currency` or `unit`)."""

    comparator: Comparator
    amount: Decimal
    upper: Decimal | None = None  # only for between
    currency: str | None = None
    unit: str | None = None
    negated: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Rate:
    """A rate of exchange that the question gives: an amount of `currency` times (or by) `value` is one of `into`."""

    currency: str
    into: str
    value: Decimal
    divides: bool = False
    text: str = ""  # as answers say it: "US$0.65 for A$1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rank:
    """Cells in order of value; `limit` keeps the first few, `threshold` those that pass it.

    With `results` it is growth rates or ratios that are put in order, not cells. `counts` asks how many pass, and a
    single cell with a threshold whether it does. `rate` makes one order of figures in two currencies.
    """

    kind: Literal["rank"] = "rank"
    cells: tuple[Lookup, ...] = ()
    descending: bool = True
    limit: int | None = None
    threshold: Threshold | None = None
    results: tuple[Growth | Ratio, ...] = ()
    counts: bool = False
    asked: Direction | None = None  # of two results: is the first more, or less, than the second
    rate: Rate | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Trend:
    """One metric of one company over periods, oldest first."""

    kind: Literal["trend"] = "trend"
    cells: tuple[Lookup, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Compare:
    """Figures side by side: the same metric of several companies or periods.

    `asked` is set for a question that yes or no answers: is the first more, or less, than the second.
    """

    kind: Literal["compare"] = "compare"
    cells: tuple[Lookup, ...]
    asked: Direction | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class News:
    """Dated news about companies; no company means the whole field.

    `prices` says that a market price was asked for, which no news can stand in for.
    """

    kind: Literal["news"] = "news"
    companies: tuple[str, ...] = ()
    since: str | None = None  # ISO date
    topic: str = ""
    prices: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Explain:
    """Open narrative from the documents: why, how, what risks."""

    kind: Literal["explain"] = "explain"
    topic: str
    companies: tuple[str, ...] = ()
    periods: tuple[Period, ...] = ()
    metrics: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Concept:
    """The definition of a term of the domain."""

    kind: Literal["concept"] = "concept"
    term: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """What an agreement says about something."""

    kind: Literal["clause"] = "clause"
    intent: str  # of the registry, "unknown" where none fits
    contract: str | None  # the document's id; None while it is open which one is meant
    topic: str  # the question's own words


Step = (
    Lookup
    | Growth
    | Difference
    | Ratio
    | Formula
    | Aggregate
    | Rank
    | Trend
    | Compare
    | News
    | Explain
    | Concept
    | Clause
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Assumption:
    """Something the question left open and how it was read; said in the answer.

    `latest_of` names the company whose newest year was taken because no year was named.
    """

    kind: Literal["period", "metric", "basis", "company", "calendar", "carried", "contract", "reading"]
    text: str
    latest_of: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerForm:
    """How the question wants its number: "in USD millions", "round to two decimal places", "in percents"."""

    scale: int | None = None  # 1000 for thousands
    currency: str | None = None  # the one that is named beside the scale
    places: int | None = None
    as_percent: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """All steps of one question (several for several questions in one) and what was assumed."""

    steps: tuple[Step, ...] = ()
    assumptions: tuple[Assumption, ...] = ()
    form: AnswerForm | None = None  # None where the question leaves it to us

    @property
    def cells(self) -> tuple[Lookup, ...]:
        """Every figure that any step needs, each once, in order of first use."""
        found = [cell for step in self.steps for cell in cells_of(step)]
        return tuple(dict.fromkeys(found))


def cells_of(step: Step) -> tuple[Lookup, ...]:
    """Return the figures a step needs, in the order the step uses them."""
    match step:
        case Lookup():
            return (step,)
        case Difference(left=left, right=right):
            return (left, right)
        case Ratio(numerator=numerator, denominator=denominator):
            return (numerator, denominator)
        case Formula(term=term):
            return tuple(dict.fromkeys(_lookups(term)))
        case Rank(results=results) if results:
            return tuple(cell for result in results for cell in cells_of(result))
        case Growth() | Aggregate() | Rank() | Trend() | Compare():
            return step.cells
        case News() | Explain() | Concept() | Clause():
            return ()


def _lookups(term: Term) -> list[Lookup]:
    """Return the figures of a formula, left to right."""
    match term:
        case Lookup():
            return [term]
        case Size(of=cell):
            return [cell]
        case Mean(terms=terms):
            return [cell for one in terms for cell in _lookups(one)]
        case Operation(left=left, right=right):
            return [*_lookups(left), *_lookups(right)]
        case Constant():
            return []
