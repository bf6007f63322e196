"""The catalog: what a prompt can be sent to, from the examples of the scenarios that are loaded."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from dragoman.interpret.intent_spec import IntentSpec
from dragoman.scenarios.load import CLASSIFIER, Scenarios
from dragoman.scenarios.spec import ScenarioSpec

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Catalog:
    """Entries in the order of their ids; the version changes with anything a decision rests on."""

    entries: tuple[Json, ...]
    intents: tuple[IntentSpec, ...]
    words: Mapping[str, tuple[str, ...]]  # of each field
    parts: Mapping[str, tuple[str, ...]]  # scenarios whose work is part of another
    version: str

    @property
    def ids(self) -> frozenset[str]:
        """The scenarios that can be chosen; no other can."""
        return frozenset(entry["id"] for entry in self.entries)


def catalog_of(scenarios: Scenarios) -> Catalog:
    """Build the catalog: scenarios with examples, without the classifier itself."""
    eligible = [spec for _, spec in sorted(scenarios.items()) if spec.examples and spec.id != CLASSIFIER]
    intents = tuple(spec.intent() for spec in eligible)
    described = [intent.model_dump(mode="json") for intent in intents]
    text = json.dumps([described, [[spec.words, spec.parts] for spec in eligible]], sort_keys=True)
    version = hashlib.sha256(text.encode()).hexdigest()[:12]
    words = {spec.id: spec.words for spec in eligible}
    parts = {spec.id: spec.parts for spec in eligible}
    return Catalog(tuple(_entry(spec) for spec in eligible), intents, words, parts, version)


def names_of(scenarios: Scenarios) -> Mapping[str, str]:
    """Return what people call each scenario."""
    return {spec.id: spec.name for spec in scenarios.values()}


def line_of(entry: Mapping[str, Any]) -> str:
    """Return a scenario as an option says it: its name, and the first part of what it does."""
    first = entry["description"].split(";")[0].rstrip(".")
    return f"{entry['display_name']}: {first[:1].lower()}{first[1:]}"


def _entry(spec: ScenarioSpec) -> Json:
    return {
        "id": spec.id,
        "display_name": spec.name,
        "description": " ".join(spec.description.split()),
        "examples": list(spec.examples),
        "writes": spec.effects == "write",
    }
