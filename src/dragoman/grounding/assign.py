"""Which of the names in a sentence a number speaks of.

In order: "respectively"; a name right after the number ("US$5 million in FY2024"); the nearest name before it
since the last number; the nearest before that; the first one after it in the same clause. What a number is only
compared with ("less than in FY2023", "52 % of revenue") is nobody's name unless it stands right beside it.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from dragoman.grounding.figure import NOTHING, Figure, Slots
from dragoman.grounding.mentions import Mention, Mentions, names_of

_GLUE = re.compile(
    r"[\s(]*(?:(?:in|for|during|at|by|of|as|the|its|a|an|full|financial|fiscal|year|years|half|ended|ending|end|close|start"
    r"|to|from|over|across)\b[\s(]*)*"
)
_BREAK = re.compile(
    r"[;:]|, (?:and|but|while|whereas|with|so)?|\b(?:and|but|while|whereas|against|than|versus|vs|so|which)\b"
)
_COMPARED = re.compile(
    r"(?:\bfrom|\bthan|\bversus|\bvs\.?|\bagainst|\bafter|\bcompared (?:with|to)|\bon)"
    r"(?: (?:a|the|an|just|about|only))*\s*$"
)
_BESIDE = re.compile(r"['s\s(:]*(?:(?:of|was|were|at|with|had|to|the|in|for)\s+)*\(?")
_PART_OF = re.compile(r"\s*of\b")
_RESPECTIVELY = re.compile(r"\brespectively\b")
# A period other than the one that is named, or a metric other than those that are; which, nobody says.
_SOMETHING = Mention(names=NOTHING, start=0, end=0)


def assign(figures: Sequence[Figure], mentions: Mentions, lower: str, defaults: Slots) -> tuple[Figure, ...]:
    """Return the figures with their slots; `defaults` fill what the sentence does not name."""
    places = _Places(figures, lower)
    companies = places.choices(mentions.companies)
    metrics = places.choices(mentions.metrics, is_metric=True)
    periods = places.choices(mentions.periods, is_period=True)
    assigned = []
    for index, figure in enumerate(figures):
        company, metric, period = companies[index], metrics[index], periods[index]
        basis = places.variant(figure, mentions.bases)
        own = Slots(
            company=names_of(company or ()),
            metric=names_of(metric or ()),
            basis=names_of(basis) or _shared(metric, "basis"),
            share=_shared(metric, "share"),
            period=names_of(period or ()),
        )
        known = Slots(
            company=defaults.company,
            metric=NOTHING if metric else defaults.metric,
            basis=NOTHING if metric else defaults.basis,
            share=NOTHING if metric else defaults.share,
            period=NOTHING if period else defaults.period,
        )
        assigned.append(figure.about(own.or_else(known)))
    return tuple(assigned)


def mark_references(figures: Sequence[Figure], mentions: Mentions, lower: str) -> Mentions:
    """Mark periods that only a figure of comparison has, so that they speak for no other figure."""
    return replace(mentions, periods=_Places(figures, lower).referenced(mentions.periods))


def _shared(mentions: Sequence[Mention] | None, variant: str) -> frozenset[str]:
    """Return the bases (or shares) of the mentions; none if one of them leaves it open."""
    found = [getattr(mention, variant) for mention in mentions or ()]
    return frozenset().union(*found) if found and all(found) else frozenset()


@dataclass(frozen=True, slots=True)
class _Places:
    """The figures of a sentence and the words between them."""

    figures: Sequence[Figure]
    lower: str

    def choices(
        self, mentions: Sequence[Mention], *, is_metric: bool = False, is_period: bool = False
    ) -> list[tuple[Mention, ...] | None]:
        """Return for each figure the mentions it may belong to; None where the defaults hold."""
        if _RESPECTIVELY.search(self.lower) and len(self.figures) == len(mentions):
            return [(mention,) for mention in mentions]
        glued = [self._after(figure, mentions) for figure in self.figures]
        if not (is_metric or is_period):
            glued = [
                None if self._is_part_of(figure) else after for figure, after in zip(self.figures, glued, strict=True)
            ]
        owned = {id(mention) for mention in glued if mention}
        chosen: list[tuple[Mention, ...] | None] = []
        for figure, after in zip(self.figures, glued, strict=True):
            found = (after,) if after else self._before(figure, [m for m in mentions if id(m) not in owned])
            if not found and is_period and self._is_compared(figure):
                found = (_SOMETHING,)
            found = found or self._farther(figure, mentions, owned, loose=not (is_metric or is_period))
            chosen.append(found or ((_SOMETHING,) if is_metric and mentions else None))
        return chosen

    def variant(self, figure: Figure, variants: Sequence[Mention]) -> tuple[Mention, ...]:
        """Return a basis that stands alone right before the figure: "the underlying US$17.1 billion"."""
        since = self._since(figure)
        return tuple(one for one in variants if since <= one.start and one.end <= figure.start)[-1:]

    def _is_compared(self, figure: Figure) -> bool:
        return _COMPARED.search(self.lower[: figure.start]) is not None

    def _is_part_of(self, figure: Figure) -> bool:
        """Tell "139 % of Fortescue's": whose the figure is stands before it, the other one is its base."""
        return figure.kind in ("percent", "multiple") and _PART_OF.match(self.lower, figure.end) is not None

    def _since(self, figure: Figure) -> int:
        return max((other.end for other in self.figures if other.end <= figure.start), default=0)

    def _until(self, figure: Figure) -> int:
        return min((other.start for other in self.figures if other.start >= figure.end), default=len(self.lower))

    def _after(self, figure: Figure, mentions: Sequence[Mention]) -> Mention | None:
        limit = self._until(figure)
        following = [mention for mention in mentions if figure.end <= mention.start < limit]
        if following and _GLUE.fullmatch(self.lower[figure.end : following[0].start]):
            return following[0]
        return None

    def _before(self, figure: Figure, mentions: Sequence[Mention]) -> tuple[Mention, ...]:
        """Return the last mention since the figure before, of the clause the figure is in if that has one."""
        since = self._since(figure)
        segment = [
            mention
            for mention in mentions
            if since <= mention.start and mention.end <= figure.start and self._leads_to(mention, figure)
        ]
        if len(segment) < 2:
            return tuple(segment)
        breaks = [match.end() for match in _BREAK.finditer(self.lower, segment[0].start, figure.start)]
        last = [mention for mention in segment if not breaks or mention.start >= breaks[-1]]
        return (last[-1],) if last else tuple(segment)

    def _leads_to(self, mention: Mention, figure: Figure) -> bool:
        """Say whether a name may be that of a figure after it; one of a comparison must stand right before."""
        return not mention.is_reference or _BESIDE.fullmatch(self.lower[mention.end : figure.start]) is not None

    def referenced(self, mentions: Sequence[Mention]) -> tuple[Mention, ...]:
        """Mark the mentions that belong to a figure others are compared with: "from 4 in FY2023"."""
        compared = {
            id(mention)
            for figure in self.figures
            if self._is_compared(figure) and (mention := self._after(figure, mentions))
        }
        return tuple(replace(one, is_reference=True) if id(one) in compared else one for one in mentions)

    def _farther(
        self, figure: Figure, mentions: Sequence[Mention], owned: set[int], *, loose: bool
    ) -> tuple[Mention, ...]:
        """Return what the sentence says before or after without reference to another number."""
        main = [mention for mention in mentions if not mention.is_reference]
        earlier = [mention for mention in main if mention.end <= figure.start]
        free = [mention for mention in earlier if id(mention) not in owned]
        if free:
            return (free[-1],)
        if earlier:
            return tuple(main)
        limit = self._until(figure)
        following = [mention for mention in main if figure.end <= mention.start]
        if not following:
            return ()
        between = self.lower[figure.end : following[0].start]
        if loose or (following[0].start < limit and not _BREAK.search(between)):
            return (following[0],)
        return ()
