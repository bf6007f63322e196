"""Jobs from start to end: chains, pauses, restarts, and an end that is always of use."""

import pytest
from tests.unit.scenarios.doubles import (
    ENDS,
    Envelope,
    Job,
    ScriptedProposer,
    TerseAssistant,
    chain_of,
    envelope_of,
    open_runner,
    scenario,
    shipped,
    shop_of,
    tool,
)

from dragoman.domain.outcome import Failed, Finished, Waiting
from dragoman.errors import UnknownNameError

LOOP = """
id: loop
description: Asks until it knows.
levels:
  - { id: find, kind: tool, tool: find_folder, arguments: { text: prompt } }
  - { id: which, kind: ask_user, question_from: levels.find.why }
edges:
  - { from: find, to: __end__, when: output.found }
  - { from: find, to: which }
  - { from: which, to: find }
"""
BREAKS = """
id: breaks
description: Breaks.
levels:
  - { id: first, kind: tool, tool: good }
  - { id: second, kind: tool, tool: bad }
edges:
  - { from: first, to: second }
  - { from: second, to: __end__ }
"""


def pinned(name, prompt="do it"):
    return Envelope(prompt, {"scenario_id": name})


# C-020, C-030
async def test_a_hop_is_pinned_counted_and_told():
    scenarios = {**shipped(), **chain_of("a", "b")}
    async with open_runner(shop_of(scenarios, ScriptedProposer(envelope_of("a")))) as runner:
        job = Job(runner, Envelope())
        outcome = await job.start()
    assert outcome.result["chain"] == ["intent_classifier", "a", "b"]
    assert [(one["from"], one["to"], one["depth"]) for one in job.kinds("scenario_chained")] == [
        ("intent_classifier", "a", 1),
        ("a", "b", 2),
    ]
    assert [one["tier"] for one in job.kinds("scenario.started")] == ["task", "chain", "chain"]


# C-041
async def test_a_chain_needs_no_classifier():
    async with open_runner(shop_of(chain_of("a", "b"))) as runner:
        outcome = await Job(runner, pinned("a")).start()
    assert outcome.result["chain"] == ["a", "b"]


# C-003
async def test_a_replay_that_is_pinned_does_not_classify_again():
    proposer = ScriptedProposer(envelope_of("quick_qa"))
    async with open_runner(shop_of(shipped(), proposer)) as runner:
        outcome = await Job(runner, pinned("quick_qa")).start()
    assert (proposer.asked, outcome.result["decision"]["decided_by"]) == ([], "pin")


# C-031
async def test_at_the_cap_the_result_so_far_is_kept_with_a_note():
    async with open_runner(shop_of(chain_of("a", "b", "c", "d", "e"))) as runner:
        outcome = await Job(runner, pinned("a")).start()
    assert outcome.result["chain"] == ["a", "b", "c", "d"]
    assert "e would be hop 4, and 3 are allowed" in outcome.result["answer"]
    assert "What I can do" in outcome.result["answer"]


async def test_depth_is_carried_in_the_envelope():
    async with open_runner(shop_of(chain_of("a", "b", "c", "d"))) as runner:
        envelope = Envelope("x", {"scenario_id": "c"}, chain_path=("z", "a", "b"))
        outcome = await Job(runner, envelope).start()
    assert outcome.result["chain"] == ["z", "a", "b", "c"]


async def test_a_pin_that_names_nothing_fails_with_the_names_there_are():
    async with open_runner(shop_of(shipped())) as runner:
        outcome = await Job(runner, pinned("quick_q")).start()
    assert isinstance(outcome, Failed)
    assert (outcome.code, "quick_qa" in outcome.remedy) == ("unknown-name", True)


# C-034
async def test_a_level_that_breaks_ends_the_job_with_what_is_known():
    def explode(given, world):
        raise ZeroDivisionError

    tools = {"good": tool("good", {"answer": "half of it"}), "bad": tool("bad", {"answer": ""})}
    object.__setattr__(tools["bad"], "run", explode)
    async with open_runner(shop_of({"breaks": scenario(BREAKS, tools)}, tools=tools)) as runner:
        job = Job(runner, pinned("breaks"))
        outcome = await job.start()
    assert isinstance(outcome, Finished)
    assert outcome.result["answer"] == "The step second broke (ZeroDivisionError)"
    assert outcome.result["outcome"] == "fallback"
    assert job.kinds("degraded")[0]["node"] == "second"


async def test_a_prompt_level_says_that_there_is_no_model():
    text = ENDS.format(id="model").replace(
        "kind: tool, tool: product_help, arguments: { text: prompt }", "kind: prompt, prompt: intent_classifier_route"
    )
    async with open_runner(shop_of({"model": scenario(text)})) as runner:
        outcome = await Job(runner, pinned("model")).start()
    assert (outcome.result["outcome"], outcome.result["failed"]) == ("unsupported", "needs-model")
    assert "needs a language model" in outcome.result["answer"]


async def test_an_assistant_that_is_not_there_is_said_to_be_missing():
    async with open_runner(shop_of(shipped())) as runner:
        outcome = await Job(runner, pinned("contract_review")).start()
    assert (outcome.result["outcome"], outcome.result["failed"]) == ("unsupported", "not-installed")
    assert outcome.result["answer"].startswith("The contracts assistant is not installed")


async def test_an_assistant_is_asked_and_its_answer_kept_whole():
    async with open_runner(shop_of(shipped()), assistants={"mines": TerseAssistant()}) as runner:
        outcome = await Job(runner, pinned("mines_financial", "revenue of BHP")).start()
    assert outcome.result["answer"] == "about revenue of BHP"
    assert outcome.result["record"]["outcome"] == "answered"


