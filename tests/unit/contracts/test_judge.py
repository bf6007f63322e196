"""Judging answers against the page: rates, times, duties, denials."""

from datetime import date

import pytest

from dragoman.grounding.evidence import Evidence

LATE = Evidence(
    text="Interest of 1.5% per month runs on every undisputed amount "
    "that is unpaid thirty (30) days after its Due Date.",
    page=8,
)
WORK = Evidence(
    text="The Customer may terminate this Agreement on sixty (60) days' written notice. "
    "The Provider shall not subcontract the Services without consent. "
    "Each party shall keep the other's Confidential Information secret until 31 December 2030.",
    page=11,
)


@pytest.fixture
def verdict(parts):
    def judge(response: str) -> dict:
        return parts.judge.evaluate(response, [LATE, WORK], reference_date=date(2026, 11, 30))[0]

    return judge


@pytest.mark.parametrize(
    "response",
    [
        "Interest of 1.5% per month runs on undisputed amounts that are unpaid 30 days after the Due Date.",
        "The Customer may terminate the Agreement on 60 days' written notice.",
        "The Provider may not subcontract the Services without consent.",
        "Each party must keep the other's Confidential Information secret until December 31, 2030.",
    ],
)
def test_what_the_page_says_in_other_words_is_supported(verdict, response):
    found = verdict(response)
    assert found["claims"][0]["status"] == "supported"
    assert found["claims"][0]["source_quote"]
    assert found["should_return"]


# D-036, D-026
@pytest.mark.parametrize(
    ("response", "reason"),
    [
        ("Interest of 2% per month runs on amounts unpaid after the Due Date.", "another percentage than 2%"),
        (
            "Interest of 1.5% per month runs on every undisputed amount unpaid ninety days after its Due Date.",
            "another time",
        ),
        ("The Provider shall subcontract the Services.", "one denies what the other says"),
        ("The Customer must terminate this Agreement on sixty days' written notice.", "a duty is not a leave"),
        ("Each party shall keep Confidential Information secret until 31 December 2031.", "another date"),
    ],
)
def test_another_rate_time_date_duty_or_a_denial_contradicts_the_page(verdict, response, reason):
    found = verdict(response)
    assert found["claims"][0]["status"] == "contradicted"
    assert reason in found["claims"][0]["reason"]
    assert found["is_hallucinated"]
    assert not found["should_return"]


# D-036
def test_one_supported_and_one_contradicted_claim_make_a_confidence_of_a_fifth(verdict):
    found = verdict(f"{LATE.text} Interest of 2% per month runs on every undisputed amount unpaid after its Due Date.")
    assert found["summary"]["supported"] == found["summary"]["contradicted"] == 1
    assert found["confidence_score"] == 0.2
    assert found["is_hallucinated"]


@pytest.mark.parametrize("response", ["There is a £500 penalty.", "The Provider must give all staff free lunch."])
def test_what_stands_on_no_page_is_unsupported(verdict, response):
    found = verdict(response)
    assert found["claims"][0]["status"] == "unsupported"
    assert found["confidence_score"] < 0.5
    assert not found["should_return"]


@pytest.mark.parametrize("response", ["Goodwill is kept.", "Marshall agreed."])
def test_words_that_only_look_like_duties_are_none(verdict, response):
    assert "obligation" not in verdict(response)["claims"][0]["types"]


def test_a_claim_may_be_of_several_types(verdict):
    claim = verdict("The Customer shall pay 1.5% within thirty days.")["claims"][0]
    assert claim["types"] == ["quantitative", "temporal", "obligation"]


def test_no_claim_at_all_is_not_returned_and_not_called_hallucinated(verdict):
    found = verdict("")
    assert not found["should_return"]
    assert not found["is_hallucinated"]


def test_an_amended_number_rests_on_the_page_that_is_cited_for_it(parts):
    amendment = Evidence(text='The words "sixty (60) days" are replaced by "ninety (90) days".', page=1, marker=2)
    base = Evidence(text=WORK.text, page=11, marker=1)
    response = "The Customer may terminate this Agreement on ninety (90) days' written notice [1][2]."
    found, _ = parts.judge.evaluate(response, [base, amendment], reference_date=date(2026, 11, 30))
    assert found["should_return"]
