"""What a job has to show in the end: JSON, and always something a person can use."""

from collections.abc import Mapping, Sequence
from typing import Any

from dragoman.domain import wire
from dragoman.scenarios.run.spent import total
from dragoman.scenarios.spec import ScenarioSpec

Json = dict[str, Any]


def result_of(final: Mapping[str, Any], spec: ScenarioSpec, *, note: str, hops: Sequence[Json]) -> Json:
    """Return the result of the job whose last run ended with this state.

    `answer` is the text for the person, `outcome` one of an answer's, `record` an assistant's whole answer.
    """
    output: Json = final["output_parsed"]
    aborted = str(final["aborted_reason"])
    return {
        "answer": _with_note(_said(final), note),
        "outcome": _outcome(output, aborted),
        "scenario": spec.id,
        "display_name": spec.name,
        "effects": spec.effects,
        "chain": [*final["chain_path"], spec.id],
        "hops": list(hops),
        "levels": list(final["order"]),
        "aborted_reason": aborted,
        "failed": str(output.get("failed", "")) if aborted else "",
        "chained_intent_route": final["chained_intent_route"],
        "chain_reason": final["chain_reason"],
        "output": {key: value for key, value in output.items() if key != "record"},
        "record": output.get("record"),
        "decision": decision_of(spec.id, hops),
        "cost": wire.dump(total(hops)),
        "caveats": _caveats(hops),
    }


def _caveats(hops: Sequence[Json]) -> list[str]:
    """Say which steps went on without the model they would have asked."""
    steps = [f"{hop['scenario']}.{name}" for hop in hops for name in hop.get("failed_models", ())]
    return [f"No language model was of use here ({', '.join(steps)}); the work went on without one."] if steps else []


def _said(final: Mapping[str, Any]) -> str:
    """Return the text of the last level that said something."""
    outputs = [final["levels"][name] for name in reversed(final["order"]) if name in final["levels"]]
    if outputs and outputs[0].get("approved") is False:
        return "Stopped. Nothing was written."
    for output in outputs:
        text = output.get("answer")
        if isinstance(text, str) and text and "chose" not in output:
            return text
    return "The work is done; there is nothing to show for it."


def _with_note(text: str, note: str) -> str:
    return f"{text}\n\n{note[:1].upper()}{note[1:]}." if note else text


def _outcome(output: Json, aborted: str) -> str:
    if aborted:
        return "unsupported" if output.get("failed") in ("needs-model", "not-installed") else "fallback"
    return str(output.get("outcome") or "answered")


def decision_of(route: str, hops: Sequence[Json]) -> Json:
    """Return who decided where the job went, and on what."""
    first: Json = hops[0] if hops else {}
    return {
        "route": route,
        "decided_by": first.get("decided_by") or ("fallback" if len(hops) > 1 else "pin"),
        "confidence": first.get("confidence", 1.0),
        "reason": first.get("reason", ""),
        "candidates": first.get("candidates", []),
        "versions": first.get("versions", {}),
        "model_calls": total(hops).model_calls,
    }
