"""The closed words of a domain: companies, metrics, ratios, bases, shares, and how each is said.

One vocabulary serves everybody who reads or writes a name: questions, table headers, answers, follow-ups.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from dragoman.domain.period import FiscalCalendar, Period
from dragoman.domain.printed_row import printed_row
from dragoman.interpret.lexicon import Hit, Lexicon, Squeezed, squeeze
from dragoman.interpret.normalize import normalize
from dragoman.interpret.period_label import read_label
from dragoman.interpret.row_label import MetricReading, read_row
from dragoman.interpret.statement_label import read_statement_row, rows_of
from dragoman.interpret.vocabulary_file import Entries, phrases_of, read_entries
from dragoman.interpret.vocabulary_spec import (
    CompanySpec,
    ForeignShapeSpec,
    ForeignSpec,
    FormulaSpec,
    MetricSpec,
    RatioSpec,
    VariantSpec,
)

_HALVES = {"H1": "the first half of", "H2": "the second half of"}
_QUARTERS = {"Q1": "the first quarter of", "Q2": "the second quarter of"}
_QUARTERS |= {"Q3": "the third quarter of", "Q4": "the fourth quarter of"}


@dataclass(frozen=True, slots=True, eq=False)
class Vocabulary:
    """What can be named, under its canonical names, and the automaton that finds it in a text."""

    name: str
    version: str  # changes with every change of content
    companies: Mapping[str, CompanySpec]
    metrics: Mapping[str, MetricSpec]
    ratios: Mapping[str, RatioSpec]
    formulas: Mapping[str, FormulaSpec]
    bases: Mapping[str, VariantSpec]
    shares: Mapping[str, VariantSpec]
    foreign: Mapping[str, ForeignSpec]
    foreign_shape: ForeignShapeSpec
    ordinary_words: frozenset[str]
    lexicon: Lexicon
    rows: Mapping[str, MetricReading]  # labels of statements, as `plain_row` leaves them
    entries: Entries  # as read; what a vocabulary that extends this one starts from

    def company_name(self, ticker: str) -> str:
        """Return the company as answers call it; an unknown ticker is its own name."""
        company = self.companies.get(ticker)
        return company.name if company else ticker

    def metric_name(self, metric: str, basis: str | None = None, share: str | None = None) -> str:
        """Return the metric (or ratio) as answers call it: "net profit", "underlying EBITDA"."""
        if row := printed_row(metric):
            return row.spoken
        if made := self.ratios.get(metric) or self.formulas.get(metric):
            return made.name
        spec = self.metrics.get(metric)
        spoken = spec.name if spec else metric.replace("_", " ")
        if basis:
            spoken = _say(self.bases, basis, spoken)
        if share:
            spoken = _say(self.shares, share, spoken)
        return spoken

    def calendar(self, ticker: str | None) -> FiscalCalendar | None:
        """Return when the company's years end. None for a company we do not know."""
        company = self.companies.get(ticker or "")
        return FiscalCalendar(company.year_end_month, company.years_named_by == "start") if company else None

    @property
    def usual_calendar(self) -> FiscalCalendar:
        """The calendar that most of the companies share; what "last year" means while no company is named."""
        months = [company.year_end_month for company in self.companies.values()]
        return FiscalCalendar(max(set(months), key=lambda month: (months.count(month), month), default=12))

    def spoken_period(self, period: Period, company: str | None = None) -> str:
        """Return a period as answers call it: "FY2024", "the first half of FY2025", "2024" for a calendar year."""
        calendar = self.calendar(company)
        year = f"{period.year}" if calendar and calendar.is_calendar_year else f"FY{period.year}"
        prefix = (_HALVES | _QUARTERS).get(period.part)
        return f"{prefix} {year}" if prefix else year

    def currency(self, ticker: str, metric: str) -> str | None:
        """Return the currency the company states the metric in, None where there is none to state."""
        company, spec = self.companies.get(ticker), self.metrics.get(metric)
        if company is None or spec is None or spec.kind not in ("money", "per_share", "unit_cost"):
            return None
        is_dividend = metric == "dividend" or metric.startswith("dividend_")
        return (company.dividend_currency if is_dividend else "") or company.currency

    def read_row_label(self, label: str) -> MetricReading | None:
        """Read the head of a table row: exact names only. None for a row that names no metric, or more than one."""
        reading = read_row(label, self.lexicon)
        spec = self.metrics.get(reading.metric) if reading else None
        return None if spec and not spec.in_tables else reading

    def read_statement_row(self, label: str) -> MetricReading | None:
        """Read the head of a row of a printed statement, in more words than a table of headline figures has."""
        return read_statement_row(label, self.rows)

    def read_period_label(self, text: str, company: str | None = None) -> Period | None:
        """Read the head of a table column, such as "FY2024", "1H25", "30 June 2024". None for anything else."""
        return read_label(normalize(text).text, self.calendar(company))

    def find(self, squeezed: Squeezed) -> list[Hit]:
        """Return all names in a text."""
        return self.lexicon.find(squeezed)

    def reading_version(self, company: str | None) -> str:
        """Return what changes whenever a document of this company may be read differently.

        Other companies matter only to a document whose own is not known; "" leaves companies out.
        """
        known = [self.companies[company]] if company and company in self.companies else []
        known = list(self.companies.values()) if company is None else known
        parts = (known, self.entries.metrics, self.entries.ratios, self.bases, self.shares, self.entries.more_synonyms)
        return sha256(repr(parts).encode()).hexdigest()[:12]

    def company_of(self, text: str) -> str | None:
        """Return the ticker that a name stands for: "rio tinto" → "RIO"."""
        phrase = self.lexicon.get(squeeze(normalize(text).lower).text.strip())
        return phrase.name if phrase and phrase.dimension == "company" else None


def load_vocabulary(folder: Path, *, base: Vocabulary | None = None, replaces: bool = False) -> Vocabulary:
    """Read all `*.yaml` of a folder into one vocabulary.

    It extends `base` unless `replaces` is given or one of its files says `base: replace`.
    Raises SpecError with file and line for everything that is wrong.
    """
    entries = read_entries(folder, base=None if replaces or base is None else base.entries)
    return Vocabulary(
        name=entries.name,
        version=entries.version,
        companies=entries.companies,
        metrics=entries.metrics,
        ratios=entries.ratios,
        formulas=entries.formulas,
        bases=entries.bases,
        shares=entries.shares,
        foreign=entries.foreign,
        foreign_shape=entries.foreign_shape,
        ordinary_words=frozenset(word.lower() for word in entries.ordinary_words),
        lexicon=Lexicon(phrases_of(entries)),
        rows=rows_of(entries.metrics.values()),
        entries=entries,
    )


def _say(variants: Mapping[str, VariantSpec], name: str, metric: str) -> str:
    variant = variants.get(name)
    return variant.spoken.format(metric=metric) if variant else f"{metric} ({name.replace('_', ' ')})"
