"""Questions taken apart: the document's own examples, and what its patterns miss."""

import time
from datetime import date

import pytest

import dragoman
from dragoman.assistants.contracts.decomposer import STOPWORDS, QueryDecomposer
from dragoman.domain.decision import Candidate

INTENTS = {
    "penalty": ["late fee", "Is it overdue?", "penalty", "the penalties"],
    "payment_terms": ["When do we pay?", "the invoice", "payment"],
    "intellectual_property": ["owned by the client", "a license", "intellectual property", "the IP", "it infringes"],
    "indemnification": ["who must indemnify", "indemnification", "third-party claims"],
    "termination": ["we terminate", "termination", "written notice"],
    "confidentiality": ["confidential", "proprietary information"],
    "scope_of_services": ["shall provide", "services"],
    "warranty": ["warranty", "the warranties", "a guarantee", "a representation"],
}


# D-003, D-024
async def test_decompose_is_awaited_and_returns_exactly_the_four_keys(decomposer):
    found = await decomposer.decompose("What are the late payment penalties?")
    assert found == {
        "intent": "penalty",
        "entities": ["late", "payment", "penalties"],
        "constraints": {},
        "temporals": [],
    }
    assert list(found) == ["intent", "entities", "constraints", "temporals"]


def test_the_facade_has_the_decomposer():
    assert dragoman.QueryDecomposer is QueryDecomposer


# D-005 to D-011, D-029
@pytest.mark.parametrize(("intent", "text"), [(i, text) for i, texts in INTENTS.items() for text in texts])
def test_each_intent_is_recognised_by_the_words_of_the_document(decomposer, intent, text):
    assert decomposer.extract_intent(text) == intent


# D-027, D-028
def test_the_five_listed_assertions_hold(decomposer):
    assert decomposer._extract_intent("What are the penalties?") == "penalty"
    assert decomposer._extract_intent("Who owns the IP?") == "intellectual_property"
    assert "payment" in decomposer._extract_entities("late payment terms")
    assert "the" not in decomposer._extract_entities("What is the penalty?")
    assert decomposer._extract_constraints("within 30 days")["timeframe"] == "30 days"


# D-004, D-014
@pytest.mark.parametrize(
    ("text", "intent"),
    [
        ("indemnification payment", "indemnification"),
        ("Is payment due after termination notice?", "termination"),
        ("payment for confidential information breach", "confidentiality"),
        ("Who must indemnify third-party claims of infringement?", "indemnification"),
        ("payment terms for late fees", "penalty"),
        ("late fees", "penalty"),
    ],
)
def test_the_most_specific_intent_comes_first(decomposer, text, intent):
    assert decomposer.extract_intent(text) == intent


def test_every_intent_of_a_question_is_kept_with_its_place_and_margin(decomposer, today):
    text = "Is payment due after termination notice?"
    found = decomposer.read(text, reference_date=today).intents
    assert [match.intent for match in found] == ["termination", "payment_terms"]
    assert text[found[0].span.start : found[0].span.end] == "termination notice"
    assert found[0].margin > found[1].margin == 0


# D-012
@pytest.mark.parametrize("text", ["Penalty", "PENALTY", "penalty"])
def test_case_makes_no_difference(decomposer, text):
    assert decomposer.extract_intent(text) == "penalty"


# D-013
def test_penalties_related_is_no_penalty_and_penalties_before_a_dash_are(decomposer):
    assert decomposer.extract_intent("the penalties-related annex") == "unknown"
    assert decomposer.extract_intent("What are the penalties - related to delay?") == "penalty"
    assert decomposer.extract_intent("late-fee") == "penalty"


def test_an_ip_address_is_no_intellectual_property(decomposer):
    assert decomposer.extract_intent("What is the IP address?") == "unknown"
    assert decomposer.extract_intent("Who owns the IP of the IP address tool?") == "intellectual_property"


@pytest.mark.parametrize(
    ("intent", "text"),
    [
        ("indemnification", "who indemnifies"),
        ("termination", "it was terminated"),
        ("termination", "terminating"),
        ("confidentiality", "confidentiality"),
        ("payment_terms", "payments"),
        ("payment_terms", "invoices"),
        ("payment_terms", "paid"),
        ("intellectual_property", "licensed"),
        ("intellectual_property", "licence"),
        ("penalty", "penalize"),
        ("scope_of_services", "service"),
        ("indemnification", "third party claims"),
    ],
)
def test_inflections_that_the_document_misses_are_recognised(decomposer, intent, text):
    assert decomposer.extract_intent(text) == intent


