"""Sentences about a figure: ten ways to say it wrong, and as many to say it right."""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from dragoman.calculate.show import SYMBOLS, rounded, show_number
from dragoman.domain.fact import Fact

MILLION = 10**6


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A figure with the words that speak of it."""

    fact: Fact
    name: str  # the company's
    metric: str
    question: str
    before: Fact | None  # the same of the year before

    @property
    def id(self) -> str:
        """Company, year and metric."""
        return f"{self.fact.company}-{self.period}-{self.metric.replace(' ', '_')}"

    @property
    def period(self) -> str:
        """The year: "FY2024"."""
        return self.fact.period.label if self.fact.period else ""

    @property
    def owner(self) -> str:
        """The name as an owner."""
        return f"{self.name}'" if self.name.endswith("s") else f"{self.name}'s"

    @property
    def symbol(self) -> str:
        """The sign of its currency; empty for what is no money."""
        return SYMBOLS.get(self.fact.unit.partition("/")[0], "")

    @property
    def is_whole(self) -> bool:
        """Whether it is an amount of money in millions above zero, which most ways of speaking need."""
        return bool(self.symbol) and self.fact.scale == MILLION and self.fact.value >= 100 and "/" not in self.fact.unit

    @property
    def amount(self) -> str:
        """The figure as printed: "US$55,658 million"."""
        return money(self, self.fact.value)


Text = Callable[[Shown, Sequence[Shown], random.Random], str]


def money(figure: Shown, value: Decimal, *, unit: str = "million") -> str:
    """Return an amount of the figure's currency."""
    rate = figure.fact.unit.partition("/")[2]
    if rate:
        return f"{figure.symbol}{value} per {rate}"
    return f"{figure.symbol}{show_number(value)} {unit}".rstrip()


_FRAMES = (
    "{owner} {metric} for {period} was {amount} {{mark}}.",
    "In {period}, {owner} {metric} came to {amount} {{mark}}.",
    "For {period} the {metric} of {name} was {amount} {{mark}}.",
)


def said(
    figure: Shown, amount: str, draw: random.Random, *, period: str = "", of: Shown | None = None, metric: str = ""
) -> str:
    """Return a plain sentence about an amount; `of` says whose it is instead."""
    whose = of or figure
    return draw.choice(_FRAMES).format(
        owner=whose.owner,
        name=whose.name,
        metric=metric or figure.metric,
        period=period or figure.period,
        amount=amount,
    )


def _other(figure: Shown, figures: Sequence[Shown], draw: random.Random, *, differs: str) -> Shown | None:
    """Return another figure that differs in one thing only, and in its number."""
    parts = ("company", "metric", "period")
    others = [
        other
        for other in figures
        if all((_part(other, part) == _part(figure, part)) is (part != differs) for part in parts)
        and other.fact.value != figure.fact.value
    ]
    return draw.choice(others) if others else None


def _part(figure: Shown, part: str) -> str:
    return {"company": figure.name, "metric": figure.metric, "period": figure.period}[part]


def wrong_year(figure: Shown, figures: Sequence[Shown], draw: random.Random) -> str:
    """Say the figure of another year."""
    other = _other(figure, figures, draw, differs="period")
    return said(figure, figure.amount, draw, period=other.period) if other and figure.is_whole else ""


def wrong_company(figure: Shown, figures: Sequence[Shown], draw: random.Random) -> str:
    """Say it of another company."""
    other = _other(figure, figures, draw, differs="company")
    return said(figure, figure.amount, draw, of=other) if other and figure.is_whole else ""


def wrong_metric(figure: Shown, figures: Sequence[Shown], draw: random.Random) -> str:
    """Say it of another measure."""
    other = _other(figure, figures, draw, differs="metric")
    if other is None or not figure.is_whole:
        return ""
    return said(figure, figure.amount, draw, metric=other.metric)


def sign(figure: Shown, figures: Sequence[Shown], draw: random.Random) -> str:
    """Turn its sign."""
    del figures
    if not figure.is_whole or figure.metric == "capital expenditure":
        return ""  # an outlay may be written with either sign
    amount = draw.choice(
        [f"−{figure.amount}", f"({figure.amount})"]
        + (["a loss of " + figure.amount] if "profit" in figure.metric else [])
        + (["net cash of " + figure.amount] if figure.metric == "net debt" else [])
    )
    return said(figure, amount, draw)


def scale(figure: Shown, figures: Sequence[Shown], draw: random.Random) -> str:
    """Say it a thousand times too large or too small."""
    del figures
    wrong = money(figure, figure.fact.value, unit=draw.choice(("billion", "thousand")))
    return said(figure, wrong, draw) if _big(figure) else ""