@pytest.mark.parametrize("survives", [True, False], ids=["with its checkpoint", "without"])
async def test_a_question_of_an_assistant_is_asked_and_answered_also_after_a_restart(tmp_path, survives):
    assistant = TerseAssistant(asks=True)
    for step in ("start", "resume"):
        async with open_runner(shop_of(shipped()), tmp_path / "c.db", assistants={"mines": assistant}) as runner:
            job = Job(runner, pinned("mines_financial", "this company"))
            if step == "start":
                waits = (await job.start()).question
                assistant.waits = assistant.waits if survives else set()
            else:
                outcome = await job.resume(waits.id, "BHP")
    assert (waits.kind, waits.text) == ("clarify", "Which one?")
    assert outcome.result["answer"] == ("resumed with BHP" if survives else "about this company BHP")


async def test_a_question_inside_a_loop_has_a_new_id_each_time_and_survives_a_restart(tmp_path):
    (tmp_path / "src").mkdir()
    shop = shop_of({"loop": scenario(LOOP)}, folder=tmp_path)
    seen = []
    async with open_runner(shop, tmp_path / "c.db") as runner:
        seen.append((await Job(runner, pinned("loop", "scan")).start()).question.id)
    for reply in ("nowhere/at/all", "./src"):
        async with open_runner(shop, tmp_path / "c.db") as runner:
            outcome = await Job(runner, pinned("loop", "scan")).resume(seen[-1], reply)
            if isinstance(outcome, Waiting):
                seen.append(outcome.question.id)
    assert len(set(seen)) == 2
    assert outcome.result["output"]["folder"].endswith("/src")


async def test_a_loop_comes_to_an_end():
    async with open_runner(shop_of({"loop": scenario(LOOP)})) as runner:
        job = Job(runner, pinned("loop", "scan"))
        outcome = await job.start()
        for _ in range(20):
            if not isinstance(outcome, Waiting):
                break
            outcome = await job.resume(outcome.question.id, "hm")
    assert "more than 5 times" in outcome.result["aborted_reason"]


async def test_two_jobs_wait_side_by_side_and_are_answered_in_any_order(tmp_path):
    shop = shop_of(shipped(), ScriptedProposer(envelope_of("quick_qa", 0.5)))
    async with open_runner(shop, tmp_path / "c.db") as runner:
        jobs = [Job(runner, Envelope(), name=f"j-{number}") for number in range(2)]
        questions = [(await job.start()).question.id for job in jobs]
        outcomes = [await jobs[number].resume(questions[number], "1") for number in (1, 0)]
    assert all(isinstance(outcome, Finished) for outcome in outcomes)


async def test_a_reply_to_a_question_that_does_not_wait_is_refused():
    async with open_runner(shop_of(shipped(), ScriptedProposer(envelope_of("quick_qa", 0.5)))) as runner:
        job = Job(runner, Envelope())
        waits = (await job.start()).question
        with pytest.raises(UnknownNameError, match=waits.id[:8]):
            await job.resume("another", "1")


async def test_starting_a_job_again_that_waits_asks_the_same_question(tmp_path):
    shop = shop_of(shipped(), ScriptedProposer(envelope_of("quick_qa", 0.5)))
    found = []
    for _ in range(2):
        async with open_runner(shop, tmp_path / "c.db") as runner:
            found.append((await Job(runner, Envelope()).start()).question)
    assert found[0] == found[1]


async def test_a_job_that_was_stopped_in_the_middle_goes_on_where_it_stood(tmp_path):
    class Killed(BaseException):
        pass

    ran = []
    fails = [True]

    def second(given, world):
        if fails:
            fails.clear()
            raise Killed
        return {"answer": "done"}

    tools = {"good": tool("good", {"answer": "half"}), "bad": tool("bad", {"answer": ""})}
    object.__setattr__(tools["good"], "run", lambda given, world: ran.append(1) or {"answer": "half"})
    object.__setattr__(tools["bad"], "run", second)
    shop = shop_of({"breaks": scenario(BREAKS, tools)}, tools=tools)
    with pytest.raises(Killed):
        async with open_runner(shop, tmp_path / "c.db") as runner:
            await Job(runner, pinned("breaks")).start()
    async with open_runner(shop, tmp_path / "c.db") as runner:
        outcome = await Job(runner, pinned("breaks")).start()
    assert (outcome.result["answer"], ran) == ("done", [1])


async def test_a_job_that_ended_is_not_run_again(tmp_path):
    shop = shop_of(chain_of("a", "b"))
    results = []
    for _ in range(2):
        async with open_runner(shop, tmp_path / "c.db") as runner:
            job = Job(runner, pinned("a"))
            results.append((await job.start()).result)
    assert results[0] == results[1]
    assert job.events == []


async def test_a_question_whose_level_was_removed_meanwhile_waits_no_longer(tmp_path):
    shop = shop_of({"loop": scenario(LOOP)})
    async with open_runner(shop, tmp_path / "c.db") as runner:
        waits = (await Job(runner, pinned("loop", "scan")).start()).question
    edited = shop_of({"loop": scenario(LOOP.replace("which", "where"))})
    async with open_runner(edited, tmp_path / "c.db") as runner:
        with pytest.raises(UnknownNameError, match="no question that waits"):
            await Job(runner, pinned("loop", "scan")).resume(waits.id, "./src")
