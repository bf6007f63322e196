"""Which agreement is meant, what is asked back, and that reports and agreements never mix."""

from contextlib import aclosing

import pytest
from tests.unit.contracts.conftest import CORPUS, TALK, tools_of

from dragoman.app.contracts import ContractParts
from dragoman.assistants.contracts.assistant import ContractsAssistant
from dragoman.assistants.contracts.decomposer import empty_vocabulary
from dragoman.assistants.contracts.router import contract_record
from dragoman.documents.ingest import IngestOptions, ingest
from dragoman.documents.retrieve import Retriever
from dragoman.domain.conversation import Turn
from dragoman.domain.plan import Clause
from dragoman.errors import UnknownNameError
from dragoman.stores.corpus import CorpusStore
from dragoman.testing.scripted_model import ScriptedLanguageModel

LEASE = """# Mill Lease

1. Rent. The Tenant shall pay rent of £900 per month within ten (10) days after the first of the month.

2. Late Payments. Interest of 4% per annum runs on rent that is unpaid.

3. Term. This lease runs for two (2) years.
"""


@pytest.fixture(scope="module")
def two(tmp_path_factory):
    folder = tmp_path_factory.mktemp("two")
    (folder / "lease.md").write_text(LEASE, encoding="utf-8")
    (folder / "report.md").write_text("# Report 2024\n\nLate payment penalties cost us £3 million in 2024.\n")
    store = CorpusStore.open(folder / "corpus.db")
    for path, kind in ((CORPUS, None), (folder / "lease.md", "contract"), (folder / "report.md", "report")):
        ingest([path], store=store, vocabulary=empty_vocabulary(), options=IngestOptions(kind=kind))
    yield store, ContractParts.over(store, own_intents=None, talk=TALK)
    store.close()


@pytest.fixture
async def assistant(two):
    opened = await ContractsAssistant.open(tools_of(two[1]), None)
    yield opened
    await opened.aclose()


def test_a_route_holds_what_scripts_rely_on_and_the_decomposition(parts, today):
    record = contract_record(parts.router.decide("What are the late payment penalties?", reference_date=today))
    assert record["outcome"] == "routed"
    assert record["route"] == "contracts"
    assert record["plan"]["steps"][0]["kind"] == "clause"
    assert record["decomposition"]["intent"] == record["candidates"][0]["intent"] == "penalty"
    assert record["flags"]["needs_retrieval"]["value"]
    assert record["model_calls"] == 0


def test_the_only_agreement_is_the_one_that_is_meant(parts, sample, today):
    (step,) = parts.router.decide("Who pays tax?", reference_date=today).record.plan.steps
    assert isinstance(step, Clause)
    assert step.contract == sample.document.id


async def test_several_agreements_are_asked_about_and_the_choice_is_answered(assistant, today):
    asked = await assistant.ask("What interest runs on late payments?", thread="t", reference_date=today)
    assert asked.text == "Which agreement do you mean?"
    assert {option.text for option in asked.question.options} == {"Mill Lease", "Sample Services Agreement"}
    lease = next(str(n) for n, option in enumerate(asked.question.options, 1) if option.text == "Mill Lease")
    answer = await assistant.resume("t", asked.question, lease, reference_date=today)
    assert "4% per annum" in answer.text
    assert "I looked in the Mill Lease." in answer.assumptions


async def test_a_question_back_is_in_the_language_of_the_question_and_titles_stay(two, today):
    english = {"question": "When must be paid?"}
    said = {"contracts_restate": english, "contracts_explain": "", "contracts_read": {}}
    said["contracts_translate"] = lambda i: i["text"].replace("Which agreement do you mean?", "Quel contrat ?")
    model = ScriptedLanguageModel(said)
    async with aclosing(await ContractsAssistant.open(tools_of(two[1], model=model), None)) as assistant:
        asked = await assistant.ask("Quand faut-il payer selon le contrat ?", thread="fr", reference_date=today)
        assert asked.text == "Quel contrat ?"
        assert "Mill Lease" in [option.text for option in asked.question.options]
        answer = await assistant.resume("fr", asked.question, "Mill Lease", reference_date=today)
    assert answer.citations[0].title == "Mill Lease"
    assert len(model.calls_of("contracts_restate")) == 1
    assert len(model.calls_of("contracts_translate")) == 2


