"""A model writes what only words can answer; code lets stand of it what the pages carry."""

import re
from dataclasses import replace

import pytest

from dragoman.assistants.mines.advice.ask import prompts
from dragoman.assistants.mines.compose.narrative import NO_REASON
from dragoman.assistants.mines.nodes.synthesize import synthesize
from dragoman.domain import wire
from dragoman.domain.claim import Claim
from dragoman.domain.plan import Explain, Plan
from dragoman.graphs.path import TurnContext
from dragoman.models.errors import ModelUnavailableError
from dragoman.testing.scripted_model import ScriptedLanguageModel

WHY = "Why did BHP's net operating cash flow rise in FY2024?"
FIGURE = "Net operating cash flow rose 10.5 % to US$20,665 million [1]."
CAUSE = "Investing took less than in the year before [1]."
QUOTE = "Investing absorbed US$8,762 million, less than the US$13,065 million of the year before"
MIX = "What was BHP's FY2024 revenue, and any recent news?"


def verdict(name="supported", quote=QUOTE, claim=1):
    return {"claim": claim, "verdict": name, "quote": quote}


def writer(draft=FIGURE, *verdicts, **others):
    searching = {"mines_rewrite": {}, "mines_grade_docs": in_words}
    answers = {"mines_synthesize": draft, "judge_claims": {"claims": list(verdicts)}, **searching, **others}
    return ScriptedLanguageModel(answers)


def in_words(inputs):
    """Choose the passage that tells the year in words."""
    return {"indices": [int(one) for one in re.findall(r"^(\d+)\. .*in words$", inputs["excerpts"], re.MULTILINE)]}


def asked_to_write(model):
    return [call.prompt for call in model.calls if call.prompt not in ("mines_rewrite", "mines_grade_docs")]


@pytest.fixture
def written(run):
    """Ask with a model that writes this draft, and judges so."""

    async def written(draft, *verdicts, text=WHY, **others):
        model = writer(draft, *verdicts, **others)
        return (await run(text, model=model)).state, model

    return written


async def test_a_text_that_the_page_carries_is_the_answer(written):
    state, model = await written(FIGURE)
    assert state["final_answer"] == f"{FIGURE}\n\n{NO_REASON}"
    assert state["confidence"] == "high"
    assert asked_to_write(model) == ["mines_synthesize"]


async def test_documents_stand_before_the_question_and_both_are_data():
    for name in ("mines_synthesize", "mines_answer"):
        prompt = prompts()[name]
        assert prompt.user.rstrip().endswith("{{ question }}")
        assert set(prompt.data) == set(prompt.inputs)


@pytest.mark.parametrize("text", ["What was BHP's FY2024 revenue?", "How much did BHP's revenue grow in FY2024?"])
async def test_a_complete_plan_has_its_exact_text_and_no_call(run, text):
    model = writer()
    with_model = (await run(text, model=model)).state["final_answer"]
    assert with_model == (await run(text)).state["final_answer"]
    assert model.calls == []


async def test_the_policy_embedded_asks_nobody(run):
    model = writer()
    await run(WHY, model=model, policy="embedded")
    assert model.calls == []


@pytest.mark.parametrize(
    "sentence",
    [
        "Net operating cash flow rose 11.5 % to US$20,665 million [1].",
        "Net operating cash flow fell 10.5 % to US$20,665 million [1].",
        "Rio Tinto's net operating cash flow rose 10.5 % [1].",
        "Rio Tinto invested less [1].",
        "Investing took less [99].",
        "BHP is the largest miner there is.",
        "Capital expenditure was US$8,816 billion [1].",
        "Read more at https://example.org [1].",
        "Write to office@example.org [1].",
        "Investing took less</code> [1].",
        "Net operating cash flow was US$20,665 million.",  # true, but it cites nothing
    ],
)
async def test_a_sentence_that_no_page_carries_is_dropped(written, sentence):
    state, _ = await written(f"{FIGURE} {sentence}")
    assert state["final_answer"].split("\n")[0] == FIGURE


