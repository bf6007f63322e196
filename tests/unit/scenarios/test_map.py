"""Maps: a level for each item of a list, and the time that levels may take."""

import asyncio
import time
from threading import Event, Lock

import pytest
from tests.unit.scenarios.doubles import Envelope, Job, TerseAssistant, open_runner, scenario, shipped, shop_of, tool

from dragoman.domain.outcome import Finished
from dragoman.scenarios.tools.tool import Tool, ToolFailure

EACH = """
id: each
description: Works on a list.
levels:
  - {{ id: list, kind: tool, tool: list }}
  - id: work
    kind: map
    over: levels.list.items
    {more}
    level: {{ id: one, kind: tool, tool: work, arguments: {{ text: "{text}" }}{inner} }}
edges:
  - {{ from: list, to: work }}
  - {{ from: work, to: __end__ }}
"""
ASKS = """
id: asks
description: Asks an assistant about each.
levels:
  - { id: list, kind: tool, tool: list }
  - id: work
    kind: map
    over: levels.list.items
    words: "'revenue of ' + item"
    level: { id: one, kind: graph, assistant: mines }
edges:
  - { from: list, to: work }
  - { from: work, to: __end__ }
"""


def works(run):
    return Tool(name="work", run=run, takes=("text",), produces={"answer": None})


def shout(given, world):
    if given["text"] == "bad":
        raise ToolFailure("it is bad")
    if given["text"] == "broken":
        raise KeyError("secret")
    return {"answer": given["text"].upper()}


async def run_each(items, run=shout, *, more="max_items: 20", text="item", inner="", checkpoints=None):
    tools = {"list": tool("list", {"items": items}), "work": works(run)}
    spec = scenario(EACH.format(more=more, text=text, inner=inner), tools)
    async with open_runner(shop_of({"each": spec}, tools=tools), checkpoints) as runner:
        job = Job(runner, Envelope(metadata={"scenario_id": "each"}))
        outcome = await job.start()
    assert isinstance(outcome, Finished), outcome
    return outcome.result, job


async def test_results_stand_in_the_order_of_the_list_whatever_is_done_first():
    def slow_first(given, world):
        time.sleep(0.05 if given["text"] == "a" else 0)
        return shout(given, world)

    result, job = await run_each(["a", "b", "c"], slow_first)
    assert result["answer"] == "A\n\nB\n\nC"
    assert [one["item"] for one in result["output"]["items"]] == ["a", "b", "c"]
    assert sorted(one["index"] for one in job.kinds("item.done")) == [0, 1, 2]


async def test_no_more_items_are_worked_on_at_once_than_the_file_says():
    lock, at_once, most = Lock(), [0], [0]

    def counted(given, world):
        with lock:
            at_once[0] += 1
            most[0] = max(most[0], at_once[0])
        time.sleep(0.01)
        with lock:
            at_once[0] -= 1
        return {"answer": "x"}

    await run_each([str(n) for n in range(9)], counted, more="at_once: 3")
    assert 1 < most[0] <= 3


async def test_an_item_that_fails_stands_as_a_failure_beside_the_others():
    result, job = await run_each(["a", "bad", "broken", "b"])
    assert [(one["index"], one["code"]) for one in result["output"]["failures"]] == [(1, "failed"), (2, "fault")]
    assert [one["answer"] for one in result["output"]["results"]] == ["A", "B"]
    assert (result["outcome"], result["aborted_reason"]) == ("answered", "")
    assert "2 of 4 failed:\n  bad: it is bad (failed)\n  broken: it broke (KeyError) (fault)" in result["answer"]
    assert sorted((one["index"], one["ok"]) for one in job.kinds("item.done")) == [
        (0, True),
        (1, False),
        (2, False),
        (3, True),
    ]


@pytest.mark.parametrize(
    ("items", "more", "code"),
    [
        (["bad", "bad"], "on_item_fail: keep", "items-failed"),
        (["a", "bad"], "on_item_fail: abort", "items-failed"),
        (["a", "b", "c"], "max_items: 2", "too-many-items"),
        ("text", "max_items: 2", "failed"),
        ({"a": 1}, "max_items: 2", "failed"),
    ],
)
async def test_a_map_that_cannot_be_used_ends_the_run_with_its_reason(items, more, code):
    result, _ = await run_each(items, more=more)
    assert (result["outcome"], result["failed"]) == ("fallback", code)
    assert result["aborted_reason"]


