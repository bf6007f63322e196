from datetime import date

import pytest

from dragoman.documents.company_name import as_written, short_names, without_form
from dragoman.documents.cover import read_cover
from dragoman.domain.document import Page

TEN_K = """\
UNITED STATES
SECURITIES AND EXCHANGE COMMISSION
FORM 10-K
☒ ANNUAL REPORT PURSUANT TO SECTION 13 OR 15(d) OF THE SECURITIES EXCHANGE ACT OF 1934
For the fiscal year ended {end}
ACME MINING, INC.
(Exact name of registrant as specified in its charter)
Title of each class Trading Symbol(s) Name of each exchange on which registered
Common Stock, par value $0.01 per share ACM New York Stock Exchange
"""


def pages(*texts: str) -> tuple[Page, ...]:
    return tuple(Page(number=number, text=text) for number, text in enumerate(texts, 1))


def test_the_cover_of_a_10_k_says_company_ticker_form_and_year() -> None:
    cover = read_cover(pages(TEN_K.format(end="June 30, 2022"), "Acme Mining digs. Acme Mining sells."))

    assert cover.company is not None
    assert (cover.company.name, cover.company.is_sure) == ("Acme Mining", True)
    assert (cover.ticker, cover.form, cover.span, cover.end) == ("ACM", "10-K", "year", date(2022, 6, 30))


def test_a_day_over_two_lines_is_read() -> None:
    assert read_cover(pages(TEN_K.format(end="May 30,\n2021"))).end == date(2021, 5, 30)


def test_an_annual_report_without_a_form_is_known_by_its_title_and_running_heads() -> None:
    head = "ACME RESOURCES LIMITED\nAnnual Report and Financial Statements\nFor the year ended 31 December 2022\n"

    cover = read_cover(pages(head, *["ACME RESOURCES LIMITED\nNotes"] * 5))

    assert cover.company is not None
    assert (cover.company.name, cover.company.is_sure) == ("ACME RESOURCES", True)
    assert (cover.form, cover.end) == ("annual report", date(2022, 12, 31))


def test_a_former_name_is_not_the_company() -> None:
    page = "ENRG ELEMENTS LIMITED\nFormerly known as Kopore Metals Limited\n2022 ANNUAL REPORT"

    cover = read_cover(pages(page, *["Kopore Metals Limited (before) and ENRG Elements Limited"] * 4))

    assert cover.company is not None
    assert cover.company.name == "ENRG Elements"


@pytest.mark.parametrize(
    ("head", "span", "year", "quarter"),
    [
        ("Acme reports second quarter fiscal 2023 results", "quarter", 2023, 2),
        ("Acme Announces Fourth Quarter\nFiscal 2022 Results", "year", 2022, 4),
        ("Acme reports fiscal 2023 results\nFiscal 2023 Full Year Highlights", "year", 2023, None),
    ],
)
def test_a_release_says_whether_it_is_of_a_quarter_or_the_year(head, span, year, quarter) -> None:
    cover = read_cover(pages(f"{head}\nAcme, Inc. (NYSE: ACM) today reported."))

    assert (cover.form, cover.span, cover.named_year, cover.quarter) == ("results", span, year, quarter)


def test_a_current_report_has_a_day_and_no_period() -> None:
    text = "FORM 8-K\nDate of Report (Date of earliest event reported): July 1, 2022 (June 30, 2022)\nACME PLC\n"

    cover = read_cover(pages(f"{text}(Exact name of registrant as specified in its charter)"))

    assert (cover.form, cover.span, cover.published) == ("8-K", None, date(2022, 7, 1))


def test_a_note_is_no_report() -> None:
    assert read_cover(pages("Acme Mining Limited called today.")).form is None


@pytest.mark.parametrize(
    ("legal", "name"),
    [
        ("The Kraft Heinz Company", "Kraft Heinz"),
        ("NETFLIX, INC.", "NETFLIX"),
        ("Odyssey Gold Limited", "Odyssey Gold"),
        ("Amcor plc", "Amcor"),
        ("JOHNSON & JOHNSON", "JOHNSON & JOHNSON"),
        ("Acme Pty Ltd", "Acme"),
    ],
)
def test_the_legal_form_is_no_part_of_the_spoken_name(legal: str, name: str) -> None:
    assert without_form(legal) == name


def test_capitals_are_those_of_the_text() -> None:
    assert as_written("NETFLIX", "NETFLIX\nNetflix grew. Netflix earns.") == "Netflix"
    assert as_written("NIKE", "NIKE sells. NIKE grew. Nike") == "NIKE"


def test_the_beginning_of_a_name_is_an_alias_only_where_it_stands_for_the_company() -> None:
    text = 'General Mills sells food. Costco Wholesale Corporation ("Costco" or the "Company") in general.'

    assert short_names("Costco Wholesale", text) == ("Costco",)
    assert short_names("General Mills", text) == ()
