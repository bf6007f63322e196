"""Several questions in one text: where each begins, and which of its slots belong together."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from dragoman.decide.cues import Cues, read_cues
from dragoman.decide.exclusions import excluded_entities
from dragoman.decide.slots import Slots, hint_span, is_context, read_slots
from dragoman.domain.interpretation import Constraint, Interpretation
from dragoman.domain.utterance import Span

_HEAD = (
    r"(?:what|whats|how|why|which|who|when|where|did|does|do|is|was|were|are|has|have|tell me|give me|show me|compare|"
    r"rank|list|explain|summari[sz]e|describe|any|is there|are there|can you|could you)\b"
)
_BREAK = re.compile(
    r"[?!;\n]+\s*"
    r"|(?<!\bvs)(?<!\bv)(?<!\bltd)(?<!\binc)(?<!\bco)(?<!\bno)(?<!\be\.g)(?<!\bi\.e)(?<!\bapprox)\.\s+"
    rf"|(?:,\s*)?\b(?:and|also|plus|then|but|or)\b[\s,]*(?:(?:also|then|please|again)\s+)*(?={_HEAD})"
    rf"|,\s*(?:please\s+)?(?={_HEAD})"
    r"|,?\s*\bbut\b\s*",
    re.IGNORECASE,
)
_JOINT = re.compile(
    r",|;|/|&|\b(?:and|plus|as well as|along with|together with|with|versus|vs\.?|against|than|or|then|compared (?:to|with))\b",
    re.IGNORECASE,
)
# Cues that ask for something; the others only say how a text leans on what is around it.
_ASKING = frozenset(
    ["growth", "cagr", "difference", "ratio", "total", "average", "maximum", "minimum", "count", "rank", "which_year", "trend", "compare", "news", "explain", "concept", "performance", "vague", "capabilities"]
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One question of a text: its words, what it wants done, and groups of slots that belong together."""

    text: str
    span: Span
    cues: Cues
    groups: tuple[Slots, ...]
    constraints: tuple[Constraint, ...] = ()

    @property
    def slots(self) -> Slots:
        """The slots of all groups together."""
        joined = Slots()
        for group in self.groups:
            joined = joined.joined(group)
        return joined


@dataclass(frozen=True, slots=True, kw_only=True)
class Split:
    """The questions of a text, and the companies it names only to leave them out."""

    questions: tuple[Question, ...]
    excluded: frozenset[str]
    context: Slots  # carried from earlier turns


def split_questions(seen: Interpretation) -> Split:
    """Split a text into its questions; each lends the later ones the slots they lack."""
    text = seen.utterance.text
    cues = read_cues(seen)
    out = excluded_entities(seen, cues)
    hint = hint_span(text)
    own = [e for e in seen.entities if e not in out and not is_context(e, hint)]
    context = read_slots(e for e in seen.entities if is_context(e, hint))
    names = [e.span for e in own] + [e.span for e in out]
    slots = read_slots(own)
    excluded = set(read_slots(out).tickers)
    lent, questions = Slots(), []
    for span in _pieces(text[: hint.start], names, cues, slots):
        piece, piece_cues = slots.within(span), cues.within(span)
        if piece_cues.has("refusal"):
            excluded.update(set(piece.tickers))
            lent = replace(piece, companies=()).filled_from(lent)
            continue
        groups = group_slots(text, span, piece, names)
        groups = tuple(g.filled_from(lent) for g in groups) or ((lent,) if lent else ())
        questions.append(
            Question(
                text=text[span.start : span.end].strip(),
                span=span,
                cues=piece_cues,
                groups=groups,
                constraints=tuple(c for c in seen.constraints if span.covers(c.span)),
            )
        )
        lent = piece.filled_from(lent)
    return Split(questions=tuple(questions), excluded=frozenset(excluded - set(slots.tickers)), context=context)


def _pieces(text: str, names: Sequence[Span], cues: Cues, slots: Slots) -> Iterator[Span]:
    """Yield the stretches that ask something; an opening such as "In FY2024," goes with what follows."""
    start = 0
    pending = 0
    for end, after in [*_breaks(text, _BREAK, names), (len(text), len(text))]:
        span = Span(start, end)
        asks = any(m.intent in _ASKING for m in cues.within(span) if len(m.span)) or slots.within(span).metrics
        start = after
        if asks or cues.within(span).of("refusal") or (text[end:after].strip(" ,\n") and text[end:after].strip()[:1] in "?!;." and slots.within(span)):
            yield Span(pending, end)
            pending = after
    if pending < len(text) and slots.within(Span(pending, len(text))):
        yield Span(pending, len(text))


def _breaks(text: str, pattern: re.Pattern[str], names: Sequence[Span]) -> Iterator[tuple[int, int]]:
    for match in pattern.finditer(text):
        place = Span(match.start(), match.end())
        if match.start() and not any(name.overlaps(place) for name in names):
            yield match.start(), match.end()


def group_slots(text: str, span: Span, slots: Slots, names: Sequence[Span]) -> tuple[Slots, ...]:
    """Bind slots that stand together: "BHP FY2023 profit and RIO FY2024 dividends" is two groups, not a product.

    A part between two conjunctions is a group of its own when it names a metric or two of the three slots; lists
    ("BHP and RIO", "FY2023 and FY2024") join the group beside them. A group takes what it lacks from its neighbours.
    """
    parts = [slots.within(part) for part in _parts(text, span, names)]
    return _completed(_joined_lists([part for part in parts if part]))


def _parts(text: str, span: Span, names: Sequence[Span]) -> Iterator[Span]:
    start = span.start
    for end, after in _breaks(text[: span.end], _JOINT, names):
        if end >= span.start:
            yield Span(start, end)
            start = after
    yield Span(start, span.end)


def _joined_lists(parts: Sequence[Slots]) -> list[Slots]:
    """Join parts that only continue a list with the part they continue."""
    groups: list[Slots] = []
    waiting = Slots()
    for part in parts:
        if part.metrics or part.kinds > 1:
            groups.append(waiting.joined(part))
            waiting = Slots()
        elif groups and not waiting and (part.periods or groups[-1].last == "company"):
            groups[-1] = groups[-1].joined(part)
        else:
            waiting = waiting.joined(part)
    if waiting:
        groups.append(waiting)
    return groups


def _completed(groups: Sequence[Slots]) -> tuple[Slots, ...]:
    """Fill what a group lacks from the group before it, or else from the nearest one after it."""
    found: list[Slots] = []
    for index, group in enumerate(groups):
        before = _family(found)
        filled = group.filled_from(before)
        for later in groups[index + 1 :]:
            filled = filled.filled_from(later)
        found.append(filled)
    return tuple(found)


def _family(groups: Sequence[Slots]) -> Slots:
    """Return the last group, with the companies of those before it that ask for the same figure."""
    if not groups:
        return Slots()
    last = groups[-1]
    same = [g for g in groups if g.metrics == last.metrics]
    companies = tuple(dict.fromkeys(c for g in same for c in g.companies))
    return replace(last, companies=companies)
