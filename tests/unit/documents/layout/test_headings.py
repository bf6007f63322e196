"""Which heading stands over which column of a printed table."""

from tests.unit.documents.layout.print import page, right

from dragoman.documents.layout.blocks import blocks_of_page
from dragoman.documents.reading import Grid


def header(*lines) -> tuple[str, ...]:
    rows = [
        {20: "Net sales", **right(300, "3,243"), **right(360, "3,615"), **right(420, "6,421"), **right(480, "7,295")},
        {
            20: "Cost of sales",
            **right(300, "2,230"),
            **right(360, "2,369"),
            **right(420, "4,405"),
            **right(480, "4,766"),
        },
    ]
    return next(block for block in blocks_of_page(page(*lines, *rows)) if isinstance(block, Grid)).header


YEARS = {275: "2023", 335: "2022", 395: "2023", 455: "2022"}


def test_a_heading_belongs_to_the_columns_it_stands_in_the_middle_of():
    found = header({280: "Three months ended", 405: "Six months ended"}, YEARS)
    assert found[1:] == (
        "Three months ended 2023",
        "Three months ended 2022",
        "Six months ended 2023",
        "Six months ended 2022",
    )


def test_a_heading_over_all_columns_belongs_to_each():
    found = header({330: "Year ended June 30,"}, {275: "2023", 335: "2022", 395: "2021", 455: "2020"})
    assert {"Year ended June 30, 2021", "Year ended June 30, 2020"} < set(found)


def test_two_lengths_in_one_piece_are_two_headings():
    found = header({262: "Three months ended June 30, Six months ended June 30,"}, YEARS)
    assert found[1].startswith("Three months ended June 30, 2023")
    assert found[4].endswith("Six months ended June 30, 2022")


def test_a_column_without_its_own_year_gets_no_neighbour_s():
    assert header({275: "2023", 335: "2022"})[3:] == ("", "")


def test_words_over_one_column_stay_with_it():
    found = header({455: "currency"}, {275: "2023", 335: "2022", 390: "Change", 455: "Change"})
    assert found[1:] == ("2023", "2022", "Change", "currency Change")


def test_headings_centred_left_of_flush_right_figures_are_told_apart():
    found = header({20: "($ million)", 255: "2023", 315: "2022", 375: "2021", 435: "2020"})
    assert found == ("($ million)", "2023", "2022", "2021", "2020")


def test_years_in_one_piece_are_parted():
    rows = [{20: f"Item {n}", **right(300, "18"), **right(322, "17")} for n in range(3)]
    layout = page({20: "Fiscal Year", 280: "2021 2020"}, *rows)
    found = next(block for block in blocks_of_page(layout) if isinstance(block, Grid)).header
    assert found == ("Fiscal Year", "2021", "2020")


def test_a_title_in_the_middle_of_the_page_is_no_heading():
    found = header({300: "Acme Incorporated and Subsidiaries"}, {275: "2023", 335: "2022", 395: "2021", 455: "2020"})
    assert found[1:] == ("2023", "2022", "2021", "2020")


def test_a_unit_in_the_middle_holds_for_all_columns():
    found = header(YEARS, {350: "(In thousands)"})
    assert found == ("(In thousands)", "2023", "2022", "2023", "2022")


def test_a_heading_over_the_two_columns_in_the_middle_is_not_that_of_all():
    names = {**right(300, "Parent"), **right(360, "Mine"), **right(420, "Other"), **right(480, "Total")}
    said = header({345: "Year ended 2022"}, {357: "Guarantors"}, names)
    assert [head.removeprefix("Year ended 2022 ") for head in said[1:]] == [
        "Parent",
        "Guarantors Mine",
        "Guarantors Other",
        "Total",
    ]


def test_headings_in_the_middle_of_two_columns_each_are_those_of_both():
    marked = header({297: "(Unaudited)", 409: "(Unaudited)"}, YEARS)
    assert marked == ("", "(Unaudited) 2023", "(Unaudited) 2022", "(Unaudited) 2023", "(Unaudited) 2022")
