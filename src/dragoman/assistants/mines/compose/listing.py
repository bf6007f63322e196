"""A list of figures under one heading: what they share is said once, what sets one apart stands beside it."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from dragoman.assistants.mines.compose.part import Scene
from dragoman.assistants.mines.compose.words import listed
from dragoman.domain.fact import Fact


class Listing:
    """The figures of one unit, out of all the figures of a step."""

    def __init__(
        self, facts: Sequence[Fact], among: Sequence[Fact], scene: Scene, *, converted: Mapping[str, str] | None = None
    ) -> None:
        """Take as `converted`, by a fact's id, what it is in another currency; the figure itself is said behind it."""
        self._converted = converted or {}
        self._facts = tuple(facts)
        self._scene = scene
        self._names_companies = len({fact.company for fact in among}) > 1
        names = {scene.words.metric(fact) for fact in facts}
        self._is_mixed = len(names) > 1
        self.several = listed([scene.words.metric(fact) for fact in facts]) if self._is_mixed else ""
        self.metric = scene.words.plain_metric(facts[0]) if self._is_mixed else names.pop()
        self._is_one_period = len({fact.period for fact in facts}) == 1
        # "FY2024" before "2024": who calls the year otherwise has its own name beside the figure.
        spoken = sorted((scene.words.period(fact) for fact in facts), reverse=True)
        self._shared = max(spoken, key=spoken.count)

    @property
    def period(self) -> str:
        """Return " for FY2024" where all figures are of one period, else nothing."""
        return f" for {self._shared}" if self._is_one_period else ""

    @property
    def whose(self) -> str:
        """Return "of BHP from FY2021 to FY2025" or "of BHP, Rio Tinto and Fortescue for FY2024"."""
        words = self._scene.words
        companies = listed([words.company(ticker) for ticker in dict.fromkeys(fact.company for fact in self._facts)])
        if self._is_one_period:
            return f"of {companies}{self.period}"
        ordered = sorted((fact for fact in self._facts if fact.period), key=_year)
        spoken = list(dict.fromkeys(words.period(fact) for fact in ordered))
        in_a_row = all(_year(two) - _year(one) <= 1 for one, two in pairwise(ordered))
        return f"of {companies} {f'from {spoken[0]} to {spoken[-1]}' if in_a_row else f'for {listed(spoken)}'}"

    def items(self, facts: Sequence[Fact] | None = None) -> str:
        """Return "BHP US$55,658 million [1] and Rio Tinto US$53,658 million in 2024 [2]"."""
        return listed([self.item(fact) for fact in (self._facts if facts is None else facts)])

    def item(self, fact: Fact) -> str:
        """Return one of them: its company, period and metric where they are not the heading's."""
        words = self._scene.words
        who = f"{words.company(fact.company)} " if self._names_companies else ""
        what = f"{words.metric(fact)} of " if self._is_mixed else ""
        is_dated = not (self._names_companies and self._is_one_period and words.period(fact) == self._shared)
        figure = self._scene.dated(fact) if is_dated else self._scene.figure(fact)
        if other := self._converted.get(fact.id):
            figure = f"{other} ({figure})"
        return f"{who}{what}{figure}"


def _year(fact: Fact) -> int:
    return fact.period.year if fact.period else 0
