"""What a question says beside what it asks is told apart from it."""

from time import process_time

import pytest

from dragoman.decide.frame import PLAIN, Definition, read_frame
from dragoman.domain.plan import AnswerForm


@pytest.mark.parametrize(
    ("text", "name", "formula"),
    [
        ("What is FY2024 DPO? DPO is defined as: 365 * payables / cost of sales.", "DPO",
         "365 * payables / cost of sales"),
        ("Cover in FY2024? Cover = EBITDA / interest", "Cover", "EBITDA / interest"),
        ("Define asset turnover as revenue divided by total assets. What was it in FY2024?", "asset turnover",
         "revenue divided by total assets"),
        ("What was the yield in FY2024, where yield = dividends / price?", "yield", "dividends / price"),
        ("What was cover in FY2024 using EBIT as the numerator and interest as the denominator?", "was cover in FY2024",
         "(EBIT) / (interest)"),
    ],
)  # fmt: skip
def test_a_definition_is_found_and_is_no_question(text: str, name: str, formula: str) -> None:
    frame = read_frame(text)
    assert formula in [one.text for one in frame.definitions]
    assert frame.definitions[0].name.endswith(name.rsplit(maxsplit=1)[-1])
    assert frame.apart


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("What was revenue? Round to two decimal places.", AnswerForm(places=2)),
        ("What was revenue? Answer in USD millions.", AnswerForm(scale=1_000_000, currency="USD")),
        ("What was revenue in thousands of USD?", AnswerForm(scale=1_000, currency="USD")),
        ("What was the margin? Express the answer in percent.", AnswerForm(as_percent=True)),
        ("What was revenue? Round it to the nearest whole number.", AnswerForm(places=0)),
    ],
)
def test_how_the_number_is_wanted_is_read(text: str, form: AnswerForm) -> None:
    assert read_frame(text).form == form


@pytest.mark.parametrize(
    "text",
    [
        "What was BHP's FY2024 revenue?",
        "Was BHP profitable, with net debt - a lot of it - to pay back?",
        "How is EBITDA defined?",
        "a = b",
        "",
    ],
)
def test_a_plain_question_has_no_frame(text: str) -> None:
    assert read_frame(text).definitions == ()
    assert read_frame(text).form is None


def test_a_text_that_is_all_guidance_is_the_question() -> None:
    assert read_frame("Please use the cash flow statement.") == PLAIN


def test_a_definition_is_kept_in_the_words_of_the_question() -> None:
    assert read_frame("X in FY2024? X = a / b").definitions == (Definition(name="X", text="a / b"),)


@pytest.mark.parametrize(
    "block", ["round to ", "where x = ", "in million ", "(using a and ", "year end 20 ", "X is defined as ", "a, "]
)
def test_long_texts_take_time_by_their_length_and_not_its_square(block: str) -> None:
    def seconds(size: int) -> float:
        text = block * (size // len(block))
        began = process_time()
        read_frame(text)
        return process_time() - began

    small, large = (min(seconds(size) for _ in range(2)) for size in (1_250, 10_000))
    assert large < max(small, 0.02) * 8 * 3  # a square would be 64 times
