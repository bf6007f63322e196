"""Prompts of one's own beside one's scenarios, and what can be wrong with them."""

import pytest

from dragoman.errors import SpecError
from dragoman.scenarios.lint import PARTS, lint_folder
from dragoman.scenarios.load import load_scenarios
from dragoman.scenarios.prompts.files import packaged_prompts, prompts_beside
from dragoman.scenarios.shop import stamp_of

SCENARIO = """\
id: triage
description: Says how bad it is.
levels:
  - id: judge
    kind: prompt
    prompt: how_bad
    inputs: {{ {inputs} }}
edges:
  - {{ from: judge, to: __end__ }}
"""
PROMPT = """\
name: how_bad
version: 1
role: decide
inputs: [prompt, rules]
data: [{data}]
system: Say how bad it is.
user: |
  {{{{ prompt }}}}
  {{{{ rules }}}}
"""


def write(folder, *, inputs='rules: "prompt"', data="prompt, rules"):
    (folder / "prompts").mkdir(exist_ok=True)
    (folder / "triage.yaml").write_text(SCENARIO.format(inputs=inputs), "utf-8")
    (folder / "prompts" / "how_bad.yaml").write_text(PROMPT.format(data=data), "utf-8")
    return folder


def fault(folder):
    _, faults = lint_folder(folder)
    assert len(faults) == 1
    return faults[0]


# C-037
def test_prompts_of_one_s_own_lie_beside_the_scenarios(tmp_path):
    folder = write(tmp_path)
    assert lint_folder(folder) == (1, ())
    assert load_scenarios([folder], PARTS)["triage"].level("judge").prompt == "how_bad"


def test_an_input_that_the_prompt_does_not_have_is_a_fault_with_its_place(tmp_path):
    found = fault(write(tmp_path, inputs='rules: "prompt", ruls: "prompt"'))
    assert (found.code, found.where.line, found.where.column) == ("unknown-part", 7, 38)
    assert "rules" in found.remedy


def test_an_input_that_nothing_fills_is_a_fault(tmp_path):
    found = fault(write(tmp_path, inputs=""))
    assert found.problem == "the prompt how_bad needs the input 'rules'"


def test_an_expression_that_names_nothing_is_a_fault(tmp_path):
    assert fault(write(tmp_path, inputs='rules: "levels.triage.answer"')).code == "condition"


def test_text_of_others_must_be_fenced(tmp_path):
    found = fault(write(tmp_path, data="prompt"))
    assert (found.code, found.where.file.endswith("how_bad.yaml"), found.where.line) == ("prompt-fence", True, 4)


def test_a_prompt_cannot_take_the_name_of_one_that_ships(tmp_path):
    folder = write(tmp_path)
    own = (folder / "prompts" / "how_bad.yaml").read_text("utf-8").replace("how_bad", "intent_classifier_route")
    (folder / "prompts" / "intent_classifier_route.yaml").write_text(own, "utf-8")
    with pytest.raises(SpecError, match="is defined here and in"):
        prompts_beside([folder])


def test_a_prompt_that_is_edited_is_read_again(tmp_path):
    folder = write(tmp_path)
    before = stamp_of([folder])
    (folder / "prompts" / "how_bad.yaml").write_text("name: how_bad\n", "utf-8")
    assert stamp_of([folder]) != before


def test_every_prompt_that_ships_fences_what_others_wrote():
    assert all(set(one.inputs) - {"scenarios"} <= set(one.data) for one in packaged_prompts().values())
