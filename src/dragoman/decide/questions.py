"""Several questions in one text: where each begins, and which of its slots belong together."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from dragoman.decide.cues import Cues, read_cues
from dragoman.decide.exclusions import excluded_entities
from dragoman.decide.slots import NOTHING, Slots, hint_span, is_context, read_slots, unique
from dragoman.domain.interpretation import Constraint, Entity, IntentMatch, Interpretation
from dragoman.domain.period import Period
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
    r"|(?:[,;:]\s*(?:(?:and|but)\s+)?|\b(?:and|but)\s+)(?=(?:please\s+)?(?:do not|don't|dont)\s)"
    r"|,?\s*\bbut\b(?!\s+not\b)\s*",
    re.IGNORECASE,
)
_JOINT = re.compile(
    r",|;|/|&|\b(?:and|plus|as well as|along with|together with|with|versus|vs\.?|against|than|or|then|"
    r"compared (?:to|with))\b",
    re.IGNORECASE,
)
# Cues that ask for something; the others only say how a text leans on what is around it.
_ASKING = frozenset(
    """
    growth cagr difference ratio total average maximum minimum count rank which_year trend compare news explain
    concept performance vague capabilities
    """.split()  # noqa: SIM905  a word list reads better so
)


# How to combine what is asked for; a text may open with it: "On average, how much did BHP earn?"
_ADVERBIAL = frozenset(("average", "total"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One question of a text: its words, what it wants done, and groups of slots that belong together."""

    text: str
    span: Span
    cues: Cues
    groups: tuple[Slots, ...]
    own: Slots = NOTHING  # what this question itself names, nothing lent
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
    excluded_periods: frozenset[Period]
    context: Slots  # carried from earlier turns


def split_questions(seen: Interpretation) -> Split:
    """Split a text into its questions; each lends the later ones the slots they lack."""
    text = seen.utterance.text
    cues = read_cues(seen)
    out = excluded_entities(seen)
    hint = hint_span(text)
    market = [match.span for match in cues if match.intent == "news" and match.rule in ("market", "commodity")]
    own = [e for e in seen.entities if e not in out and not is_context(e, hint) and not _is_market(e, market)]
    names = [e.span for e in (*own, *out)]
    slots = read_slots(own)
    lent, refused = Slots(), set(read_slots(out).tickers)
    questions: list[Question] = []
    for span in _pieces(text[: hint.start], names, cues, slots):
        piece = slots.within(span)
        if _refuses(cues, span) and not (piece.metrics and any(span.covers(e.span) for e in out)):
            refused.update(piece.tickers)
            lent = replace(piece, companies=()).filled_from(lent)
            continue
        if questions and _is_answer(questions[-1], piece, cues.within(span)):
            questions[-1] = _answered(questions[-1], piece)
            lent = piece.filled_from(lent)
            continue
        groups = tuple(group.filled_from(lent) for group in group_slots(text, span, piece, names))
        questions.append(_question(seen, span, cues, piece, groups or ((lent,) if lent else ())))
        lent = piece.filled_from(lent)
    context = _context(seen, slots, hint)
    if not questions and (context or cues.has("follow_up", "correction")) and not cues.has("refusal"):
        questions.append(_question(seen, Span(0, hint.start), cues, slots, ()))
    asked = {ticker for question in questions for ticker in question.own.tickers}
    refused -= asked
    context = replace(context, companies=tuple(c for c in context.companies if c.ticker not in refused))
    left_out = frozenset(period for mention in read_slots(out).periods for period in mention.periods)
    return Split(questions=tuple(questions), excluded=frozenset(refused), excluded_periods=left_out, context=context)


def _is_answer(question: Question, piece: Slots, cues: Cues) -> bool:
    """Tell "What was revenue in FY2024? Rio Tinto", a question with our question's answer behind it, from two."""
    if question.cues.rule("concept", "definition"):
        return False  # "what does C1 cost mean, and what was Fortescue's"
    asks = any(match.intent in _ASKING for match in cues if len(match.span))
    own = question.own
    repeats = (own.companies and piece.companies) or (own.periods and piece.periods)
    is_new = bool(piece.metrics) and (bool(own.metrics) or piece.kinds > 1)
    return not (asks or is_new or repeats or question.cues.has("all_companies"))


def _answered(question: Question, piece: Slots) -> Question:
    groups = tuple(piece.filled_from(group) for group in question.groups) or (piece,)
    return replace(question, groups=groups, own=question.own.joined(piece))


def _is_market(entity: Entity, market: Sequence[Span]) -> bool:
    """Say whether the name is a market quotation, which no report has: "share price"."""
    return entity.dimension == "metric" and any(span.covers(entity.span) for span in market)


