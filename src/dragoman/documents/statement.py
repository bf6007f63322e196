"""Which tables are a company's statements, and which speak of a part of it."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Literal

from dragoman.domain.document import Table
from dragoman.domain.fact import Fact

Statement = Literal["income", "balance", "cash_flow"]

_ACTIVITIES = re.compile(r"\bcash\b.*\b(operating|investing|financing) activities\b", re.IGNORECASE)
_ASSETS = re.compile(r"^total (?:current )?assets$", re.IGNORECASE)  # the line of all assets may have no words
_CLAIMS = re.compile(
    r"^(?:total (?:liabilities|equity)\b.*|total (?:stock|share)holders['’] equity.*|net assets)$", re.IGNORECASE
)
_TAX = re.compile(r"\b(?:income tax(?:es)?|taxes on income|before tax(?:es|ation)?)\b", re.IGNORECASE)
_RESULT = re.compile(r"^(?:net )?\(?(?:income|earnings|profit|loss)\b", re.IGNORECASE)
_PER_SHARE = re.compile(r"\bper (?:\w+ )?share\b", re.IGNORECASE)
_PART = re.compile(
    r"\bsegments?\b|\bparent (?:entity|company|only)\b|\bguarantors?\b|\bobligors?\b|\bcondensed consolidating\b"
    r"|\bcross guarantee\b|\bpro[ -]forma\b|\bdiscontinued operations\b|\bjoint ventures?\b|\bassociates?\b"
    r"|\bunconsolidated\b|\bheld for sale\b|\bacquisition of\b|\bpurchase price\b",
    re.IGNORECASE,
)


def statement_of(table: Table) -> Statement | None:
    """Say which statement a table is by what its rows say, whatever stands over it."""
    labels = [row[0] for row in table.rows]
    if len({match[1].lower() for label in labels if (match := _ACTIVITIES.search(label))}) > 1:
        return "cash_flow"
    if any(map(_ASSETS.match, labels)) and any(map(_CLAIMS.match, labels)):
        return "balance"
    has_share = any(map(_PER_SHARE.search, labels))
    if has_share and any(map(_TAX.search, labels)) and any(map(_RESULT.match, labels)):
        return "income"
    return None


def is_of_part(table: Table) -> bool:
    """Say whether a table speaks of a segment, the parent alone or the like, so that its revenue is not the whole's."""
    over = (*table.section[-1:], *table.header)
    return any(_PART.search(text) for text in over)


def settled(facts: Sequence[Fact], statements: Iterable[int]) -> tuple[Fact, ...]:
    """Let the statements say what a metric was: another figure under its name keeps its label only.

    `statements` are the numbers of the tables that are statements. The first that names a figure counts; figures
    elsewhere that differ by no more than rounding keep their metric. Where no statement names it and printed tables
    contradict each other, all of them keep their labels only.
    """
    known = set(statements)
    said: dict[tuple[object, ...], Fact] = {}
    first: Fact | None
    for fact in facts:
        if fact.metric and fact.cell.table in known:
            first = said.setdefault(_key(fact), fact)
            if first.cell.table == fact.cell.table and _rank(fact) > _rank(first):
                said[_key(fact)] = fact
    unsettled = _contradicted(facts, said)
    return tuple(
        replace(fact, metric=None, basis=None, share=None)
        if fact.metric and (_key(fact) in unsettled or ((told := said.get(_key(fact))) and not agree(fact, told)))
        else fact
        for fact in facts
    )


def _contradicted(facts: Iterable[Fact], said: Mapping[tuple[object, ...], Fact]) -> set[tuple[object, ...]]:
    """Return what printed tables say in several ways while no statement says it: each may be of another part."""
    first: dict[tuple[object, ...], Fact] = {}
    return {
        _key(fact)
        for fact in facts
        if fact.metric
        and fact.cell.box
        and _key(fact) not in said
        and not agree(fact, first.setdefault(_key(fact), fact))
    }


def _key(fact: Fact) -> tuple[object, ...]:
    return fact.metric, fact.basis, fact.share, fact.period, fact.unit


def _rank(fact: Fact) -> tuple[bool, int]:
    """Put the row that sums up before those of its name: "Total revenues", and "Total equity" before one's share."""
    is_total = fact.label.lower().startswith("total")
    return is_total, -len(fact.label) if is_total else 0


def agree(one: Fact, other: Fact) -> bool:
    """Say whether two figures are the same but for the digits that one of them leaves out, and the sign."""
    step = max(step_of(one), step_of(other))
    return abs(abs(one.amount) - abs(other.amount)) <= step / 2


def step_of(fact: Fact) -> Decimal:
    """Return what one in the last printed digit is worth, in whole units."""
    exponent = fact.value.as_tuple().exponent
    return Decimal(fact.scale).scaleb(exponent if isinstance(exponent, int) else 0)
