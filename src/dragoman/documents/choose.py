"""Which of several facts a question means."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dragoman.domain.fact import Fact
from dragoman.domain.plan import Assumption, Lookup
from dragoman.interpret.vocabulary import Vocabulary
from dragoman.interpret.vocabulary_spec import MetricSpec

# Another company's definition, or a figure as later rewritten: only for those who ask for it.
_ONLY_WHEN_ASKED = frozenset({"per_data_aggregator", "restated"})
_UNKNOWN = MetricSpec(metric="", name="", kind="money")  # has no default reading


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """The fact that is meant, others worth saying, and how the open parts of the question were read."""

    fact: Fact
    also: tuple[Fact, ...] = ()  # one for each other basis or share that may have been meant
    assumed: tuple[Assumption, ...] = ()


def choose(facts: Sequence[Fact], lookup: Lookup, vocabulary: Vocabulary) -> Chosen | None:
    """Choose by what the lookup says, else by the metric's default reading, else the first of the given order.

    `facts` come as `Retriever.facts` orders them: the period's own report before later comparatives.
    A basis or share that the lookup names must match; only the share that is the metric's usual one may go unsaid
    in a report, and then that is assumed. None: no fact is what was asked for.
    """
    metric = vocabulary.metrics.get(lookup.metric) or _UNKNOWN
    same = [fact for fact in facts if _slots(fact) == (lookup.company, lookup.metric, lookup.period)]
    ranked = sorted(same, key=lambda fact: _rank(fact, lookup, metric))
    meant = [fact for fact in ranked if _is_asked_for(fact, lookup, metric)]
    if not meant:
        return None
    also = tuple(_also(ranked, meant[0], lookup))
    return Chosen(
        fact=meant[0], also=also, assumed=_assumed(meant[0], also=bool(also), lookup=lookup, vocabulary=vocabulary)
    )


def _slots(fact: Fact) -> tuple[object, ...]:
    return fact.company, fact.metric, fact.period


def _is_asked_for(fact: Fact, lookup: Lookup, metric: MetricSpec) -> bool:
    if lookup.basis is None:
        basis = fact.basis not in _ONLY_WHEN_ASKED
    else:
        # "as reported" is the statutory figure where a report makes no difference.
        basis = fact.basis == lookup.basis or (fact.basis is None and lookup.basis == "statutory")
    return basis and (lookup.share in (None, fact.share) or _is_unsaid(fact, lookup, metric))


def _is_unsaid(fact: Fact, lookup: Lookup, metric: MetricSpec) -> bool:
    """Say whether the usual share was asked for and the report does not say whose the figure is."""
    return fact.share is None and lookup.share is not None and lookup.share == metric.default_share


def _rank(fact: Fact, lookup: Lookup, metric: MetricSpec) -> tuple[int, int]:
    usual = metric.share_of_basis if lookup.basis and metric.share_of_basis else metric.default_share
    return (
        _distance(fact.basis, lookup.basis or metric.default_basis),
        _distance(fact.share, lookup.share or usual),
    )


def _distance(found: str | None, wanted: str | None) -> int:
    """Return 0 for what is wanted, 1 for what a report leaves unsaid, 2 for another, 3 for what is only asked for."""
    if found == wanted:
        return 0
    if found is None:
        return 1
    return 3 if found in _ONLY_WHEN_ASKED else 2


def _also(ranked: Sequence[Fact], fact: Fact, lookup: Lookup) -> Iterator[Fact]:
    """Yield what else may have been meant: one fact for each other basis or share that the question left open."""
    seen = {(fact.basis, fact.share)}
    for other in ranked:
        is_closed = (lookup.basis and other.basis != fact.basis) or (lookup.share and other.share != fact.share)
        if other.basis != "per_data_aggregator" and not is_closed and (other.basis, other.share) not in seen:
            seen.add((other.basis, other.share))
            yield other


def _assumed(fact: Fact, *, also: bool, lookup: Lookup, vocabulary: Vocabulary) -> tuple[Assumption, ...]:
    asked = vocabulary.metric_name(lookup.metric, lookup.basis, lookup.share)
    exact = vocabulary.metric_name(lookup.metric, fact.basis, fact.share)
    if lookup.share and fact.share is None:
        company = vocabulary.company_name(lookup.company)
        text = f"{company}'s documents here give one {exact} and do not say whose share it is."
        return (Assumption(kind="basis", text=text),)
    open_basis = lookup.basis is None and fact.basis is not None
    open_share = lookup.share is None and fact.share is not None
    if not also or not (open_basis or open_share):
        return ()
    return (Assumption(kind="basis", text=f"I read {asked!r} as {exact}."),)
