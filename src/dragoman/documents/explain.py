"""Say why passages were found, from the words that the index marks in them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from dragoman.documents.stems import stem, stems
from dragoman.documents.terms import any_of, other_forms
from dragoman.domain.document import Passage, ScoredPassage
from dragoman.domain.reason import FoundWord, WordPlace
from dragoman.interpret.lexicon import squeeze
from dragoman.interpret.normalize import normalize
from dragoman.interpret.vocabulary import Vocabulary
from dragoman.stores.corpus import MARK_END, MARK_START, CorpusStore
from dragoman.stores.corpus_pages import PageOfMetric

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


def with_figures(
    hits: Sequence[ScoredPassage], text: str, vocabulary: Vocabulary, store: CorpusStore
) -> tuple[ScoredPassage, ...]:
    """Add to each hit the metrics (or parts of ratios) that the text names and of which its page prints figures.

    Figures are read off tables; those of a document of no company are not looked for.
    """
    metrics = _metrics_in(text, vocabulary)
    companies = {hit.passage.company for hit in hits if hit.passage.company}
    if not metrics or not companies:
        return tuple(hits)
    printed = store.pages_of(metrics, companies)
    return tuple(
        replace(hit, reasons=replace(hit.reasons, figures=tuple(_names(hit.passage, metrics, printed, vocabulary))))
        for hit in hits
    )


def _metrics_in(text: str, vocabulary: Vocabulary) -> tuple[str, ...]:
    hits = vocabulary.find(squeeze(normalize(text).lower))
    named = dict.fromkeys(hit.phrase.name for hit in hits if hit.dimension == "metric")
    ratios = vocabulary.ratios
    parts = ((ratios[name].numerator, ratios[name].denominator) if name in ratios else (name,) for name in named)
    return tuple(dict.fromkeys(metric for group in parts for metric in group))


def _names(
    passage: Passage, metrics: Iterable[str], printed: frozenset[PageOfMetric], vocabulary: Vocabulary
) -> Iterator[str]:
    for metric in metrics:
        if PageOfMetric(passage.document, passage.page, metric) in printed:
            yield vocabulary.metric_name(metric)


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
