"""What is kept of remembered answers, and how it stands in the rows of the store."""

import json
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import RowMapping

Kind = Literal["remembered", "hit", "hint", "edited", "deleted", "wrong", "expired"]
Json = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredAnswer:
    """One remembered answer."""

    id: str
    tenant: str
    assistant: str
    key: str  # digest
    corpus: str
    signature: str  # the residual words in their exact form
    question: str
    residual: str
    answer: Json
    extra: Json  # what whoever gives the answer again needs to know
    at: datetime
    edited: datetime | None = None
    hits: int = 0
    embedder: str = ""  # that made the vector; "" for none
    vector: bytes | None = None  # of the question: half floats, little endian


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """An entry that may fit, without its answer."""

    id: str
    signature: str
    question: str
    residual: str
    at: datetime
    edited: datetime | None
    embedder: str = ""
    vector: bytes | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LogLine:
    """One thing that happened to an entry."""

    at: datetime
    tenant: str
    kind: Kind
    entry: str
    question: str = ""  # that was asked
    signature: str = ""  # of its words
    equivalence: float | None = None
    reason: str = ""


def row_of(value: StoredAnswer | LogLine) -> dict[str, Any]:
    """Return a value as its row: moments as ISO 8601, what is JSON as text."""
    return {name: _cell(one) for name, one in asdict(value).items()}


def answer_of(row: RowMapping) -> StoredAnswer:
    """Return the entry of a row."""
    words = {name: row[name] for name in ("id", "tenant", "assistant", "key", "corpus", "signature", "question")}
    return StoredAnswer(
        **words,
        residual=row["residual"],
        answer=json.loads(row["answer"]),
        extra=json.loads(row["extra"]),
        at=datetime.fromisoformat(row["at"]),
        edited=_moment(row["edited"]),
        hits=row["hits"],
        embedder=row["embedder"],
        vector=row["vector"],
    )


def line_of(row: RowMapping) -> LogLine:
    """Return the line of a row."""
    values = {name: row[name] for name in ("tenant", "kind", "entry", "question", "signature", "equivalence", "reason")}
    return LogLine(at=datetime.fromisoformat(row["at"]), **values)


def candidate_of(row: RowMapping) -> Candidate:
    """Return the candidate of a row."""
    return Candidate(
        id=row["id"],
        signature=row["signature"],
        question=row["question"],
        residual=row["residual"],
        at=datetime.fromisoformat(row["at"]),
        edited=_moment(row["edited"]),
        embedder=row["embedder"],
        vector=row["vector"],
    )


def _cell(value: object) -> object:
    if isinstance(value, datetime):
        return value.isoformat()
    return json.dumps(value, ensure_ascii=False) if isinstance(value, dict) else value


def _moment(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None
