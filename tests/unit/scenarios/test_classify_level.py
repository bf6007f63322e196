"""What is read together with the question before it, and what is not."""

from types import SimpleNamespace

import pytest

from dragoman.scenarios.levels.classify import run_classify

UNCLEAR = {"confidence": 0.2, "options": [], "reason": "alone"}
CLEAR = {"confidence": 0.9, "options": ["contract_review"], "reason": "words"}
BEFORE = "What are the late payment penalties?"


class Proposer:
    """Is sure of everything that speaks of penalties."""

    def propose(self, prompt, _catalog):
        return CLEAR if "penalties" in prompt else UNCLEAR


def classified(prompt):
    turns = [{"role": "user", "content": BEFORE}, {"role": "assistant", "content": "Interest runs."}]
    state = {"prompt": prompt, "turns": turns, "classifier_catalog": []}
    return run_classify(state, SimpleNamespace(proposer=Proposer()))


@pytest.mark.parametrize("prompt", ["and for termination?", "what about in 2022?"])
def test_a_follow_up_is_read_with_what_it_follows(prompt):
    assert classified(prompt)["reason"] == "follows on: words"


@pytest.mark.parametrize("prompt", ["look at this for me", "Can you check that, please", "help me with it"])
def test_work_on_something_unnamed_is_not_what_was_asked_before(prompt):
    assert classified(prompt) == UNCLEAR
