"""The YAML of a suite: cases with an id, a reason to exist and what is expected."""

from typing import Literal

from pydantic import Field

from dragoman.specs.spec import Spec

Flag = Literal["is_out_of_scope", "needs_retrieval", "needs_news", "needs_clarification"]
Outcome = Literal["routed", "answered", "clarification", "out_of_scope", "unsupported", "fallback", "empty-input"]


class TurnSpec(Spec):
    """An earlier turn of the conversation."""

    role: Literal["user", "assistant"]
    content: str


class ExpectSpec(Spec):
    """What must hold; everything left out is not looked at."""

    outcome: Outcome | tuple[Outcome, ...] | None = None
    flags: dict[Flag, bool] = Field(default_factory=dict)
    companies: tuple[str, ...] | None = None
    periods: tuple[str, ...] | None = None
    metrics: tuple[str, ...] | None = None
    queries: tuple[str, ...] | None = None  # exact texts, in order
    direct_answer: bool | None = None  # whether it is answered without any search
    question: bool | None = None  # whether the question back has words
    says: tuple[str, ...] = ()  # all of these, case ignored
    says_one_of: tuple[str, ...] = ()
    never_says: tuple[str, ...] = ()
    citations: bool | None = None
    nodes: tuple[str, ...] = ()  # on the path, in this order
    never_nodes: tuple[str, ...] = ()


class CaseSpec(Spec):
    """One case."""

    id: str
    text: str
    rationale: str
    history: tuple[TurnSpec, ...] = ()
    restated: str = ""  # what a perfect model says the question means
    expect: ExpectSpec


class SuiteSpec(Spec):
    """One suite file."""

    suite: str
    about: str
    runs: Literal["router", "graph"]  # the router alone, or the whole graph with its path
    reference_date: str = "2026-11-30"
    cases: tuple[CaseSpec, ...]
