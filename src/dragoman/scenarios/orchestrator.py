"""Which scenario takes a prompt, and which goes on after it: plain decisions, carried out by whoever runs the job."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from dragoman.errors import UnknownNameError
from dragoman.scenarios.choose.catalog import Catalog
from dragoman.scenarios.load import CLASSIFIER, Scenarios

MAX_CHAIN_DEPTH = 3  # hops of one job; from the classifier to its choice is the first
CLASSIFIER_FALLBACK_SCENARIO_ID = "quick_qa"
INTENT_CLASSIFIER_SCENARIO_ID = CLASSIFIER
DEFAULT_SCENARIO = CLASSIFIER  # nothing that is not pinned ever writes files

Tier = Literal["pin", "intent_route", "task", "default", "chain"]  # the last: another scenario handed on to it


@dataclass(frozen=True, slots=True)
class Resolution:
    """Where a job begins, and by which of the four rules; or where it goes on, by a chain."""

    scenario: str
    tier: Tier
    note: str = ""  # what was asked for and could not be had


@dataclass(frozen=True, slots=True)
class Chain:
    """The job goes on in another scenario."""

    to: str
    reason: str


@dataclass(frozen=True, slots=True)
class Stop:
    """The job ends with what this scenario has; a note says why, where that is not plain."""

    note: str = ""


def resolve(metadata: Mapping[str, Any], scenarios: Scenarios, *, default: str = DEFAULT_SCENARIO) -> Resolution:
    """Return where a job begins: its pin, its intent route, the classifier for a task, else the default.

    Raises UnknownNameError for a pin or a default that names no scenario.
    """
    if pin := metadata.get("scenario_id"):
        return Resolution(_known(str(pin), scenarios), "pin")
    note = ""
    if route := metadata.get("intent_route"):
        for spec in scenarios.values():
            if route in spec.intent_routes:
                return Resolution(spec.id, "intent_route")
        note = f"no scenario declares the intent route {route!r}"
    if metadata.get("kind") == "task" and INTENT_CLASSIFIER_SCENARIO_ID in scenarios:
        return Resolution(INTENT_CLASSIFIER_SCENARIO_ID, "task", note)
    return Resolution(_known(default, scenarios), "default", note)


def after(final: Mapping[str, Any], scenarios: Scenarios, catalog: Catalog) -> Chain | Stop:
    """Return what follows the run that ended with this state.

    Hops are counted by the path, so the cap is exact; nothing is visited twice; only members of the catalog can be
    chosen by a classifier, and a route that is none of them leads to the fallback.
    """
    here = str(final["scenario_id"])
    path = (*final["chain_path"], here)
    route = final["chained_intent_route"]
    if not route:
        return _without_route(final, path, scenarios)
    if route in path:
        return _fallback(path, scenarios, f"{route} was there already")
    if not _may_follow(here, route, scenarios, catalog):
        return _fallback(path, scenarios, f"{route!r} is not among the scenarios that can be chosen")
    return _hop(path, route, str(final["chain_reason"] or ""))


def _without_route(final: Mapping[str, Any], path: Sequence[str], scenarios: Scenarios) -> Chain | Stop:
    is_empty = bool(final["aborted_reason"]) or not final["output_parsed"]
    if path[-1] != INTENT_CLASSIFIER_SCENARIO_ID:
        return Stop()
    return _fallback(path, scenarios, str(final["aborted_reason"]) if is_empty else "no scenario was chosen")


def _may_follow(here: str, route: str, scenarios: Scenarios, catalog: Catalog) -> bool:
    """Return whether the route may be taken: a member of the catalog, or what the file itself names."""
    named = {edge.chain for edge in scenarios[here].edges if edge.chain} if here in scenarios else set()
    asked = {getattr(level, "none_of_these", None) for level in scenarios[here].levels} if here in scenarios else set()
    return route in scenarios and (route in catalog.ids or route in named | asked)


def _fallback(path: Sequence[str], scenarios: Scenarios, why: str) -> Chain | Stop:
    target = CLASSIFIER_FALLBACK_SCENARIO_ID
    if path[-1] != INTENT_CLASSIFIER_SCENARIO_ID:  # what a working scenario has found is more use than help
        return Stop(f"the chain ended here: {why}")
    if target not in scenarios or target in path:
        return Stop(f"{why}, and there is no {target} to fall back on")
    return _hop(path, target, f"fallback: {why}")


def _hop(path: Sequence[str], to: str, reason: str) -> Chain | Stop:
    if len(path) > MAX_CHAIN_DEPTH:
        return Stop(f"the chain ended here: {to} would be hop {len(path)}, and {MAX_CHAIN_DEPTH} are allowed")
    return Chain(to, reason)


def _known(name: str, scenarios: Scenarios) -> str:
    if name not in scenarios:
        raise UnknownNameError("scenario", name, scenarios)
    return name


class ScenarioSource:
    """The scenarios as they are now: read again when a file has changed; a broken edit keeps the last good ones."""

    def __init__(self, read: Callable[[], Scenarios], stamp: Callable[[], str]) -> None:
        self._read = read
        self._stamp = stamp
        self._seen = stamp()
        self.scenarios = read()
        self.fault: Exception | None = None

    def refresh(self) -> bool:
        """Look for changes and return whether there were any."""
        stamp = self._stamp()
        if stamp == self._seen:
            return False
        self._seen = stamp
        try:
            self.scenarios = self._read()
            self.fault = None
        except Exception as fault:  # noqa: BLE001  jobs go on with the last good scenarios; lint shows the fault
            self.fault = fault
            return False
        return True
