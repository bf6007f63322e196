"""Identities that accounting gives and labels name: the balance sheet, the cash flow, the gross profit."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dragoman.documents.audit.figures import FigureTable
from dragoman.documents.audit.identity import RowIdentity
from dragoman.domain.audit import IdentityKind


@dataclass(frozen=True, slots=True)
class _Role:
    """What a row is in a statement."""

    pattern: re.Pattern[str]

    def rows(self, figures: FigureTable) -> tuple[int, ...]:
        if not self.pattern.search(figures.text):
            return ()
        return tuple(
            row for row, label in enumerate(figures.labels) if self.pattern.search(label) and figures.has_figures(row)
        )


def _role(pattern: str) -> _Role:
    return _Role(re.compile(pattern, re.IGNORECASE | re.MULTILINE))


_OWNERS = r"(?:share(?:holders|owners|owner)?|stock(?:holders)?|members)?['’]?s?['’]? ?"
_ASSETS = _role(r"^total assets$")
_LIABILITIES = _role(r"^total liabilities$")
_EQUITY = _role(
    rf"^total {_OWNERS}(?:equity|deficit|\(deficit\)|equity \(deficit\)|\(deficit\) equity)$|^total equity\b"
)
_BOTH = _role(r"^total (?:liabilities|equity)\b.*\band\b.*\b(?:equity|deficit|liabilities)\b")
_NET_ASSETS = _role(r"^net assets(?: \(liabilities\))?$")
_OPENING = _role(r"\bcash\b.*\b(?:beginning|start|opening)\b|^(?:beginning|opening)\b.*\bcash\b")
_CLOSING = _role(r"\bcash\b.*\b(?:end of|closing|at end|ending)\b|^(?:ending|closing)\b.*\bcash\b")
_CHANGE = _role(
    r"^(?:total )?(?:net )?\(?(?:increase|decrease|change|movement)\b.*\bcash\b"
    r"|^net (?:change|\(?(?:increase|decrease)).*\bcash\b"
)
_OPERATING = _role(r"^(?:total )?(?:net )?cash\b.*\boperating activities|^net cash.*\boperations$")
_INVESTING = _role(r"^(?:total )?(?:net )?cash\b.*\binvesting activities")
_FINANCING = _role(r"^(?:total )?(?:net )?cash\b.*\bfinancing activities")
_EXCHANGE = _role(
    r"\b(?:exchange|currency|translation) (?:rates?|effects?|differences?)\b.*\bcash\b"
    r"|^effects? of (?:foreign )?(?:exchange|currency)"
)
_GROSS = _role(r"^gross (?:profit|margin|income)(?: \(loss\))?$")
_REVENUE = _role(
    r"^(?:total )?(?:net )?(?:revenues?|sales)$|^sales and revenues?$|^revenues? from contracts with customers$"
)
_COST = _role(r"^(?:total )?costs? of (?:goods sold|sales|revenues?|products? sold|products sold and.*)$")
_OTHER_CASH = re.compile(
    r"\b(?:discontinued|held for sale|acquired|disposed|deconsolidat\w+|overdraft)\b", re.IGNORECASE
)


def find_statements(figures: FigureTable) -> Iterator[RowIdentity]:
    """Yield what the table's labels say must hold."""
    text = figures.text.lower()
    if "assets" in text:
        yield from _balance(figures)
    if "cash" in text:
        yield from _cash(figures)
    if "gross" in text:
        yield from _gross_profit(figures)


def _balance(figures: FigureTable) -> Iterator[RowIdentity]:
    assets, both = _ASSETS.rows(figures), _BOTH.rows(figures)
    liabilities, equity, net = (role.rows(figures) for role in (_LIABILITIES, _EQUITY, _NET_ASSETS))
    if len(assets) == 1 and len(both) == 1:
        yield _made("balance sheet", "balance sheet", both[0], [assets[0]])
    elif len(assets) == 1 and len(liabilities) == 1 and len(equity) == 1 and not net:
        yield _made("balance sheet", "balance sheet", assets[0], [liabilities[0], equity[0]], is_sure=False)
    if len(net) == 1 and len(equity) == 1:
        yield _made("balance sheet", "balance sheet: net assets are equity", equity[0], [net[0]])
    if len(net) == 1 and len(assets) == 1 and len(liabilities) == 1:
        parts = ((assets[0], 1), (liabilities[0], -1 if _is_positive(figures, liabilities[0]) else 1))
        yield RowIdentity(
            kind="balance sheet", name="balance sheet: net assets", total=net[0], parts=parts, is_sure=True
        )


def _cash(figures: FigureTable) -> Iterator[RowIdentity]:
    opening, closing, change = (role.rows(figures) for role in (_OPENING, _CLOSING, _CHANGE))
    exchange = _EXCHANGE.rows(figures)
    flows = [role.rows(figures) for role in (_OPERATING, _INVESTING, _FINANCING)]
    if len(change) != 1:
        return
    is_sure = not any(_OTHER_CASH.search(label) for label in figures.labels)
    # The effect of exchange rates stands above the net change, as a part of it, or below, beside it.
    above = [row for row in exchange if row < change[0]]
    below = [row for row in exchange if row > change[0]]
    if len(opening) == 1 and len(closing) == 1:
        parts = [opening[0], change[0], *below[:1]]
        yield _made("cash", "cash: opening and change make closing", closing[0], parts, is_sure=is_sure)
    if all(len(rows) == 1 for rows in flows):
        parts = [*(rows[0] for rows in flows), *above[:1]]
        # Cash classified as held for sale, and the like, stands between the flows and the change.
        last = max(parts)
        parts += [row for row in range(last + 1, change[0]) if figures.has_figures(row)]
        if last < change[0]:
            yield _made("cash", "cash: flows make the net change", change[0], parts, is_sure=is_sure)


def _gross_profit(figures: FigureTable) -> Iterator[RowIdentity]:
    gross, revenue, cost = (role.rows(figures) for role in (_GROSS, _REVENUE, _COST))
    if not (len(gross) == len(revenue) == len(cost) == 1 and max(revenue[0], cost[0]) < gross[0]):
        return
    sign = -1 if _is_positive(figures, cost[0]) else 1
    yield RowIdentity(
        kind="gross profit", name="gross profit", total=gross[0], parts=((revenue[0], 1), (cost[0], sign)), is_sure=True
    )


def _is_positive(figures: FigureTable, row: int) -> bool:
    signs = [column.values[row] > 0 for column in figures.columns if row in column.values]
    return 2 * sum(signs) >= len(signs)


def _made(kind: IdentityKind, name: str, total: int, parts: Sequence[int], *, is_sure: bool = True) -> RowIdentity:
    return RowIdentity(kind=kind, name=name, total=total, parts=tuple((row, 1) for row in parts), is_sure=is_sure)
