"""The figures behind the sample digests: the data set's rows, their labels and how they are printed."""

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

YEARS = ("FY2021", "FY2022", "FY2023", "FY2024", "FY2025")
SIGNS = {"USD": "US$", "AUD": "A$"}
NOT_FOUND = "–"


@dataclass(frozen=True, slots=True, kw_only=True)
class Company:
    """A miner of the corpus, with the words its digests use."""

    ticker: str
    name: str
    currency: str  # of its reports; Fortescue pays dividends in another one
    calendar_year: bool = False
    labels: dict[str, str]  # metric of the data set → row label, where it differs from LABELS

    def year(self, period: str) -> str:
        """Return the year as people write it for this company: "FY2024", for a calendar year "2024"."""
        return period.removeprefix("FY") if self.calendar_year else period

    def label(self, metric: str) -> str:
        """Return the label of the metric's table row."""
        return self.labels.get(metric) or LABELS[metric]


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One row of the data set."""

    ticker: str
    period: str
    metric: str
    value: Decimal
    unit: str  # as the data set writes it: "million", "per share", "Mt"
    currency: str
    sources: tuple[str, ...]

    @property
    def header(self) -> str:
        """The unit as a table's first header cell: "US$ million", "Mt"."""
        return f"{SIGNS[self.currency]} {self.unit}" if self.currency else self.unit

    @property
    def cell(self) -> str:
        """The value as a table prints it: "55,658", "(896)", "nil"."""
        if self.unit == "per share":
            return _dividend(self.value)
        return f"({abs(self.value):,f})" if self.value < 0 else f"{self.value:,f}"


def _dividend(value: Decimal) -> str:
    """Return at least two decimals ("2.00", "0.095"), or "nil" for no dividend."""
    if not value:
        return "nil"
    return f"{value:f}" if value != round(value, 2) else f"{value:.2f}"


class Figures:
    """All rows of the data set by company, year and metric."""

    def __init__(self, folder: Path) -> None:
        with (folder / "figures.csv").open(encoding="utf-8", newline="") as file:
            self._rows = {(row.ticker, row.period, row.metric): row for row in map(_figure, csv.DictReader(file))}

    def get(self, ticker: str, period: str, metric: str) -> Figure | None:
        """Return the figure, or None where the data set has none."""
        return self._rows.get((ticker, period, metric))

    def __iter__(self) -> Iterator[Figure]:
        return iter(self._rows.values())


def _figure(row: dict[str, str]) -> Figure:
    return Figure(
        ticker=row["ticker"],
        period=row["fiscal_year"],
        metric=row["metric"],
        value=Decimal(row["value"]),
        unit=row["unit"],
        currency=row["currency"],
        sources=tuple(row["source_url"].split(" | ")),
    )


def prior(period: str) -> str | None:
    """Return the year before, or None for the first year of the corpus."""
    at = YEARS.index(period)
    return YEARS[at - 1] if at else None


# The tables in the order their rows are printed. A row of CORE is printed even if nothing was found.
HEADLINE = (
    "revenue",
    "underlying_ebitda",
    "ebitda_statutory",
    "npat_statutory",
    "npat_attributable",
    "npat_underlying",
    "cash_earnings",
    "operating_cash_flow",
    "operating_cash_flow_before_financing_and_tax",
    "investing_cash_flow",
    "free_cash_flow",
    "free_cash_flow_underlying",
    "capital_expenditure",
    "exploration_and_evaluation_expenditure",
    "capital_and_exploration_expenditure",
    "net_debt",
    "cash_and_bullion",
    "bank_debt",
)
CORE = (
    "revenue",
    "underlying_ebitda",
    "npat_statutory",
    "npat_underlying",
    "operating_cash_flow",
    "free_cash_flow",
    "capital_expenditure",
    "net_debt",
)
DIVIDENDS = (
    "dividend_interim",
    "dividend_final",
    "dividend_total_ordinary",
    "dividend_special_interim",
    "dividend_special_final",
    "dividend_special",
    "dividend_total",
)
PRODUCTION = (
    "iron_ore_production_mt",
    "waio_production_100pct_mt",
    "pilbara_shipments_100pct_mt",
    "iron_ore_shipped_mt",
    "iron_bridge_concentrate_shipped_mt",
    "onslow_iron_shipped_100pct_mt",
    "pilbara_hub_shipped_mt",
    "copper_production_kt",
    "mined_copper_kt",
    "mined_copper_consolidated_kt",
    "spodumene_shipped_kt",
    "mt_marion_sc6_shipped_kt",
    "mt_marion_sc6_shipped_attributable_kt",
    "wodgina_sc6_shipped_kt",
    "gold_sold_koz",
)
COSTS = (
    "c1_cost_hematite_per_wmt",
    "mt_marion_sc6_fob_cost_per_t",
    "wodgina_sc6_fob_cost_per_t",
    "aisc_per_oz",
    "average_realised_gold_price_per_oz",
)
# Rows that explain one year: an empty one in the next year would say nothing.
ONE_YEAR_ONLY = ("operating_cash_flow_before_financing_and_tax", "ebitda_statutory", "cash_and_bullion", "bank_debt")
OTHER_BASES = ("revenue_restated_continuing_operations", "operating_cash_flow_total_operations")
DATA_SERVICES = ("free_cash_flow_per_data_aggregator", "capex_per_data_aggregator")

