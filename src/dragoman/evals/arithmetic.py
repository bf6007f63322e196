"""Generated arithmetic and comparison questions, with results worked out from the figures themselves."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from dragoman.domain.answer import Answer
from dragoman.domain.lineage import CalculationNode, FactNode, LineageNode
from dragoman.evals.figures import COMPANIES, Figure
from dragoman.evals.report import Judged, Verdict

_NAMES = {
    "revenue": "revenue",
    "underlying_ebitda": "underlying EBITDA",
    "npat_underlying": "underlying net profit",
    "operating_cash_flow": "operating cash flow",
    "net_debt": "net debt",
    "dividend_total": "total dividend",
    "capital_expenditure": "capital expenditure",
}
_HUNDRED = Decimal(100)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sum:
    """A question with its exact result, or None where the result is undefined and that must be said."""

    id: str
    text: str
    operation: str
    result: Decimal | None
    says: tuple[str, ...] = ()  # words the answer must have, case ignored


class Table:
    """The figures by company, year and metric."""

    def __init__(self, figures: Sequence[Figure]) -> None:
        self._cells = {(figure.ticker, figure.year, figure.metric): figure for figure in figures}

    def get(self, ticker: str, year: int, metric: str) -> Decimal | None:
        """Return a figure in whole units, None where the set has none."""
        figure = self._cells.get((ticker, year, metric))
        return figure.amount if figure else None

    def rows(self, metric: str, years: Sequence[int]) -> Iterator[tuple[str, tuple[Decimal, ...]]]:
        """Yield each company that has the metric in all the years, with the values in their order."""
        for ticker in COMPANIES:
            values = [self.get(ticker, year, metric) for year in years]
            if all(value is not None for value in values):
                yield ticker, tuple(value for value in values if value is not None)


def sums(figures: Sequence[Figure]) -> tuple[Sum, ...]:
    """Return every generated question."""
    table = Table(figures)
    families: tuple[Callable[[Table], Iterator[Sum]], ...] = (_growth, _cagr, _differences, _margins, _years, _extremes)
    return tuple(one for family in families for one in family(table))


def judge_sum(one: Sum, answer: Answer) -> Judged:
    """Right when a calculation of the wanted kind has exactly the result, and the words are there."""
    verdict: Verdict = "right"
    reason = ""
    nodes = tuple(_calculations(answer))
    if answer.outcome == "clarification":
        verdict, reason = "asked", answer.text
    elif answer.outcome != "answered" or not nodes:
        verdict, reason = "declined", answer.text
    elif not any(_matches(one, node) for node in nodes):
        got = ", ".join(f"{node.operation} {node.amount}" for node in nodes)
        verdict, reason = "wrong", f"got {got}; wanted {one.operation} {one.result}"
    elif missing := [word for word in one.says if word.casefold() not in answer.text.casefold()]:
        verdict, reason = "wrong", f"does not say {missing}"
    return Judged(case=one.id, verdict=verdict, reason=reason, milliseconds=answer.latency_ms)


def _matches(one: Sum, node: CalculationNode) -> bool:
    if node.operation != one.operation:
        return False
    if one.result is None or node.amount is None:
        return one.result is node.amount
    return abs(node.amount - one.result) <= abs(one.result) * Decimal("1e-12")


def _calculations(answer: Answer) -> Iterator[CalculationNode]:
    waiting: list[LineageNode] = [*answer.calculations, *answer.lineage]
    while waiting:
        node = waiting.pop(0)
        if isinstance(node, FactNode):
            continue
        yield node
        waiting.extend(node.operands)


def _growth(table: Table) -> Iterator[Sum]:
    for metric, name in _NAMES.items():
        for year in (2022, 2024, 2025):
            for ticker, (old, new) in table.rows(metric, (year - 1, year)):
                result = (new - old) / abs(old) * _HUNDRED if old else None
                yield Sum(
                    id=f"growth-{ticker}-{metric}-{year}",
                    text=f"How much did {COMPANIES[ticker][1]} {name} change from FY{year - 1} to FY{year}?",
                    operation="growth",
                    result=result,
                    says=("zero",) if not old else ("negative",) if old < 0 else (),
                )


def _cagr(table: Table) -> Iterator[Sum]:
    years = (2021, 2022, 2023, 2024, 2025)
    for metric in ("revenue", "dividend_total"):
        for ticker, values in table.rows(metric, years):
            if values[0] <= 0 or values[-1] <= 0:
                continue
            rate = (values[-1] / values[0]) ** (Decimal(1) / Decimal(len(years) - 1)) - 1
            yield Sum(
                id=f"cagr-{ticker}-{metric}",
                text=f"What was the compound annual growth rate of {COMPANIES[ticker][1]} {_NAMES[metric]} "
                "from FY2021 to FY2025?",
                operation="cagr",
                result=rate * _HUNDRED,
            )


def _differences(table: Table) -> Iterator[Sum]:
    for metric in ("revenue", "underlying_ebitda"):
        for left, right in (("BHP", "RIO"), ("RIO", "FMG"), ("MIN", "NST")):
            one, other = table.get(left, 2024, metric), table.get(right, 2024, metric)
            if one is None or other is None:
                continue
            yield Sum(
                id=f"difference-{left}-{right}-{metric}",
                text=f"What is the difference between {COMPANIES[left][1]} and {COMPANIES[right][1]} "
                f"FY2024 {_NAMES[metric]}?",
                operation="difference",
                result=one - other,
            )


def _margins(table: Table) -> Iterator[Sum]:
    for year in (2022, 2025):
        for ticker, (ebitda,) in table.rows("underlying_ebitda", (year,)):
            revenue = table.get(ticker, year, "revenue")
            if revenue:
                yield Sum(
                    id=f"margin-{ticker}-{year}",
                    text=f"What was {COMPANIES[ticker][1]} EBITDA margin in FY{year}?",
                    operation="ratio",
                    result=ebitda / revenue * _HUNDRED,
                )


def _years(table: Table) -> Iterator[Sum]:
    years = (2022, 2023, 2024)
    for ticker, values in table.rows("revenue", years):
        yield Sum(
            id=f"average-{ticker}",
            text=f"What was the average revenue of {COMPANIES[ticker][0]} over FY2022 to FY2024?",
            operation="average",
            result=sum(values, Decimal(0)) / len(values),
        )
    for ticker, values in table.rows("dividend_total", years):
        yield Sum(
            id=f"total-{ticker}",
            text=f"What did {COMPANIES[ticker][0]} pay in total dividends per share over FY2022, FY2023 and FY2024?",
            operation="total",
            result=sum(values, Decimal(0)),
        )


def _extremes(table: Table) -> Iterator[Sum]:
    years = (2021, 2022, 2023, 2024, 2025)
    for ticker, values in table.rows("revenue", years):
        for word, operation, result in (("highest", "max", max(values)), ("lowest", "min", min(values))):
            yield Sum(
                id=f"{operation}-{ticker}",
                text=f"In which year from FY2021 to FY2025 was {COMPANIES[ticker][1]} revenue {word}?",
                operation=operation,
                result=result,
            )
