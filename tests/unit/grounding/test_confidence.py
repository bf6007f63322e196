import pytest

from dragoman.domain.claim import Claim, ClaimLabel, Grounding
from dragoman.grounding.confidence import CHECK_THE_REPORTS, caveats, grade, label_text, verdict


def claims(**counts: int) -> tuple[Claim, ...]:
    return tuple(
        Claim(text=f"claim {number}", kinds=("quantity",), verdict=name)
        for name, count in counts.items()
        for number in range(count)
    )


def failed(metric: str, basis: str | None = "calculation", *, is_contradicted: bool = False) -> Claim:
    label = ClaimLabel(company="BHP", metric=metric, period="FY2024")
    name = "contradicted" if is_contradicted else "unsupported"
    return Claim(text=f"{metric} was 5 %", kinds=("quantity",), verdict=name, basis=basis, label=label)


@pytest.mark.parametrize(("unsupported", "expected"), [(0, "yes"), (1, "partial"), (3, "partial"), (4, "no")])
def test_m_067_grounded_follows_the_number_of_unsupported_claims(unsupported, expected) -> None:
    assert verdict(claims(supported=5, unsupported=unsupported)) == expected


@pytest.mark.parametrize(
    "counts", [{"unsupported": 1}, {"supported": 9, "contradicted": 1}, {"contradicted": 1}], ids=str
)
def test_m_067_nothing_supported_or_any_contradiction_is_not_grounded(counts) -> None:
    assert verdict(claims(**counts)) == "no"


@pytest.mark.parametrize("counts", [{}, {"unchecked": 3}], ids=["no claim", "only what no code can check"])
def test_w0_23_an_answer_of_which_nothing_was_checked_is_unchecked_and_not_high(counts) -> None:
    assert verdict(claims(**counts)) == "unchecked"
    assert grade(verdict(claims(**counts))) == "unchecked"


def test_unchecked_claims_do_not_count() -> None:
    assert verdict(claims(supported=1, unchecked=9)) == "yes"
    assert Grounding(verdict="yes", claims=claims(supported=1, unchecked=9)).score == 1.0


@pytest.mark.parametrize(("grounded", "expected"), [("yes", "high"), ("partial", "medium"), ("no", "low")])
def test_m_068_confidence_follows_grounded(grounded, expected) -> None:
    assert grade(grounded) == expected


def test_m_069_of_five_failed_claims_three_are_shown_each_with_its_basis() -> None:
    failing = [failed("revenue"), failed("ebitda", "interpolation"), failed("net_debt", "general_knowledge")]
    grounding = Grounding(verdict="partial", claims=(*claims(supported=3), *failing, failed("dividend"), failed("eps")))
    (line,) = caveats(grounding)
    assert line == (
        "Not supported by the cited pages: BHP revenue FY2024 (calculation); BHP ebitda FY2024 (interpolation); "
        "BHP net debt FY2024 (general knowledge); and 2 more."
    )


def test_m_069_a_contradicted_claim_comes_first_and_is_called_so() -> None:
    grounding = Grounding(verdict="no", claims=(failed("revenue"), failed("ebitda", is_contradicted=True)))
    assert "cited pages: BHP ebitda FY2024 (the page says otherwise); BHP revenue" in caveats(grounding)[0]


def test_m_070_only_low_confidence_asks_to_check_the_reports() -> None:
    low = Grounding(verdict="no", claims=(failed("revenue"),))
    medium = Grounding(verdict="partial", claims=(*claims(supported=1), failed("revenue")))
    assert caveats(low)[-1] == CHECK_THE_REPORTS
    assert CHECK_THE_REPORTS not in caveats(medium)


@pytest.mark.parametrize("name", ["yes", "unchecked"])
def test_m_070_high_and_unchecked_answers_carry_no_caveat(name) -> None:
    assert caveats(Grounding(verdict=name)) == ()


def test_a_label_has_at_most_eight_words_and_no_figure() -> None:
    text = "Revenue of US$55,658 million was the highest ever seen by anybody in all of the history"
    claim = Claim(text=text, kinds=("quantity",), verdict="unsupported")
    assert label_text(claim) == "Revenue of million was the highest ever seen"
