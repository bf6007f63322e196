"""The key an answer is kept under: everything it depends on that code can know exactly."""

import hashlib
import json
from dataclasses import asdict, dataclass
from typing import Any

Json = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class CacheKey:
    """What must be equal for an answer to be given again. Nothing in it is compared by likeness.

    The caller gives the plan with all its slots, free words taken out (they are compared on their own), and what
    was named in the order in which it was named.
    """

    tenant: str
    assistant: str
    corpus: str  # version of what the index holds
    rules: str  # version of whatever turns a question into a plan and a plan into an answer
    language: str
    policy: str
    plan: Json
    named: Json  # per dimension, in the order of the text: "from A to B" is not "from B to A"
    said: tuple[str, ...] = ()  # what the answer says about its own reading: assumptions, what is not covered

    @property
    def digest(self) -> str:
        """Return one name for all of it; equal keys, equal names."""
        text = json.dumps(asdict(self), sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question as it is looked up: its key, and the words that the key does not hold."""

    key: CacheKey
    question: str  # the person's words with what earlier turns lent them
    residual: str  # the same without what the key holds
    is_open: bool  # narrative: its words may be compared by likeness. Else the slots decide, or nothing does
