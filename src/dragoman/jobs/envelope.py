"""A prompt as it is queued."""

import secrets
from dataclasses import dataclass, field
from typing import Literal

from dragoman.domain.asker import Policy
from dragoman.domain.conversation import Turn

Kind = Literal["task", "question"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Metadata:
    """What whoever sent the prompt says about it."""

    scenario_id: str | None = None  # a pin: no routing
    intent_route: str | None = None
    kind: Kind | None = None
    assistant: str | None = None
    tenant: str = "local"
    idempotency_key: str | None = None
    fresh: bool = False  # worked out anew, whatever is remembered
    policy: Policy | None = None  # who decides in this turn; None: as the server is set
    answers: str | None = None  # the prompt is the reply to this question of ours, in this thread


@dataclass(frozen=True, slots=True, kw_only=True)
class Envelope:
    """One prompt with all that is needed to work on it later, in another process."""

    prompt: str
    metadata: Metadata = field(default_factory=Metadata)
    thread: str | None = None
    history: tuple[Turn, ...] = ()  # what was said before and is not stored in the thread, oldest first
    chain_depth: int = 0  # hops before this one
    chain_path: tuple[str, ...] = ()  # scenarios they went through
    trace_id: str = field(default_factory=lambda: secrets.token_hex(8))
