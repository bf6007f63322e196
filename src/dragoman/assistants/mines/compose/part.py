"""What one step of the plan contributes to an answer."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal

from dragoman.assistants.mines.arithmetic import Computed
from dragoman.assistants.mines.compose.sources import Sources
from dragoman.assistants.mines.compose.words import Words, amount, listed
from dragoman.assistants.mines.material import Found, Material
from dragoman.domain.fact import Fact
from dragoman.domain.lineage import FactNode, LineageNode
from dragoman.domain.plan import Direction, Step

FEW = 2
Cells = tuple[Found, ...]  # what was found for the cells of a step


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """Sentences with figures, what is missing, notes on how to read it, and the numbers' lineage.

    `lead` opens the answer with what follows from the figures beside something that is on no page.
    """

    lead: str = ""
    sentences: tuple[str, ...] = ()  # each is checked against the pages
    gaps: tuple[str, ...] = ()  # what the pages do not have; there is nothing to check it against
    notes: tuple[str, ...] = ()
    lineage: tuple[LineageNode, ...] = ()

    def joined(self, other: "Part") -> "Part":
        """Return both, this one first."""
        return Part(
            lead=" ".join(filter(None, (self.lead, other.lead))),
            sentences=(*self.sentences, *other.sentences),
            gaps=(*self.gaps, *other.gaps),
            notes=(*self.notes, *other.notes),
            lineage=(*self.lineage, *other.lineage),
        )


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


def yes_or_no(asked: Direction | None, change: Decimal | None) -> str:
    """Return how the answer to a yes-or-no question opens; nothing for another question or without a result."""
    if asked is None or change is None:
        return ""
    return "Yes: " if (change > 0 if asked == "more" else change < 0) else "No: "


def facts_in(found: Cells) -> tuple[Fact, ...]:
    """Return the facts there are."""
    return tuple(one.fact for one in found if one.fact)


def leaves(facts: tuple[Fact, ...]) -> tuple[LineageNode, ...]:
    """Return facts as leaves of a lineage."""
    return tuple(FactNode(fact=fact) for fact in facts)


def gaps(found: Cells, scene: Scene) -> tuple[str, ...]:
    """Return what is not reported under its own name, and what is not there at all."""
    return (*substitutions(found, scene), *not_found(found, scene))


def not_found(found: Cells, scene: Scene) -> tuple[str, ...]:
    """Return a sentence for each metric of a company that has no figure, its periods together, and where it has one."""
    absent = [one for one in found if one.fact is None]
    elsewhere = {_what(one, scene): scene.material.elsewhere.get(one.cell) for one in absent}
    over_years = len({one.cell.period for one in found}) > FEW  # the answer then shows what there is
    sentences = []
    for what, spoken in _by_metric(absent, scene).items():
        years = f"; I have it for {elsewhere[what]}" if elsewhere[what] and not over_years else ""
        sentences.append(f"{what} for {listed(spoken)}: not found in the documents{years}.")
    return tuple(sentences)


def substitutions(found: Cells, scene: Scene) -> tuple[str, ...]:
    """Say under its own name which metric stands in for one that is not reported."""
    standing_in = [one for one in found if one.stands_in]
    own = {scene.words.metric(one.fact) for one in standing_in if one.fact}
    return tuple(
        f"{what} for {listed(periods)}: not in the documents; the figures given are "
        f"{listed(sorted(own))}, the nearest that is reported."
        for what, periods in _by_metric(standing_in, scene).items()
    )


def _by_metric(found: Iterable[Found], scene: Scene) -> dict[str, list[str]]:
    periods: dict[str, list[str]] = {}
    for one in found:
        periods.setdefault(_what(one, scene), []).append(scene.words.period(one.cell))
    return periods


def _what(one: Found, scene: Scene) -> str:
    return f"{scene.words.owner(one.cell.company)} {scene.words.asked(one.cell)}"


def assumed(found: Cells) -> tuple[str, ...]:
    """Return how open readings were taken, each said once."""
    return tuple(dict.fromkeys(one.text for item in found for one in item.assumed))
