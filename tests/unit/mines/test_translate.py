"""Answers in the language of the question: one fixed way, that changes no figure."""

from dataclasses import replace

import pytest

from dragoman.assistants.languages.denial import denies_alike
from dragoman.assistants.languages.same_figures import same_figures
from dragoman.assistants.languages.tongues import TONGUES
from dragoman.assistants.mines.nodes.retrieve_decision import retrieve_decision
from dragoman.assistants.mines.state import fresh_turn
from dragoman.graphs.path import TurnContext
from dragoman.models.errors import ModelUnavailableError
from dragoman.testing.scripted_model import ScriptedLanguageModel

ASKED = "Wie hoch war der Umsatz von BHP im Geschäftsjahr 2024?"
FLAGS = dict.fromkeys(("is_out_of_scope", "needs_news", "needs_clarification"), False)
ROUTE = {**FLAGS, "needs_retrieval": True, "restated": "What was BHP's FY2024 revenue?", "confidence": 0.95}
ENGLISH = "BHP's revenue for FY2024 was US$55,658 million [1], 3.4 % more than in FY2023 [2]."
GERMAN = "Der Umsatz von BHP im FY2024 betrug US$55.658 Millionen [1], 3,4 % mehr als im FY2023 [2]."


def german(inputs):
    """Translate what our answer to ASKED says, line by line, and leave the rest."""
    text = inputs["text"].replace("BHP's revenue for FY2024 was", "Der Umsatz von BHP im FY2024 betrug")
    return text.replace("55,658 million", "55.658 Millionen").replace("Translated from", "Übersetzt aus")


def speaker(translation=german):
    return ScriptedLanguageModel({"mines_route": ROUTE, "mines_translate": translation})


# M-111
async def test_the_answer_is_in_the_language_of_the_question(run):
    state = (await run(ASKED, model=speaker())).state
    assert "Der Umsatz von BHP im FY2024 betrug US$55.658 Millionen [1]." in state["final_answer"]
    assert "I work in English" not in state["final_answer"]
    assert [source["marker"] for source in state["sources"]] == [1]
    assert "Übersetzt aus English by a language model" in state["final_answer"]


# M-111
async def test_without_a_model_other_languages_are_told_so(run):
    assert "I work in English here." in (await run(ASKED)).state["final_answer"]


# M-111
async def test_an_english_question_is_not_translated(run):
    model = speaker()
    await run("What was BHP's FY2024 revenue?", model=model)
    assert model.calls == []


@pytest.mark.parametrize(
    "translation",
    [
        lambda inputs: german(inputs).replace("55.658", "55.685"),
        lambda inputs: german(inputs).replace("Millionen", "Milliarden"),
        lambda inputs: german(inputs) + "\nMehr auf https://example.org",
        lambda _: "Der Umsatz war hoch.",
    ],
)
async def test_a_translation_with_other_figures_is_not_shown(run, translation):
    state = (await run(ASKED, model=speaker(translation))).state
    assert "BHP's revenue for FY2024 was US$55,658 million [1]." in state["final_answer"]
    assert "This stays in English" in state["final_answer"]


async def test_a_model_that_fails_leaves_the_english_text(run):
    state = (await run(ASKED, model=speaker(ModelUnavailableError(())))).state
    assert "BHP's revenue for FY2024 was US$55,658 million [1]." in state["final_answer"]
    assert "(answer)" in state["final_answer"]


# M-111
async def test_a_question_of_ours_is_asked_in_the_language_of_the_question(tools, today):
    asks = {**FLAGS, "needs_retrieval": True, "needs_clarification": True, "confidence": 0.9}
    model = ScriptedLanguageModel({"mines_route": asks, "mines_translate": lambda i: f"Bitte: {i['text']}"})
    context = TurnContext(today)
    state = fresh_turn("Wie hoch war das im Jahr?", [])
    update = await retrieve_decision(state, context, tools=replace(tools, model=model))
    assert update.values["clarification_question"].startswith("Bitte: ")


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("de", GERMAN),
        ("de", GERMAN.replace("55.658 Millionen", "55,658 Millionen").replace("3,4 %", "3.4 %")),
        ("fr", "Le chiffre d'affaires de FY2024 : US$55\u202f658 millions [1], 3,4 % de plus qu'en FY2023 [2]."),
        ("es", "Los ingresos de FY2024 fueron de US$55.658 millones [1], un 3,4 % más que en FY2023 [2]."),
        ("zh", "BHP的FY2024收入为US$55,658百万 [1]，比FY2023高3.4 % [2]。"),
        ("ru", "Выручка BHP за FY2024: US$55 658 млн [1], на 3,4 % больше, чем в FY2023 [2]."),
    ],
)
def test_figures_may_be_written_as_the_language_does(code, said):
    assert same_figures(ENGLISH, said, TONGUES[code])


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("55.658", "55.568"),
        ("Millionen", "Billionen"),
        ("Millionen", "Milliarden"),
        ("Millionen", ""),
        ("US$", "A$"),
        ("US$", "−US$"),
        ("3,4 %", "34 %"),
        ("3,4 %", "3,4"),
        ("FY2023", "FY2022"),
        ("[1]", "[2]"),
        ("[2]", ""),
        ("55.658 Millionen [1], 3,4 %", "3,4 Millionen [1], 55.658 %"),
        ("mehr", "mehr (7)"),
        (", 3,4", "\n3,4"),
    ],
)
def test_another_figure_is_seen(old, new):
    assert old in GERMAN
    assert not same_figures(ENGLISH, GERMAN.replace(old, new), TONGUES["de"])


