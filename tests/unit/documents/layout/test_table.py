"""Tables as they lie on a page."""

from dataclasses import replace

from tests.unit.documents.layout.print import page, right

from dragoman.documents.layout.blocks import blocks_of_page
from dragoman.documents.reading import Grid, Heading, Paragraph
from dragoman.domain.document import Box

STATEMENT = page(
    {200: "($ in millions)"},
    {20: "For the years ended June 30,", 390: "2022", 470: "2021"},
    {20: "Net sales", 360: "$", **right(435, "14,544"), 440: "$", **right(515, "12,861")},
    {20: "Cost of sales", **right(438, "(11,724)"), **right(518, "(10,129)")},
    {20: "Operating expenses:"},
    {20: "Research", **right(435, "96"), **right(515, "-")},
)


def grid(layout) -> Grid:
    return next(block for block in blocks_of_page(layout) if isinstance(block, Grid))


def test_columns_take_the_heading_that_stands_over_them():
    assert grid(STATEMENT).header == ("For the years ended June 30,", "2022", "2021")


def test_a_currency_sign_far_to_the_left_belongs_to_its_figure():
    assert grid(STATEMENT).rows[0] == ("Net sales", "$14,544", "$12,861")


def test_brackets_stay_with_the_figure_whose_sign_they_are():
    assert grid(STATEMENT).rows[1] == ("Cost of sales", "(11,724)", "(10,129)")


def test_a_label_without_figures_is_a_row_of_its_own():
    assert grid(STATEMENT).rows[2] == ("Operating expenses:", "", "")


def test_a_dash_is_kept_as_it_is_printed():
    assert grid(STATEMENT).rows[3][2] == "-"


def test_the_line_that_says_the_unit_is_the_caption():
    assert grid(STATEMENT).caption == "($ in millions)"


def test_every_figure_has_the_box_it_stands_in():
    box = grid(STATEMENT).boxes[0][1]
    assert box is not None
    assert (box.x0, box.x1) == (408.0, 435.0)


def test_two_amounts_printed_close_together_are_two_cells():
    layout = page(
        {20: "", 300: "2022", 350: "2021"},
        {20: "Cash", 300: "1,000.00 14,904.08"},
        {20: "Debt", 300: "2,000.00", 345: "15,904.08"},
    )
    assert grid(layout).rows[0] == ("Cash", "1,000.00", "14,904.08")


def test_a_label_broken_over_two_lines_is_one_row():
    layout = page(
        {300: "2022", 350: "2021"},
        {20: "Net income", **right(320, "1"), **right(370, "2")},
        {20: "Gains on cash flow hedges, net of"},
        {20: "tax", **right(320, "3"), **right(370, "4")},
    )
    assert grid(layout).rows[1] == ("Gains on cash flow hedges, net of tax", "3", "4")


def test_prose_with_figures_in_it_is_no_table():
    layout = page(
        {20: "Receivables were $1,636 and $1,434 at the end of 2020 and 2019, respectively,"},
        {20: "and sales rose by 3.4 percent to 55,658 in the year that ended on June 30."},
    )
    assert all(isinstance(block, Paragraph | Heading) for block in blocks_of_page(layout))


def test_columns_of_print_are_read_one_after_the_other():
    left = "the left column goes on with its own words here"
    other = "the right column has words of another story now"
    layout = page(*[{20: left, 320: other} for _ in range(12)])
    text = " ".join(block.text for block in blocks_of_page(layout) if isinstance(block, Paragraph))
    assert text.rindex("left") < text.index("right")


def test_a_mark_cut_off_its_figure_by_a_gap_belongs_to_it():
    layout = page(
        {300: "2022", 400: "2021"},
        {20: "Effective rate", **right(320, "23.9"), 330: "%", **right(420, "17.6"), 430: "%"},
        {20: "Other rate", **right(320, "16.6"), 330: "%", **right(420, "15.4"), 430: "%"},
    )
    assert grid(layout).rows[0] == ("Effective rate", "23.9%", "17.6%")


def test_the_mark_of_a_note_on_a_year_is_no_figure():
    layout = page(
        {300: "2018 (2)", 400: "2017"},
        {20: "Revenue", **right(320, "194"), **right(420, "184")},
        {20: "Income", **right(320, "4"), **right(420, "9")},
    )
    assert grid(layout).header == ("", "2018 (2)", "2017")


def test_words_behind_the_figures_leave_the_row_its_figures():
    layout = page(
        {300: "2018", 400: "2017", 450: "Trend"},
        {20: "Revenue", **right(320, "194"), **right(420, "184"), 450: "up"},
        {20: "Income", **right(320, "4"), **right(420, "9"), 450: "down"},
    )
    assert grid(layout).rows[1] == ("Income", "4", "9", "down")


