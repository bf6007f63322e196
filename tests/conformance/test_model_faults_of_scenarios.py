"""The fault matrix of scenarios: whatever a provider does, a job ends with something useful, and does nothing twice."""

import pytest
from tests.unit.scenarios.doubles import (
    Envelope,
    Job,
    ScriptedProposer,
    envelope_of,
    models_of,
    open_runner,
    shipped,
    shop_of,
)
from tests.unit.scenarios.test_prompt_levels import PROMPTS, TOOLBOX, parsed

from dragoman.domain.outcome import Finished, Waiting
from dragoman.testing.model_faults import IMPATIENCE, MODEL_FAULTS, PATIENCE, SILENT, dispatcher_over, failing_server

CANARY = "canary-8213"
# Faults that are none for a text: it has no closed words and no arguments.
HARMLESS = ("wrong-enum", "broken-arguments")
STEPS = """
id: work
description: Works.
levels:
  - {{ id: look, kind: tool, tool: look }}
  - {{ id: reply, kind: prompt, prompt: say{more} }}
edges:
  - {{ from: look, to: reply }}
  - {{ from: reply, to: __end__ }}
"""


def limit(fault):
    return [IMPATIENCE if fault in SILENT else PATIENCE]


async def run(scenarios, fault, envelope, *, proposer=None, tools=TOOLBOX):
    """Run a job while the provider fails in this way; return the job and its outcome."""
    with failing_server(fault) as server:
        models = models_of(dispatcher_over(server, call_timeouts=limit(fault)), prompts=PROMPTS)
        async with open_runner(shop_of(scenarios, proposer, tools=tools, models=models)) as runner:
            job = Job(runner, envelope)
            return job, await job.start()


@pytest.mark.parametrize("fault", MODEL_FAULTS)
async def test_a_classifier_whose_model_fails_asks_the_person(fault):
    unsure = ScriptedProposer(envelope_of("code_build", 0.5))
    words = f"what of the {CANARY} then"
    job, outcome = await run(shipped(), fault, Envelope(words), proposer=unsure)
    assert isinstance(outcome, Waiting)
    assert outcome.question.options[0].value == "code_build"
    assert [one["node"] for one in job.kinds("degraded")] == ["classify"]
    assert job.kinds("level.done")[0]["cost"]["model_calls"] <= 3
    assert CANARY not in str(job.events)


@pytest.mark.parametrize("fault", [fault for fault in MODEL_FAULTS if fault not in HARMLESS])
async def test_a_prompt_level_whose_model_fails_ends_the_job_with_what_is_known(fault):
    envelope = Envelope(f"the {CANARY} is full", {"scenario_id": "work"})
    job, outcome = await run({"work": parsed(STEPS.format(more=""))}, fault, envelope)
    assert isinstance(outcome, Finished)
    assert outcome.result["outcome"] == "fallback"
    assert 'The step "reply" got no reply of use' in outcome.result["answer"]
    assert [one["level"] for one in job.kinds("level.done")] == ["look", "reply"]
    assert CANARY not in str(job.events)


@pytest.mark.parametrize("fault", [fault for fault in MODEL_FAULTS if fault not in HARMLESS])
async def test_an_optional_level_whose_model_fails_is_passed_over(fault):
    envelope = Envelope(metadata={"scenario_id": "work"})
    job, outcome = await run({"work": parsed(STEPS.format(more=", optional: true"))}, fault, envelope)
    assert (outcome.result["answer"], outcome.result["outcome"]) == ("seen", "answered")
    assert [one["node"] for one in job.kinds("degraded")] == ["reply"]
