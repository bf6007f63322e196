"""Which of several facts a question means."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from dragoman.domain.comparative import agree
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
    differs: Fact | None = None  # the same figure as another report prints it, restated or misread


def choose(facts: Sequence[Fact], lookup: Lookup, vocabulary: Vocabulary) -> Chosen | None:
    """Choose by what the lookup says, else by the metric's default reading, else the first of the given order.

    `facts` come as `Retriever.facts` orders them: the period's own report before later comparatives.
    A basis or share that the lookup names must match. None: no fact is what was asked for.
    """
    metric = vocabulary.metrics.get(lookup.metric) or _UNKNOWN
    same = [fact for fact in facts if _slots(fact) == (lookup.company, lookup.metric, lookup.period)]
    order = list(dict.fromkeys(fact.cell.document for fact in same))
    ranked = sorted(same, key=lambda fact: (*_rank(fact, lookup, metric), *_place(fact, order)))
    meant = [fact for fact in ranked if _is_asked_for(fact, lookup)]
    if not meant and lookup.share and lookup.share == metric.default_share:
        return _of_nobody_said(ranked, lookup, vocabulary)
    if not meant:
        return None
    also = tuple(_also(ranked, meant[0], lookup))
    text = _reading(meant[0], lookup, vocabulary) if also else _second_best(meant[0], lookup, vocabulary)
    assumed = (Assumption(kind="basis", text=text),) if text else ()
    return Chosen(fact=meant[0], also=also, assumed=assumed, differs=_differing(meant[0], same))


def _place(fact: Fact, order: Sequence[str]) -> tuple[int, bool]:
    """Return where a fact stands: reports in their order, and in each its statements before notes of like labels."""
    return order.index(fact.cell.document), not fact.cell.statement


def _differing(fact: Fact, others: Sequence[Fact]) -> Fact | None:
    slots = (fact.basis, fact.share, fact.unit)
    rest = (one for one in others if one.cell.document != fact.cell.document)
    return next((one for one in rest if (one.basis, one.share, one.unit) == slots and not agree(one, fact)), None)


def _of_nobody_said(ranked: Sequence[Fact], lookup: Lookup, vocabulary: Vocabulary) -> Chosen | None:
    """Return the only line there is where its usual share is asked for and the page does not say whose it is."""
    if len({fact.share for fact in ranked if fact.basis not in _ONLY_WHEN_ASKED}) != 1:
        return None  # a page that tells one share says so of the others
    meant = [fact for fact in ranked if fact.share is None and _is_asked_for(fact, replace(lookup, share=None))]
    if not meant:
        return None
    asked, exact = _names(meant[0], lookup, vocabulary)
    text = f"The page has one line of it and does not say whose share that is; I read {asked!r} as {exact}."
    return Chosen(fact=meant[0], assumed=(Assumption(kind="basis", text=text),))


def _slots(fact: Fact) -> tuple[object, ...]:
    return fact.company, fact.metric, fact.period


def _is_asked_for(fact: Fact, lookup: Lookup) -> bool:
    if lookup.basis is None:
        basis = fact.basis not in _ONLY_WHEN_ASKED
    else:
        # "as reported" is the statutory figure where a report makes no difference.
        basis = fact.basis == lookup.basis or (fact.basis is None and lookup.basis == "statutory")
    return basis and lookup.share in (None, fact.share)


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


def _reading(fact: Fact, lookup: Lookup, vocabulary: Vocabulary) -> str:
    """Say how an open basis or share was read where others would have done too."""
    open_basis = lookup.basis is None and fact.basis is not None
    open_share = lookup.share is None and fact.share is not None
    asked, exact = _names(fact, lookup, vocabulary)
    return f"I read {asked!r} as {exact}." if open_basis or open_share else ""


def _second_best(fact: Fact, lookup: Lookup, vocabulary: Vocabulary) -> str:
    """Say that there is only another reading than the usual one, nothing where the fact is the usual one."""
    metric = vocabulary.metrics.get(lookup.metric) or _UNKNOWN
    is_usual_basis = lookup.basis is not None or fact.basis in (None, metric.default_basis)
    is_usual_share = lookup.share is not None or fact.share in (None, metric.default_share)
    if is_usual_basis and is_usual_share:
        return ""
    asked, exact = _names(fact, lookup, vocabulary)
    name, period = vocabulary.company_name(lookup.company), vocabulary.spoken_period(lookup.period, lookup.company)
    owner = f"{name}'" if name.endswith("s") else f"{name}'s"
    basis = exact.removeprefix(f"{asked} (").removesuffix(")")
    given = f"as {exact} only" if basis == exact else f"on the {basis} only"
    return f"{owner} {asked} for {period} is given {given}."


def _names(fact: Fact, lookup: Lookup, vocabulary: Vocabulary) -> tuple[str, str]:
    asked = vocabulary.metric_name(lookup.metric, lookup.basis, lookup.share)
    return asked, vocabulary.metric_name(lookup.metric, fact.basis, fact.share)
