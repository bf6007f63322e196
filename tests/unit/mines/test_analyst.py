"""What an analyst expects of an answer: the verdict first, like with like, another year only by name."""

import pytest

from dragoman.domain.conversation import Turn
from dragoman.domain.lineage import facts_of

OPENINGS = {
    "Was Rio's free cash flow higher in 2023 than in 2024?": (
        "Yes: Rio Tinto's free cash flow for 2023 was US$7,657 million [1], "
        "which is US$2,104 million more than US$5,553 million in 2024 [2]."
    ),
    "Did BHP's profit fall in FY2025?": "No: BHP's statutory net profit grew by 14.2 %",
    "Did BHP's revenue rise in FY2024?": "Yes: BHP's revenue grew by 3.4 %",
    "Is BHP's net debt less than Fortescue's in FY2024?": "No: BHP's net debt for FY2024 was US$9,120 million [1]",
    "Did BHP make more than US$60bn of revenue in FY2024?": "No, not more than US$60,000 million.",
    "Did Fortescue pay a dividend in FY2025?": "Yes. Fortescue's total dividend for FY2025 was A$1.10 per share [1].",
    "Was FY2022 BHP's best year?": "Yes: the highest statutory net profit of BHP from FY2021 to FY2025 was",
    "Which miners had revenue of more than US$20 billion in FY2023?": (
        "Two of the three companies had revenue of more than US$20,000 million for FY2023: Rio Tinto and BHP."
    ),
    "How many miners had net cash in FY2021?": (
        "Two of the three companies had net cash for FY2021: Rio Tinto and Fortescue."
    ),
    "Which miner grew revenue the most in FY2024?": "Largest growth of revenue: Northern Star 19.1 %.",
    "Which miner's profit fell the most in FY2024?": "Largest fall of net profit: Mineral Resources 48.6 %.",
    "Which miner had the best EBITDA margin in FY2024?": "Highest EBITDA margin: Fortescue 58.7 %.",
    "Whose revenue fell in FY2024?": "One of the five companies saw revenue fall: Rio Tinto.",
    "Compare BHP's FY2023 and FY2024 revenue": (
        "BHP's revenue for FY2024 was US$55,658 million [1], which is US$1,841 million more than US$53,817 million"
    ),
}


@pytest.mark.parametrize(("question", "opening"), OPENINGS.items())
async def test_the_verdict_comes_first(ask, question, opening):
    answer = await ask(question)
    assert answer.text.startswith(opening)
    assert answer.confidence == "high"


async def test_figures_of_two_currencies_have_a_total_each(ask):
    answer = await ask("What was the total revenue of all five miners in FY2024?")
    assert "In US dollars, the total revenue of BHP, Fortescue and Rio Tinto for FY2024 was US$127,536" in answer.text
    assert "In Australian dollars, the total revenue of Mineral Resources and Northern Star" in answer.text
    assert "different currencies are never added or averaged" in answer.text


async def test_a_yes_or_no_question_across_currencies_gets_neither(ask):
    answer = await ask("Is BHP's revenue more than Northern Star's in FY2024?")
    assert answer.text.startswith("BHP's revenue")
    assert "the figures do not compare as they stand" in answer.text


async def test_without_a_year_the_newest_that_has_the_figure_is_given_and_said(ask):
    answer = await ask("What was Northern Star's AISC?")
    assert answer.text.startswith("Northern Star's all-in sustaining cost for FY2024 was A$1,853 per oz [1].")
    assert answer.assumptions == (
        "The newest all-in sustaining cost I have of Northern Star is for FY2024; FY2025 has none.",
    )


async def test_a_named_year_without_the_figure_says_which_years_have_it(ask):
    answer = await ask("What was Northern Star's AISC in FY2025?")
    assert answer.outcome == "fallback"
    assert "I have Northern Star's all-in sustaining cost for FY2021 to FY2024." in answer.text
    assert answer.citations == ()
    assert "1,853" not in answer.text


async def test_a_half_year_says_that_the_whole_year_is_there(ask):
    answer = await ask("What was BHP's revenue in H1 FY2025?")
    assert "I have BHP's revenue for the whole of FY2025." in answer.text
    assert "51,262" not in answer.text


async def test_a_reading_is_said_in_the_persons_word_and_once(ask):
    answer = await ask("What was Rio's and MinRes' profit in FY2024?")
    said = [note for note in answer.assumptions if note.startswith("I read ")]
    assert len(said) == 1
    assert said[0].startswith("I read 'profit' as ")


async def test_changes_of_several_companies_are_explained_once(ask):
    answer = await ask("How much did revenue of BHP and Rio grow in FY2023 and FY2024?")
    assert answer.assumptions.count("Each change is against the year before.") == 1
    assert sum("against the year before" in note for note in answer.assumptions) == 1


