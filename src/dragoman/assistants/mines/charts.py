"""Charts as Vega-Lite specifications: one for each metric and currency that has two points or more."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from dragoman.calculate.show import SCALES, SYMBOLS
from dragoman.domain.answer import Citation
from dragoman.domain.fact import Fact
from dragoman.domain.lineage import LineageNode, facts_of
from dragoman.interpret.vocabulary import Vocabulary

SCHEMA = "https://vega.github.io/schema/vega-lite/v6.json"
MILLION = 1_000_000
MIN_POINTS = 2


def charts(
    lineage: Sequence[LineageNode], citations: Sequence[Citation], vocabulary: Vocabulary
) -> tuple[dict[str, Any], ...]:
    """Return a line over years where one company has three or more, bars otherwise."""
    facts = {fact.id: fact for node in lineage for fact in facts_of(node)}
    groups: dict[tuple[object, ...], list[Fact]] = {}
    for fact in facts.values():
        groups.setdefault((fact.metric, fact.basis, fact.share, fact.unit), []).append(fact)
    markers = {(c.document, c.page, c.quote): c.marker for c in citations}
    return tuple(_chart(group, markers, vocabulary) for group in groups.values() if len(group) >= MIN_POINTS)


def _chart(facts: list[Fact], markers: dict[tuple[str, int, str], int], vocabulary: Vocabulary) -> dict[str, Any]:
    ordered = sorted(facts, key=lambda fact: fact.period.year if fact.period else 0)
    rows = [_row(fact, markers, vocabulary) for fact in ordered]
    name = vocabulary.metric_name(facts[0].metric or facts[0].label, facts[0].basis, facts[0].share)
    over_time = len({fact.period for fact in ordered}) > 1  # FY2024 and calendar 2024 are one year, side by side
    several = len({row["company"] for row in rows}) > 1
    is_line = over_time and len(rows) > MIN_POINTS
    x = "period" if over_time else "company"
    encoding: dict[str, Any] = {
        "x": {"field": x, "type": "ordinal", "title": None, "sort": None, "axis": {"labelAngle": 0}},
        "y": {"field": "value", "type": "quantitative", "title": rows[0]["unit"]},
        "tooltip": [{"field": field} for field in ("company", "period", "value", "unit", "source")],
    }
    if several and over_time:
        encoding["color"] = {"field": "company", "type": "nominal", "title": None}
        encoding |= {} if is_line else {"xOffset": {"field": "company"}}
    return {
        "$schema": SCHEMA,
        "title": f"{name[:1].upper()}{name[1:]}, {rows[0]['unit']}",
        "data": {"values": rows},
        "mark": {"type": "line", "point": True} if is_line else {"type": "bar"},
        "encoding": encoding,
    }


def _row(fact: Fact, markers: dict[tuple[str, int, str], int], vocabulary: Vocabulary) -> dict[str, Any]:
    value, unit = _in_millions(fact)
    cell = fact.cell
    cited = [
        marker
        for (document, page, quote), marker in markers.items()
        if (document, page) == (cell.document, cell.page) and quote.startswith(cell.row_label)
    ]
    return {
        "company": vocabulary.company_name(fact.company) if fact.company else "",
        "period": vocabulary.spoken_period(fact.period, fact.company) if fact.period else "",
        "value": float(value),
        "unit": unit,
        "citation": cited[0] if cited else None,
        "source": f"{fact.title}, page {fact.cell.page}",
    }


def _in_millions(fact: Fact) -> tuple[Decimal, str]:
    """Return money in millions of its currency; rates and quantities as they are printed."""
    base, slash, per = fact.unit.partition("/")
    symbol = SYMBOLS.get(base, base)
    if fact.currency and not slash:
        return fact.amount / MILLION, f"{symbol} million"
    scale = f" {SCALES[fact.scale]}" if fact.scale in SCALES else ""
    return fact.value, f"{symbol} per {per}" if slash else f"{base}{scale}"
