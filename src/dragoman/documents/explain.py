"""Say why passages were found, from the words that the index marks in them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from dragoman.documents.stems import stem, stems
from dragoman.documents.terms import any_of, other_forms
from dragoman.domain.document import ScoredPassage
from dragoman.domain.reason import FoundWord, WordPlace
from dragoman.stores.corpus import MARK_END, MARK_START, CorpusStore

_FIELDS: tuple[WordPlace, ...] = ("title", "heading", "text")  # in the order of CorpusStore.marked


def explain(
    hits: Sequence[ScoredPassage], words: Sequence[str], others: Sequence[str], store: CorpusStore
) -> tuple[ScoredPassage, ...]:
    """Add to each hit the words that matched; `words` are the question's own, `others` its other forms and names.

    Everything the index matched is named, whatever it weighed; nothing is of a hit that words did not bring.
    """
    marked = store.marked(any_of((*words, *others)), [hit.passage.id for hit in hits])
    said = _Said(words, others)
    return tuple(_with_words(hit, marked, said) if _is_by_words(hit) else hit for hit in hits)


def _is_by_words(hit: ScoredPassage) -> bool:
    return all(one.place is not None for one in hit.reasons.standings if one.ranking == "words")


class _Said:
    """Tells the words of a question from other words for the same thing."""

    def __init__(self, words: Sequence[str], others: Sequence[str]) -> None:
        self._words, self._stems = frozenset(words), frozenset(map(stem, words))
        self._forms = frozenset(other_forms(words))
        self._others = frozenset(map(stems, others))

    def says(self, printed: str) -> bool:
        """Say whether a word or phrase that the index matched is one of the question's own, in any inflection."""
        if printed in self._words:
            return True
        if printed in self._forms:  # "lost" has the stem of "lose", and still is another form of it
            return False
        return stem(printed) in self._stems or stems(printed) not in self._others


def _with_words(hit: ScoredPassage, marked: Mapping[str, tuple[str, str, str]], said: _Said) -> ScoredPassage:
    words = tuple(_found(marked.get(hit.passage.id, ("", "", "")), said))
    return replace(hit, reasons=replace(hit.reasons, words=words))


def _found(fields: Sequence[str], said: _Said) -> Iterator[FoundWord]:
    for place, text in zip(_FIELDS, fields, strict=True):
        parts = text.split(MARK_START)[1:]
        printed = dict.fromkeys(" ".join(part.split(MARK_END)[0].lower().split()) for part in parts)
        yield from (FoundWord(word, place, said.says(word)) for word in printed)
