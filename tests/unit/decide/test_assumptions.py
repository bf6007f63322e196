"""What was assumed, said shortly."""

from dragoman.decide.assumptions import sentences
from dragoman.domain.plan import Assumption


def _period(text: str, latest_of: str | None = None) -> Assumption:
    return Assumption(kind="period", text=text, latest_of=latest_of)


def test_two_names_of_one_year_are_one_sentence() -> None:
    said = [_period("No years were named, so this covers all I have: 2021 to 2025.")]
    said += [_period("No years were named, so this covers all I have: FY2021 to FY2025.")]
    assert sentences(said) == ("No years were named, so this covers all I have: FY2021 to FY2025.",)


def test_changes_in_several_years_are_one_sentence_and_one_change_keeps_its_year() -> None:
    one = _period("The change in FY2024 is against the year before, FY2023.")
    other = _period("The change in FY2023 is against the year before, FY2022.")
    same = _period("The change in 2024 is against the year before, 2023.")
    assert sentences([one, same]) == (one.text,)
    assert sentences([one, other, same]) == ("Each change is against the year before.",)


def test_the_latest_year_is_not_said_of_a_company_whose_figure_is_of_another_year() -> None:
    said = [_period("the latest of BHP", "BHP"), _period("the latest of NST", "NST")]
    assert sentences(said, without_latest_of={"NST"}) == ("the latest of BHP",)
