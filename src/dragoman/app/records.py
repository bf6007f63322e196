"""The JSON of an answer, as scripts and notebooks read it (docs/reference/json.md)."""

from typing import Any

from dragoman.domain.answer import Answer, Citation, OpenQuestion
from dragoman.domain.audit import BrokenIdentity
from dragoman.domain.cost import Cost
from dragoman.domain.document import ScoredPassage
from dragoman.domain.fact import Fact
from dragoman.domain.lineage import CalculationNode, FactNode, LineageNode
from dragoman.domain.reason import Reasons
from dragoman.domain.wire import dump
from dragoman.grounding.record import grounding_record
from dragoman.models.meter import Meter

Record = dict[str, Any]


def answer_record(answer: Answer) -> Record:
    """Return the JSON of `dragoman ask --json`."""
    return {
        "answer": answer.text,
        "outcome": answer.outcome,
        "clarification": question_record(answer.question) if answer.question else None,
        "citations": [citation_record(citation) for citation in answer.citations],
        "grounding": grounding_record(answer.grounding) if answer.grounding else None,
        "confidence": answer.confidence,
        "caveats": list(answer.caveats),
        "assumptions": list(answer.assumptions),
        "calculation": calculation_record(answer.calculations),
        "lineage": [lineage_record(node) for node in answer.lineage],
        "charts": list(answer.charts),
        "decision": answer.decision,
        "path": [visit.node for visit in answer.path],
        "trace": [dump(visit) for visit in answer.path],
        "cached": answer.remembered is not None,
        "remembered": dump(answer.remembered) if answer.remembered else None,
        "cost": cost_record(answer.cost),
        "latency_ms": round(answer.latency_ms, 1),
        "thread": answer.thread,
        "turn": answer.turn,
        "job": None,
    }


def cost_record(cost: Cost) -> Record:
    """Return what models took; `amount` is null where a price is not known."""
    return {
        "model_calls": cost.model_calls,
        "amount": None if cost.usd is None else str(cost.usd),
        "currency": "USD",
        "input_tokens": cost.input_tokens,
        "output_tokens": cost.output_tokens,
        "models": list(cost.models),
        "prompts": list(cost.prompts),
    }


def priced(record: Record, meter: Meter) -> Record:
    """Return the record of a decision with what models took for it."""
    return {**record, "cost": cost_record(meter.cost)}


def question_record(question: OpenQuestion) -> Record:
    """Return the JSON of a question that waits."""
    options = [{"value": option.value, "text": option.text} for option in question.options]
    return {"id": question.id, "question": question.question, "options": options}


def citation_record(citation: Citation) -> Record:
    """Return the JSON of one citation."""
    record: Record = dump(citation)
    return record


def calculation_record(calculations: tuple[CalculationNode, ...]) -> Record | None:
    """Return the first calculation, which is what was asked for, with every step; None when nothing was calculated."""
    if not calculations:
        return None
    steps = [
        {"operation": node.operation, "expression": node.expression, "result": node.shown} for node in calculations
    ]
    return {"expression": calculations[0].expression, "steps": steps, "result": calculations[0].shown}


def lineage_record(node: LineageNode) -> Record:
    """Return a number's tree: calculations with operands, facts with their cell."""
    match node:
        case FactNode(fact=fact):
            return {"kind": "fact", **fact_record(fact), "cell": dump(fact.cell)}
        case CalculationNode():
            return {
                "kind": "calculation",
                "operation": node.operation,
                "expression": node.expression,
                "result": node.shown,
                "amount": None if node.amount is None else str(node.amount),
                "unit": node.unit,
                "note": node.note,
                "operands": [lineage_record(operand) for operand in node.operands],
            }


def fact_record(fact: Fact) -> Record:
    """Return the JSON of one row of `dragoman facts --json`."""
    return {
        "company": fact.company,
        "metric": fact.metric,
        "basis": fact.basis,
        "share": fact.share,
        "period": fact.period.label if fact.period else None,
        "value": str(fact.value),
        "unit": fact.unit,
        "scale": fact.scale,
        "currency": fact.currency,
        "document": fact.cell.document,
        "title": fact.title,
        "page": fact.cell.page,
        "box": dump(fact.cell.box) if fact.cell.box else None,
        "place": fact.cell.place,
        "label": fact.label,
        "proofs": list(fact.proofs),
        "broken": list(fact.broken),
    }


def broken_record(broken: BrokenIdentity) -> Record:
    """Return the JSON of an identity that does not hold."""
    return {
        "kind": broken.kind,
        "name": broken.name,
        "page": broken.page,
        "table": broken.table,
        "column": broken.column,
        "expected": str(broken.expected),
        "printed": str(broken.printed),
        "rows": list(broken.rows),
        "cells": [{"table": table, "row": row, "column": column} for table, row, column in broken.places],
    }


def passage_record(found: ScoredPassage) -> Record:
    """Return the JSON of one row of `dragoman search --json`."""
    passage = found.passage
    return {
        "document": passage.document,
        "title": passage.title,
        "page": passage.page,
        "section": " › ".join(passage.section),
        "kind": passage.kind,
        "text": passage.text,
        "score": round(found.score, 4),
        "why": found.why,
        "reasons": _reasons_record(found.reasons),
    }


def _reasons_record(reasons: Reasons) -> Record:
    return {
        "words": [{"word": one.word, "place": one.place, "is_said": one.is_said} for one in reasons.words],
        "figures": list(reasons.figures),
        "standings": {one.ranking: one.place for one in reasons.standings},
        "note": reasons.note,
    }
