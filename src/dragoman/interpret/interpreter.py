"""Text → everything that code can know about it, without a model."""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import TypeVar

from dragoman.domain.interpretation import Constraint, Entity, Interpretation
from dragoman.domain.period import FiscalCalendar
from dragoman.domain.utterance import Utterance
from dragoman.domain.value import Name
from dragoman.errors import InputTooLargeError, UnknownNameError
from dragoman.interpret.comparators import find_comparisons
from dragoman.interpret.dimensions.company import Doubt, company_match, judge, place_hits
from dragoman.interpret.dimensions.dimension import Context, Match
from dragoman.interpret.dimensions.fiscal_period import PeriodMention, find_mentions
from dragoman.interpret.dimensions.metric import Cues, drop_echoes, metric_matches
from dragoman.interpret.dimensions.period_end import find_period_ends
from dragoman.interpret.dimensions.qualifier import qualify
from dragoman.interpret.dimensions.registry import DIMENSIONS, PATTERN_DIMENSIONS
from dragoman.interpret.foreign import ForeignNames, Stranger, mention_of
from dragoman.interpret.intent_spec import IntentSpec
from dragoman.interpret.intents import IntentRules
from dragoman.interpret.keywords import keywords
from dragoman.interpret.language import languages
from dragoman.interpret.lexicon import Hit
from dragoman.interpret.likeness import Likeness
from dragoman.interpret.normalize import NormalizedText, normalize
from dragoman.interpret.overlap import keep_longest
from dragoman.interpret.period_binding import Place, bind
from dragoman.interpret.vocabulary import Vocabulary

MAX_CHARACTERS = 1_000_000
_NAMED = ("company", "metric", "fiscal_period", "fiscal_range")  # words of ours, whatever language is around them

_Item = Hit | PeriodMention | Match
_AnyItem = TypeVar("_AnyItem", bound=_Item)


