"""The shape of vocabulary files: what a person may write under `vocabulary/*.yaml`."""

from typing import Literal

from pydantic import Field

from dragoman.specs.spec import Spec

MetricKind = Literal["money", "per_share", "quantity", "unit_cost", "percent", "count"]


class AmbiguousNameSpec(Spec):
    """A name that is also an ordinary word: when it may be read as the company."""

    name: str  # one of the company's names
    means: str  # what else it may be, said in a note
    not_after: tuple[str, ...] = ()  # words right before it that make it the other thing
    not_before: tuple[str, ...] = ()  # words right after it that do
    not_with: tuple[str, ...] = ()  # words anywhere in the text that do
    needs_neighbour: bool = False  # in lower case (or all-caps text): only beside a company, metric or period


class CompanySpec(Spec):
    """A company that questions may be about."""

    ticker: str
    name: str  # as it is spoken of in answers: "Rio Tinto"
    full_name: str = ""
    aliases: tuple[str, ...] = ()
    misspellings: tuple[str, ...] = ()  # frequent ones; others are found by likeness
    fuzzy: bool = True
    year_end_month: int = Field(ge=1, le=12)
    years_named_by: Literal["end", "start"] = "end"  # which year names one that ends in early 2024: 2024, or 2023
    currency: str  # ISO 4217, of its reports
    dividend_currency: str = ""  # where it differs from the reports
    ambiguous: tuple[AmbiguousNameSpec, ...] = ()


class ReadingSpec(Spec):
    """Phrases that name a metric together with its basis or share: "mined copper, consolidated"."""

    basis: str | None = None
    share: str | None = None
    synonyms: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()  # labels of rows in printed statements that mean it; questions are not read by them


class MetricSpec(Spec):
    """Something that reports measure."""

    metric: str
    name: str  # as it is spoken of in answers: "net profit"
    kind: MetricKind
    synonyms: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()  # labels of rows in printed statements that mean it; questions are not read by them
    readings: tuple[ReadingSpec, ...] = ()
    vague: tuple[str, ...] = ()  # phrases that may also mean one of `alternatives`
    alternatives: tuple[str, ...] = ()
    qualifiers: dict[str, str] = Field(default_factory=dict)  # a word beside it → the narrower metric it then is
    qualifies: str | None = None  # the metric whose qualifier is in this one's name: "interim" of dividends
    in_tables: bool = True  # whether a table row is of this metric by its name; false where the name leaves out whose
    within: str | None = None  # the wider metric that this one is a part of, such as one mine's shipments
    cues: tuple[str, ...] = ()  # words anywhere in the text that speak for this metric where a phrase is vague
    default_basis: str | None = None
    default_share: str | None = None
    share_of_basis: str | None = None  # the share meant where a question names a basis and no share
    nearest: tuple[str, ...] = ()  # the same thing under another definition: offered, under its own name, instead
    definition: str = ""
    flow: bool = True  # sums over years make sense; false for balances, prices and unit costs
    outflow: bool = False  # money that goes out: statements print it with a minus or without, formulas mean its size


class RatioSpec(Spec):
    """A figure made of two metrics."""

    ratio: str
    name: str
    synonyms: tuple[str, ...] = ()
    numerator: str
    denominator: str
    as_percent: bool = False
    definition: str = ""


class FormulaSpec(Spec):
    """A figure worked out from metrics by its usual definition; a question may bring another."""

    formula: str
    name: str
    synonyms: tuple[str, ...] = ()
    expression: str  # of names of metrics, numbers, + - * / and brackets, "average X" and "change in X"
    as_percent: bool = False
    definition: str = ""


class VariantSpec(Spec):
    """A basis or a share: which of several figures of one metric is meant."""

    name: str
    spoken: str  # with {metric} where the metric's name goes: "underlying {metric}"
    synonyms: tuple[str, ...] = ()


class ForeignSpec(Spec):
    """A company we know of and do not cover."""

    name: str
    aliases: tuple[str, ...] = ()
    ordinary: bool = False  # a word that also means something else: only with a capital inside a sentence


class ForeignShapeSpec(Spec):
    """What makes a capitalised name look like a company, and names that only look so."""

    endings: tuple[str, ...] = ()  # "Ltd", "Mining": a capitalised name that ends so is a company
    not_companies: tuple[str, ...] = ()  # places, mines, products, bodies


class VocabularySpec(Spec):
    """One vocabulary file. A folder's files are read together; each may hold any of the parts."""

    name: str = ""
    base: Literal["", "extend", "replace"] = ""  # what to do with the packaged vocabulary; one file says it
    companies: tuple[CompanySpec, ...] = ()
    metrics: tuple[MetricSpec, ...] = ()
    ratios: tuple[RatioSpec, ...] = ()
    formulas: tuple[FormulaSpec, ...] = ()
    bases: tuple[VariantSpec, ...] = ()
    shares: tuple[VariantSpec, ...] = ()
    more_synonyms: dict[str, tuple[str, ...]] = Field(default_factory=dict)  # ticker or metric → phrases to add
    more_rows: dict[str, tuple[str, ...]] = Field(default_factory=dict)  # metric → labels of rows that mean it, to add
    foreign: tuple[ForeignSpec, ...] = ()
    foreign_shape: ForeignShapeSpec | None = None
    ordinary_words: tuple[str, ...] = ()  # correct words that are one letter away from a name
