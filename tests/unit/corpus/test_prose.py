import re
from decimal import Decimal

import pytest
from digest_figures import COMPANIES, Figure
from digest_prose import Prose, ProseError
from ruamel.yaml import YAML

from .conftest import ROOT

BHP = COMPANIES[0]
NOTES = ROOT / "scripts" / "digest_notes"


class Table:
    """Figures from a literal: {(metric, year): (value, unit, currency)}."""

    def __init__(self, values):
        self.values = values

    def get(self, ticker, period, metric):
        if (metric, period) not in self.values:
            return None
        value, unit, currency = self.values[metric, period]
        where = {"ticker": ticker, "period": period, "metric": metric, "sources": ("x",)}
        return Figure(value=Decimal(value), unit=unit, currency=currency, **where)


TABLE = Table(
    {
        ("revenue", "FY2023"): ("53817", "million", "USD"),
        ("revenue", "FY2024"): ("55658", "million", "USD"),
        ("npat_statutory", "FY2023"): ("244", "million", "USD"),
        ("npat_statutory", "FY2024"): ("-896", "million", "USD"),
        ("net_debt", "FY2023"): ("1000", "million", "USD"),
        ("net_debt", "FY2024"): ("500", "million", "USD"),
        ("dividend_total", "FY2023"): ("1.7", "per share", "USD"),
        ("dividend_total", "FY2024"): ("0.095", "per share", "USD"),
        ("gold_sold_koz", "FY2024"): ("1621", "koz", ""),
    }
)


def fill(text, period="FY2024"):
    return Prose(figures=TABLE, company=BHP, period=period).fill(text)


@pytest.mark.parametrize(
    ("placeholder", "expected"),
    [
        ("{revenue}", "US$55,658 million"),
        ("{revenue|bn}", "US$55.7 billion"),
        ("{revenue@prior}", "US$53,817 million"),
        ("{revenue|growth}", "3.4 %"),
        ("{revenue|change}", "US$1,841 million"),
        ("{revenue|rose/fell}", "rose"),
        ("{net_debt|rose/fell}", "fell"),
        ("{revenue|rank}", "the highest of the two years found"),
        ("{npat_statutory|minus}", "US$896 million"),
        ("{dividend_total@prior}", "US$1.70 per share"),
        ("{dividend_total|short}", "US$0.095"),
        ("{gold_sold_koz}", "1,621 koz"),
        ("{net_debt / revenue}", "0.9 %"),
        ("{net_debt@prior / net_debt|times}", "2.00 times"),
        ("{revenue / revenue@prior|more}", "3.4 %"),
        ("{revenue - net_debt|bn}", "US$55.2 billion"),
    ],
)
def test_a_placeholder_is_computed_from_the_figures(placeholder, expected):
    assert expected == fill(placeholder)


@pytest.mark.parametrize(
    "placeholder",
    [
        "{copper}",
        "{revenue|million}",
        "{revenue@FY2019}",
        "{npat_statutory}",
        "{revenue|minus}",
        "{npat_statutory|growth}",
        "{dividend_total|bn}",
        "{gold_sold_koz|growth}",
        "{net_debt - revenue}",
        "{revenue - dividend_total}",
        "{revenue",
    ],
)
def test_a_placeholder_that_does_not_fit_the_figures_is_an_error(placeholder):
    with pytest.raises(ProseError):
        fill(placeholder)


def test_a_claim_that_does_not_hold_is_an_error():
    prose = Prose(figures=TABLE, company=BHP, period="FY2024")
    prose.check("2 * net_debt = net_debt@prior")
    prose.check("npat_statutory < 0")
    for claim in ("net_debt@prior < net_debt", "2 * revenue < revenue@prior", "revenue grew"):
        with pytest.raises(ProseError):
            prose.check(claim)


def test_prose_outside_the_notes_types_no_figure_by_hand():
    years = re.compile(r"\{[^}]*\}|\bFY20\d\d\b|\b20\d\d\b|\b30 June\b|100%|SC6 \(6 % concentrate\)")
    for path in NOTES.glob("???.yaml"):
        for period, notes in YAML(typ="safe").load(path).items():
            texts = [text for part in ("summary", "dividends", "year", "production") for text in notes[part]]
            typed = [text for text in texts if re.search(r"\d", years.sub("", text.replace("C1 cost", "")))]
            assert typed == [], (path.name, period)


def test_news_types_no_figure_by_hand():
    years = re.compile(r"\{[^}]*\}|\bFY20\d\d\b|\b20\d\d\b|\b30 June\b|100%|C1 cost")
    items = YAML(typ="safe").load(NOTES / "news.yaml")
    typed = [text for item in items for text in (item["title"], *item["text"]) if re.search(r"\d", years.sub("", text))]
    assert typed == []
