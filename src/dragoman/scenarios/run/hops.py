"""One hop of a job: a scenario's run among those it was handed through."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from dragoman.domain import wire
from dragoman.graphs.run import Graph
from dragoman.scenarios.run.spent import total

Json = dict[str, Any]
NONE_CONFIGURED = "needs-model"
_DECIDED = ("decided_by", "confidence", "reason", "candidates")


@dataclass(frozen=True, slots=True, kw_only=True)
class Hop:
    """Where a job is."""

    job: str
    scenario: str
    depth: int  # hops before this one
    thread: str
    graph: Graph


def _lost_its_model(output: Json) -> bool:
    """Say whether a level went on without its model because that failed, not because there is none."""
    return str(output.get("without_model", NONE_CONFIGURED)) != NONE_CONFIGURED


def hop_record(state: Mapping[str, Any], catalog: str) -> Json:
    """Return what became of a hop, with the decision where it made one."""
    record: Json = {
        "scenario": state["scenario_id"],
        "levels": list(state.get("order", ())),
        "cost": wire.dump(total(state.get("spent", ()))),
        "failed_models": [name for name, output in state.get("levels", {}).items() if _lost_its_model(output)],
    }
    for name in reversed(state.get("order", ())):
        output = state["levels"].get(name, {})
        if "candidates" in output:
            record |= {key: output.get(key) for key in _DECIDED}
            record["versions"] = {"catalog": catalog}
            break
    if any("chose" in output for output in state.get("levels", {}).values()) and "candidates" in record:
        record["reason"] = f"the person chose; before: {record['reason']}"
    return record