async def test_words_of_strangers_are_neither_translated_nor_shown_to_who_translates(run):
    shown: list[str] = []

    def keep(inputs):
        shown.append(inputs["text"])
        return inputs["text"]

    route = {**FLAGS, "needs_retrieval": False, "needs_news": True, "restated": "Any recent news about Northern Star?"}
    model = ScriptedLanguageModel({"mines_route": {**route, "confidence": 0.95}, "mines_translate": keep})
    state = (await run("Gibt es aktuelle Nachrichten über Northern Star?", model=model)).state
    assert "“Northern Star: FY2025" in state["final_answer"]
    assert "“(AA)” (" in shown[0]
    assert "FY2025" not in shown[0]


async def test_a_translation_that_loses_a_quotation_is_not_shown(run):
    route = {**FLAGS, "needs_retrieval": False, "needs_news": True, "restated": "Any recent news about Northern Star?"}

    def lose(inputs):
        return inputs["text"].replace("“(AA)”", "“Die Mine ist zu”")

    model = ScriptedLanguageModel({"mines_route": {**route, "confidence": 0.95}, "mines_translate": lose})
    state = (await run("Gibt es aktuelle Nachrichten über Northern Star?", model=model)).state
    assert "Die Mine ist zu" not in state["final_answer"]
    assert "This stays in English" in state["final_answer"]


# M-111
async def test_what_was_not_found_is_said_in_the_language_of_the_question(run):
    route = {**FLAGS, "needs_retrieval": True, "restated": "What was BHP's FY2019 lithium cost?", "confidence": 0.95}

    def spanish(inputs):
        return inputs["text"].replace("was not found in the documents I have", "no se encontró en mis documentos")

    model = ScriptedLanguageModel({"mines_route": route, "mines_translate": spanish})
    state = (await run("¿Cuál fue el costo de litio de BHP en el año 2024?", model=model)).state
    assert state["outcome"] == "fallback"
    assert "no se encontró en mis documentos" in state["final_answer"]
    assert "Translated from English" in state["answer"]["caveats"][-1]


# M-111
async def test_assumptions_and_caveats_beside_the_answer_are_translated_with_it(run):
    route = {**ROUTE, "restated": "What was BHP's FY2024 revenue and profit?"}
    model = ScriptedLanguageModel(
        {"mines_route": route, "mines_translate": lambda i: i["text"].replace("I read", "Lu")}
    )
    state = (await run(ASKED, model=model)).state
    said = state["answer"]["assumptions"]
    assert said
    assert all(line in state["final_answer"] for line in (*said, *state["answer"]["caveats"]))
    assert not any("I read" in line for line in said)


@pytest.mark.parametrize(
    ("code", "english", "said", "is_alike"),
    [
        ("fr", "The Provider may not subcontract.", "Le prestataire ne peut pas sous-traiter.", True),
        ("fr", "The Provider may not subcontract.", "Le prestataire peut sous-traiter.", False),
        ("fr", "The Provider may subcontract.", "Le prestataire ne peut pas sous-traiter.", False),
        ("fr", "The Provider may only subcontract once.", "Le prestataire ne peut sous-traiter qu'une fois.", True),
        ("de", "It was not found.", "Es wurde gefunden.", False),
        ("de", "Profit rose.", "Der Gewinn stieg nicht.", False),
        ("es", "The notice is unpaid.", "El aviso no está pagado.", True),
        ("zh", "The Provider may not subcontract.", "供应商可以分包。", False),
        ("zh", "The Provider may not subcontract.", "供应商不得分包。", True),
        ("zh", "Costs rose very much.", "成本非常高。", True),
        ("ar", "The Provider may not subcontract.", "لا يجوز للمورد التعاقد من الباطن.", True),
        ("ar", "The Provider may not subcontract.", "يجوز للمورد التعاقد من الباطن.", False),
        ("hi", "It does not say.", "यह नहीं कहता।", True),
        ("hi", "It does not say.", "यह दिन में कहता है।", False),
        ("ja", "It does not say.", "記載がありません。", True),
        ("ru", "It does not say.", "Там этого нет.", True),
        ("fr", "It does not say.", "It does not say.", True),
    ],
)
def test_a_translation_denies_where_the_english_does(code, english, said, is_alike):
    assert denies_alike(english, said, TONGUES[code]) is is_alike
