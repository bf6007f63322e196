"""Verifiers: whether what a level put out may be used."""

from collections.abc import Iterator, Mapping
from typing import Any

from dragoman.scenarios.condition import Condition, EvaluationError
from dragoman.scenarios.spec import Level, PromptLevelSpec, VerifierSpec

Json = dict[str, Any]
_ENVELOPE: Mapping[str, type | tuple[type, ...]] = {
    "chosen_intent_route": str,
    "confidence": (int, float),
    "reason": str,
    "candidates": list,
}


def complaints(level: Level, output: Json, conditions: Mapping[int, Condition], seen: Json) -> list[str]:
    """Return what the level's verifiers find wrong; `conditions` are compiled, by the verifier's number."""
    found: list[str] = []
    for number, verifier in enumerate(level.verifiers):
        found.extend(_complaints(level, verifier, output, conditions.get(number), seen))
    return found


def attempts(level: Level) -> int:
    """Return how often a level may be tried: once, and once more for each retry of its most patient verifier."""
    return 1 + max((one.max_retries for one in level.verifiers if one.on_fail == "retry"), default=0)


def envelope_faults(output: Mapping[str, Any]) -> Iterator[str]:
    """Yield what keeps an output from being a ClassifierEnvelope."""
    for key, kind in _ENVELOPE.items():
        if key not in output:
            yield f"{key} is missing"
        elif not isinstance(output[key], kind) or isinstance(output[key], bool):
            yield f"{key} is of another kind"
    for candidate in output.get("candidates") or () if isinstance(output.get("candidates"), list) else ():
        if not isinstance(candidate, dict) or not {"intent_route", "score"} <= set(candidate):
            yield "a candidate has no intent_route or no score"


def value_faults(output: Mapping[str, Any]) -> Iterator[str]:
    """Yield what is wrong with the values of a ClassifierEnvelope whose shape is right."""
    if not 0 <= output["confidence"] <= 1:
        yield "the confidence is not between 0 and 1"
    routes = [candidate["intent_route"] for candidate in output["candidates"]]
    if len(set(routes)) < len(routes):
        yield "a candidate stands there twice"
    if routes and output["chosen_intent_route"] not in routes:
        yield "what was chosen is not among the candidates"


def _complaints(
    level: Level, verifier: VerifierSpec, output: Json, condition: Condition | None, seen: Json
) -> Iterator[str]:
    shape = list(envelope_faults(output)) if _is_envelope(level) else []
    if verifier.kind == "schema":
        yield from shape
    elif verifier.kind == "values":
        yield from shape or value_faults(output)
    elif condition:
        try:
            if not condition.holds({**seen, "output": output}):
                yield f"{condition.source} does not hold"
        except EvaluationError as failure:
            yield str(failure)


def _is_envelope(level: Level) -> bool:
    return level.kind == "classify" or (isinstance(level, PromptLevelSpec) and level.output == "ClassifierEnvelope")