@pytest.mark.parametrize(
    ("question", "is_said"),
    [
        ("What was BHP's revenue in FY2024 in Australian dollars?", True),
        ("What was BHP's revenue in FY2024 in A$?", True),
        ("What was BHP's revenue in FY2024 in US dollars?", False),
        ("What was Northern Star's revenue in FY2024 in AUD?", False),
        ("What was BHP's revenue in FY2024?", False),
    ],
)
async def test_nothing_is_converted_and_that_is_said(ask, question, is_said):
    assert ("I have no exchange rate" in (await ask(question)).text) == is_said


async def test_a_rate_that_is_given_makes_one_ranking_and_is_said(ask):
    answer = await ask("Rank the five miners by FY2024 revenue at 0.65")
    assert "Fortescue US$18,220 million [3], Mineral Resources US$3,431 million (A$5,278 million [4])" in answer.text
    assert "Australian dollars are turned into US dollars at US$0.65 for A$1, the rate you gave." in answer.assumptions
    (ranking,) = answer.lineage
    converted = ranking.operands[3]
    assert (converted.operation, converted.expression) == ("convert", "5,278 × 0.65 = 3,431")
    assert [fact.currency for fact in facts_of(converted)] == ["AUD"]
    assert (answer.confidence, answer.grounding.verdict) == ("high", "yes")


async def test_a_rate_turns_the_other_currency_where_that_is_asked_for(ask):
    answer = await ask("Rank the five miners by FY2024 revenue in Australian dollars at 0.65")
    assert "in Australian dollars, highest first: BHP A$85,628 million (US$55,658 million [1])" in answer.text


async def test_without_a_rate_there_are_two_rankings_and_how_to_have_one_is_said(ask):
    answer = await ask("Rank the five miners by FY2024 revenue")
    assert len(answer.lineage) == 2
    assert 'two rankings, not one; give a rate in the question ("at 0.65") for one ranking.' in answer.text


async def test_a_rate_changes_nothing_where_one_currency_is_ranked(ask):
    answer = await ask("Rank BHP and Rio by FY2024 revenue at 0.65")
    assert "turned into" not in answer.text
    assert "I use a rate" not in answer.text


async def test_a_rate_adds_nothing_up(ask):
    answer = await ask("Total FY2024 revenue of the five miners at 0.65")
    assert "I use a rate that is given only to rank figures" in answer.text


async def test_a_market_price_is_not_there_and_the_news_is_dated(ask):
    answer = await ask("BHP share price today")
    assert answer.text.startswith("I have no market prices; the newest news I have is from 19 August 2025:")


async def test_notes_answer_what_was_restated_and_how_a_company_counts(ask):
    answer = await ask("What restatements are there for BHP FY2021?")
    assert "restated for continuing operations" in answer.text
    answer = await ask("How does Fortescue define free cash flow?")
    assert "Free cash flow is derived: operating cash flow of US$7,432 million less" in answer.text


@pytest.mark.parametrize("word", ["highest", "lowest", "record", "worst"])
async def test_no_superlative_is_quoted_that_nobody_computed(ask, word):
    for question in ("Why was BHP's profit so low in FY2024?", "What do the notes say about Rio's revenue in 2021?"):
        assert word not in (await ask(question)).text.split("\n\n")[0]


async def test_without_a_reason_in_the_documents_none_is_made_up(ask):
    answer = await ask("Why did BHP's profit fall in FY2024?")
    assert "The documents I have do not say why" in answer.text


async def test_a_question_about_that_holds_it_against_what_is_named(ask):
    before = (Turn("user", "What was BHP's FY2024 revenue?"), Turn("assistant", "BHP's revenue was US$55,658 million."))
    answer = await ask("Is that more than Rio's?", *before)
    assert answer.text.startswith("Yes: BHP's revenue for FY2024 was US$55,658 million [1], which is US$2,000 million")


async def test_margins_are_held_against_each_other_in_percentage_points(ask):
    answer = await ask("Is Fortescue's margin better than BHP's in FY2024?")
    assert answer.text.startswith("Yes: the difference is 6.6 percentage points.")
    answer = await ask("Did Rio's margin improve in 2024?")
    assert answer.text.startswith("No: the difference is 0.8 percentage points.")


async def test_a_sentence_half_about_the_topic_is_not_quoted_beside_one_that_is(ask):
    answer = await ask("Why are there two revenue figures for BHP in FY2021?")
    assert len(answer.citations) == 1
    assert answer.text.startswith("Two revenue figures for FY2021 are in circulation")


async def test_an_outlook_is_no_figure_of_an_earlier_year(ask):
    answer = await ask("What is BHP's iron ore production guidance for FY2026?")
    assert answer.outcome == "fallback"