def test_a_lone_stray_dash_makes_no_column():
    rows = [{20: f"Item {n}", **right(320, f"{n}00"), **right(420, f"{n}50")} for n in range(1, 7)]
    layout = page({300: "2018", 400: "2017"}, *rows, {20: "Other", 360: "-", **right(420, "5")})
    assert grid(layout).header == ("", "2018", "2017")


def test_a_label_goes_on_behind_a_comma():
    layout = page(
        {300: "2022", 350: "2021"},
        {20: "Net income", **right(320, "1"), **right(370, "2")},
        {20: "Common stock, par value $0.50;"},
        {20: "Shares issued: 1.8 billion", **right(320, "3"), **right(370, "4")},
    )
    assert grid(layout).rows[1][0] == "Common stock, par value $0.50; Shares issued: 1.8 billion"


def test_signs_of_money_below_the_years_stand_in_their_columns():
    layout = page(
        {300: "2022", 350: "2021"},
        {20: "Net loss", **right(320, "1"), **right(370, "2")},
        {20: "Loss per share:", 312: "¢", 362: "¢"},
        {20: "Basic", **right(320, "3"), **right(370, "4")},
    )
    assert grid(layout).rows[1] == ("Loss per share:", "¢", "¢")


def test_tables_side_by_side_are_two():
    rows = [
        {20: f"Asset {n}", **right(200, f"{n}00"), **right(250, f"{n}10"), 300: f"Debt {n}"}
        | right(480, f"{n}20")
        | right(530, f"{n}30")
        for n in range(1, 5)
    ]
    layout = page({180: "2022", 230: "2021", 460: "2022", 510: "2021"}, *rows)
    left, other = [block for block in blocks_of_page(layout) if isinstance(block, Grid)]
    assert (left.header, left.rows[0]) == (("", "2022", "2021"), ("Asset 1", "100", "110"))
    assert (other.header, other.rows[3]) == (("", "2022", "2021"), ("Debt 4", "420", "430"))


def test_figures_on_both_sides_of_words_are_left_in_the_line():
    layout = page(
        {300: "2022", 350: "2021"},
        {20: "Net income", **right(320, "1"), **right(370, "2")},
        {20: "Term debt", 100: "$500", 160: "Semi-Annually", **right(320, "3"), **right(370, "4")},
    )
    assert grid(layout).rows[1] == ("Term debt $500 Semi-Annually 3 4", "", "")


def test_a_figure_that_ends_a_label_is_no_cell():
    rows = [{20: f"Item {n}", **right(420, f"{n}00"), **right(520, f"{n}50")} for n in range(1, 6)]
    layout = page(
        {400: "2022", 500: "2021"},
        *rows,
        {20: "Preferred stock, shares issued: 0 and"},
        {20: "2,300", **right(520, "7")},
    )
    assert grid(layout).rows[-1] == ("Preferred stock, shares issued: 0 and 2,300", "", "7")


def test_a_dash_behind_a_figure_is_the_next_column_s_and_a_minus_that_touches_it_is_its_own():
    layout = page(
        {20: "", 300: "2022", **right(335, "2021")},
        {20: "Bonds", 300: "76.9 -"},
        {20: "Shares", 300: "77.9 -"},
        {20: "Notes", 300: "365.6", **right(342, "11.1")},
        {20: "Loss", 300: "365.6-", **right(342, "11.1")},
    )
    assert [row[1:] for row in grid(layout).rows][2:] == [("365.6", "11.1"), ("365.6-", "11.1")]
    assert not any("-" in row[1] for row in grid(layout).rows[:2] if row[2])


def test_a_column_of_nothing_but_narrow_dashes_is_a_column():
    lines = [
        {20: f"Bonds {letter}", **right(300, "5.5"), **right(330, "."), **right(390, "7.5")} for letter in "abcdef"
    ]
    layout = page({20: "", **right(300, "2022"), **right(332, "2021"), **right(392, "2020")}, *lines)
    thin = [
        replace(word, text="-", box=replace(word.box, x0=word.box.x1 - 1.7)) if word.text == "." else word
        for word in layout.words
    ]
    assert grid(replace(layout, words=tuple(thin))).rows[0] == ("Bonds a", "5.5", "-", "7.5")


def test_the_raised_mark_of_a_note_on_a_line_of_its_own_is_no_column_and_a_number_in_the_notes_column_is():
    lines = [{20: "Health"}, {60: "U.S.", **right(300, "5.5")}, {60: "Abroad", **right(300, "6.5")}]
    layout = page({20: "Sales", **right(300, "2022")}, *lines)
    raised = replace(layout.words[2], text="(1)", box=Box(x0=50, y0=49, x1=58, y1=55))
    marked = replace(layout, words=(*layout.words[:2], raised, *layout.words[2:]))
    assert grid(marked).header == grid(layout).header
    notes = page({20: "", 200: "Note", **right(300, "2022")}, {20: "Tax", 202: "12", **right(300, "5.5")}, lines[2])
    assert grid(notes).rows[0] == ("Tax", "12", "5.5")
