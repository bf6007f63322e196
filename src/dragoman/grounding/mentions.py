"""What a sentence names beside its numbers: companies, metrics, periods, and where they stand."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

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
    is_relative: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Mentions:
    """All mentions of a sentence, each list in the order of the text."""

    companies: tuple[Mention, ...] = ()
    metrics: tuple[Mention, ...] = ()
    periods: tuple[Mention, ...] = ()
    foreign: tuple[str, ...] = ()  # companies named that nobody covers


def find_mentions(seen: Interpretation, lower: str, vocabulary: Vocabulary) -> Mentions:
    """Return what the interpretation of a sentence names; `lower` is the sentence in small letters."""
    companies = _merged(_named(seen.of("company")))
    periods = [*_periods(seen, companies, vocabulary), *_relative(lower)]
    return Mentions(
        companies=companies,
        metrics=_with_variants(seen, [*_named(seen.of("metric")), *_net_cash(lower)]),
        periods=_resolved(_merged(periods)),
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
        case FiscalPeriod(label=label):
            return frozenset([label])
        case FiscalRange(labels=labels):
            return frozenset(labels)
        case Number(number=number) if _YEAR.fullmatch(entity.text):
            return frozenset([Period(int(number)).label])
        case DateValue(date=day, grain="year"):
            return frozenset([Period(day.year).label])
        case DateValue(date=day, grain="day" | "month"):
            return frozenset(
                year_ending(day_end, company, vocabulary)
                for company in names_of(companies) or [""]
                for day_end in [day]
            ) - {""}
    return NOTHING


def year_ending(day: object, company: str, vocabulary: Vocabulary) -> str:
    """Return the fiscal year of the company that ends on the day, nothing if none does."""
    calendar = vocabulary.calendar(company)
    if calendar is None:
        return ""
    period = calendar.period_of(day)  # type: ignore[arg-type]
    return period.label if calendar.last_day(period) == day else ""


def _relative(lower: str) -> Iterator[Mention]:
    for match in _PRIOR.finditer(lower):
        yield Mention(names=NOTHING, start=match.start(), end=match.end(), is_relative=True)


def _net_cash(lower: str) -> Iterator[Mention]:
    for match in _NET_CASH.finditer(lower):
        yield Mention(names=frozenset(["net_debt"]), start=match.start(), end=match.end())


def _resolved(periods: Sequence[Mention]) -> tuple[Mention, ...]:
    """Turn "the year before" into the year before the first one that is named."""
    named = next((mention for mention in periods if mention.names), None)
    earlier = frozenset(label for name in (named.names if named else ()) if (label := before(name)))
    return tuple(
        Mention(names=earlier, start=mention.start, end=mention.end, is_relative=True)
        if mention.is_relative
        else mention
        for mention in periods
    )


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
    mentions = sorted(metrics, key=lambda mention: mention.start)
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
    alone = [v for v in variants if not any(_is_beside(v, metric, text) for metric in metrics)]
    return names_of(alone)


def _is_beside(variant: Mention, metric: Mention, text: str) -> bool:
    if variant.start < metric.end and metric.start < variant.end:
        return True
    gap = text[variant.end : metric.start] if variant.end <= metric.start else text[metric.end : variant.start]
    return len(gap) <= 30 and _JOINING.fullmatch(gap.lower()) is not None
