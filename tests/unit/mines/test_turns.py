"""What a turn takes from earlier ones, and what it must not."""

from dataclasses import replace

from dragoman.assistants.mines.assistant import MinesAssistant
from dragoman.assistants.mines.nodes.compress_context import MARK, compress_context
from dragoman.assistants.mines.state import MainState, fresh_turn
from dragoman.domain.conversation import Turn
from dragoman.graphs.path import TurnContext

REVENUE = (
    Turn("user", "What was BHP's FY2024 revenue?"),
    Turn("assistant", "BHP's revenue for FY2024 was US$55,658 million."),
)


def test_a_fresh_turn_sets_every_field():
    assert set(fresh_turn("q", [])) == set(MainState.__annotations__)


async def test_news_of_one_turn_is_not_in_the_next(ask):
    first = await ask("Any recent news about Northern Star?")
    second = await ask("What was BHP's FY2024 revenue?")
    assert "Recent news" in first.text
    assert "Recent news" not in second.text


async def test_a_blank_turn_does_not_pass_on_the_context_of_the_one_before(ask):
    await ask("What was BHP's FY2024 revenue?")
    assert (await ask("  ")).outcome == "fallback"


async def test_a_fallback_shows_no_chart_and_no_confidence_of_an_earlier_turn(ask):
    earlier = await ask("Compare BHP and RIO revenue in FY2024")
    later = await ask("What was BHP's WAIO production in FY2024?")
    assert earlier.charts
    assert (later.outcome, later.charts, later.citations, later.confidence) == ("fallback", (), (), "unchecked")


async def test_a_question_after_an_abandoned_one_of_ours_starts_anew(tools, today):
    assistant = await MinesAssistant.open(tools, None)
    await assistant.ask("Tell me about this company", thread="t", reference_date=today)
    answer = await assistant.ask("What was BHP's FY2024 revenue?", thread="t", reference_date=today)
    assert answer.outcome == "answered"
    assert await assistant.question("t") is None
    await assistant.aclose()


# M-020, M-026
async def test_a_follow_up_takes_company_and_year_and_keeps_its_words(run):
    ran = await run("What about their dividends?", *REVENUE)
    assert ran.state["query"] == "What about their dividends? [BHP, FY2024]"
    assert "US$1.46 per share" in ran.state["final_answer"]


# M-021
async def test_what_is_carried_is_there_before_the_decision(run):
    ran = await run("What about their dividends?", *REVENUE)
    visits = {visit.node: visit.summary for visit in ran.visits}
    assert visits["memory"] == "carried: [BHP, FY2024]"
    assert ran.nodes.index("memory") < ran.nodes.index("retrieve_decision")


# M-024
async def test_a_question_with_company_and_year_is_left_as_it_is(run):
    question = "What was RIO's FY2023 EBITDA?"
    assert (await run(question, *REVENUE)).state["query"] == question


# M-027, M-030
async def test_without_a_memory_nothing_is_looked_up(run):
    state = (await run("What was BHP's FY2024 revenue?", *REVENUE)).state
    assert (state["cache_hit"], state["semantic_context"]) == (False, "")


async def compressed(count, tools, today, **other):
    messages = [
        {"role": ("user", "assistant")[n % 2], "content": f"BHP revenue FY20{20 + n % 5}"} for n in range(count)
    ]
    state = fresh_turn("q", messages)
    return messages, (await compress_context(state, TurnContext(today), tools=replace(tools, **other))).values


# M-011
async def test_ten_messages_stay_as_they_are(tools, today):
    _, values = await compressed(10, tools, today)
    assert values == {"compressed": False}


# M-011, M-012
async def test_eleven_messages_become_a_summary_and_the_last_four(tools, today):
    messages, values = await compressed(11, tools, today)
    summary, *kept = values["messages"]
    assert kept == messages[-4:]
    assert summary["role"] == "system"
    assert summary["content"].startswith(MARK)
    for kept_slot in ("companies: BHP", "metrics: revenue", "fiscal years: FY2020", "conclusions: "):
        assert kept_slot in summary["content"]


class Broken:
    """An interpreter that fails."""

    def interpret(self, text, *, reference_date):
        raise RuntimeError(text)


# M-013, M-092
async def test_a_summary_that_fails_leaves_every_message(run):
    turns = [Turn("user", f"BHP revenue FY20{20 + n}") for n in range(5) for _ in range(2)]
    ran = await run("What was BHP's FY2024 revenue?", *turns, interpreter=Broken())
    assert not ran.state["compressed"]
    assert len(ran.state["messages"]) == 12  # ten before, the question and its answer


# M-025
async def test_a_summary_lends_no_company(run):
    turns = [Turn(role, text) for _ in range(5) for role, text in (("user", "RIO revenue"), ("assistant", "RIO"))]
    turns += [Turn("user", "hello"), Turn("assistant", "Hello."), Turn("user", "thanks")]
    ran = await run("and in FY2024?", *turns)
    assert "RIO" not in ran.state["query"]
