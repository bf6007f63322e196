"""The judge: asked only what code left open, believed only with a quote from the page."""

import pytest

from dragoman.domain.claim import Claim
from dragoman.grounding.evidence import Evidence
from dragoman.grounding.judge import MAX_CLAIMS, judge, stands_in
from dragoman.models.errors import ModelUnavailableError
from dragoman.models.meter import Meter
from dragoman.testing.scripted_model import ScriptedLanguageModel

PAGE = "Costs rose because *diesel* became dearer,\nand output – of all mines – fell."
DIESEL = Evidence(text=PAGE, company="BHP", marker=1)
RAIN = Evidence(text="It rained for most of the second half.", company="RIO", marker=2)
CLAIM = Claim(text="Dearer diesel raised costs [1].", kinds=("statement",), verdict="unchecked")
QUOTE = "because diesel became dearer"


async def verdict_of(asked=CLAIM, **said):
    reply = {"grade": "pass", "claims": [{"claim": 1, "verdict": "supported", "quote": QUOTE, **said}]}
    model = ScriptedLanguageModel({"judge_claims": reply})
    found = await judge("…", [asked], [DIESEL, RAIN], question="Why?", model=model, meter=Meter())
    return found.claims[0]


async def test_a_quote_from_the_page_carries_the_claim_and_is_marked_as_judged():
    claim = await verdict_of()
    assert (claim.verdict, claim.judged, claim.quote) == ("supported", True, QUOTE)


@pytest.mark.parametrize(
    "said",
    [
        {"quote": "because diesel grew dearer"},
        {"quote": ""},
        {"quote": "diesel"},
        {"quote": "It rained for most of the second half."},  # of a page that the claim does not cite
        {"verdict": "unsupported"},
        {"verdict": "invalid"},
        {"verdict": ""},
        {"verdict": "SUPPORTED, of course"},
        {"claim": 2},
    ],
)
async def test_anything_else_is_unsupported(said):
    assert (await verdict_of(**said)).verdict == "unsupported"


@pytest.mark.parametrize("verdict", ["supported", "unsupported", "contradicted"])
async def test_the_three_verdicts_are_never_turned_round(verdict):
    assert (await verdict_of(verdict=verdict.upper())).verdict == verdict


async def test_a_claim_without_a_marker_may_rest_on_any_page():
    bare = Claim(text="It rained.", kinds=("statement",), verdict="unchecked")
    assert (await verdict_of(bare, quote="It rained for most of the second half.")).verdict == "supported"


@pytest.mark.parametrize(("grade", "read"), [("fail", "fail"), ("pass", "pass"), ("hmm", "pass"), ("", "pass")])
async def test_the_grade_is_lenient(grade, read):
    model = ScriptedLanguageModel({"judge_claims": {"grade": grade, "claims": []}})
    found = await judge("…", [CLAIM], [DIESEL], question="Why?", model=model, meter=Meter())
    assert found.grade == read


async def test_claims_beyond_the_most_stay_unchecked():
    model = ScriptedLanguageModel({"judge_claims": {"claims": []}})
    found = await judge("…", [CLAIM] * (MAX_CLAIMS + 1), [DIESEL], question="", model=model, meter=Meter())
    assert [claim.verdict for claim in found.claims] == ["unsupported"] * MAX_CLAIMS + ["unchecked"]


async def test_a_model_that_fails_is_the_callers_affair():
    model = ScriptedLanguageModel({"judge_claims": ModelUnavailableError(())})
    with pytest.raises(ModelUnavailableError):
        await judge("…", [CLAIM], [DIESEL], question="", model=model, meter=Meter())


@pytest.mark.parametrize(
    ("quote", "stands"),
    [
        ("became dearer, and output - of all mines - fell", True),
        ("Costs rose because diesel", True),
        ("Costs rose … output fell", False),
        ("Costs fell because diesel", False),
    ],
)
def test_a_quote_is_compared_by_its_words(quote, stands):
    assert stands_in(quote, PAGE) is stands
