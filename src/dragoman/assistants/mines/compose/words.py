"""The words that figures are said in."""

from collections.abc import Sequence
from decimal import Decimal

from dragoman.calculate.show import SYMBOLS, show_fact, show_value
from dragoman.domain.fact import Fact
from dragoman.domain.plan import Lookup
from dragoman.interpret.vocabulary import Vocabulary

CURRENCIES = {
    "USD": "US dollars",
    "AUD": "Australian dollars",
    "CAD": "Canadian dollars",
    "NZD": "New Zealand dollars",
    "GBP": "pounds sterling",
    "EUR": "euros",
}
_PROFITS = frozenset({"net_profit", "profit_before_tax", "ebit", "ebitda", "cash_earnings"})


class Words:
    """Says names, periods and amounts as the vocabulary has them."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary

    def company(self, ticker: str | None) -> str:
        """Return the company's name."""
        return self.vocabulary.company_name(ticker) if ticker else "the company"

    def owner(self, ticker: str | None) -> str:
        """Return the name as an owner: "BHP's", "Mineral Resources'"."""
        name = self.company(ticker)
        return f"{name}'" if name.endswith("s") else f"{name}'s"

    def metric(self, fact: Fact) -> str:
        """Return what the fact measures, with its basis and share where they are said."""
        return self.vocabulary.metric_name(fact.metric or fact.label, fact.basis, fact.share)

    def plain_metric(self, thing: Fact | Lookup) -> str:
        """Return what is measured, whatever its basis and share."""
        return self.vocabulary.metric_name(thing.metric or (thing.label if isinstance(thing, Fact) else ""))

    def was(self, thing: Fact | Lookup) -> str:
        """Return the verb that goes with the metric's name: "cash earnings were"."""
        return "were" if self._is_plural(thing) else "was"

    def are(self, thing: Fact | Lookup) -> str:
        """Return the same in the present."""
        return "are" if self._is_plural(thing) else "is"

    def _is_plural(self, thing: Fact | Lookup) -> bool:
        head = self.plain_metric(thing).split(" per ")[0].rstrip()
        return head.endswith("s") and not head.endswith("ss")

    def asked(self, cell: Lookup) -> str:
        """Return what a cell asks for."""
        return self.vocabulary.metric_name(cell.metric, cell.basis, cell.share)

    def period(self, thing: Fact | Lookup) -> str:
        """Return the period of a fact or cell as its company calls it."""
        return self.vocabulary.spoken_period(thing.period, thing.company) if thing.period else "an unnamed period"

    def subject(self, fact: Fact) -> str:
        """Return "BHP's revenue for FY2024"."""
        return f"{self.owner(fact.company)} {self.metric(fact)} for {self.period(fact)}"

    def subject_asked(self, cell: Lookup) -> str:
        """Return the same for a cell without a fact."""
        return f"{self.owner(cell.company)} {self.asked(cell)} for {self.period(cell)}"


def amount(fact: Fact) -> str:
    """Return the figure; losses and net cash in words, their sign with them."""
    if fact.value < 0 and fact.metric in _PROFITS:
        return f"a loss of {_positive(fact)}"
    if fact.value < 0 and fact.metric == "net_debt":
        return f"net cash of {_positive(fact)}"
    return show_fact(fact)


def _positive(fact: Fact) -> str:
    return show_value(abs(fact.value), fact.unit, fact.scale)


def in_unit(unit: str) -> str:
    """Return "in US dollars" for a currency, "in Mt" for a quantity."""
    base, slash, per = unit.partition("/")
    name = CURRENCIES.get(base, base)
    return f"in {name} per {per}" if slash else f"in {name}"


def is_money(unit: str) -> bool:
    """Say whether the unit is a currency or a rate in one."""
    return unit.partition("/")[0] in SYMBOLS


def listed(items: Sequence[str], *, last: str = "and") -> str:
    """Return "a, b and c"."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def number_word(count: int) -> str:
    """Return small numbers in words."""
    small = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
    return small[count] if count < len(small) else str(count)


def direction(change: Decimal, *, up: str, down: str) -> str:
    """Return the word for a rise or a fall."""
    return down if change < 0 else up


def capital(text: str) -> str:
    """Return the text with a capital first letter, the rest as it is."""
    return text[:1].upper() + text[1:]
