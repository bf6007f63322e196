"""Lineage nodes for the tests of this folder."""

from collections.abc import Callable
from decimal import Decimal

import pytest

from dragoman.domain.document import Cell
from dragoman.domain.fact import Fact
from dragoman.domain.lineage import FactNode
from dragoman.domain.period import Period

MILLION = 1_000_000


def make_node(
    value: str, period: str | None = "FY2024", *, unit: str = "USD", scale: int = MILLION, **slots: str
) -> FactNode:
    """A revenue of BHP unless told otherwise."""
    cell = Cell(document="d", page=1, table=1, row=1, column=1, row_label="Revenue", column_label="FY2024", text=value)
    return FactNode(
        fact=Fact(
            id=f"d:{period}:{value}:{unit}",
            company=slots.get("company", "BHP"),
            metric=slots.get("metric", "revenue"),
            basis=slots.get("basis"),
            share=slots.get("share"),
            period=Period.parse(period) if period else None,
            value=Decimal(value),
            unit=unit,
            scale=scale,
            currency=unit[:3] if unit[:3] in ("USD", "AUD") else None,
            label="Revenue",
            cell=cell,
        )
    )


@pytest.fixture(scope="session")
def node() -> Callable[..., FactNode]:
    return make_node