async def test_an_agreement_that_the_question_names_is_taken(assistant, today):
    answer = await assistant.ask("How long is the term of the lease?", reference_date=today)
    assert answer.citations[0].title == "Mill Lease"


async def test_the_agreement_of_the_last_question_is_kept(assistant, today):
    turns = (Turn("user", "What is the rent in the Mill Lease?"), Turn("assistant", "The Tenant shall pay rent."))
    answer = await assistant.ask("When must it be paid?", turns=turns, reference_date=today)
    assert answer.citations[0].title == "Mill Lease"
    assert "I looked in the Mill Lease, as in your last question." in answer.text


async def test_a_leaning_question_is_read_together_with_the_one_before(ask, parts, today):
    route = parts.router.decide("and how long?", turns=(Turn("user", "What is the warranty?"),), reference_date=today)
    assert route.record.query == "and how long? [What is the warranty]"
    assert "What is the warranty?" in route.record.plan.assumptions[0].text


async def test_reports_are_never_answered_from(assistant, today):
    answer = await assistant.ask("What are the late payment penalties in the Mill Lease?", reference_date=today)
    assert "million" not in answer.text
    assert {citation.title for citation in answer.citations} == {"Mill Lease"}


def test_agreements_are_never_found_among_reports_nor_reports_among_agreements(two):
    store, parts = two
    kinds = {document.id: document.kind for document in store.documents()}
    reports = Retriever(store, empty_vocabulary()).search("late payment penalties")
    agreements = parts.retriever.search("late payment penalties")
    assert {kinds[hit.passage.document] for hit in reports} == {"report"}
    assert {kinds[hit.passage.document] for hit in agreements} == {"contract"}


def test_without_any_agreement_it_says_how_to_add_one(today):
    store = CorpusStore.open(None)
    route = ContractParts.over(store, own_intents=None, talk=TALK).router.decide("What is paid?", reference_date=today)
    assert route.record.decision.kind == "unsupported"
    assert "dragoman ingest AGREEMENT --kind contract" in route.record.direct_answer
    store.close()


async def test_a_question_that_does_not_wait_cannot_be_answered(assistant, today):
    with pytest.raises(UnknownNameError):
        await assistant.resume("nowhere", "q-1", "1", reference_date=today)


@pytest.mark.parametrize("text", ["look at this for me", "please have a look", "tell me about the agreement"])
def test_what_asks_for_nothing_is_asked_about(parts, text, today):
    decision = parts.router.decide(text, reference_date=today).record.decision
    assert decision.kind == "clarification"
    assert decision.question == "What would you like to know about the Sample Services Agreement?"


def test_an_agreement_that_is_not_there_is_named_and_nothing_is_searched(parts, today):
    decision = parts.router.decide(
        "What does the Contoso Agreement say about tax?", reference_date=today
    ).record.decision
    assert decision.kind == "unsupported"
    assert "Contoso Agreement" in decision.message
    known = parts.router.decide("Who pays under the Tarnwick contract?", reference_date=today).record.decision
    assert known.kind == "routed"


def test_words_that_look_like_an_instruction_are_read_where_nothing_else_is_asked(parts, today):
    asked = parts.router.decide("When must a party say that it does not want to renew?", reference_date=today).asked
    assert "renew" in asked.query


def test_of_several_the_kind_of_agreement_is_a_name(two, today):
    route = two[1].router.decide("What are the late penalties under the services agreement?", reference_date=today)
    assert route.agreement.document.title == "Sample Services Agreement"


def test_a_question_in_another_language_is_told_so_in_that_language(two, today):
    record = two[1].router.decide("Wie lange ist die Kündigungsfrist?", reference_date=today).record
    assert record.is_out_of_scope.value
    assert record.direct_answer.startswith("Ich arbeite hier auf Englisch.")
