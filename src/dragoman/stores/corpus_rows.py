"""Domain values to rows of the corpus tables and back."""

import json
from dataclasses import asdict
from decimal import Decimal
from typing import Any

from sqlalchemy import RowMapping

from dragoman.domain.audit import BrokenIdentity
from dragoman.domain.document import Box, Cell, Document, Page, Passage
from dragoman.domain.fact import Fact
from dragoman.domain.period import Period

Row = dict[str, Any]
_DOCUMENT_FIELDS = ("id", "path", "title", "digest", "kind", "company", "period", "published", "source", "pages")
_PASSAGE_FIELDS = ("id", "document", "page", "kind", "text", "title", "company", "period")
_FACT_FIELDS = ("id", "company", "metric", "basis", "share", "unit", "scale", "currency", "label", "title")


def document_row(document: Document) -> Row:
    """Return the columns that a Document has fields for."""
    return {name: getattr(document, name) for name in _DOCUMENT_FIELDS}


def document_of(row: RowMapping) -> Document:
    """Rebuild a Document."""
    return Document(**{name: row[name] for name in _DOCUMENT_FIELDS})


def page_row(page: Page, document: str) -> Row:
    """Return the columns of a page."""
    return {"document": document, "number": page.number, "text": page.text, "printed": page.printed}


def passage_row(passage: Passage) -> Row:
    """Return the columns of a passage."""
    row: Row = {name: getattr(passage, name) for name in _PASSAGE_FIELDS}
    boxes = [[box.x0, box.y0, box.x1, box.y1] for box in passage.boxes]
    return row | {"section": _json(passage.section), "boxes": _json(boxes)}


def passage_of(row: RowMapping) -> Passage:
    """Rebuild a Passage."""
    fields = {name: row[name] for name in _PASSAGE_FIELDS}
    boxes = tuple(Box(x0=x0, y0=y0, x1=x1, y1=y1) for x0, y0, x1, y1 in json.loads(row["boxes"]))
    return Passage(section=tuple(json.loads(row["section"])), boxes=boxes, **fields)


def fact_row(fact: Fact) -> Row:
    """Return the columns of a fact."""
    row: Row = {name: getattr(fact, name) for name in _FACT_FIELDS}
    return row | {
        "document": fact.cell.document,
        "period": fact.period.label if fact.period else None,
        "value": str(fact.value),
        "proofs": _json(fact.proofs),
        "broken": _json(fact.broken),
        "cell": _json(asdict(fact.cell)),
    }


def fact_of(row: RowMapping) -> Fact:
    """Rebuild a Fact, its value exactly as printed."""
    cell = json.loads(row["cell"])
    box = Box(**cell.pop("box")) if cell.get("box") else cell.pop("box", None)
    return Fact(
        period=Period.parse(row["period"]) if row["period"] else None,
        value=Decimal(row["value"]),
        proofs=tuple(json.loads(row["proofs"])),
        broken=tuple(json.loads(row["broken"])),
        cell=Cell(box=box, **cell),
        **{name: row[name] for name in _FACT_FIELDS},
    )


def broken_row(broken: BrokenIdentity) -> Row:
    """Return the columns of a broken identity."""
    body = asdict(broken) | {"expected": str(broken.expected), "printed": str(broken.printed)}
    return {"document": body.pop("document"), "body": _json(body)}


def broken_of(row: RowMapping) -> BrokenIdentity:
    """Rebuild a BrokenIdentity."""
    body = json.loads(row["body"])
    body |= {name: Decimal(body[name]) for name in ("expected", "printed")}
    body |= {"rows": tuple(body["rows"]), "places": tuple((a, b, c) for a, b, c in body["places"])}
    return BrokenIdentity(document=row["document"], **body)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
