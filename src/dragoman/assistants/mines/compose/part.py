"""What one step of the plan contributes to an answer."""

from collections.abc import Mapping
from dataclasses import dataclass

from dragoman.assistants.mines.arithmetic import Computed
from dragoman.assistants.mines.compose.sources import Sources
from dragoman.assistants.mines.compose.words import Words, amount
from dragoman.assistants.mines.material import Found, Material
from dragoman.domain.fact import Fact
from dragoman.domain.lineage import FactNode, LineageNode
from dragoman.domain.plan import Lookup, Step


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """Sentences with figures, notes on how to read them, and the numbers' lineage."""

    sentences: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    lineage: tuple[LineageNode, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """What every family of templates works with."""

    material: Material
    words: Words
    sources: Sources
    computed: Mapping[Step, Computed]

    def figure(self, fact: Fact) -> str:
        """Return an amount with its marker."""
        return f"{amount(fact)} {self.sources.cite(fact)}"

    def dated(self, fact: Fact) -> str:
        """Return an amount with its period and marker: "US$53,817 million in FY2023 [1]"."""
        return f"{amount(fact)} in {self.words.period(fact)} {self.sources.cite(fact)}"

    def not_found(self, cell: Lookup) -> str:
        """Return the sentence for a figure that is not there."""
        return f"{self.words.subject_asked(cell)} was not found in the documents."


def facts_in(found: tuple[Found, ...]) -> tuple[Fact, ...]:
    """Return the facts there are."""
    return tuple(one.fact for one in found if one.fact)


def leaves(facts: tuple[Fact, ...]) -> tuple[LineageNode, ...]:
    """Return facts as leaves of a lineage."""
    return tuple(FactNode(fact=fact) for fact in facts)


def gaps(found: tuple[Found, ...], scene: Scene) -> tuple[str, ...]:
    """Return a sentence for each cell without a figure, and for each that another metric stands in for."""
    missing = tuple(scene.not_found(one.cell) for one in found if one.fact is None)
    return (*missing, *(substitution(one, scene) for one in found if one.stands_in))


def substitution(one: Found, scene: Scene) -> str:
    """Say under its own name which metric stands in for the one that is not reported."""
    asked = scene.words.subject_asked(one.cell)
    own = scene.words.metric(one.fact) if one.fact else ""
    return f"{asked} is not in the documents; the figure given is {own}, the nearest one that is reported."


def assumed(found: tuple[Found, ...]) -> tuple[str, ...]:
    """Return how open readings were taken, each said once."""
    return tuple(dict.fromkeys(one.text for item in found for one in item.assumed))