def digit(figure: Shown, figures: Sequence[Shown], draw: random.Random) -> str:
    """Change one digit."""
    del figures
    if not _big(figure):
        return ""
    digits = list(str(figure.fact.value))
    places = [place for place, one in enumerate(digits) if one.isdigit()]
    place = draw.choice(places)
    digits[place] = draw.choice([one for one in "123456789" if one != digits[place]])
    return said(figure, money(figure, Decimal("".join(digits))), draw)


def rounding(figure: Shown, figures: Sequence[Shown], draw: random.Random) -> str:
    """Round it the wrong way, or give digits that nobody printed."""
    del figures
    if not _big(figure):
        return ""
    if draw.random() < 0.5:
        return said(figure, money(figure, figure.fact.value + Decimal(draw.randint(11, 89)) / 100), draw)
    exact = figure.fact.value / 1000
    near = rounded(exact, 1)
    if abs(near - exact) * 20 == 1:
        return ""  # a tie may be rounded either way
    wrong = near + (Decimal("0.1") if near <= exact else Decimal("-0.1"))
    return said(figure, money(figure, wrong, unit="billion"), draw)


def currency(figure: Shown, figures: Sequence[Shown], draw: random.Random) -> str:
    """Say it in another currency or unit."""
    del figures
    if not figure.is_whole:
        return ""
    others = [symbol for symbol in ("US$", "A$", "€", "£") if symbol != figure.symbol]
    wrong = draw.choice(
        [*(f"{one}{show_number(figure.fact.value)} million" for one in others), f"{figure.fact.value} Mt"]
    )
    return said(figure, wrong, draw)


def direction(figure: Shown, figures: Sequence[Shown], draw: random.Random) -> str:
    """Let it fall where it rose, and rise where it fell."""
    del figures
    change = _change(figure)
    if not change:
        return ""
    words = ("rose", "increased", "grew") if change < 0 else ("fell", "declined", "decreased")
    return (
        f"{figure.owner} {figure.metric} {draw.choice(words)} by {show_number(rounded(abs(change), 1))} % to "
        f"{figure.amount} in {figure.period} {{mark}}."
    )


_INVENTED = (
    "{owner} marketing expenditure for {period} was {symbol}312 million.",
    "{owner} research spending in {period} came to {symbol}87 million {{mark}}.",
    "{name} employed 41,370 people in {period} {{mark}}.",
    "{owner} gold hedge book stood at {symbol}1,264 million in {period} {{mark}}.",
    "Analysts expect {owner} {metric} to reach {symbol}78.3 billion next year.",
    "{name} paid {symbol}2,345 million in royalties in {period} {{mark}}.",
    "{owner} return on equity was 37.9 % in {period} {{mark}}.",
    "The average realised price of {name} was {symbol}118.40 per wmt in {period} {{mark}}.",
    "{owner} order backlog was {symbol}6.6 billion at the end of {period}.",
    "{name} impaired assets of {symbol}4,021 million in {period} {{mark}}.",
)


def invented(figure: Shown, figures: Sequence[Shown], draw: random.Random) -> str:
    """Say a figure that no page has."""
    del figures
    template = draw.choice(_INVENTED)
    symbol = figure.symbol or "US$"
    return template.format(
        owner=figure.owner, name=figure.name, metric=figure.metric, period=figure.period, symbol=symbol
    )


def as_printed(figure: Shown, figures: Sequence[Shown], draw: random.Random) -> str:
    """Say it as the page has it."""
    del figures
    return said(figure, figure.amount, draw) if figure.is_whole or "/" in figure.fact.unit else ""


def in_billions(figure: Shown, figures: Sequence[Shown], draw: random.Random) -> str:
    """Round it to a tenth of a billion."""
    del figures
    if not _big(figure):
        return ""
    amount = rounded(figure.fact.value / 1000, 1)
    number = draw.choice((f"{figure.symbol}{amount} billion", f"{figure.symbol}{amount}bn"))
    return f"In {figure.period}, {figure.name} reported {figure.metric} of {number} {{mark}}."


def other_grouping(figure: Shown, figures: Sequence[Shown], draw: random.Random) -> str:
    """Group its digits as French, Swiss or no custom has it."""
    del figures
    if not figure.is_whole or figure.fact.value < 1000:
        return ""
    digits = show_number(figure.fact.value).replace(",", draw.choice((" ", "\u202f", "\u00a0", "’", "'", "")))
    return said(figure, f"{figure.symbol}{digits} million", draw)


