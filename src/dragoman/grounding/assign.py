"""Which of the names in a sentence a number speaks of.

In order: "respectively"; a name right after the number ("US$5 million in FY2024"); the nearest name before
it since the last number; the nearest before that; the first one after it. Where that is a guess, every
name of the sentence is allowed.
"""

import re
from collections.abc import Sequence

from dragoman.grounding.figure import NOTHING, Figure, Slots
from dragoman.grounding.mentions import Mention, Mentions, names_of

_GLUE = re.compile(
    r"[\s(]*(?:(?:in|for|during|at|by|of|as|the|its|a|an|full|financial|fiscal|year|years|half|ended|ending|to|from|over|across)\b[\s(]*)*"
)
_BREAK = re.compile(r"[;:]|, (?:and|but|while|whereas|with)?|\b(?:and|but|while|whereas|against|than|versus|vs)\b")
_COMPARED = re.compile(
    r"(?:\bfrom|\bthan|\bversus|\bvs\.?|\bagainst|\bcompared (?:with|to)|\bon)(?: (?:a|the|an|just|about|only))*\s*$"
)
_RESPECTIVELY = re.compile(r"\brespectively\b")
_SOMETHING = Mention(names=NOTHING, start=0, end=0)  # another period than the one that is named; which, nobody says


def assign(figures: Sequence[Figure], mentions: Mentions, lower: str, defaults: Slots) -> tuple[Figure, ...]:
    """Return the figures with their slots; `defaults` fill what the sentence does not name."""
    companies = _choices(figures, mentions.companies, lower)
    metrics = _choices(figures, mentions.metrics, lower)
    periods = _choices(figures, mentions.periods, lower, compared_is_unknown=True)
    assigned = []
    for figure, company, metric, period in zip(figures, companies, metrics, periods, strict=True):
        own = Slots(
            company=names_of(company or ()),
            metric=names_of(metric or ()),
            basis=_shared(metric, "basis"),
            share=_shared(metric, "share"),
            period=names_of(period or ()),
        )
        filled = own.or_else(defaults)
        if period is not None and not own.period:  # named, but not resolvable: no default may replace it
            filled = Slots(
                company=filled.company, metric=filled.metric, basis=filled.basis, share=filled.share, period=own.period
            )
        assigned.append(figure.about(filled))
    return tuple(assigned)


def _shared(mentions: Sequence[Mention] | None, variant: str) -> frozenset[str]:
    """Return the bases (or shares) of the mentions; none if one of them leaves it open."""
    found = [getattr(mention, variant) for mention in mentions or ()]
    return frozenset().union(*found) if found and all(found) else frozenset()


def _choices(
    figures: Sequence[Figure], mentions: Sequence[Mention], lower: str, *, compared_is_unknown: bool = False
) -> list[tuple[Mention, ...] | None]:
    """Return for each figure the mentions it may belong to; None where the sentence names nothing."""
    if len({_identity(mention) for mention in mentions}) == 1 and not (
        compared_is_unknown and _has_comparison(figures, lower)
    ):
        return [tuple(mentions[:1])] * len(figures)
    if not mentions:
        unknown = [compared_is_unknown and bool(_COMPARED.search(lower[: figure.start])) for figure in figures]
        return [(_SOMETHING,) if hidden else None for hidden in unknown]
    if _RESPECTIVELY.search(lower) and len(figures) == len(mentions):
        return [(mention,) for mention in mentions]
    glued = [_after(figure, figures, mentions, lower) for figure in figures]
    if compared_is_unknown and _only_compared(figures, glued, mentions, lower):
        return [(mention,) if mention else None for mention in glued]
    taken = {id(mention) for mention in glued if mention}
    free = [mention for mention in mentions if id(mention) not in taken]
    return [
        (after,) if after else _around(figure, figures, free, lower, compared=compared_is_unknown) or tuple(mentions)
        for figure, after in zip(figures, glued, strict=True)
    ]


def _only_compared(
    figures: Sequence[Figure], glued: Sequence[Mention | None], mentions: Sequence[Mention], lower: str
) -> bool:
    """Say whether every period stands behind a figure that others are compared with: "rose to 5, from 4 in FY2023"."""
    behind = [figure for figure, mention in zip(figures, glued, strict=True) if mention]
    compared = [figure for figure in behind if _COMPARED.search(lower[: figure.start])]
    return len(behind) == len(mentions) == len(compared) < len(figures)


def _identity(mention: Mention) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    return mention.names, mention.basis, mention.share


def _has_comparison(figures: Sequence[Figure], lower: str) -> bool:
    return any(_COMPARED.search(lower[: figure.start]) for figure in figures)


def _after(figure: Figure, figures: Sequence[Figure], mentions: Sequence[Mention], lower: str) -> Mention | None:
    limit = min((other.start for other in figures if other.start >= figure.end), default=len(lower))
    following = [mention for mention in mentions if figure.end <= mention.start < limit]
    if following and _GLUE.fullmatch(lower[figure.end : following[0].start]):
        return following[0]
    return None


def _around(
    figure: Figure, figures: Sequence[Figure], mentions: Sequence[Mention], lower: str, *, compared: bool
) -> tuple[Mention, ...]:
    since = max((other.end for other in figures if other.end <= figure.start), default=0)
    segment = [mention for mention in mentions if since <= mention.start and mention.end <= figure.start]
    if segment:
        return _nearest(segment, figure, lower)
    if compared and _COMPARED.search(lower[: figure.start]):
        return (_SOMETHING,)
    earlier = [mention for mention in mentions if mention.end <= figure.start]
    if earlier:
        return (earlier[-1],)
    limit = min((other.start for other in figures if other.start >= figure.end), default=len(lower))
    following = [mention for mention in mentions if figure.end <= mention.start < limit]
    return (following[0],) if following else tuple(mentions)


def _nearest(segment: Sequence[Mention], figure: Figure, lower: str) -> tuple[Mention, ...]:
    """Return the one mention of the last clause before the figure, or all of the segment."""
    if len(segment) == 1:
        return tuple(segment)
    breaks = [match.end() for match in _BREAK.finditer(lower, segment[0].start, figure.start)]
    last = [mention for mention in segment if not breaks or mention.start >= breaks[-1]]
    return (last[-1],) if last else tuple(segment)
