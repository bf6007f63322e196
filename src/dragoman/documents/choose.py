"""Which of several facts a question means."""

from collections.abc import Sequence
from dataclasses import dataclass

from dragoman.domain.fact import Fact
from dragoman.domain.plan import Assumption, Lookup
from dragoman.interpret.vocabulary import Vocabulary

# Another company's definition, or a figure as later rewritten: only for those who ask for it.
_ONLY_WHEN_ASKED = frozenset({"per_data_aggregator", "restated"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """The fact that is meant, others worth saying, and how the open parts of the question were read."""

    fact: Fact
    also: tuple[Fact, ...] = ()  # one for each other basis or share of the same metric and period
    assumed: tuple[Assumption, ...] = ()


def choose(facts: Sequence[Fact], lookup: Lookup, vocabulary: Vocabulary) -> Chosen | None:
    """Choose by what the lookup says, else by the metric's default reading, else the first of the given order.

    `facts` come as `Retriever.facts` orders them: the period's own report before later comparatives.
    A basis or share that the lookup names must match. None: no fact is what was asked for.
    """
    same = [fact for fact in facts if _slots(fact) == (lookup.company, lookup.metric, lookup.period)]
    ranked = sorted(same, key=lambda fact: _rank(fact, lookup, vocabulary))
    meant = [fact for fact in ranked if _is_asked_for(fact, lookup)]
    if not meant:
        return None
    fact = meant[0]
    return Chosen(
        fact=fact, also=_also(ranked, fact), assumed=_assumed(fact, ranked, lookup=lookup, vocabulary=vocabulary)
    )


def _slots(fact: Fact) -> tuple[object, ...]:
    return fact.company, fact.metric, fact.period


def _is_asked_for(fact: Fact, lookup: Lookup) -> bool:
    if lookup.basis is None:
        basis = fact.basis not in _ONLY_WHEN_ASKED
    else:
        # "as reported" is the statutory figure where a report makes no difference.
        basis = fact.basis == lookup.basis or (fact.basis is None and lookup.basis == "statutory")
    return basis and lookup.share in (None, fact.share)


def _rank(fact: Fact, lookup: Lookup, vocabulary: Vocabulary) -> tuple[object, ...]:
    metric = vocabulary.metrics.get(lookup.metric)
    basis = lookup.basis or (metric.default_basis if metric else None)
    share = lookup.share or (metric.default_share if metric else None)
    return (
        _distance(fact.basis, basis),
        _distance(fact.share, share),
    )


def _distance(found: str | None, wanted: str | None) -> int:
    """Return 0 for what is wanted, 1 for what a report leaves unsaid, 2 for another, 3 for what is only asked for."""
    if found == wanted:
        return 0
    if found is None:
        return 1
    return 3 if found in _ONLY_WHEN_ASKED else 2


def _also(ranked: Sequence[Fact], fact: Fact) -> tuple[Fact, ...]:
    others: dict[tuple[str | None, str | None], Fact] = {}
    for other in ranked:
        if other.basis != "per_data_aggregator" and (other.basis, other.share) != (fact.basis, fact.share):
            others.setdefault((other.basis, other.share), other)
    return tuple(others.values())


def _assumed(fact: Fact, ranked: Sequence[Fact], *, lookup: Lookup, vocabulary: Vocabulary) -> tuple[Assumption, ...]:
    open_basis = lookup.basis is None and fact.basis is not None
    open_share = lookup.share is None and fact.share is not None
    if (not open_basis and not open_share) or not _also(ranked, fact):
        return ()
    general = vocabulary.metric_name(lookup.metric)
    exact = vocabulary.metric_name(lookup.metric, fact.basis, fact.share)
    return (Assumption(kind="basis", text=f"I read {general!r} as {exact}."),)
