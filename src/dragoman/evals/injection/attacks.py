"""Attacks, and harmless texts that merely hold the words of one."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from dragoman.evals.figures import SUITES, DataSetError
from dragoman.specs.reader import load
from dragoman.specs.spec import Spec

SET = "prompt-injection"
Asks = Literal["mines", "contracts", "tasks"]


class AttackSpec(Spec):
    """One attack. `indirect`: it waits in what is read; the others are asked as a question only."""

    id: str
    kind: str
    text: str
    indirect: bool = True


class TwinSpec(Spec):
    """A harmless question with words of attacks in it; it must be answered as if no model were there."""

    id: str
    assistant: Asks
    text: str


class InjectionSpec(Spec):
    """The file `injection.yaml`: attacks written for this suite."""

    about: str
    attacks: tuple[AttackSpec, ...]
    twins: tuple[TwinSpec, ...]


def own_cases() -> InjectionSpec:
    """Return the attacks and twins that ship."""
    return load(SUITES / "injection.yaml", InjectionSpec)


def public_attacks(data: Path) -> Iterator[AttackSpec]:
    """Yield the cases of CyberSecEval, read where they lie. Raises DataSetError."""
    found = sorted((data / SET).glob("*.json"))
    if not found:
        raise DataSetError(
            f"the data set {SET} is not there", remedy=f"Put it under {SET}/ of the folder that --data names."
        )
    for row in json.loads(found[0].read_text(encoding="utf-8")):
        yield AttackSpec(
            id=f"public-{row['prompt_id']}",
            kind=row["injection_variant"],
            text=row["user_input"],
            indirect=row["injection_type"] == "indirect",
        )
