"""The receipt of a decision."""

from dragoman.cli.receipt import receipt_lines
from dragoman.domain.answer import Answer
from dragoman.domain.cost import Cost

DECISION = {
    "decided_by": "classifier",
    "confidence": 0.1509,
    "reason": "words like\nthose of its examples",
    "route": "intent_classifier",
    "candidates": [{"intent_route": f"scenario_{n}", "score": n / 10} for n in range(6)],
    "versions": {"catalog": "fb21"},
}


def test_a_receipt_tells_who_decided_on_what_evidence_and_at_what_cost():
    answer = Answer(text="Which?", outcome="clarification", decision=DECISION, latency_ms=78.6)

    assert list(receipt_lines(answer)) == [
        "decided by  classifier, confidence 0.15",
        "because     words like those of its examples",
        "weighed     scenario_0 0.00, scenario_1 0.10, scenario_2 0.20, scenario_3 0.30",
        "outcome     clarification → intent_classifier",
        "made with   catalog fb21",
        "cost        no model, 79 ms",
    ]


def test_a_receipt_names_the_slots_that_were_read_and_counts_the_calls_of_models():
    decision = {"route": "retrieval_agent", "companies": ["BHP"], "periods": ["FY2024"], "metrics": ["revenue"]}
    lines = list(
        receipt_lines(Answer(text="x", outcome="answered", decision=decision, cost=Cost(model_calls=1), latency_ms=9))
    )

    assert lines[1:] == [
        "outcome     answered → retrieval_agent (BHP FY2024 revenue)",
        "cost        no model replied · 1 call · free, 9 ms",
    ]
