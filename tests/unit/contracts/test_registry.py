"""One entry holds everything about an intent, or it is refused."""

from pathlib import Path

import pytest

from dragoman.assistants.contracts.decomposer import QueryDecomposer, empty_vocabulary
from dragoman.assistants.contracts.registry import IncompleteIntentError, load_registry, sections_of
from dragoman.interpret.interpreter import Interpreter

WHOLE = """
intents:
  - intent: parking
    description: Who may park where.
    include: [parking places]
    exclude: ["a walk in the park"]
    examples: ["Where may we park our car?"]
    sections: [Parking]
    strategy: full_text
    rules:
      - {rule: park, pattern: '\\bpark (our|the) cars?\\b'}
"""


def written(folder: Path, text: str) -> Path:
    (folder / "own.yaml").write_text(text, encoding="utf-8")
    return folder


def test_the_eight_intents_are_there():
    assert {intent.intent for intent in load_registry()} == {
        "penalty", "payment_terms", "intellectual_property", "indemnification",
        "termination", "confidentiality", "scope_of_services", "warranty",
    }  # fmt: skip


# D-029
@pytest.mark.parametrize("intent", load_registry(), ids=lambda intent: intent.intent)
def test_an_entrys_examples_are_recognised_and_its_exclusions_are_not(intent):
    decomposer = QueryDecomposer()
    assert [text for text in intent.examples if decomposer.extract_intent(text) != intent.intent] == []
    assert [text for text in intent.exclude if decomposer.extract_intent(text) == intent.intent] == []


def test_no_rule_is_shadowed_by_another():
    assert Interpreter(empty_vocabulary(), load_registry()).dead_rules() == ()


# D-029
@pytest.mark.parametrize("key", ["sections", "rules", "examples", "exclude", "strategy"])
def test_an_entry_without_one_of_its_parts_is_refused_with_its_place(tmp_path, key):
    lines = [line for line in WHOLE.splitlines() if not line.strip().startswith((f"{key}:", "- {rule"))]
    if key != "rules":
        lines.append(next(line for line in WHOLE.splitlines() if "- {rule" in line))
    with pytest.raises(IncompleteIntentError, match=r"own\.yaml:\d+:\d+ .*parking"):
        load_registry(written(tmp_path, "\n".join(lines)))


def test_a_strategy_that_does_not_exist_is_refused_and_those_that_do_are_named(tmp_path):
    with pytest.raises(IncompleteIntentError, match=r"(?s)'vectors'.*section_map, full_text, hybrid"):
        load_registry(written(tmp_path, WHOLE.replace("full_text", "vectors")))


# D-029, D-040
def test_a_new_intent_is_one_entry_of_yaml(tmp_path):
    own = load_registry(written(tmp_path, WHOLE))
    decomposer = QueryDecomposer((*load_registry(), *own))
    assert decomposer.extract_intent("Where may we park our car?") == "parking"
    assert sections_of("parking", own) == ("Parking",)