@pytest.mark.parametrize(
    "unchecked",
    [
        "[1] BHP went bankrupt in FY2024.",
        "Sources:\n[1]: BHP's revenue was US$9 million.",
        "| BHP went bankrupt | FY2024 |\n|---|---|",
        "# BHP went bankrupt",
    ],
)
async def test_what_is_in_no_checked_sentence_is_dropped(written, unchecked):
    state, _ = await written(f"{FIGURE}\n\n{unchecked}")
    assert "bankrupt" not in state["final_answer"]
    assert "US$9 million" not in state["final_answer"]
    assert FIGURE in state["final_answer"]


async def test_a_text_of_nothing_but_marks_gives_way_to_the_template(written):
    state, _ = await written("| a | b |\n|---|---|")
    assert "---" not in state["final_answer"]
    assert state["confidence"] == "high"


async def test_where_nothing_stands_the_template_answers(written):
    state, _ = await written("Net operating cash flow was US$1 million [1].")
    assert state["final_answer"].startswith(FIGURE)
    assert state["final_answer"].endswith(NO_REASON)


async def test_failed_claims_come_back_as_labels_without_figures(written):
    draft = "BHP's revenue for FY2024 was US$99,999 million [1]. BHP's EBITDA for FY2024 was US$11,111 million [1]."
    _, model = await written(draft)
    first, second, *_ = model.calls_of("mines_synthesize")
    assert first.inputs["fell"] == "(none)"
    assert second.inputs["fell"] == "BHP revenue FY2024\nBHP ebitda FY2024"


async def test_what_the_judge_finds_on_the_page_is_marked_as_judged(written):
    state, model = await written(f"{FIGURE} {CAUSE}", verdict())
    assert "Investing took less than in the year before [1] ≈." in state["final_answer"]
    assert "marked ≈: judged by a language model" in state["final_answer"]
    assert state["confidence"] == "medium"
    assert model.calls_of("judge_claims")[0].inputs["claims"] == f"1. {CAUSE}"


@pytest.mark.parametrize(
    "said",
    [
        verdict("unsupported", ""),
        verdict("contradicted"),
        verdict("perhaps"),
        verdict(quote="Investing took a holiday in the year before"),
        verdict(quote=""),
        verdict(claim=7),
    ],
)
async def test_a_verdict_without_its_quote_on_the_page_is_unsupported(written, said):
    state, _ = await written(f"{FIGURE} {CAUSE}", said)
    assert state["final_answer"].split("\n")[0] == FIGURE


async def test_the_judge_is_not_asked_about_a_failed_number(written):
    _, model = await written(f"{FIGURE} Capital expenditure was US$9,999 million [1].", verdict())
    assert model.calls_of("judge_claims") == []


async def test_a_sentence_that_nobody_could_check_says_so(written):
    state, _ = await written(f"{FIGURE} {CAUSE}", judge_claims=ModelUnavailableError(()))
    assert CAUSE in state["final_answer"]
    assert "One sentence is not checked" in state["final_answer"]
    assert "(grade_answer)" in state["final_answer"]
    assert state["confidence"] == "medium"


@pytest.mark.parametrize(
    "sentence",
    [
        "Nothing else was found on any page, so call the helpdesk and read out the code.",
        "Which bank do you use?",
        "Not stated: the code of your card, which you should type here.",
    ],
)
async def test_what_says_more_than_that_something_is_missing_falls(written, sentence):
    state, _ = await written(f"{FIGURE} {sentence}")
    assert state["final_answer"].startswith(FIGURE)
    assert sentence not in state["final_answer"]


async def test_a_sentence_without_a_marker_is_not_put_to_the_judge(written):
    state, model = await written(f"{FIGURE} Investing took less than in the year before.", verdict())
    assert "Investing took less" not in state["final_answer"]
    assert model.calls_of("judge_claims") == []


async def test_that_something_was_not_found_may_be_said(written):
    state, _ = await written(f"{FIGURE} The documents do not say why.")
    assert state["final_answer"] == f"{FIGURE} The documents do not say why."


async def test_a_model_that_fails_leaves_the_template_and_is_not_asked_again(written):
    state, model = await written(ModelUnavailableError(()))
    assert state["final_answer"].startswith(FIGURE)
    assert NO_REASON in state["final_answer"]
    assert "(synthesize)" in state["final_answer"]
    assert asked_to_write(model) == ["mines_synthesize"]
    assert state["confidence"] != "high"


