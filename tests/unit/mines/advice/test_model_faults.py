"""Every deciding node against every way in which a model fails, through the real client and a loopback server."""

from collections import Counter

import pytest

from dragoman.domain.conversation import Turn
from dragoman.models.language_model import LanguageModel
from dragoman.testing.model_faults import IMPATIENCE, MODEL_FAULTS, SILENT, dispatcher_over, failing_server
from dragoman.testing.scripted_model import ScriptedLanguageModel

OPEN = "Why did BHP's revenue change in FY2024, and by how much?"
UNCLEAR = "Anything I should lose sleep over up there?"
FLAGS = ("is_out_of_scope", "needs_retrieval", "needs_news", "needs_clarification")
WORKING = {
    "mines_route": {**dict.fromkeys(FLAGS, False), "needs_retrieval": True},
    "mines_rewrite": {},
    "mines_grade_docs": {"indices": list(range(1, 20))},
    "mines_aggregate": {"needs_calculation": True},
    "mines_compress": "nothing",
    "mines_synthesize": "",
    "mines_answer": "",
    "judge_claims": {"claims": []},
    "mines_calculate": "no call",
}
NODES = {
    "retrieve_decision": ("mines_route", UNCLEAR, "cascade"),
    "query_rewrite": ("mines_rewrite", OPEN, "cascade"),
    "grade_docs": ("mines_grade_docs", OPEN, "cascade"),
    "aggregate": ("mines_aggregate", OPEN, "cascade"),
    "calculator_agent": ("mines_calculate", OPEN, "cascade"),
    "compress_context": ("mines_compress", OPEN, "model"),
}
LONG = [Turn(role, "BHP revenue FY2024") for _ in range(6) for role in ("user", "assistant")]


class OneFails:
    """A model whose calls for one prompt go to a failing server; the others are scripted."""

    def __init__(self, prompt: str, failing: LanguageModel) -> None:
        self._prompt, self._failing = prompt, failing
        self._well = ScriptedLanguageModel(WORKING)
        self.calls: Counter[str] = Counter()

    def _of(self, prompt) -> LanguageModel:
        self.calls[prompt.name] += 1
        return self._failing if prompt.name == self._prompt else self._well

    async def propose(self, prompt, inputs, output, *, meter):
        return await self._of(prompt).propose(prompt, inputs, output, meter=meter)

    async def write(self, prompt, inputs, *, meter, on_text=None):
        return await self._of(prompt).write(prompt, inputs, meter=meter, on_text=on_text)

    async def work(self, prompt, inputs, tools, *, max_rounds, meter):
        return await self._of(prompt).work(prompt, inputs, tools, max_rounds=max_rounds, meter=meter)


# M-092
@pytest.mark.parametrize("fault", MODEL_FAULTS)
@pytest.mark.parametrize("node", NODES)
async def test_a_node_whose_model_fails_ends_the_turn_with_a_mark(run, node, fault):
    prompt, question, policy = NODES[node]
    patience = (IMPATIENCE,) if fault in SILENT else ()
    with failing_server(fault) as server:
        model = OneFails(prompt, dispatcher_over(server, call_timeouts=patience))
        ran = await run(question, *(LONG if node == "compress_context" else ()), model=model, policy=policy)
    answer = ran.state["answer"]
    assert answer["outcome"] in ("answered", "fallback", "out_of_scope")
    assert model.calls[prompt] >= 1
    if fault_is_felt(node, fault):
        assert any(node in caveat for caveat in answer["caveats"])
        assert answer["confidence"] != "high"
        assert max(Counter(visited for visited in ran.nodes if visited != "retrieve_company").values()) == 1


def fault_is_felt(node: str, fault: str) -> bool:
    """Say whether the fault leaves nothing to use.

    A form without a closed choice takes any choice for a reply; a wrong text is judged by what it says; and a call of
    a tool that cannot be carried out is answered to the model.
    """
    if fault == "wrong-enum":
        return False
    loose = {
        "compress_context": ("wrong-tool", "broken-arguments", "over-long"),
        "calculator_agent": ("broken-arguments",),
    }
    return fault not in loose.get(node, ())
