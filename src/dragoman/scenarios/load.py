"""Folders of scenario files → scenarios that fit together, or everything that is wrong with them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from dragoman.errors import SpecError
from dragoman.interpret.intents import IntentRules
from dragoman.scenarios.check.scenario import Parts, faults_of
from dragoman.scenarios.errors import RouteClaimError, UnknownPartError
from dragoman.scenarios.prompts.files import prompts_beside
from dragoman.scenarios.spec import AskUserLevelSpec, ScenarioSpec
from dragoman.specs.errors import raise_faults
from dragoman.specs.reader import load, parse

CLASSIFIER = "intent_classifier"
CHOSEN = "chosen_intent_route"

Scenarios = Mapping[str, ScenarioSpec]


def load_scenarios(folders: Sequence[Path], parts: Parts) -> Scenarios:
    """Read every `*.yaml` of the folders. Raises SpecError with all faults of all files."""
    return load_files([path for folder in folders for path in sorted(folder.glob("*.yaml"))], parts)


def load_files(paths: Sequence[Path], parts: Parts) -> Scenarios:
    """Read these files. Raises SpecError with all faults of all files."""
    specs: list[ScenarioSpec] = []
    faults: list[SpecError] = []
    try:
        parts = replace(parts, prompts=prompts_beside(path.parent for path in paths))
    except SpecError as fault:
        faults.extend(fault.problems)
        parts = replace(parts, prompts=None)  # one that cannot be read is not one that does not exist
    for path in paths:
        try:
            specs.append(load_scenario(path, parts))
        except SpecError as fault:
            faults.extend(fault.problems)
    faults.extend(_faults_between(specs, is_whole=not faults))
    if faults:
        raise_faults(faults)
    return {spec.id: spec for spec in specs}


def load_scenario(path: Path, parts: Parts) -> ScenarioSpec:
    """Read one file and look at it by itself. Raises SpecError."""
    return _checked(load(path, ScenarioSpec), parts)


def parse_scenario(text: str, parts: Parts, *, file: str = "<text>") -> ScenarioSpec:
    """Read one text and look at it by itself. Raises SpecError."""
    return _checked(parse(text, ScenarioSpec, file=file), parts)


def _checked(spec: ScenarioSpec, parts: Parts) -> ScenarioSpec:
    if faults := faults_of(spec, parts):
        raise_faults(faults)
    return spec


def _faults_between(specs: Sequence[ScenarioSpec], *, is_whole: bool) -> Iterator[SpecError]:
    yield from _claims(specs)
    if is_whole:  # a scenario that cannot be read is not one that does not exist
        yield from _targets(specs)
    try:
        IntentRules([spec.intent() for spec in specs])
    except SpecError as fault:
        yield from fault.problems


def _claims(specs: Sequence[ScenarioSpec]) -> Iterator[SpecError]:
    ids: dict[str, ScenarioSpec] = {}
    routes: dict[str, ScenarioSpec] = {}
    for spec in specs:
        held = ids.setdefault(spec.id, spec)
        if held is not spec:
            yield RouteClaimError(
                f"the scenario {spec.id!r} is defined here and at {held.where('id')}",
                where=spec.where("id"),
                remedy="Give one of them another id.",
            )
        if spec.id == CLASSIFIER and spec.intent_routes:
            yield RouteClaimError(
                "the classifier claims an intent route, so it could be sent to itself",
                where=spec.where("intent_routes"),
                remedy="Write: intent_routes: [].",
            )
        for index, route in enumerate(spec.intent_routes):
            held = routes.setdefault(route, spec)
            if held is not spec or route in spec.intent_routes[:index]:
                by = f"by {held.id!r}" if held is not spec else "before it"
                yield RouteClaimError(
                    f"the intent route {route!r} is claimed here and {by}",
                    where=spec.where("intent_routes", index),
                    remedy="Leave it with one of them." if held is not spec else "Remove one of the two.",
                )


def _targets(specs: Sequence[ScenarioSpec]) -> Iterator[SpecError]:
    known = {spec.id for spec in specs}
    for spec in specs:
        for index, edge in enumerate(spec.edges):
            if edge.chain and edge.chain not in known - {spec.id}:
                where = spec.where("edges", index, "chain")
                yield UnknownPartError("other scenario", edge.chain, where=where, known=known - {spec.id})
        for index, part in enumerate(spec.parts):
            if part not in known - {spec.id}:
                where = spec.where("parts", index)
                yield UnknownPartError("other scenario", part, where=where, known=known - {spec.id})
        for level in spec.levels:
            none = level.none_of_these if isinstance(level, AskUserLevelSpec) and level.answer_as == CHOSEN else None
            if none and none not in known:
                yield UnknownPartError("scenario", none, where=level.where("none_of_these"), known=known)
