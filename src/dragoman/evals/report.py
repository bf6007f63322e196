"""What a suite found: four counts with intervals, and every miss."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from math import sqrt
from statistics import median
from typing import Any, Literal

Verdict = Literal["right", "wrong", "asked", "declined"]
VERDICTS: tuple[Verdict, ...] = ("right", "wrong", "asked", "declined")


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """One case and what became of it.

    `asked` and `declined` mean that a question back or a refusal came where an answer was wanted; where
    they were wanted, they are right.
    """

    case: str
    verdict: Verdict
    reason: str = ""
    milliseconds: float = 0.0
    model_calls: int = 0
    usd: Decimal = Decimal(0)  # where the price is known


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """What a suite must reach. Shares are of all cases."""

    max_wrong: float = 0.0
    min_right: float = 1.0
    max_asked: float = 1.0
    max_declined: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class SuiteReport:
    """The result of one suite."""

    suite: str
    judged: tuple[Judged, ...]
    bar: Bar = field(default_factory=Bar)
    skipped: str = ""  # why nothing was run, if so
    measured: Mapping[str, Any] = field(default_factory=dict)  # numbers of this suite alone

    def count(self, verdict: Verdict) -> int:
        """Count the cases with this verdict."""
        return sum(one.verdict == verdict for one in self.judged)

    @property
    def passed(self) -> bool:
        """Whether the bar was reached; a skipped suite passes."""
        if not self.judged:
            return bool(self.skipped)
        cases = len(self.judged)
        right, wrong, asked, declined = (self.count(verdict) / cases for verdict in VERDICTS)
        is_right_often = right >= self.bar.min_right and wrong <= self.bar.max_wrong
        return is_right_often and asked <= self.bar.max_asked and declined <= self.bar.max_declined

    @property
    def misses(self) -> tuple[Judged, ...]:
        """Every case that is not right."""
        return tuple(one for one in self.judged if one.verdict != "right")

    def record(self) -> dict[str, Any]:
        """Return the JSON of `dragoman eval --json`."""
        counts: dict[str, int] = {verdict: self.count(verdict) for verdict in VERDICTS}
        return {
            "suite": self.suite,
            "cases": len(self.judged),
            **counts,
            "passed": self.passed,
            "skipped": self.skipped,
            "metrics": self._metrics(),
            "misses": [{"id": one.case, "verdict": one.verdict, "reason": one.reason} for one in self.misses],
            "right_ids": [one.case for one in self.judged if one.verdict == "right"],
        }

    def text(self) -> str:
        """Return the report for people."""
        if not self.judged:
            return f"{self.suite:<14} not run: {self.skipped or 'it has no cases'}"
        low, high = wilson(self.count("right"), len(self.judged))
        counts = " · ".join(f"{self.count(verdict)} {verdict}" for verdict in VERDICTS)
        head = (
            f"{self.suite:<14} {len(self.judged)} cases: {counts}   right {low:.1%}–{high:.1%} (95 %)"
            f"   median {self._metrics()['latency_ms_median']} ms{self._cost()}   "
            f"{'ok' if self.passed else 'BELOW ITS BAR'}"
        )
        beside = [f"  {name}: {_numbers(values)}" for name, values in self.measured.items()]
        return "\n".join([head, *beside, *(f"  {one.verdict:<9} {one.case}: {one.reason}" for one in self.misses)])

    def _cost(self) -> str:
        """Return what models were asked, nothing where they were not."""
        asked = sum(one.model_calls > 0 for one in self.judged)
        calls, usd = sum(one.model_calls for one in self.judged), sum(one.usd for one in self.judged)
        price = f", US${usd}" if usd else ""
        return f"   {calls} model calls in {asked} cases{price}" if calls else ""

    def _metrics(self) -> Mapping[str, Any]:
        if not self.judged:
            return {}
        low, high = wilson(self.count("right"), len(self.judged))
        return {
            "right_share": round(self.count("right") / len(self.judged), 4),
            "right_interval_95": [round(low, 4), round(high, 4)],
            "latency_ms_median": round(median(one.milliseconds for one in self.judged), 2),
            "model_calls": sum(one.model_calls for one in self.judged),
            "cases_with_model_calls": sum(one.model_calls > 0 for one in self.judged),
            "usd": str(sum(one.usd for one in self.judged)),
            **self.measured,
        }


def _numbers(values: object) -> str:
    return " · ".join(f"{name} {value}" for name, value in values.items()) if isinstance(values, dict) else str(values)


def wilson(hits: int, cases: int, z: float = 1.96) -> tuple[float, float]:
    """Return the Wilson score interval of a share (E. B. Wilson, 1927); z = 1.96 is 95 %."""
    if not cases:
        return 0.0, 1.0
    share = hits / cases
    middle = (share + z * z / (2 * cases)) / (1 + z * z / cases)
    reach = z / (1 + z * z / cases) * sqrt(share * (1 - share) / cases + z * z / (4 * cases * cases))
    return max(0.0, middle - reach), min(1.0, middle + reach)