# D-015
def test_entities_are_lower_cased_words_without_the_fourteen_stopwords(decomposer):
    assert len(STOPWORDS) == 14
    assert decomposer.extract_entities("What is the LATE fee on a third-party invoice?") == [
        "late", "fee", "third-party", "invoice",
    ]  # fmt: skip
    assert decomposer.extract_entities("doesn't pay 1.5%") == ["doesn't", "pay", "1.5"]


# D-017
@pytest.mark.parametrize(
    ("text", "timeframe"),
    [
        ("within 30 days", "30 days"),
        ("Within 30 Days", "30 days"),
        ("within 2 months", "2 months"),
        ("within 1 day", "1 day"),
        ("within thirty days", "30 days"),
        ("within thirty (30) days", "30 days"),
        ("within 30 business days", "30 business days"),
    ],
)
def test_a_timeframe_is_read_in_every_style(decomposer, text, timeframe):
    assert decomposer.extract_constraints(text) == {"timeframe": timeframe}


# D-018
@pytest.mark.parametrize(
    ("text", "percentage"),
    [("1.5% late fee", "1.5"), ("5% penalty", "5"), ("ten per cent", "10"), ("a 10%-rate", "10"), ("1.5%.", "1.5")],
)
def test_a_percentage_is_captured_without_its_sign(decomposer, text, percentage):
    assert decomposer.extract_constraints(text) == {"percentage": percentage}


def test_several_percentages_are_all_kept(decomposer):
    assert decomposer.extract_constraints("5% or 10%") == {"percentage": "5", "percentages": "5, 10"}


# D-019
@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("by December 15, 2024", ["December 15, 2024"]),
        ("before March 1", ["March 1"]),
        ("by December 15, 2024 and before March 1", ["December 15, 2024", "March 1"]),
        ("on 15 December 2024", ["15 December 2024"]),
        ("after 2024-03-01", ["2024-03-01"]),
        ("on 31/12/2024", ["31/12/2024"]),
        ("before March 1st", ["March 1st"]),
        ("on May 3 2024", ["May 3 2024"]),
        ("by section 12, on clause 5, by page 8 and after step 2", []),
    ],
)
def test_days_are_read_in_every_style_and_nothing_else_is_a_day(decomposer, text, days):
    assert decomposer.extract_temporals(text) == days


def test_a_day_has_its_iso_form_and_how_the_text_relates_to_it(decomposer, today):
    (day,) = decomposer.read("by 15 December 2026", reference_date=today).seen.of("date")
    assert (day.value.date, day.value.relation) == (date(2026, 12, 15), "by")


# D-030
@pytest.mark.parametrize("text", ["", "   ", "Which law governs?", "blue"])
def test_no_match_is_unknown(decomposer, text):
    assert decomposer.extract_intent(text) == "unknown"


# D-020, D-022
def test_the_same_text_gives_the_same_result_without_a_model_and_fast(decomposer):
    text = "What are the late payment penalties within 30 days?"
    first = decomposer.read(text, reference_date=date(2026, 1, 1))

    def seconds() -> float:
        began = time.process_time()
        assert all(decomposer.read(text, reference_date=date(2026, 1, 1)) == first for _ in range(20))
        return (time.process_time() - began) / 20

    assert min(seconds() for _ in range(5)) < 0.005


class Guesses:
    """A classifier that always knows, or names an intent nobody has."""

    def __init__(self, intent: str) -> None:
        self.intent = intent

    def propose(self, query: str) -> list[Candidate]:
        return [Candidate(intent=self.intent, confidence=0.8)]


# D-021
def test_a_classifier_decides_where_no_rule_fires_and_only_among_the_intents_there_are():
    assert (
        QueryDecomposer(classifier=Guesses("termination")).extract_intent("How do we get rid of them?") == "termination"
    )
    assert QueryDecomposer(classifier=Guesses("weather")).extract_intent("How do we get rid of them?") == "unknown"
    assert QueryDecomposer(classifier=Guesses("termination")).extract_intent("late fee") == "penalty"