def _question(seen: Interpretation, span: Span, cues: Cues, own: Slots, groups: tuple[Slots, ...]) -> Question:
    return Question(
        text=seen.utterance.text[span.start : span.end].strip(),
        span=span,
        cues=cues.within(span),
        groups=groups,
        own=own,
        constraints=tuple(constraint for constraint in seen.constraints if span.covers(constraint.span)),
    )


def _context(seen: Interpretation, own: Slots, hint: Span) -> Slots:
    """Return what earlier turns lend; a basis that stands alone ("and underlying?") goes to the carried metric."""
    lent = [e for e in seen.entities if is_context(e, hint)]
    if not own.metrics:
        for dimension in ("basis", "share"):
            said = [e for e in seen.of(dimension) if not is_context(e, hint)]
            lent = [*(e for e in lent if not said or e.dimension != dimension), *said]
    return read_slots(lent)


def read_each(seen: Interpretation, read: Callable[[str], Interpretation]) -> Interpretation:
    """Read each question of a text by itself for what it wants done: a rule reports only where it fires first.

    The rest of the text becomes blanks, so that offsets stay.
    """
    text = seen.utterance.text
    names = [e.span for e in seen.entities if len(e.span)]
    spans = list(_pieces(text, names, read_cues(seen), read_slots(seen.entities)))
    if len(spans) < 2:
        return seen
    found = [match for match in seen.intents if match.intent not in _ASKING]
    for span in spans:
        alone = read(" " * span.start + text[span.start : span.end] + " " * (len(text) - span.end))
        found.extend(_clipped(match, span) for match in alone.intents if match.intent in _ASKING)
    return replace(seen, intents=tuple(found))


def _clipped(match: IntentMatch, span: Span) -> IntentMatch:
    """Keep a match within its question: a rule may have matched the blanks around it too."""
    place = Span(max(match.span.start, span.start), min(match.span.end, span.end))
    return replace(match, span=place)


def _pieces(text: str, names: Sequence[Span], cues: Cues, slots: Slots) -> Iterator[Span]:
    """Yield the stretches that ask something; an opening such as "In FY2024," goes with what follows."""
    start = pending = 0
    for end, after in [*_breaks(text, _BREAK, names), (len(text), len(text))]:
        span, start = Span(start, end), after
        asking = {match.intent for match in cues.within(span) if match.intent in _ASKING and len(match.span)}
        named = slots.within(span)
        is_opening = asking <= _ADVERBIAL and not named and text[end:after].startswith(",")
        ends = bool(named) and text[end:after].lstrip(" ,")[:1] in tuple("?!;.")
        if (asking and not is_opening) or named.metrics or ends or _refuses(cues, span):
            yield Span(pending, end)
            pending = after
    if pending < len(text) and slots.within(Span(pending, len(text))):
        yield Span(pending, len(text))


def _refuses(cues: Cues, span: Span) -> bool:
    """Say whether the stretch asks not to do something; the rule may begin at the comma before it."""
    return any(span.start < match.span.end <= span.end for match in cues.of("refusal"))


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
        if groups and not waiting and _goes_on(groups[-1], part):
            groups[-1] = groups[-1].joined(part)
        elif part.metrics or part.kinds > 1:
            groups.append(waiting.joined(part))
            waiting = Slots()
        elif groups and not waiting and (part.periods or groups[-1].last == "company"):
            groups[-1] = groups[-1].joined(part)
        else:
            waiting = waiting.joined(part)
    if waiting:
        groups.append(waiting)
    return groups


def _goes_on(group: Slots, part: Slots) -> bool:
    """Tell "debt of BHP and RIO in FY2024", one list with a year behind it, from a pair with a year each."""
    return bool(part.companies) and not part.metrics and not group.periods and group.last == "company"


def _completed(groups: Sequence[Slots]) -> tuple[Slots, ...]:
    """Fill what a group lacks from the group before it, or else from the nearest one after it."""
    found: list[Slots] = []
    for index, group in enumerate(groups):
        before = _family(found)
        filled = group.filled_from(before)
        for later in groups[index + 1 :]:
            filled = filled.filled_from(later)
        found.append(filled)
    return tuple(_merged(found))


def _merged(groups: Sequence[Slots]) -> Iterator[Slots]:
    """Join neighbours that differ only in their metrics: "revenue and net debt" of the same companies and years."""
    held: Slots | None = None
    for group in groups:
        if held and (held.companies, held.periods) == (group.companies, group.periods):
            held = replace(held, metrics=unique((*held.metrics, *group.metrics)))
            continue
        if held:
            yield held
        held = group
    if held:
        yield held


def _family(groups: Sequence[Slots]) -> Slots:
    """Return the last group, with the companies of those before it that ask for the same figure."""
    if not groups:
        return Slots()
    last = groups[-1]
    same = [g for g in groups if g.metrics == last.metrics]
    companies = unique(c for g in same for c in g.companies)
    return replace(last, companies=companies)