class Interpreter:
    """Reads texts against one vocabulary and one set of intents. Holds no state between texts."""

    def __init__(
        self, vocabulary: Vocabulary, intents: Sequence[IntentSpec] = (), *, dimensions: Sequence[str] | None = None
    ) -> None:
        """Compile everything once. `dimensions` limits what is reported; None is all.

        Raises UnknownNameError for a dimension that does not exist, SpecError for intent rules that cannot work.
        """
        for name in dimensions or ():
            if name not in DIMENSIONS:
                raise UnknownNameError("dimension", name, DIMENSIONS)
        self._vocabulary = vocabulary
        self._wanted = frozenset(DIMENSIONS if dimensions is None else dimensions)
        self._patterns = tuple(make() for name, make in PATTERN_DIMENSIONS.items() if name in self._wanted)
        self._likeness = Likeness(vocabulary.lexicon, vocabulary.ordinary_words)
        self._foreign = ForeignNames(vocabulary)
        self._rules = IntentRules(intents)
        self._languages = languages()

    def interpret(self, text: str, *, reference_date: date) -> Interpretation:
        """Return what the text says. Blank text says nothing; odd text never fails.

        Raises InputTooLargeError above a million characters.
        """
        if len(text) > MAX_CHARACTERS:
            raise InputTooLargeError(len(text), MAX_CHARACTERS)
        plain = normalize(text)
        if not plain.text or plain.text.isspace():
            return Interpretation(utterance=Utterance(text), notes=plain.notes)
        kept, doubts = self._recognise(plain, Context(reference_date))
        strangers = self._foreign.find(plain, kept)
        kept = _outside(strangers, kept) if strangers else kept
        matches = [match for match in self._values(plain, kept, reference_date) if match.dimension in self._wanted]
        entities = tuple(_entity(plain, match) for match in matches)
        return Interpretation(
            utterance=Utterance(text, self._languages.of(text, [e.span for e in entities if e.dimension in _NAMED])),
            entities=entities,
            constraints=tuple(_constraints(plain, matches)),
            intents=self._rules.match(plain, {match.dimension for match in matches}),
            keywords=keywords(plain.lower),
            unsupported=tuple(mention_of(plain, s) for s in strangers) if "company" in self._wanted else (),
            notes=(*plain.notes, *_notes(plain, doubts)),
        )

    def dead_rules(self) -> tuple[str, ...]:
        """Name the intent rules that come first on no example; meant for start-up and lint."""

        def read(example: str) -> tuple[NormalizedText, set[str]]:
            seen = self.interpret(example, reference_date=date(2026, 1, 1))
            return normalize(example), {entity.dimension for entity in seen.entities}

        return tuple(str(rule) for rule in self._rules.dead_rules(read))

    def _recognise(self, text: NormalizedText, context: Context) -> tuple[list[_Item], list[Doubt]]:
        """Return what is in the text, in order, none overlapping another, and the names that were not taken for one."""
        mentions = find_mentions(text)
        patterns = [match for dimension in self._patterns for match in dimension.find(text, context)]
        hits, doubts = judge(place_hits(self._vocabulary, text), text, others=mentions)
        items: list[_Item] = [hit for hit in hits if hit.dimension != "foreign" or self._foreign.is_meant(hit, text)]
        kept = keep_longest([*items, *mentions, *patterns])
        alike = self._likeness.find(text.lower, [(item.start, item.end) for item in kept])
        return (keep_longest([*kept, *alike]) if alike else kept), doubts

    def _values(self, text: NormalizedText, kept: Sequence[_Item], today: date) -> list[Match]:
        """Return the values of what was recognised, in order; a period may have one for each company."""
        matches: list[Match] = []
        mentions: list[PeriodMention] = []
        cues = Cues(self._vocabulary, text)
        for item in kept:
            if isinstance(item, PeriodMention):
                mentions.append(item)
            elif isinstance(item, Match):
                matches.append(item)
            else:
                matches.extend([company_match(item)] if item.dimension == "company" else metric_matches(item, cues))
        matches = drop_echoes(qualify(matches, text.lower, self._vocabulary), text.lower, self._vocabulary)
        if ends := find_period_ends(text, matches, mentions, self._calendars(matches)):
            matches = _outside(ends, matches)
            mentions = sorted((*_outside(ends, mentions), *ends), key=lambda mention: mention.start)
        if mentions:
            matches.extend(self._periods(text, mentions, matches, today))
        matches.sort(key=lambda match: (match.start, match.end))
        return matches

    def _calendars(self, matches: Iterable[Match]) -> list[FiscalCalendar]:
        """Return the calendars of the companies named, the usual one where none is."""
        named = (
            match.value.name for match in matches if match.dimension == "company" and isinstance(match.value, Name)
        )
        return [c for c in map(self._vocabulary.calendar, named) if c] or [self._vocabulary.usual_calendar]

    def _periods(
        self, text: NormalizedText, mentions: list[PeriodMention], matches: Iterable[Match], today: date
    ) -> list[Match]:
        places = [
            Place(m.start, m.value.name) for m in matches if m.dimension == "company" and isinstance(m.value, Name)
        ]
        bound = bind(mentions, places, text=text.text, vocabulary=self._vocabulary, today=today)
        return [Match(mention.start, mention.end, mention.dimension, value) for mention, value in bound]


def _outside(places: Sequence[Stranger | PeriodMention], kept: Sequence[_AnyItem]) -> list[_AnyItem]:
    """Drop what overlaps one of the places, such as the metric in "Acme Resources Ltd"."""
    taken = bytearray(max(item.end for item in (*places, *kept)))
    for place in places:
        taken[place.start : place.end] = b"\1" * (place.end - place.start)
    return [item for item in kept if taken.find(1, item.start, item.end) < 0]


def _entity(text: NormalizedText, match: Match) -> Entity:
    span = text.span(match.start, match.end)
    return Entity(
        dimension=match.dimension,
        value=match.value,
        text=text.original[span.start : span.end],
        span=span,
        how=match.how,
        score=match.score,
        alternatives=match.alternatives,
    )


def _constraints(text: NormalizedText, matches: Sequence[Match]) -> Iterable[Constraint]:
    for found in find_comparisons(text.lower, matches):
        yield Constraint(
            comparator=found.comparator,
            value=found.value,
            subject=found.subject,
            negated=found.negated,
            span=text.span(found.start, found.end),
        )


def _notes(text: NormalizedText, doubts: Sequence[Doubt]) -> Iterable[str]:
    said = dict.fromkeys((text.text[d.hit.start : d.hit.end], d.means) for d in doubts)
    return [f'"{words}" is read as {means}, not as a company' for words, means in said]