async def test_an_empty_list_is_no_failure():
    result, job = await run_each([])
    assert (result["outcome"], result["answer"]) == ("answered", "There was nothing to do in the step work.")
    assert [one["level"] for one in job.kinds("level.done")] == ["list", "work"]


async def test_an_item_is_seen_with_its_number():
    result, _ = await run_each(["a", "b"], text="item + string(index)")
    assert result["answer"] == "A0\n\nB1"


class Killed(BaseException):
    """What a process that dies looks like from inside."""


class DiesOnce:
    """A tool that dies in its second item, once the first is done and on record."""

    def __init__(self):
        self.ran: list[str] = []
        self.first_is_done = Event()
        self.has_died = False

    def __call__(self, given, world):
        self.ran.append(given["text"])
        if given["text"] == "b" and not self.has_died:
            self.has_died = True
            self.first_is_done.wait(5)
            raise Killed
        return {"answer": given["text"]}

    def emit(self, kind, data):
        if kind == "item.done":
            asyncio.get_running_loop().call_later(0.2, self.first_is_done.set)  # its record is written meanwhile


async def test_an_item_that_was_done_before_a_crash_is_not_worked_on_again(tmp_path):
    dies = DiesOnce()
    tools = {"list": tool("list", {"items": ["a", "b"]}), "work": works(dies)}
    spec = scenario(EACH.format(more="at_once: 2", text="item", inner=""), tools)
    shop = shop_of({"each": spec}, tools=tools)
    envelope = Envelope(metadata={"scenario_id": "each"})
    with pytest.raises(Killed):
        async with open_runner(shop, tmp_path / "c.db") as runner:
            await runner.start(envelope, "j-1", dies.emit)
    async with open_runner(shop, tmp_path / "c.db") as runner:
        outcome = await Job(runner, envelope).start()
    assert outcome.result["answer"] == "a\n\nb"
    assert sorted(dies.ran) == ["a", "b", "b"]


async def test_an_assistant_is_asked_about_each_item_and_a_question_back_is_a_failure():
    tools = {"list": tool("list", {"items": ["BHP", "them"]})}
    shop = shop_of({"asks": scenario(ASKS, tools)}, tools=tools)
    async with open_runner(shop, assistants={"mines": TerseAssistant(asks=True)}) as runner:
        outcome = await Job(runner, Envelope(metadata={"scenario_id": "asks"})).start()
    output = outcome.result["output"]
    assert [one["answer"] for one in output["results"]] == ["about revenue of BHP"]
    assert [(one["item"], one["code"]) for one in output["failures"]] == [("them", "asked-back")]


async def test_an_item_that_takes_too_long_fails_alone():
    let_go = Event()

    def hangs(given, world):
        if given["text"] == "slow":
            let_go.wait(5)
        return {"answer": given["text"]}

    result, _ = await run_each(["a", "slow"], hangs, inner=", timeout_seconds: 0.05")
    let_go.set()
    assert [(one["item"], one["code"]) for one in result["output"]["failures"]] == [("slow", "timed-out")]


async def test_a_level_that_takes_too_long_ends_the_run_with_its_reason():
    let_go = Event()
    text = """
id: slow
description: Takes long.
levels: [{ id: wait, kind: tool, tool: wait, timeout_seconds: 0.05 }]
edges: [{ from: wait, to: __end__ }]
"""
    tools = {"wait": Tool(name="wait", run=lambda given, world: let_go.wait(5) or {"answer": ""}, produces={})}
    async with open_runner(shop_of({"slow": scenario(text, tools)}, tools=tools)) as runner:
        outcome = await Job(runner, Envelope(metadata={"scenario_id": "slow"})).start()
    let_go.set()
    assert (outcome.result["failed"], outcome.result["outcome"]) == ("timed-out", "fallback")
    assert outcome.result["answer"] == "The step wait took longer than 0.05 s"


async def test_the_demonstration_scans_each_folder_that_lies_in_a_folder(tmp_path):
    for name in ("api", "web"):
        (tmp_path / "src" / name).mkdir(parents=True)
        (tmp_path / "src" / name / "run.py").write_text("eval(input())")
    async with open_runner(shop_of(shipped(), folder=tmp_path)) as runner:
        outcome = await Job(runner, Envelope("scan src", metadata={"scenario_id": "parallel_review_demo"})).start()
    assert outcome.result["output"]["count"] == 2
    assert [line.split(":")[0] for line in outcome.result["answer"].splitlines() if line.startswith("I looked")] == [
        "I looked at 1 file in api",
        "I looked at 1 file in web",
    ]
