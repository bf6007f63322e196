"""Compare with an earlier report: only a significant fall counts."""

import json
from collections.abc import Sequence
from math import comb
from pathlib import Path

from dragoman.errors import Source, UsageError
from dragoman.evals.report import SuiteReport

SIGNIFICANCE = 0.05


class EarlierReportError(UsageError):
    """The file named by --compare is no report of ours."""

    code = "earlier-report"


def compare_reports(reports: Sequence[SuiteReport], earlier: Path) -> tuple[str, ...]:
    """Return one sentence for each suite that fell significantly (exact sign test on the shared cases)."""
    before = {record["suite"]: record for record in _read(earlier)}
    falls = (_fall(report, before[report.suite]) for report in reports if report.suite in before)
    return tuple(fall for fall in falls if fall)


def sign_test(worse: int, better: int) -> float:
    """Return the one-sided probability of at least `worse` losses among the changed cases by chance."""
    changed = worse + better
    outcomes = sum(comb(changed, losses) for losses in range(worse, changed + 1))
    return float(outcomes) / float(2**changed)


def _fall(report: SuiteReport, before: dict[str, object]) -> str:
    was_right = before.get("right_ids")
    if not isinstance(was_right, list):
        return ""
    was_missed = [miss["id"] for miss in _misses(before)]
    now_right = {one.case for one in report.judged if one.verdict == "right"}
    now = {one.case for one in report.judged}
    worse = sum(case in now and case not in now_right for case in was_right)
    better = sum(case in now_right for case in was_missed)
    probability = sign_test(worse, better)
    if worse <= better or probability > SIGNIFICANCE:
        return ""
    return f"{report.suite}: {worse} cases became wrong and {better} right (p = {probability:.3f})"


def _misses(before: dict[str, object]) -> list[dict[str, str]]:
    misses = before.get("misses")
    return misses if isinstance(misses, list) else []


def _read(earlier: Path) -> list[dict[str, object]]:
    try:
        records = json.loads(earlier.read_text("utf-8"))
    except (OSError, ValueError) as fault:
        raise EarlierReportError(
            f"the earlier report cannot be read ({fault})",
            where=Source(str(earlier)),
            remedy="Make one with: dragoman eval --json > report.json",
        ) from None
    if isinstance(records, dict):
        records = [records]
    if not isinstance(records, list) or not all(isinstance(record, dict) and "suite" in record for record in records):
        raise EarlierReportError(
            "the earlier report has another shape",
            where=Source(str(earlier)),
            remedy="Make one with: dragoman eval --json > report.json",
        )
    return records