LABELS = {
    "revenue": "Revenue",
    "revenue_restated_continuing_operations": "Revenue (restated, continuing operations)",
    "underlying_ebitda": "Underlying EBITDA",
    "ebitda_statutory": "Statutory EBITDA",
    "npat_statutory": "Statutory net profit after tax",
    "npat_attributable": "Statutory net profit after tax attributable to members",
    "npat_underlying": "Underlying net profit after tax",
    "cash_earnings": "Cash earnings",
    "operating_cash_flow": "Operating cash flow",
    "operating_cash_flow_total_operations": "Net operating cash flow (total operations)",
    "operating_cash_flow_before_financing_and_tax": "Operating cash flow before financing and tax",
    "investing_cash_flow": "Net investing cash flow",
    "free_cash_flow": "Free cash flow",
    "free_cash_flow_underlying": "Underlying free cash flow",
    "free_cash_flow_per_data_aggregator": "Free cash flow (per data aggregator)",
    "capital_expenditure": "Capital expenditure",
    "capex_per_data_aggregator": "Capital expenditure (per data aggregator)",
    "exploration_and_evaluation_expenditure": "Exploration and evaluation expenditure",
    "capital_and_exploration_expenditure": "Capital and exploration expenditure",
    "net_debt": "Net debt",
    "cash_and_bullion": "Cash and bullion",
    "bank_debt": "Bank debt",
    "dividend_interim": "Interim dividend",
    "dividend_final": "Final dividend",
    "dividend_total_ordinary": "Total ordinary dividend",
    "dividend_special_interim": "Interim special dividend",
    "dividend_special_final": "Final special dividend",
    "dividend_special": "Total special dividend",
    "dividend_total": "Total dividend",
    "iron_ore_production_mt": "Iron ore production",
    "waio_production_100pct_mt": "WAIO iron ore production (100% basis)",
    "pilbara_shipments_100pct_mt": "Pilbara iron ore shipments (100% basis)",
    "iron_ore_shipped_mt": "Iron ore shipments",
    "iron_bridge_concentrate_shipped_mt": "Iron Bridge concentrate shipments",
    "onslow_iron_shipped_100pct_mt": "Onslow Iron shipments (100% basis)",
    "pilbara_hub_shipped_mt": "Pilbara Hub iron ore shipments",
    "copper_production_kt": "Copper production",
    "mined_copper_kt": "Mined copper (Rio Tinto share)",
    "mined_copper_consolidated_kt": "Mined copper (consolidated basis)",
    "spodumene_shipped_kt": "Spodumene shipments",
    "mt_marion_sc6_shipped_kt": "Mt Marion SC6 shipments",
    "mt_marion_sc6_shipped_attributable_kt": "Mt Marion SC6 shipments (attributable)",
    "wodgina_sc6_shipped_kt": "Wodgina SC6 shipments",
    "gold_sold_koz": "Gold sold",
    "c1_cost_hematite_per_wmt": "Hematite C1 cost",
    "mt_marion_sc6_fob_cost_per_t": "Mt Marion SC6 FOB cost",
    "wodgina_sc6_fob_cost_per_t": "Wodgina SC6 FOB cost",
    "aisc_per_oz": "All-in sustaining cost",
    "average_realised_gold_price_per_oz": "Average realised gold price",
}

COMPANIES = (
    Company(ticker="BHP", name="BHP", currency="USD", labels={"operating_cash_flow": "Net operating cash flow"}),
    Company(
        ticker="RIO",
        name="Rio Tinto",
        currency="USD",
        calendar_year=True,
        labels={
            "revenue": "Consolidated sales revenue",
            "npat_statutory": "Net earnings (statutory)",
            "npat_underlying": "Underlying earnings",
            "operating_cash_flow": "Net cash generated from operating activities",
        },
    ),
    Company(ticker="FMG", name="Fortescue", currency="USD", labels={}),
    Company(
        ticker="MIN",
        name="Mineral Resources",
        currency="AUD",
        labels={"npat_statutory": "Statutory net profit after tax (whole group)"},
    ),
    Company(ticker="NST", name="Northern Star", currency="AUD", labels={}),
)