def short_scale(figure: Shown, figures: Sequence[Shown], draw: random.Random) -> str:
    """Write the scale as a letter, or the currency as a code or word."""
    del figures
    if not figure.is_whole:
        return ""
    digits = show_number(figure.fact.value)
    code = {"US$": "USD", "A$": "AUD"}[figure.symbol]
    word = {"US$": "US dollars", "A$": "Australian dollars"}[figure.symbol]
    amount = draw.choice(
        (f"{figure.symbol}{digits}m", f"{code} {digits} million", f"{digits} million {word}", f"{code}{digits}m")
    )
    return f"{figure.name} had {figure.metric} of {amount} in {figure.period} {{mark}}."


def over_time(figure: Shown, figures: Sequence[Shown], draw: random.Random) -> str:
    """Say where it came from and where it went."""
    del figures
    change = _change(figure)
    if not change or figure.before is None or figure.before.period is None:
        return ""
    word = draw.choice(("rose", "increased") if change > 0 else ("fell", "declined"))
    return (
        f"{figure.owner} {figure.metric} {word} from {money(figure, figure.before.value)} in "
        f"{figure.before.period.label} to {figure.amount} in {figure.period} {{mark}}."
    )


def growth(figure: Shown, figures: Sequence[Shown], draw: random.Random) -> str:
    """Say by how many percent it changed."""
    del figures
    change = _change(figure)
    if not change:
        return ""
    word = draw.choice(("rose", "went up", "grew") if change > 0 else ("fell", "went down", "declined"))
    percent = show_number(rounded(abs(change), 1))
    space = draw.choice((" ", ""))
    return f"{figure.owner} {figure.metric} {word} {percent}{space}% to {figure.amount} in {figure.period} {{mark}}."


def difference(figure: Shown, figures: Sequence[Shown], draw: random.Random) -> str:
    """Say by how much it changed."""
    del figures
    change = _change(figure)
    if not change or figure.before is None or figure.before.period is None:
        return ""
    word = draw.choice(("more", "higher") if change > 0 else ("less", "lower"))
    amount = money(figure, abs(figure.fact.value - figure.before.value))
    return (
        f"{figure.owner} {figure.metric} was {figure.amount} in {figure.period}, {amount} {word} than in "
        f"{figure.before.period.label} {{mark}}."
    )


def emphasised(figure: Shown, figures: Sequence[Shown], draw: random.Random) -> str:
    """Set it in bold type."""
    del figures
    if not figure.is_whole:
        return ""
    amount = draw.choice((f"**{figure.amount}**", f"*{figure.amount}*"))
    return f"{figure.name}: {figure.metric} for {figure.period} of {amount} {{mark}}."


def about(figure: Shown, figures: Sequence[Shown], draw: random.Random) -> str:
    """Say it roughly, and that it is rough."""
    del figures
    if not _big(figure) or figure.fact.value < 2000:
        return ""
    amount = rounded(figure.fact.value / 1000, 0)
    word = draw.choice(("about", "roughly", "approximately", "around"))
    return f"{figure.owner} {figure.metric} was {word} {figure.symbol}{amount} billion in {figure.period} {{mark}}."


def spelled_period(figure: Shown, figures: Sequence[Shown], draw: random.Random) -> str:
    """Name the year otherwise."""
    del figures
    if not figure.is_whole or figure.fact.period is None:
        return ""
    year = figure.fact.period.year
    names = [f"FY{year % 100:02d}", f"FY {year}", f"the {year} financial year"]
    end = "31 December" if figure.fact.company == "RIO" else "30 June"
    names += [f"the year ended {end} {year}", f"the year to {end} {year}"]
    return f"{figure.owner} {figure.metric} in {draw.choice(names)} was {figure.amount} {{mark}}."


def _big(figure: Shown) -> bool:
    return figure.is_whole and figure.fact.value >= 1000


def _change(figure: Shown) -> Decimal:
    """Return by how many percent it changed; zero where that cannot be said, or is too little to be said."""
    before = figure.before
    if not figure.is_whole or before is None or before.value < 100 or before.unit != figure.fact.unit:
        return Decimal(0)
    if before.metric != figure.fact.metric or before.basis != figure.fact.basis:
        return Decimal(0)
    change = (figure.fact.value - before.value) / before.value * 100
    return change if abs(change) >= 1 else Decimal(0)


PLANTED: Mapping[str, Text] = {
    "wrong_year": wrong_year,
    "wrong_company": wrong_company,
    "wrong_metric": wrong_metric,
    "sign": sign,
    "scale": scale,
    "digit": digit,
    "rounding": rounding,
    "currency": currency,
    "direction": direction,
    "invented": invented,
}
HONEST: Mapping[str, Text] = {
    "as_printed": as_printed,
    "in_billions": in_billions,
    "other_grouping": other_grouping,
    "short_scale": short_scale,
    "over_time": over_time,
    "growth": growth,
    "difference": difference,
    "emphasised": emphasised,
    "about": about,
    "spelled_period": spelled_period,
}
