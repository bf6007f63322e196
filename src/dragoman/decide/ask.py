"""One question ready to be planned: its cues, its groups with companies filled in, and what the index covers."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from dragoman.decide.cues import Cues
from dragoman.decide.frame import PLAIN, Frame
from dragoman.decide.slots import NOTHING, MetricMention, PeriodMention, Slots, unique
from dragoman.domain.document import Coverage
from dragoman.domain.interpretation import Constraint
from dragoman.domain.period import Period
from dragoman.domain.plan import Assumption, Lookup, Step
from dragoman.domain.utterance import Span
from dragoman.interpret.vocabulary import Vocabulary


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """What a plan is made against."""

    coverage: Coverage
    vocabulary: Vocabulary
    reference_date: date
    frame: Frame = PLAIN  # of the whole text


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Companies, metrics and periods that belong together: every combination of them is asked for."""

    companies: tuple[str, ...] = ()
    metrics: tuple[MetricMention, ...] = ()
    periods: tuple[PeriodMention, ...] = ()

    def pairs(self) -> Iterator[tuple[str, MetricMention]]:
        """Yield company and metric in the order asked: all metrics of the first company first."""
        for company in self.companies:
            for metric in self.metrics:
                yield company, metric


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """Steps for one question, what was assumed on the way, and slots that only the person can fill."""

    steps: tuple[Step, ...] = ()
    assumptions: tuple[Assumption, ...] = ()
    missing_slots: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """One question with everything that planning it needs."""

    text: str
    cues: Cues
    groups: tuple[Group, ...]
    world: World
    own: Slots = NOTHING  # what the question itself names, nothing lent or carried
    constraints: tuple[Constraint, ...] = ()
    keywords: tuple[str, ...] = ()  # content words that are no slot
    everyone: bool = False  # it speaks of all covered companies and names none

    @property
    def companies(self) -> tuple[str, ...]:
        """All companies of the question."""
        return unique(company for group in self.groups for company in group.companies)

    @property
    def metrics(self) -> tuple[MetricMention, ...]:
        """All metrics of the question, each reading once."""
        found: dict[tuple[str, str | None, str | None], MetricMention] = {}
        for group in self.groups:
            for metric in group.metrics:
                found.setdefault((metric.name, metric.basis, metric.share), metric)
        return tuple(found.values())

    @property
    def periods(self) -> tuple[PeriodMention, ...]:
        """All periods that the question names."""
        return unique(mention for group in self.groups for mention in group.periods)


def lookup(company: str, metric: MetricMention, period: Period) -> Lookup:
    """Return the cell of a metric as it was named."""
    return Lookup(company=company, metric=metric.name, basis=metric.basis, share=metric.share, period=period)


def unspoken(metric: str) -> MetricMention:
    """Return a mention of a metric that the person did not name."""
    return MetricMention(name=metric, span=Span(0, 0), text="")
