"""The digests through the product's own reader: each row becomes the fact that its label says."""

from decimal import Decimal

import pytest
from digest_figures import COMPANIES

from dragoman.documents.ingest import ingest
from dragoman.interpret.vocabulary import load_vocabulary
from dragoman.stores.corpus import CorpusStore

from .conftest import CORPUS

BY_TICKER = {company.ticker: company for company in COMPANIES}
VARIANTS = {
    "revenue": ("revenue", None, None),
    "revenue_restated_continuing_operations": ("revenue", "restated", None),
    "underlying_ebitda": ("ebitda", "underlying", None),
    "ebitda_statutory": ("ebitda", "statutory", None),
    "npat_statutory": ("net_profit", "statutory", None),
    "npat_attributable": ("net_profit", "statutory", "attributable"),
    "npat_underlying": ("net_profit", "underlying", None),
    "operating_cash_flow_total_operations": ("operating_cash_flow", "total_operations", None),
    "free_cash_flow_underlying": ("free_cash_flow", "underlying", None),
    "free_cash_flow_per_data_aggregator": ("free_cash_flow", "per_data_aggregator", None),
    "capex_per_data_aggregator": ("capital_expenditure", "per_data_aggregator", None),
    "mined_copper_kt": ("mined_copper", None, "rio_share"),
    "mined_copper_consolidated_kt": ("mined_copper", None, "consolidated"),
}


@pytest.fixture(scope="module")
def facts():
    """The facts of the digests' own years, by company, period, row label and amount in whole units."""
    store = CorpusStore.open(None)
    vocabulary = load_vocabulary(CORPUS.parent / "vocabulary")
    reports = ingest([CORPUS / "digests"], store=store, vocabulary=vocabulary)
    assert [report.error for report in reports if report.error] == []
    own = {report.id: store.document(report.id).period for report in reports}
    found = [fact for fact in store.facts() if fact.period and own[fact.cell.document] == fact.period.label]
    store.close()
    return {(fact.company, fact.period.label, fact.label): fact for fact in found}


def test_every_figure_is_read_as_a_fact_of_a_known_metric(figures, facts):
    for figure in figures:
        ticker = figure["ticker"]
        fact = facts[ticker, figure["fiscal_year"], BY_TICKER[ticker].label(figure["metric"])]
        scale = 1_000_000 if figure["unit"] == "million" else 1
        assert fact.amount == Decimal(figure["value"]) * scale
        assert fact.metric
        assert (fact.currency or "") == figure["currency"]


def test_a_label_that_names_a_basis_or_share_is_read_with_it(figures, facts):
    for figure in figures:
        ticker, metric = figure["ticker"], figure["metric"]
        fact = facts[ticker, figure["fiscal_year"], BY_TICKER[ticker].label(metric)]
        expected = VARIANTS.get(metric)
        if (ticker, metric) == ("MIN", "npat_statutory"):
            expected = ("net_profit", "statutory", "group")
        assert expected in (None, (fact.metric, fact.basis, fact.share)), figure
