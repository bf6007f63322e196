"""Levels of kind prompt, with a scripted model: what stands in a prompt, and what becomes of the reply."""

import pytest
from tests.unit.scenarios.doubles import Envelope, Job, models_of, open_runner, shop_of, tool

from dragoman.domain.outcome import Finished, Waiting
from dragoman.models.errors import ModelUnavailableError
from dragoman.models.prompt import Prompt
from dragoman.scenarios.check.scenario import Parts
from dragoman.scenarios.load import parse_scenario
from dragoman.scenarios.tools.registry import TOOLS
from dragoman.testing.scripted_model import ScriptedLanguageModel

TRIAGE = Prompt(
    name="triage", version=3, role="decide", inputs=("prompt", "found"), data=("prompt", "found"),
    system="Say how bad it is.", user="{{ prompt }} {{ found }}",
)  # fmt: skip
SAY = Prompt(
    name="say", version=1, role="write", inputs=("prompt",), data=("prompt",), system="Say it.", user="{{ prompt }}"
)
PROMPTS = {"triage": TRIAGE, "say": SAY}
TOOLBOX = {**TOOLS, "look": tool("look", {"answer": "seen", "rows": [1, 2]}), "send": tool("send", {}, writes=True)}
TEXT = """
id: work
description: Works.
levels:
  - { id: reply, kind: prompt, prompt: say }
edges:
  - { from: reply, to: __end__ }
"""
JSON = """
id: work
description: Works.
levels:
  - { id: look, kind: tool, tool: look }
  - id: judge
    kind: prompt
    prompt: triage
    inputs: { found: levels.look.rows }
    response_kind: json
    fields:
      severity: { one_of: [low, high] }
      answer: {}
    verifiers: [{ kind: condition, when: "output.answer != 'bad'", on_fail: retry, max_retries: 1 }]
edges:
  - { from: look, to: judge }
  - { from: judge, to: __end__ }
"""
WRITES = """
id: work
description: Works.
effects: write
levels:
  - { id: reply, kind: prompt, prompt: say }
  - { id: agree, kind: approve, question: Send it?, plan: levels.reply.text }
  - { id: send, kind: tool, tool: send, arguments: { plan: levels.agree.plan } }
edges:
  - { from: reply, to: agree }
  - { from: agree, to: send, when: output.approved }
  - { from: agree, to: __end__ }
  - { from: send, to: __end__ }
"""
GOOD = {"severity": "high", "answer": "bad disk"}


def parsed(text):
    return parse_scenario(text, Parts(TOOLBOX, prompts=PROMPTS))


async def run(text, model, *, policy="cascade", words="the disk is full"):
    """Run a scenario with a model; return the job and its outcome."""
    shop = shop_of({"work": parsed(text)}, tools=TOOLBOX, models=models_of(model, policy, PROMPTS))
    async with open_runner(shop) as runner:
        job = Job(runner, Envelope(words, {"scenario_id": "work"}))
        return job, await job.start()


async def test_a_reply_in_text_is_the_answer():
    _, outcome = await run(TEXT, ScriptedLanguageModel({"say": "  It is full. "}))
    assert (outcome.result["answer"], outcome.result["outcome"]) == ("It is full.", "answered")


async def test_the_fields_of_the_file_are_the_output_and_conditions_can_use_them():
    _, outcome = await run(JSON, ScriptedLanguageModel({"triage": GOOD}))
    assert outcome.result["output"] == GOOD
    assert outcome.result["answer"] == "bad disk"


async def test_inputs_come_from_the_state_and_stand_in_the_prompt():
    model = ScriptedLanguageModel({"triage": GOOD})
    await run(JSON, model)
    assert model.calls[0].inputs == {"prompt": "the disk is full", "found": "[\n 1,\n 2\n]"}


async def test_a_retry_carries_what_was_wrong():
    model = ScriptedLanguageModel({"triage": [{**GOOD, "answer": "bad"}, GOOD]})
    _, outcome = await run(JSON, model)
    assert outcome.result["answer"] == "bad disk"
    assert model.calls[1].inputs["problem"] == "output.answer != 'bad' does not hold"


async def test_a_reply_that_stays_wrong_ends_the_job_without_it():
    _, outcome = await run(JSON, ScriptedLanguageModel({"triage": {**GOOD, "answer": "bad"}}))
    assert (outcome.result["outcome"], outcome.result["failed"]) == ("fallback", "unverified")


@pytest.mark.parametrize("reply", [{"severity": "worst", "answer": "x"}, {"severity": "low"}, {**GOOD, "more": 1}])
async def test_a_reply_of_another_form_is_none(reply):
    _, outcome = await run(JSON, ScriptedLanguageModel({"triage": reply}))
    assert (outcome.result["outcome"], outcome.result["failed"]) == ("fallback", "reply-form")


