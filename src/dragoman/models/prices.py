"""What models cost, from a table with a date and a source for each price."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from functools import cache
from pathlib import Path

from pydantic import Field

from dragoman.models.chat import Usage
from dragoman.specs.reader import load
from dragoman.specs.spec import Spec

_MILLION = Decimal(1_000_000)


class PriceSpec(Spec):
    """USD for a million tokens."""

    input: Decimal = Field(ge=0)
    output: Decimal = Field(ge=0)
    cached: Decimal | None = Field(default=None, ge=0)
    """For input the provider had from before; where it is not known such input counts as any other."""

    def of(self, usage: Usage) -> Decimal | None:
        """Return what a call cost; None where the provider did not say how many tokens it took."""
        if self.is_free:
            return Decimal(0)
        if not usage.input_tokens and not usage.output_tokens:
            return None
        fresh = usage.input_tokens - usage.cached_tokens
        cached = self.input if self.cached is None else self.cached
        return (self.input * fresh + cached * usage.cached_tokens + self.output * usage.output_tokens) / _MILLION

    @property
    def is_free(self) -> bool:
        """Whether no number of tokens costs anything."""
        return not self.input and not self.output


class ListedPriceSpec(PriceSpec):
    """The price of one model, and who says so."""

    model: str
    source: str


class PriceFileSpec(Spec):
    """The packaged `prices.yaml`."""

    as_of: date
    prices: tuple[ListedPriceSpec, ...]


FREE = PriceSpec(input=Decimal(0), output=Decimal(0))


@cache
def price_table() -> PriceFileSpec:
    """Return the table that ships."""
    return load(Path(__file__).with_name("prices.yaml"), PriceFileSpec)


@cache
def packaged_prices() -> Mapping[str, PriceSpec]:
    """Return the price of each listed model, by name."""
    return {listed.model: listed for listed in price_table().prices}
