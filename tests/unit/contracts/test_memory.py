"""What the contracts assistant remembers: checked answers about one agreement, and nothing that differs."""

from datetime import UTC, date, datetime, timedelta

import pytest
from tests.unit.contracts.conftest import tools_of

from dragoman.assistants.contracts.assistant import ContractsAssistant
from dragoman.domain.asker import ANYBODY, Asker
from dragoman.domain.conversation import Turn
from dragoman.errors import StoreError
from dragoman.graphs.asking import asking
from dragoman.memory.answer_cache import AnswerCache
from dragoman.stores.answers import AnswerStore
from dragoman.testing.scripted_model import ScriptedLanguageModel

LATE = "What are the late payment penalties?"
DIFFER = [
    ("Is the fee payable by the customer?", "Is the fee payable to the customer?"),
    ("How much notice must the customer give?", "How much notice must the customer get?"),
    ("Can the provider terminate for convenience?", "Can the customer terminate for convenience?"),
    ("Can the provider terminate for convenience?", "Must the provider terminate for convenience?"),
    ("What are the rights of the customer?", "What are the rights over the customer?"),
    ("What must the customer pay to the provider?", "What must the provider pay to the customer?"),
    ("Is a payment after 30 days late?", "Is a payment after 45 days late?"),
    ("What happens before termination?", "What happens after termination?"),
    ("What may be disclosed?", "What may not be disclosed?"),
    ("What does clause 9.1 say?", "What does clause 9.2 say?"),
    ("What does the warranty include?", "What does the warranty exclude?"),
]


class HandClock:
    def __init__(self) -> None:
        self.moment = datetime(2026, 11, 30, 9, tzinfo=UTC)

    def now(self) -> datetime:
        return self.moment

    def today(self) -> date:
        return self.moment.date()


@pytest.fixture
def clock():
    return HandClock()


@pytest.fixture
def cache(clock):
    store = AnswerStore(None)
    yield AnswerCache(store, clock, rules="r", ttl=timedelta(days=30))
    store.close()


@pytest.fixture
async def remembering(parts, cache, today):
    opened = []

    async def ask(text, *turns, asker=ANYBODY, **other):
        assistant = await ContractsAssistant.open(tools_of(parts, **{"memory": cache, **other}), None)
        opened.append(assistant)
        with asking(asker):
            return await assistant.ask(text, turns=turns, reference_date=today)

    yield ask
    for assistant in opened:
        await assistant.aclose()


async def test_the_same_question_is_answered_from_memory_and_searches_nothing(remembering, clock):
    first = await remembering(LATE)
    clock.moment += timedelta(hours=3)
    again = await remembering("what are the late payment penalties")
    assert first.remembered is None
    assert [visit.node for visit in again.path] == ["decompose", "output"]
    assert (again.text, again.citations, again.grounding) == (first.text, first.citations, first.grounding)
    assert (again.remembered.age, again.decision["decided_by"]) == (timedelta(hours=3), "cache")


@pytest.mark.parametrize(("first", "second"), DIFFER)
async def test_a_question_that_differs_in_one_thing_is_worked_out(remembering, first, second):
    for remembered, asked in ((first, second), (second, first)):
        await remembering(remembered)
        assert (await remembering(asked, asker=Asker(tenant="one"))).remembered is None
        answer = await remembering(asked)
        assert answer.remembered is None or answer.remembered.question == asked


async def test_fresh_other_tenants_other_rules_and_another_model_are_worked_out(remembering, cache):
    await remembering(LATE)
    assert (await remembering(LATE, asker=Asker(wants_fresh=True))).remembered is None
    assert (await remembering(LATE, asker=Asker(tenant="two"))).remembered is None
    assert (await remembering(LATE, model=ScriptedLanguageModel({}))).remembered is None
    cache.rules = "newer"
    assert (await remembering(LATE)).remembered is None


async def test_another_corpus_is_a_miss(remembering, parts):
    class Changed:
        def __init__(self, library):
            self.agreements, self.agreement = library.agreements, library.agreement

        def version(self):
            return "another"

    await remembering(LATE)
    assert (await remembering(LATE, library=Changed(parts.library))).remembered is None


@pytest.mark.parametrize(
    "never", ["Hello!", "Is there a most favoured customer clause?", "Write me a poem", "What is Apple's revenue?"]
)
async def test_what_is_no_checked_answer_of_an_agreement_is_never_remembered(remembering, cache, never):
    await remembering(never)
    assert cache.entries("local") == ()


async def test_a_question_that_leans_on_an_earlier_one_is_not_remembered(remembering, cache):
    await remembering("And for the customer?", Turn("user", LATE), Turn("assistant", "1.5 % a month."))
    assert cache.entries("local") == ()


async def test_an_edited_answer_is_marked_and_no_longer_called_checked(remembering, cache):
    await remembering(LATE)
    cache.edit("local", cache.entries("local")[0].id, "It is <b>99 %</b> [1].")
    again = await remembering(LATE)
    assert again.text.startswith("It is <b>99 %</b> [1].\n\nA person has changed the words")
    assert (again.confidence, again.grounding, len(again.citations)) == ("unchecked", None, 1)


async def test_a_memory_that_fails_costs_no_answer(remembering, cache, clock):
    class Broken(AnswerCache):
        def look_up(self, asked, **more):
            raise StoreError("malformed")

    answer = await remembering(LATE, memory=Broken(cache.store, clock, rules="r", ttl=None))
    assert answer.outcome == "answered"
    assert cache.entries("local") == ()


async def test_a_wrong_answer_is_forgotten_and_its_question_worked_out_each_time(remembering, cache):
    first = await remembering(LATE)
    assert cache.wrong_answer("local", first, reason="half") == "forgotten"
    assert [(await remembering(LATE)).remembered for _ in range(2)] == [None, None]
