"""What a sentence names beside its numbers: companies, metrics, periods, and where they stand."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from dragoman.domain.interpretation import Entity, Interpretation
from dragoman.domain.period import Period
from dragoman.domain.value import DateValue, FiscalPeriod, FiscalRange, Name, Number
from dragoman.grounding.figure import NOTHING, Names
from dragoman.interpret.vocabulary import Vocabulary

_PRIOR = re.compile(
    r"\b(?:(?:the|a) (?:year|period) (?:earlier|before|prior)|(?:the |a )?(?:prior|previous|preceding|last|earlier)"
    r"(?: (?:corresponding|comparable|financial|fiscal))? (?:year|period)"
    r"|the year before|pcp|year[- ](?:on|over)[- ]year)\b(?:'s)?"
)
_NET_CASH = re.compile(
    r"\bnet cash\b(?! ?(?:flow|inflow|outflow|from|generated|provided|used|operating|investing|and\b))"
)
_CASH_FLOW = re.compile(r"\b(?:operations|operating|generated|brought in|activities)\b")
_THAN = r"than|against|versus|vs\.?|above|below|unlike|compared (?:with|to)|ahead of|behind|short of"
_OF = r"(?: (?:in|for|at|to|the|that|those|of|end|year|its|a|level|figure))*"
_PERIOD_REFERENCE = re.compile(rf"\b(?:{_THAN}|after|from|on|over|since|following){_OF}\s*$")
_COMPANY_REFERENCE = re.compile(rf"\b(?:{_THAN}|like|beat|beats|exceed(?:s|ed|ing)|outstripped|topped){_OF}\s*$")
_METRIC_REFERENCE = re.compile(
    rf"(?:\b(?:{_THAN})|%|\bper ?cent|\btimes|×|\b(?:share|proportion|part|multiple|fraction) of)"
    r"(?: (?:of|the|its|their|that))*\s*$"
)
_DIGIT = re.compile(r"\d")
_YEAR = re.compile(r"(?:19|20)\d\d")
_JOINING = re.compile(r"[\s,()/-]*(?:(?:attributable|net|after[- ]tax|group|reported|the|a|of|basis)[\s,()/-]*)*")


LABEL = "label:"  # marks a metric that only a passage's own row label names
MIN_LABEL = 4  # characters
_CONTENT = re.compile(r"[a-z]{4,}")
_PLAIN = frozenset(
    """
    about above according again against ahead almost also amount amounted amounts answer approximately around
    based before behind being below best between billion both came cent change changed company compared
    comparison corresponding could currencies decline declined decrease decreased document does dollars down
    during each earlier end ended ending ends equal exactly fall fallen fell figure figures financial first
    fiscal five following follows four from full gave gives grew group grow growth half have hence high higher
    highest increase increased into just last less level list lower lowest made makes million months more most
    much nearly number only over page passage percent percentage period periods points posted previous
    previously prior quarter ranking reached recorded remained report reported respectively result results rise
    rose roughly same second shown since some stands stood sum table than that their them then there therefore
    these they this those three thus till time times total totaled totalled totalling under unit units until
    value values versus was were what when where which while will with within would year yearly years your
    """.split()  # noqa: SIM905, a list of words reads better as words
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """Something named at a place. No names at all: something that cannot be resolved, and so may be anything."""

    names: Names
    start: int
    end: int
    basis: Names = NOTHING
    share: Names = NOTHING
    is_relative: bool = False  # "the year before"
    is_reference: bool = False  # something is compared with it: "than in FY2023", "52 % of revenue"


@dataclass(frozen=True, slots=True, kw_only=True)
class Mentions:
    """All mentions of a sentence, each list in the order of the text."""

    companies: tuple[Mention, ...] = ()
    metrics: tuple[Mention, ...] = ()
    periods: tuple[Mention, ...] = ()
    bases: tuple[Mention, ...] = ()  # those that stand by no metric: "the underlying US$17.1 billion"
    foreign: tuple[str, ...] = ()  # companies named that nobody covers


def find_mentions(seen: Interpretation, lower: str, vocabulary: Vocabulary, known: Names = NOTHING) -> Mentions:
    """Return what the interpretation of a sentence names; `lower` is the sentence in small letters.

    "The year before" is that before the first period it names, or else before the `known` one.
    """
    companies = _merged(_named(seen.of("company")))
    periods = [*_periods(seen, companies, vocabulary), *_relative(lower)]
    metrics = [one for one in _named(seen.of("metric")) if lower[one.start : one.end] != "net cash"]
    named = sorted([*metrics, *_net_cash(lower)], key=lambda mention: mention.start)
    return Mentions(
        companies=_referenced(companies, lower, _COMPANY_REFERENCE),
        metrics=_referenced(_with_variants(seen, named), lower, _METRIC_REFERENCE),
        periods=_referenced(_resolved(_merged(periods), known), lower, _PERIOD_REFERENCE),
        bases=tuple(one for one in _named(seen.of("basis")) if not any(_is_beside(one, m, lower) for m in named)),
        foreign=tuple(mention.text for mention in seen.unsupported if mention.dimension == "company"),
    )


def with_labels(mentions: Mentions, lower: str, labels: Iterable[str]) -> Mentions:
    """Add metrics that only the passages name; a longer label replaces the metric inside it."""
    found = []
    for label in labels:
        phrase = label.removeprefix(LABEL)
        start = lower.find(phrase) if len(phrase) >= MIN_LABEL else -1
        if start >= 0 and not (lower[start - 1 : start] + lower[start + len(phrase) :][:1]).strip(" .,;:'()").isalnum():
            found.append(Mention(names=frozenset([label]), start=start, end=start + len(phrase)))
    if not found:
        return mentions
    outside = [m for m in mentions.metrics if not any(new.start <= m.start and m.end <= new.end for new in found)]
    covered = [new for new in found if not any(m.start <= new.start and new.end <= m.end for m in outside)]
    return replace(mentions, metrics=tuple(sorted([*outside, *covered], key=lambda mention: mention.start)))


def names_another_subject(lower: str, seen: Interpretation) -> bool:
    """Say whether a sentence without a metric has a subject of its own, so that it is not about the last one."""
    for entity in reversed(seen.entities):
        lower = lower[: entity.span.start] + " " + lower[entity.span.end :]
    words = {word for word in _CONTENT.findall(lower) if word not in _PLAIN}
    return len(words) >= 2


def names_of(mentions: Iterable[Mention]) -> Names:
    """Return every name that the mentions hold."""
    return frozenset(name for mention in mentions for name in mention.names)


def before(label: str) -> str | None:
    """Return the same period a year earlier, None for a label that is no period."""
    try:
        return Period.parse(label).shifted(-1).label
    except ValueError:
        return None


def _named(entities: Iterable[Entity]) -> Iterator[Mention]:
    for entity in entities:
        if isinstance(entity.value, Name):
            alternatives = [other.name for other in entity.alternatives if isinstance(other, Name)]
            names = frozenset([entity.value.name, *alternatives])
            yield Mention(names=names, start=entity.span.start, end=entity.span.end)


def _periods(seen: Interpretation, companies: Sequence[Mention], vocabulary: Vocabulary) -> Iterator[Mention]:
    for entity in seen.entities:
        names = _period_names(entity, companies, vocabulary)
        if names:
            yield Mention(names=names, start=entity.span.start, end=entity.span.end)


def _period_names(entity: Entity, companies: Sequence[Mention], vocabulary: Vocabulary) -> Names:
    match entity.value:
        case FiscalPeriod() | FiscalRange() if not _DIGIT.search(entity.text):
            return NOTHING  # "last year" in a report is not that of whoever reads it today
        case FiscalPeriod(label=label):
            return frozenset([label])
        case FiscalRange(labels=labels):
            return frozenset(labels)
        case Number(number=number) if _YEAR.fullmatch(entity.text):
            return frozenset([Period(int(number)).label])
        case DateValue(date=day, grain="year"):
            return frozenset([Period(day.year).label])
        case DateValue(date=day, grain="day" | "month"):
            return frozenset(year_ending(day, company, vocabulary) for company in names_of(companies)) - {""}
    return NOTHING


def year_ending(day: date, company: str, vocabulary: Vocabulary) -> str:
    """Return the fiscal year of the company that ends on the day, nothing if none does."""
    calendar = vocabulary.calendar(company)
    if calendar is None:
        return ""
    period = calendar.year_ending(day)
    return period.label if period else ""


def _relative(lower: str) -> Iterator[Mention]:
    for match in _PRIOR.finditer(lower):
        yield Mention(names=NOTHING, start=match.start(), end=match.end(), is_relative=True)


def _net_cash(lower: str) -> Iterator[Mention]:
    if _CASH_FLOW.search(lower):
        return
    for match in _NET_CASH.finditer(lower):
        yield Mention(names=frozenset(["net_debt"]), start=match.start(), end=match.end())


def _referenced(mentions: Sequence[Mention], lower: str, before_it: re.Pattern[str]) -> tuple[Mention, ...]:
    return tuple(
        replace(mention, is_reference=True) if before_it.search(lower[: mention.start]) else mention
        for mention in mentions
    )


def _resolved(periods: Sequence[Mention], known: Names) -> tuple[Mention, ...]:
    """Turn "the year before" into the year before the first one that is named."""
    named = next((mention for mention in periods if mention.names), None)
    earlier = frozenset(label for name in (named.names if named else known) if (label := before(name)))
    return tuple(replace(mention, names=earlier) if mention.is_relative else mention for mention in periods)


def _merged(mentions: Iterable[Mention]) -> tuple[Mention, ...]:
    """Join mentions of one place: a year is several periods where calendars differ."""
    merged: list[Mention] = []
    for mention in sorted(mentions, key=lambda m: (m.start, m.end)):
        last = merged[-1] if merged else None
        if last and mention.start < last.end:
            relative = last.is_relative and mention.is_relative
            merged[-1] = Mention(
                names=last.names | mention.names, start=last.start, end=max(last.end, mention.end), is_relative=relative
            )
        else:
            merged.append(mention)
    return tuple(merged)


def _with_variants(seen: Interpretation, metrics: Iterable[Mention]) -> tuple[Mention, ...]:
    """Give each metric the basis and share that stand beside it, or else those that stand alone in the sentence."""
    text = seen.utterance.text
    mentions = tuple(metrics)
    bases, shares = list(_named(seen.of("basis"))), list(_named(seen.of("share")))
    return tuple(
        Mention(
            names=mention.names,
            start=mention.start,
            end=mention.end,
            basis=_variant(mention, mentions, bases, text),
            share=_variant(mention, mentions, shares, text),
        )
        for mention in mentions
    )


def _variant(mention: Mention, metrics: Sequence[Mention], variants: Sequence[Mention], text: str) -> Names:
    beside = [variant for variant in variants if _is_beside(variant, mention, text)]
    if beside:
        return names_of(beside)
    first = metrics[0].start
    return names_of(v for v in variants if v.end <= first and not any(_is_beside(v, one, text) for one in metrics))


def _is_beside(variant: Mention, metric: Mention, text: str) -> bool:
    if variant.start < metric.end and metric.start < variant.end:
        return True
    gap = text[variant.end : metric.start] if variant.end <= metric.start else text[metric.end : variant.start]
    return len(gap) <= 30 and _JOINING.fullmatch(gap.lower()) is not None
