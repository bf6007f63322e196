"""Every line of the corpus of languages, and what is said to those that are not English."""

from datetime import date
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from dragoman.decide.language import english_only
from dragoman.interpret.interpreter import Interpreter
from dragoman.interpret.language import blanked, languages
from dragoman.interpret.vocabulary import load_vocabulary

FILE = Path(__file__).with_name("languages.yaml")
MINES = Path(__file__).parents[2] / "src" / "dragoman" / "assistants" / "mines"
CASES = YAML(typ="safe").load(FILE.read_text("utf-8"))["cases"]
TEN = ("zh", "es", "hi", "ar", "pt", "fr", "ru", "de", "ja", "id")


@pytest.fixture(scope="module")
def read():
    interpreter = Interpreter(load_vocabulary(MINES / "vocabulary"))
    return lambda text: interpreter.interpret(text, reference_date=date(2026, 11, 30))


@pytest.mark.parametrize("case", CASES, ids=[f"{number}" for number in range(1, len(CASES) + 1)])
def test_a_text_is_in_the_language_of_its_line(read, case):
    assert read(case["text"]).utterance.language == case["language"]


@pytest.mark.parametrize("code", [*TEN, "it", "nl", "ko"])
def test_what_is_said_is_in_the_language_of_the_question_and_in_english(read, code):
    question = next(case["text"] for case in CASES if case["language"] == code)
    said = english_only(read(question), example="What?", companies=["BHP", "Rio Tinto"], years="FY2021–FY2025")
    assert said.message == languages().by_code[code].says.english_only
    assert all(part in said.remedy for part in ("What?", "BHP, Rio Tinto", "FY2021–FY2025", "I work in English here."))


@pytest.mark.parametrize("code", [*TEN, "it", "nl"])
def test_our_own_sentences_are_in_the_language_they_stand_for(code):
    says = languages().by_code[code].says
    text = f"{says.english_only} {says.ask} {says.reports}"
    found = languages().of(text.format(example="", companies="", years=""))
    assert found == code


def test_no_word_that_speaks_for_another_language_is_english():
    known = languages()
    english = {"the", "a", "was", "is", "no", "on", "as", "die", "war", "hat", "come", "sale", "an", "in", "per"}
    assert all(english.isdisjoint({*one.words, *one.field}) for one in known.by_code.values())


def test_english_is_answered_without_a_word_about_it(read):
    assert english_only(read("What was BHP's FY2024 revenue?"), example="") is None


def test_blanks_keep_every_offset(read):
    seen = read("必和必拓 BHP 2024")
    rest = blanked(seen.utterance.text, [entity.span for entity in seen.entities])
    assert len(rest) == len(seen.utterance.text)
    assert "BHP" not in rest
