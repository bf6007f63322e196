"""The suite of checked cells: its files, its counts, and that the set aside stays out of sight."""

from collections import Counter

import pytest

from dragoman.evals.cell import Finding
from dragoman.evals.cells import Counts, source_of
from dragoman.evals.figures import DataSetError
from dragoman.evals.generated import GENERATED, ON_DEMAND
from dragoman.evals.truth import read_truth


def test_a_fifth_of_the_documents_is_set_aside_and_asked_only_when_named():
    seen, aside = read_truth(aside=False), read_truth(aside=True)
    assert {one.document for one in seen}.isdisjoint(one.document for one in aside)
    assert len(aside) / (len(seen) + len(aside)) >= 1 / 5
    assert ON_DEMAND == ("cells_aside",)
    assert set(ON_DEMAND) <= set(GENERATED)


def test_four_hundred_cells_of_fifteen_documents_are_checked():
    truths = (*read_truth(aside=False), *read_truth(aside=True))
    assert len(truths) >= 15
    assert sum(len(truth.cells) for truth in truths) >= 400
    assert {cell.kind for truth in truths for cell in truth.cells} >= {"income", "balance", "cashflow", "segment"}


def test_a_file_other_than_the_one_that_was_looked_at_is_not_judged(tmp_path):
    truth = read_truth(aside=False)[0]
    with pytest.raises(DataSetError, match="is not there"):
        source_of(truth, tmp_path)
    (tmp_path / truth.folder).mkdir()
    (tmp_path / truth.folder / truth.document).write_bytes(b"another")
    with pytest.raises(DataSetError, match="not the file"):
        source_of(truth, tmp_path)


def test_right_wrong_and_missing_are_counted_together_and_what_has_no_period_apart():
    truth, counts = read_truth(aside=False)[0], Counts()
    cell = truth.cells[0]
    counts.add(truth, cell, Finding(outcome="right"))
    counts.add(truth, cell, Finding(outcome="wrong", ways=("sign", "period")))
    counts.add(truth, cell.model_copy(update={"period": None}), Finding(outcome="right"))
    record = counts.record()
    assert record["of a period"] == {"right": 1, "wrong": 1, "missing": 0, "share": "50.0%"}
    assert record["of no period"]["right"] == 1
    assert Counter(record["wrong by way"]) == Counter({"sign": 1, "period": 1})