async def test_reports_and_news_are_merged_and_news_is_told_with_its_day(written):
    merged = "BHP's FY2024 revenue was US$55,658 million [1]. Its WAIO operations produced 290 Mt in FY2025 [4]."
    state, model = await written("", text=MIX, mines_answer=merged)
    assert "produced 290 Mt in FY2025 (news, 19 August 2025)." in state["final_answer"]
    assert [source["marker"] for source in state["sources"]] == [1]
    assert asked_to_write(model) == ["mines_answer"]


@pytest.mark.parametrize(
    "merged",
    [
        "BHP's FY2024 revenue was not found.",
        "BHP's FY2024 revenue was US$56,658 million [1].",
        "BHP's FY2024 revenue was US$51,262 million [2].",
        ModelUnavailableError(()),
    ],
)
async def test_a_merge_without_the_figure_gives_way_to_the_exact_text(written, merged):
    state, _ = await written("", text=MIX, mines_answer=merged)
    assert state["final_answer"].startswith("BHP's revenue for FY2024 was US$55,658 million [1].")


async def test_where_news_differs_the_report_counts(written):
    merged = "BHP's FY2024 revenue was US$55,658 million [1]. The news has FY2024 revenue of US$51,262 million [2]."
    state, _ = await written("", text=MIX, mines_answer=merged)
    assert "The news has FY2024 revenue" not in state["final_answer"]
    assert "where it differs from a report, the report counts" in state["final_answer"]


async def test_a_remembered_answer_is_reference_only(retrieve, tools, today):
    plan = Plan(steps=(Explain(topic=WHY, companies=("BHP",)),))
    result = (await retrieve(plan, WHY)).state
    model = writer("Revenue was US$123 million.")
    state = {"plan": wire.dump(plan), "query": WHY, "graded_docs": result["documents"], "semantic_context": "Earlier."}
    await synthesize(state, TurnContext(today), tools=replace(tools, model=model))
    assert model.calls[0].inputs["earlier"] == "Earlier."


async def test_without_documents_nobody_is_asked(run, empty_handed):
    model = writer()
    await run(WHY, model=model, retriever=empty_handed)
    assert asked_to_write(model) == []


def test_a_judged_claim_keeps_its_mark_on_the_wire():
    claim = Claim(text="x", kinds=("statement",), verdict="supported", judged=True)
    assert wire.load(Claim, wire.dump(claim)).judged


FRENCH = "Le flux de trésorerie a baissé parce que les mines étaient fermées [1]."
FRENCH_FIGURE = "Le flux de trésorerie d'exploitation était de US$20,665 million en 2024 [1]."
JUDGE_FAILS = [
    ModelUnavailableError(()),
    RuntimeError("the wire broke"),
    {"claims": []},
    {"claims": [verdict("perhaps")]},
    {"claims": [verdict(quote="Les mines étaient fermées toute l'année")]},
    {"claims": [verdict(quote="")]},
    {"claims": [verdict(claim=7)]},
]


@pytest.mark.parametrize("judge", JUDGE_FAILS)
@pytest.mark.parametrize("policy", ["cascade", "model"])
@pytest.mark.parametrize("draft", [CAUSE, FRENCH, FRENCH_FIGURE, f"{FRENCH} {FRENCH_FIGURE}"])
async def test_a_text_that_nobody_could_check_never_replaces_checked_quotes(run, draft, policy, judge):
    model = writer(draft, judge_claims=judge, mines_route=ModelUnavailableError(()), mines_answer="")
    state = (await run(WHY, model=model, policy=policy)).state
    assert state["final_answer"].startswith(FIGURE)
    assert draft not in state["final_answer"]


async def test_a_sentence_in_another_language_stands_where_a_judge_found_it_on_the_page(written):
    french = "Les investissements ont coûté moins que l'année précédente [1]."
    state, _ = await written(f"{FIGURE} {french}", verdict())
    assert "Les investissements ont coûté moins que l'année précédente [1] ≈." in state["final_answer"]


async def test_a_sentence_in_another_language_falls_without_a_judge(written):
    state, _ = await written(f"{FIGURE} {FRENCH}", judge_claims=ModelUnavailableError(()))
    assert state["final_answer"].startswith(f"{FIGURE}\n")
    assert "mines étaient" not in state["final_answer"]
