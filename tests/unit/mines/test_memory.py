"""The node `memory`: what is remembered, what is said again, and what never is."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from dragoman.assistants.mines.assistant import MinesAssistant
from dragoman.domain.asker import ANYBODY, Asker
from dragoman.domain.conversation import Turn
from dragoman.errors import StoreError
from dragoman.graphs.asking import asking
from dragoman.memory.answer_cache import AnswerCache, Thresholds
from dragoman.stores.answers import AnswerStore
from dragoman.testing.scripted_model import ScriptedLanguageModel

REVENUE = "What was BHP's FY2024 revenue?"


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
async def remembering(tools, cache, today):
    """Ask with a memory; `other` replaces tools, `asker` says who asks."""
    opened = []

    async def ask(text, *turns, asker=ANYBODY, **other):
        assistant = await MinesAssistant.open(replace(tools, **{"memory": cache, **other}), None)
        opened.append(assistant)
        with asking(asker):
            return await assistant.ask(text, turns=turns, reference_date=today)

    yield ask
    for assistant in opened:
        await assistant.aclose()


def nodes(answer) -> list[str]:
    return [visit.node for visit in answer.path]


async def test_the_same_question_is_answered_from_memory_without_router_or_search(remembering, clock):
    first = await remembering(REVENUE)
    clock.moment += timedelta(hours=3)
    again = await remembering(REVENUE)
    assert first.remembered is None
    assert nodes(again) == ["compress_context", "memory", "answer"]
    assert (again.text, again.citations, again.grounding) == (first.text, first.citations, first.grounding)
    assert again.remembered.age == timedelta(hours=3)
    assert again.decision["decided_by"] == "cache"
    assert again.cost.model_calls == 0


@pytest.mark.parametrize(
    "paraphrase",
    [
        "what was the revenue of BHP in FY2024",
        "Tell me BHP's revenue for FY24, please",
        "How much revenue did BHP report in fiscal year 2024?",
        "BHP revenue FY2024",
        "BHP sales revenue FY2024?",
    ],
)
async def test_a_paraphrase_with_a_complete_plan_is_answered_from_memory(remembering, paraphrase):
    await remembering(REVENUE)
    assert (await remembering(paraphrase)).remembered


@pytest.mark.parametrize(
    "other",
    [
        "What was Rio Tinto's 2024 revenue?",
        "What was BHP's FY2023 revenue?",
        "What was BHP's H1 FY2024 revenue?",
        "What was BHP's FY2024 EBITDA?",
        "What was BHP's FY2024 revenue in Australian dollars?",
        "What was BHP's FY2024 revenue excluding copper?",
        "What was BHP's FY2024 revenue and net debt?",
        "Was BHP's FY2024 revenue more than US$50 billion?",
        "What was BHP's copper revenue in FY2024?",
    ],
)
async def test_a_question_that_differs_in_one_thing_is_worked_out(remembering, other):
    await remembering(REVENUE)
    assert (await remembering(other)).remembered is None


async def test_fresh_is_worked_out_and_remembered_anew(remembering, cache, clock):
    await remembering(REVENUE)
    clock.moment += timedelta(hours=1)
    assert (await remembering(REVENUE, asker=Asker(wants_fresh=True))).remembered is None
    assert [entry.at for entry in cache.entries("local")] == [clock.moment]


async def test_nobody_is_answered_from_another_tenants_memory(remembering):
    await remembering(REVENUE, asker=Asker(tenant="one"))
    assert (await remembering(REVENUE, asker=Asker(tenant="two"))).remembered is None


async def test_what_was_answered_without_a_model_is_worked_out_anew_with_one(remembering):
    await remembering(REVENUE)
    assert (await remembering(REVENUE, model=ScriptedLanguageModel({}))).remembered is None
    assert (await remembering(REVENUE)).remembered


async def test_another_corpus_another_policy_or_other_rules_are_a_miss(remembering, tools, cache, clock):
    await remembering(REVENUE)
    assert (await remembering(REVENUE, policy="embedded")).remembered is None
    newer = replace(tools.coverage(), version="another")
    router = type(tools.router)(tools.interpreter, tools.vocabulary, lambda: newer)
    assert (await remembering(REVENUE, router=router)).remembered is None
    cache.rules = "newer"
    assert (await remembering(REVENUE)).remembered is None


@pytest.mark.parametrize(
    "never",
    [
        "Hello!",
        "Write me a poem about mining",
        "What was Apple's FY2024 revenue?",
        "What was BHP's FY2031 revenue?",
        "What is EBITDA?",
        "Any recent news about BHP?",
        "What was BHP's FY2024 revenue, and what is in the news about BHP?",
        "What can you do?",
    ],
)
async def test_what_is_no_checked_answer_from_reports_is_never_remembered(remembering, cache, never):
    await remembering(never)
    assert cache.entries("local") == ()


async def test_a_degraded_run_is_never_remembered(remembering, cache, tools):
    class Failing:
        def ground(self, *args, **more):
            raise RuntimeError("down")

    answer = await remembering(REVENUE, grounder=Failing())
    assert answer.outcome == "answered"
    assert cache.entries("local") == ()


async def test_a_follow_up_is_resolved_before_it_is_looked_up(remembering):
    history = (Turn("user", REVENUE), Turn("assistant", "US$55,658 million"))
    await remembering("And their net profit?", *history)
    other = (Turn("user", "What was Rio Tinto's 2023 revenue?"), Turn("assistant", "US$54,041 million"))
    assert (await remembering("And their net profit?", *other)).remembered is None
    assert (await remembering("And their net profit?", *history)).remembered


async def test_turns_that_lend_nothing_change_nothing(remembering):
    await remembering(REVENUE)
    turns = (Turn("user", "hello"), Turn("assistant", "Hello."), Turn("user", "thanks"), Turn("assistant", "Sure."))
    for order in (turns, tuple(reversed(turns))):
        assert (await remembering(REVENUE, *order)).remembered


async def test_latest_is_resolved_anew_with_what_is_covered(remembering, tools):
    await remembering("What was BHP's latest revenue?")
    assert (await remembering("What was BHP's latest revenue?")).remembered
    now = tools.coverage()
    older = replace(now, periods={**now.periods, "BHP": ("FY2023", "FY2024")}, version="older")
    router = type(tools.router)(tools.interpreter, tools.vocabulary, lambda: older)
    assert (await remembering("What was BHP's latest revenue?", router=router)).remembered is None


async def test_a_hint_runs_the_whole_pipeline_and_is_never_the_answer(remembering, cache, clock):
    await remembering("Why did BHP's net profit fall in FY2024?")
    cache.edit("local", cache.entries("local")[0].id, "Because of pixies.")
    hinting = AnswerCache(cache.store, clock, rules="r", ttl=None, thresholds=Thresholds(answer=1, hint=0))
    answer = await remembering("What caused BHP's net profit to fall in FY2024?", memory=hinting)
    assert "hint" in next(visit.summary for visit in answer.path if visit.node == "memory")
    assert {"retrieve_decision", "retrieval_agent"} <= set(nodes(answer))
    assert answer.remembered is None
    assert "pixies" not in answer.text


async def test_an_edited_answer_says_that_a_person_edited_it(remembering, cache):
    await remembering(REVENUE)
    cache.edit("local", cache.entries("local")[0].id, "It was a lot [1].")
    again = await remembering(REVENUE)
    assert again.text.startswith("It was a lot [1].\n\nA person has changed the words")
    assert (again.confidence, again.grounding, again.lineage) == ("unchecked", None, ())
    assert again.remembered.edited_at


async def test_the_reading_of_a_word_is_said_of_the_word_that_was_used(remembering):
    first = await remembering("What was BHP's FY2024 profit?")
    again = await remembering("What was BHP's FY2024 net profit?")
    assert "I read 'profit' as" in first.text
    assert again.remembered
    assert "I read 'profit' as" not in again.text
    assert "I read 'net profit' as" in again.text


async def test_a_memory_that_fails_costs_nothing_but_a_remark(cache, clock, tools, today):
    class Broken(AnswerCache):
        def look_up(self, asked, **more):
            raise StoreError("malformed")

    broken = Broken(cache.store, clock, rules="r", ttl=None)
    assistant = await MinesAssistant.open(replace(tools, memory=broken), None)
    answer = await assistant.ask(REVENUE, reference_date=today)
    await assistant.aclose()
    assert "55,658" in answer.text
    assert "memory" in answer.caveats[0]
    assert cache.entries("local") == ()


async def test_an_index_that_changes_while_a_question_is_worked_out_leaves_nothing_remembered(
    remembering, cache, tools
):
    class Changing:
        """Holds another version each time it is asked, as while reports are being read."""

        def __init__(self):
            self.asked = 0

        def __call__(self):
            self.asked += 1
            return replace(tools.coverage(), version=f"v{self.asked}")

    changing = Changing()
    router = type(tools.router)(tools.interpreter, tools.vocabulary, changing)
    answer = await remembering(REVENUE, router=router, coverage=changing)
    assert answer.outcome == "answered"
    assert cache.entries("local") == ()


async def test_an_edited_answer_with_markup_and_a_false_figure_is_a_persons_words_and_nothing_checked(
    remembering, cache
):
    await remembering(REVENUE)
    cache.edit("local", cache.entries("local")[0].id, "<script>x</script> US$99,999 million [1] [7].")
    again = await remembering(REVENUE)
    assert (again.confidence, again.grounding, again.calculations, again.charts) == ("unchecked", None, (), ())
    assert [one.marker for one in again.citations] == [1]
    assert "not checked against the pages" in again.caveats[0]
