"""What a prompt can be sent to, for people who choose, and what of it is a task."""

from typing import Any

from dragoman.app.runtime import Runtime
from dragoman.errors import MissingExtraError, SpecError, UnknownNameError

Record = dict[str, Any]
DRAWN = ("mines", "contracts")  # the assistants that have a graph of their own


def catalog(runtime: Runtime) -> list[Record]:
    """Return the scenarios that can be chosen. Raises SpecError, MissingExtraError."""
    shop = runtime.shop
    shop.refresh()
    about = {spec.id: spec for spec in shop.scenarios.values()}
    return [
        {**entry, "effects": about[entry["id"]].effects, "is_task": is_task(runtime, entry["id"])}
        for entry in shop.catalog.entries
    ]


def drawing(runtime: Runtime, name: str) -> Record:
    """Return nodes, edges and the Mermaid text of a scenario, or of the assistant that one asks.

    Raises UnknownNameError, SpecError, MissingExtraError.
    """
    if name in DRAWN:
        return runtime.draw_assistant(name)
    check_scenario(runtime, name, others=DRAWN)
    return runtime.draw_scenario(name)


def check_scenario(runtime: Runtime, name: str, *, others: tuple[str, ...] = ()) -> None:
    """Refuse a scenario that is not there; hidden ones are. Raises UnknownNameError, SpecError, MissingExtraError."""
    runtime.shop.refresh()
    if name not in runtime.shop.scenarios:
        raise UnknownNameError("scenario", name, (*runtime.shop.scenarios, *others))


def is_task(runtime: Runtime, scenario: str | None) -> bool:
    """Tell whether a job in this scenario is worth a card with its steps: more than one question and its answer.

    A scenario that is not there (any more) counts as one; the one that only chooses among others does not.
    """
    if scenario is None:
        return False
    try:
        spec = runtime.shop.scenarios.get(scenario)
    except (SpecError, MissingExtraError):  # jobs can be listed while their scenarios cannot be read
        return True
    return spec is None or (len(spec.levels) > 1 and not spec.chains)
