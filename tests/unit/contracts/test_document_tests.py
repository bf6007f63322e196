"""The seventeen tests of the source document, by what each is called there; all of D-038."""

from datetime import date

import pytest

from dragoman.assistants.contracts.strategies import Search, by_both
from dragoman.grounding.evidence import Evidence

LATE = "Interest of 1.5% per month runs on every amount that is unpaid thirty days after its due date."
SOURCE = [Evidence(text=LATE, page=8)]


@pytest.fixture
def retrieve(parts, sample, today):
    def find(query: str):
        asked = parts.decomposer.read(query, reference_date=today)
        intents = tuple(parts.registry[match.intent] for match in asked.intents)
        return by_both(Search(asked, sample, intents, parts.retriever))

    return find


@pytest.fixture
def evaluate(parts):
    def judge(response: str) -> dict:
        return parts.judge.evaluate(response, SOURCE, reference_date=date(2026, 11, 30))[0]

    return judge


# Set A: retrieval
def test_a_1_specificity_brings_page_eight_and_fewer_than_four_sections(retrieve):
    found = retrieve("What are the late payment penalties?")
    assert 8 in [section.page for section in found]
    assert len(found) < 4


def test_a_2_payment_deadlines(retrieve):
    assert retrieve("When must invoices be paid?")[0].title == "Payment Terms"


def test_a_3_indemnification(retrieve):
    assert "Indemnification" in [section.title for section in retrieve("Who indemnifies third-party claims?")]


def test_a_4_ip_infringement(retrieve):
    titles = [section.title for section in retrieve("What if a deliverable infringes intellectual property?")]
    assert "Intellectual Property Rights" in titles


# Set B: judge
def test_b_1_hallucination(evaluate):
    assert evaluate("The late fee is 2% per month on unpaid amounts.")["is_hallucinated"]


def test_b_2_unsupported_claims(evaluate):
    assert evaluate("The Customer must provide office space.")["summary"]["unsupported"] == 1


def test_b_3_contradictions(evaluate):
    assert evaluate("Interest of 3% per month runs on every unpaid amount.")["summary"]["contradicted"] == 1


def test_b_4_made_up_numbers(evaluate):
    assert not evaluate("A fine of $5,000 applies.")["should_return"]


def test_b_5_a_valid_inference(evaluate):
    assert evaluate("Amounts unpaid 30 days after the due date bear interest of 1.5 percent per month.")[
        "should_return"
    ]


def test_b_6_structured_output(evaluate):
    found = evaluate(LATE)
    assert {"claims", "confidence_score", "is_hallucinated", "should_return", "summary", "reasoning"} <= set(found)
    assert {"text", "type", "found_in_source", "source_quote", "status"} <= set(found["claims"][0])
    assert {"total_claims", "supported", "unsupported", "contradicted"} <= set(found["summary"])


# Set C: end to end
async def answered(ask, query: str, page: int, words: str) -> None:
    state = await ask(query)
    assert page == state["answer"]["citations"][0]["page"]
    assert words in state["final_output"]


async def test_c_1_payment(ask):
    await answered(ask, "How long does the customer have to pay an invoice?", 7, "thirty (30) days")


async def test_c_2_termination(ask):
    await answered(ask, "Can the customer terminate without a reason?", 11, "without giving a reason")


async def test_c_3_confidentiality(ask):
    await answered(ask, "How long do the confidentiality obligations last?", 10, "five (5) years")


async def test_c_4_intellectual_property(ask):
    await answered(ask, "Who owns the deliverables?", 9, "owned by the Customer")


async def test_c_5_indemnification(ask):
    await answered(ask, "Does the provider indemnify the customer?", 11, "shall indemnify the Customer")


async def test_c_6_late_penalties(ask):
    await answered(ask, "What are the late payment penalties?", 8, "1.5%")


async def test_c_7_scope(ask):
    await answered(ask, "What services shall the provider provide?", 3, "shall provide the following Services")
