"""Facts: one value of one metric for one period, with the cell it stands in."""

from dataclasses import dataclass
from decimal import Decimal

from dragoman.domain.document import Cell
from dragoman.domain.period import Period


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """A figure as a document prints it.

    `metric` is canonical, or None for a row that no vocabulary entry claims; such a fact is kept
    under its `label`. `value` is as printed with its sign; `value * scale` is in whole units.
    """

    id: str
    company: str | None
    metric: str | None
    basis: str | None  # statutory, underlying, restated, per_data_aggregator…; None: as reported
    share: str | None  # attributable, group, 100%, consolidated…; None: not said
    period: Period | None
    value: Decimal
    unit: str  # "USD", "USD/share", "AUD/oz", "Mt", "koz", "%"
    scale: int  # 1, 1000, 1000000, 1000000000
    currency: str | None  # ISO 4217, None for quantities
    label: str  # the row's own words
    cell: Cell
    title: str = ""  # of the document
    proofs: tuple[str, ...] = ()  # names of the identities of the report that hold with it
    broken: tuple[str, ...] = ()  # sentences about those that do not

    @property
    def amount(self) -> Decimal:
        """The value in whole units: "55,658" under "US$ million" is 55658000000."""
        return self.value * self.scale
