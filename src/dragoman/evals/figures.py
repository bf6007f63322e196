"""The figures of `data/miner-figures` as questions: each row in five phrasings, and the rows' mutants."""

import csv
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from pathlib import Path

from dragoman.errors import Source, UsageError
from dragoman.specs.reader import load
from dragoman.specs.spec import Spec

SUITES = Path(__file__).parent / "suites"
COMPANIES = {
    "BHP": ("BHP", "BHP's"),
    "RIO": ("Rio Tinto", "Rio Tinto's"),
    "FMG": ("Fortescue", "Fortescue's"),
    "MIN": ("Mineral Resources", "Mineral Resources'"),
    "NST": ("Northern Star", "Northern Star's"),
}
FULL_NAMES = {
    "BHP": "BHP Group Limited",
    "RIO": "Rio Tinto Limited",
    "FMG": "Fortescue Ltd",
    "MIN": "Mineral Resources Limited",
    "NST": "Northern Star Resources Limited",
}
_SCALES = {"million": 1_000_000}
_RATES = {"per share": "share", "per oz": "oz", "per wmt": "wmt", "per tonne": "t"}
_KINDS = ("company", "year", "metric", "half")


class DataSetError(UsageError):
    """A public data set is not where it should be."""

    code = "data-set"


class PhrasesSpec(Spec):
    """The file `figure_phrases.yaml`."""

    templates: tuple[str, ...]
    phrases: dict[str, tuple[str, str, str]]

    def text(self, figure: "Figure", number: int) -> str:
        """Return the question about a figure in the template of that number; the phrases take turns."""
        phrases = self.phrases[figure.metric]
        return _words(self.templates[number % len(self.templates)], phrases[number % len(phrases)], figure)


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One row of the set."""

    ticker: str
    year: int
    period_end: date
    metric: str  # the set's own name
    value: Decimal
    unit: str
    currency: str
    part: str = ""  # "H1 " in a mutant that asks for half of the year

    @property
    def label(self) -> str:
        """The period's canonical label."""
        return f"{self.part}FY{self.year}"

    @property
    def amount(self) -> Decimal:
        """The value in whole units."""
        return self.value * _SCALES.get(self.unit, 1)

    @property
    def full_unit(self) -> str:
        """The unit as facts have it: "USD", "AUD/oz", "Mt"."""
        if self.unit in _RATES:
            return f"{self.currency}/{_RATES[self.unit]}"
        return self.currency if self.unit in _SCALES else self.unit


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureQuestion:
    """A figure asked for in words; a mutant also knows the figure that must not be its answer."""

    id: str
    text: str
    figure: Figure
    original: Figure | None = None


def read_figures(data: Path) -> tuple[Figure, ...]:
    """Read the set. Raises DataSetError when it is not there."""
    path = data / "miner-figures" / "figures.csv"
    try:
        with path.open(encoding="utf-8", newline="") as stream:
            return tuple(_figure(row) for row in csv.DictReader(stream))
    except OSError:
        raise DataSetError(
            "the data set miner-figures is not there", where=Source(str(path)), remedy="Point --data at the data sets."
        ) from None


def figure_questions(figures: Sequence[Figure]) -> Iterator[FigureQuestion]:
    """Yield every figure in every phrasing."""
    spec = load(SUITES / "figure_phrases.yaml", PhrasesSpec)
    for figure in figures:
        for number in range(len(spec.templates)):
            name = f"{figure.ticker}-{figure.label}-{figure.metric}-{number + 1}"
            yield FigureQuestion(id=name, text=spec.text(figure, number), figure=figure)


def mutants(questions: Sequence[FigureQuestion], *, seed: int = 1) -> Iterator[FigureQuestion]:
    """Yield each question with its company, year, metric or length of period swapped, in turn."""
    spec = load(SUITES / "figure_phrases.yaml", PhrasesSpec)
    draw = random.Random(seed)  # noqa: S311  # a fixed draw, nothing secret
    for number, question in enumerate(questions):
        kind = _KINDS[number % len(_KINDS)]
        if kind == "half" and question.figure.metric.startswith("dividend"):
            kind = "company"  # the dividend of a half is a figure of its own
        swapped = _swapped(question.figure, kind, draw, sorted(spec.phrases))
        text = spec.text(swapped, number % 2 if kind == "half" else number)  # the first two name any period
        yield FigureQuestion(id=f"{question.id}-{kind}", text=text, figure=swapped, original=question.figure)


def _swapped(figure: Figure, kind: str, draw: random.Random, metrics: Sequence[str]) -> Figure:
    ticker, year, metric = figure.ticker, figure.year, figure.metric
    if kind == "half":
        return replace(figure, part=draw.choice(("H1 ", "H2 ")))
    if kind == "company":
        ticker = draw.choice([other for other in COMPANIES if other != ticker])
    elif kind == "year":
        year = draw.choice([other for other in range(2019, 2028) if other != year])
    else:
        metric = draw.choice([other for other in metrics if other != metric])
    return replace(figure, ticker=ticker, year=year, metric=metric, period_end=_year_end(ticker, year))


def _figure(row: dict[str, str]) -> Figure:
    return Figure(
        ticker=row["ticker"],
        year=int(row["fiscal_year"].removeprefix("FY")),
        period_end=date.fromisoformat(row["period_end"]),
        metric=row["metric"],
        value=Decimal(row["value"]),
        unit=row["unit"],
        currency=row["currency"],
    )


def _words(template: str, phrase: str, figure: Figure) -> str:
    company, possessive = COMPANIES[figure.ticker]
    return template.format(
        company=company,
        possessive=possessive,
        ticker=figure.ticker,
        phrase=phrase,
        year=figure.label,
        short_year=f"{figure.part}FY{figure.year % 100:02d}",
        split_year=f"{figure.year - 1}-{figure.year % 100:02d}"
        if figure.ticker != "RIO"
        else f"calendar {figure.year}",
        full_name=FULL_NAMES[figure.ticker],
        metric=figure.metric.replace("_", " "),
        year_end=f"{figure.period_end.day} {figure.period_end:%B %Y}",
    )


def _split_year(figure: Figure) -> str:
    return f"calendar {figure.year}" if figure.ticker == "RIO" else f"{figure.year - 1}-{figure.year % 100:02d}"


def _year_end(ticker: str, year: int) -> date:
    return date(year, 12, 31) if ticker == "RIO" else date(year, 6, 30)
