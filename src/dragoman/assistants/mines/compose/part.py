"""What one step of the plan contributes to an answer."""

from collections.abc import Mapping
from dataclasses import dataclass

from dragoman.assistants.mines.arithmetic import Computed
from dragoman.assistants.mines.compose.sources import Sources
from dragoman.assistants.mines.compose.words import Words, amount, listed
from dragoman.assistants.mines.material import Found, Material
from dragoman.domain.fact import Fact
from dragoman.domain.lineage import FactNode, LineageNode
from dragoman.domain.plan import Step


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """Sentences with figures, what is missing, notes on how to read it, and the numbers' lineage."""

    sentences: tuple[str, ...] = ()  # each is checked against the pages
    gaps: tuple[str, ...] = ()  # what the pages do not have; there is nothing to check it against
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

    def stated(self, step: Step) -> str:
        """Return the clause that cites a page's own statement of the result, nothing where no page has one."""
        if step not in self.material.stated:
            return ""
        passage, sentence = self.material.stated[step]
        return f"; the page says so itself {self.sources.cite_passage(passage, sentence)}"

    def dated(self, fact: Fact) -> str:
        """Return an amount with its period and marker: "US$53,817 million in FY2023 [1]"."""
        return f"{amount(fact)} in {self.words.period(fact)} {self.sources.cite(fact)}"


def facts_in(found: tuple[Found, ...]) -> tuple[Fact, ...]:
    """Return the facts there are."""
    return tuple(one.fact for one in found if one.fact)


def leaves(facts: tuple[Fact, ...]) -> tuple[LineageNode, ...]:
    """Return facts as leaves of a lineage."""
    return tuple(FactNode(fact=fact) for fact in facts)


def gaps(found: tuple[Found, ...], scene: Scene) -> tuple[str, ...]:
    """Return a sentence for each cell that another metric stands in for, and for each metric without a figure."""
    return (*(substitution(one, scene) for one in found if one.stands_in), *not_found(found, scene))


def not_found(found: tuple[Found, ...], scene: Scene) -> tuple[str, ...]:
    """Return a sentence for each metric of a company that has no figure, its periods together."""
    words = scene.words
    periods: dict[str, list[str]] = {}
    for one in found:
        if one.fact is None:
            what = f"{words.owner(one.cell.company)} {words.asked(one.cell)}"
            periods.setdefault(what, []).append(words.period(one.cell))
    return tuple(f"{what} for {listed(names, last='or')} was not found." for what, names in periods.items())


def substitution(one: Found, scene: Scene) -> str:
    """Say under its own name which metric stands in for the one that is not reported."""
    asked = scene.words.subject_asked(one.cell)
    own = scene.words.metric(one.fact) if one.fact else ""
    return f"{asked} is not in the documents; the figure given is {own}, the nearest one that is reported."


def assumed(found: tuple[Found, ...]) -> tuple[str, ...]:
    """Return how open readings were taken, each said once."""
    return tuple(dict.fromkeys(one.text for item in found for one in item.assumed))