async def test_without_a_model_it_says_what_to_type():
    _, outcome = await run(TEXT, None)
    assert outcome.result["failed"] == "needs-model"
    assert "export DEEPSEEK_API_KEY=" in outcome.result["answer"]


async def test_the_policy_embedded_asks_nobody():
    model = ScriptedLanguageModel({})
    _, outcome = await run(TEXT, model, policy="embedded")
    assert "DRAGOMAN_POLICY=cascade" in outcome.result["answer"]
    assert model.calls == []


async def test_an_optional_level_puts_out_empty_values_and_the_run_goes_on():
    text = JSON.replace("kind: prompt", "kind: prompt\n    optional: true")
    _, without = await run(text, None)
    job, failed = await run(text, ScriptedLanguageModel({"triage": ModelUnavailableError([])}))
    assert [one.result["answer"] for one in (without, failed)] == ["seen", "seen"]
    assert [one.result["output"]["without_model"] for one in (without, failed)] == ["needs-model", "model-unavailable"]
    assert job.kinds("degraded")[0]["node"] == "judge"
    assert (without.result["caveats"], len(failed.result["caveats"])) == ([], 1)


# C-040
async def test_what_the_calls_took_is_on_the_job_and_in_the_event_of_the_level():
    job, outcome = await run(JSON, ScriptedLanguageModel({"triage": GOOD}))
    assert outcome.result["cost"]["model_calls"] == 1
    assert outcome.result["cost"]["prompts"] == ["triage@3"]
    looked, judged = job.kinds("level.done")
    assert "cost" not in looked
    assert judged["cost"]["models"] == ["free:scripted"]


async def test_neither_prompt_nor_reply_stands_in_an_event():
    model = ScriptedLanguageModel({"triage": {**GOOD, "answer": "canary-reply"}})
    job, outcome = await run(JSON, model, words="canary-prompt")
    assert outcome.result["answer"] == "canary-reply"
    assert "canary" not in str(job.events)


async def test_calls_that_failed_count_as_well():
    _, outcome = await run(TEXT, ScriptedLanguageModel({"say": ModelUnavailableError([])}))
    assert outcome.result["cost"]["model_calls"] == 1


async def test_where_something_is_written_a_failed_prompt_stops_at_the_person():
    _, outcome = await run(WRITES, ScriptedLanguageModel({"say": ModelUnavailableError([])}))
    assert isinstance(outcome, Waiting)
    assert "Something is not certain" in outcome.question.text
    assert [option.value for option in outcome.question.options] == ["reject"]


async def test_what_a_model_wrote_is_shown_before_it_is_written():
    _, outcome = await run(WRITES, ScriptedLanguageModel({"say": "delete everything"}))
    assert isinstance(outcome, Waiting)
    assert outcome.question.schema["x-plan"] == "delete everything"


async def test_a_level_has_its_own_time():
    text = TEXT.replace("prompt: say", "prompt: say, timeout_seconds: 0.05")
    model = ScriptedLanguageModel({"say": lambda _: _never()})
    _, outcome = await run(text, model)
    assert (outcome.result["outcome"], outcome.result["failed"]) == ("fallback", "timed-out")


# C-040
async def test_a_constraint_is_handed_to_the_dispatch():
    text = TEXT.replace("prompt: say", 'prompt: say, model_constraint: { allow: ["free:*"] }')
    model = Tiered()
    await run(text, model)
    assert model.constraints[0].allow == ("free:*",)


async def test_each_item_of_a_map_is_asked_about_and_what_all_took_is_counted():
    text = """
id: work
description: Works.
levels:
  - { id: look, kind: tool, tool: look }
  - { id: each, kind: map, over: levels.look.rows, words: string(item), level: { id: one, kind: prompt, prompt: say } }
edges:
  - { from: look, to: each }
  - { from: each, to: __end__ }
"""
    model = ScriptedLanguageModel({"say": lambda inputs: f"number {inputs['prompt']}"})
    job, outcome = await run(text, model)
    assert isinstance(outcome, Finished)
    assert outcome.result["answer"] == "number 1\n\nnumber 2"
    assert outcome.result["cost"]["model_calls"] == 2
    assert job.kinds("level.done")[-1]["cost"]["model_calls"] == 2


class Tiered(ScriptedLanguageModel):
    """Remembers the constraints it was put under."""

    def __init__(self):
        super().__init__({"say": "yes"})
        self.constraints = []

    def within(self, constraint):
        self.constraints.append(constraint)
        return self


async def _never():
    import asyncio

    await asyncio.Event().wait()
