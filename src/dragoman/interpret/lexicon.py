"""All phrases of a vocabulary in one automaton: whole words, any case, longest first."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import ahocorasick

from dragoman.domain.interpretation import How
from dragoman.interpret.overlap import keep_longest
from dragoman.interpret.vocabulary_spec import AmbiguousNameSpec

_TO_SPACE = str.maketrans("-_\t\n\r", "     ")
_RUN_OF_SPACES = re.compile(r" {2,}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Phrase:
    """A sequence of words that names one thing."""

    words: str  # as `squeeze` leaves it
    dimension: str  # company, metric, basis, share, foreign, place
    name: str  # canonical
    how: How = "alias"
    basis: str | None = None
    share: str | None = None
    alternatives: tuple[str, ...] = ()
    ambiguous: AmbiguousNameSpec | None = None


@dataclass(frozen=True, slots=True)
class Hit:
    """A phrase found at `[start:end]` of the text that was searched."""

    start: int
    end: int
    phrase: Phrase

    @property
    def dimension(self) -> str:
        """The dimension that the phrase belongs to."""
        return self.phrase.dimension


@dataclass(frozen=True, slots=True)
class Squeezed:
    """Lower-case text with single spaces and no hyphens; `offsets` is None where nothing moved."""

    text: str
    offsets: Sequence[int] | None

    def place(self, start: int, end: int) -> tuple[int, int]:
        """Return the place in the text that this one was made from."""
        if self.offsets is None:
            return start, end
        return self.offsets[start], self.offsets[end - 1] + 1


def squeeze(lower: str) -> Squeezed:
    """Prepare lower-case text for look-up: "free-cash  flow" and "free cash flow" become the same."""
    plain = lower.translate(_TO_SPACE)
    if "  " not in plain:
        return Squeezed(plain, None)
    offsets: list[int] = []
    pieces: list[str] = []
    at = 0
    for run in _RUN_OF_SPACES.finditer(plain):
        stop = run.start() + 1
        pieces.append(plain[at:stop])
        offsets.extend(range(at, stop))
        at = run.end()
    pieces.append(plain[at:])
    offsets.extend(range(at, len(plain)))
    return Squeezed("".join(pieces), offsets)


class Lexicon:
    """Finds phrases. Time is linear in the text and does not grow with the number of phrases."""

    def __init__(self, phrases: Iterable[Phrase]) -> None:
        self.phrases = tuple(phrases)
        self._automaton = ahocorasick.Automaton()
        for phrase in self.phrases:
            self._automaton.add_word(phrase.words, phrase)
        if self.phrases:
            self._automaton.make_automaton()

    def find(self, squeezed: Squeezed) -> list[Hit]:
        """Return the phrases of a text in its order; of overlapping ones the longest."""
        text = squeezed.text
        if not self.phrases or not text:
            return []
        found = [hit for end, phrase in self._automaton.iter(text) if (hit := _whole_words(text, end + 1, phrase))]
        return keep_longest(found)

    def get(self, words: str) -> Phrase | None:
        """Return the phrase that consists of exactly these (squeezed) words."""
        phrase: Phrase | None = self._automaton.get(words, None)
        return phrase


def _whole_words(text: str, end: int, phrase: Phrase) -> Hit | None:
    start = end - len(phrase.words)
    if start and text[start - 1].isalnum() and phrase.words[0].isalnum():
        return None
    if end == len(text) or not text[end].isalnum() or not phrase.words[-1].isalnum():
        return Hit(start, end, phrase)
    # The plural of a metric needs no line of its own in the vocabulary.
    is_plural = phrase.dimension == "metric" and text[end] == "s"
    if is_plural and (end + 1 == len(text) or not text[end + 1].isalnum()):
        return Hit(start, end + 1, phrase)
    return None
