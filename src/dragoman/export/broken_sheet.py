"""The sums of documents that do not hold, as a sheet beside the facts."""

from collections.abc import Sequence
from decimal import Decimal

from dragoman.domain.audit import BrokenIdentity
from dragoman.export.sheet import Column, Number, Sheet

_COLUMNS = (
    Column(name="document", title="Document id", width=28),
    Column(name="page", title="Page", width=6),
    Column(name="table", title="Table", width=6),
    Column(name="column", title="Column heading", width=18),
    Column(name="name", title="Identity", width=44),
    Column(name="printed", title="Printed", width=14),
    Column(name="expected", title="The others make", width=16),
    Column(name="rows", title="Rows, the result last", width=60),
)


def broken_sheet(broken: Sequence[BrokenIdentity]) -> Sheet:
    """Return one row for each."""
    rows = tuple(
        (
            one.document,
            one.page,
            one.table,
            one.column,
            one.name,
            _number(one.printed),
            _number(one.expected),
            "; ".join(one.rows),
        )
        for one in broken
    )
    return Sheet(title="Broken sums", columns=_COLUMNS, rows=rows)


def _number(value: Decimal) -> Number:
    return Number(value=value, places=max(0, -int(value.as_tuple().exponent)))
