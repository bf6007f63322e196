"""The intents of contracts: an entry of YAML holds everything there is to know about one."""

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from pydantic import Field

from dragoman.errors import SpecError
from dragoman.interpret.intent_spec import IntentSpec
from dragoman.specs.reader import load
from dragoman.specs.spec import Spec

INTENTS = Path(__file__).parent / "intents"
UNKNOWN = "unknown"
Strategy = Literal["section_map", "full_text", "hybrid"]
STRATEGIES: tuple[Strategy, ...] = ("section_map", "full_text", "hybrid")


class ReadingSpec(Spec):
    """One of several things a word may mean: "penalties" are late fees, service credits, termination fees."""

    reading: str  # what it is called in an answer
    words: str  # pattern: a question with these words means this reading
    sections: tuple[str, ...]  # where it stands, best first
    says: str  # pattern: a sentence with these words speaks of it


class ClauseIntentSpec(IntentSpec):
    """An intent, the sections its answers stand in, and how to search for them."""

    strategy: str = ""
    readings: tuple[ReadingSpec, ...] = ()


class ClauseIntentFileSpec(Spec):
    """One file of intents that belong together."""

    intents: tuple[ClauseIntentSpec, ...] = Field(min_length=1)


class IncompleteIntentError(SpecError):
    """An intent lacks what makes it more than a name: sections, a strategy, rules, or tests."""

    code = "incomplete-intent"


def load_registry(folder: Path = INTENTS) -> tuple[ClauseIntentSpec, ...]:
    """Read every intent of a folder. Raises SpecError with file and line, IncompleteIntentError for a half entry."""
    files = [load(path, ClauseIntentFileSpec) for path in sorted(folder.glob("*.yaml"))]
    intents = tuple(intent for file in files for intent in file.intents)
    for intent in intents:
        _check(intent)
    return intents


def sections_of(intent: str, registry: Sequence[ClauseIntentSpec]) -> tuple[str, ...]:
    """Return the sections an intent's answers stand in, best first; none for an unknown intent."""
    return next((spec.sections for spec in registry if spec.intent == intent), ())


def _check(intent: ClauseIntentSpec) -> None:
    missing = [key for key in ("sections", "rules", "examples", "exclude") if not getattr(intent, key)]
    if missing:
        raise IncompleteIntentError(
            f"the intent {intent.intent!r} has no {' and no '.join(missing)}",
            where=intent.where(),
            remedy="An intent needs rules, sections, examples that are recognised and texts that are not (exclude).",
        )
    if intent.strategy not in STRATEGIES:
        raise IncompleteIntentError(
            f"the intent {intent.intent!r} searches by {intent.strategy!r}, which is no strategy",
            where=intent.where("strategy") if "strategy" in intent.model_fields_set else intent.where(),
            remedy=f"There are: {', '.join(STRATEGIES)}.",
        )
