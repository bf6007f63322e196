"""Every fault of a model at every writing node: the exact text answers, nothing is kept, no step runs twice."""

import re
from collections import Counter
from datetime import UTC, date, datetime, timedelta

import pytest

from dragoman.domain.asker import ANYBODY
from dragoman.memory.answer_cache import AnswerCache
from dragoman.stores.answers import AnswerStore
from dragoman.testing.model_faults import IMPATIENCE, MODEL_FAULTS, SILENT, dispatcher_over, failing_server
from dragoman.testing.scripted_model import ScriptedLanguageModel

WHY = "Why did BHP's net operating cash flow rise in FY2024?"
MIX = "What was BHP's FY2024 revenue, and any recent news?"
GERMAN = "Wie hoch war der Umsatz von BHP im Geschäftsjahr 2024?"
FIGURE = "Net operating cash flow rose 10.5 % to US$20,665 million [1]."
ROUTE = {
    **dict.fromkeys(("is_out_of_scope", "needs_news", "needs_clarification"), False),
    "needs_retrieval": True,
    "restated": "What was BHP's FY2024 revenue?",
}
AT = {  # prompt: a question that comes to it, and what is said whatever happens there
    "mines_synthesize": (WHY, FIGURE),
    "judge_claims": (WHY, FIGURE),
    "mines_answer": (MIX, "US$55,658 million [1]."),
    "mines_translate": (GERMAN, "BHP's revenue for FY2024 was US$55,658 million [1]."),
}
# Replies of the right protocol that are no text of ours: they are words, and are dropped as such.
TRIES = 3  # such a draft leads to another search, twice
NO_FAULT_OF_A_TEXT = ("wrong-enum", "broken-arguments", "over-long", "wrong-tool")


class Today:
    def now(self) -> datetime:
        return datetime(2026, 11, 30, 9, tzinfo=UTC)

    def today(self) -> date:
        return date(2026, 11, 30)


class FailingAt:
    """A model that does its work but at one prompt, where it goes to a server that fails."""

    def __init__(self, prompt, failing):
        said = {"mines_synthesize": f"{FIGURE} Investing took less [1].", "judge_claims": {}, "mines_rewrite": {}}
        self._sound = ScriptedLanguageModel({**said, "mines_grade_docs": in_words, "mines_route": ROUTE})
        self._prompt, self._failing = prompt, failing
        self.asked: Counter = Counter()

    def _of(self, prompt):
        self.asked[prompt.name] += 1
        return self._failing if prompt.name == self._prompt else self._sound

    async def propose(self, prompt, inputs, output, *, meter):
        return await self._of(prompt).propose(prompt, inputs, output, meter=meter)

    async def write(self, prompt, inputs, *, meter, on_text=None):
        return await self._of(prompt).write(prompt, inputs, meter=meter, on_text=on_text)


def in_words(inputs):
    return {"indices": [int(one) for one in re.findall(r"^(\d+)\. .*in words$", inputs["excerpts"], re.MULTILINE)]}


@pytest.mark.parametrize("prompt", AT)
@pytest.mark.parametrize("fault", MODEL_FAULTS)
async def test_the_exact_text_answers_whatever_happens_to_the_model(run, fault, prompt):
    question, said = AT[prompt]
    cache = AnswerCache(AnswerStore(None), Today(), rules="r", ttl=timedelta(days=30))
    patience = [IMPATIENCE] if fault in SILENT else []
    with failing_server(fault) as server:
        failing = dispatcher_over(server, call_timeouts=patience)
        model = FailingAt(prompt, failing)
        ran = await run(question, model=model, memory=cache)
        await failing.aclose()
    assert ran.state["outcome"] == "answered"
    assert said in ran.state["final_answer"]
    assert cache.entries(ANYBODY.tenant) == ()
    assert model.asked[prompt] <= (TRIES if fault in NO_FAULT_OF_A_TEXT else 1)
    assert ran.nodes.count("answer") == 1
    if fault not in NO_FAULT_OF_A_TEXT:
        assert ran.state["confidence"] != "high"
