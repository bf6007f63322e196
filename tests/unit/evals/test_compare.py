import json
from pathlib import Path

import pytest

from dragoman.evals.compare import EarlierReportError, compare_reports, sign_test
from dragoman.evals.report import Judged, SuiteReport, Verdict, wilson


def report(*verdicts: Verdict) -> SuiteReport:
    judged = tuple(Judged(case=f"case-{number}", verdict=verdict) for number, verdict in enumerate(verdicts))
    return SuiteReport(suite="routing", judged=judged)


def earlier(folder: Path, *verdicts: Verdict) -> Path:
    file = folder / "report.json"
    file.write_text(json.dumps([report(*verdicts).record()]))
    return file


def test_one_lost_case_is_no_significant_fall(tmp_path: Path) -> None:
    before = earlier(tmp_path, "right", "right", "right")

    assert compare_reports([report("right", "right", "wrong")], before) == ()


def test_five_lost_cases_and_none_won_are_a_fall(tmp_path: Path) -> None:
    before = earlier(tmp_path, *["right"] * 6)

    (fall,) = compare_reports([report("right", *["wrong"] * 5)], before)

    assert fall.startswith("routing: 5 cases became wrong and 0 right")


def test_as_many_won_as_lost_is_no_fall(tmp_path: Path) -> None:
    before = earlier(tmp_path, *["right"] * 5, *["wrong"] * 5)

    assert compare_reports([report(*["wrong"] * 5, *["right"] * 5)], before) == ()


def test_a_file_of_another_shape_is_refused(tmp_path: Path) -> None:
    (tmp_path / "report.json").write_text('{"other": 1}')

    with pytest.raises(EarlierReportError, match="another shape"):
        compare_reports([report("right")], tmp_path / "report.json")


def test_the_sign_test_of_five_losses_is_one_in_thirty_two() -> None:
    assert sign_test(5, 0) == 1 / 32


def test_the_interval_of_all_right_does_not_reach_down_to_zero_width() -> None:
    low, high = wilson(50, 50)

    assert high == 1.0
    assert low == pytest.approx(0.9287, abs=0.001)
