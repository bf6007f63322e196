"""Finding again: facts by their slots, passages by their words and, where vectors are there, by their meaning."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise

from dragoman.documents.concepts import Thesaurus
from dragoman.documents.explain import explain, with_figures
from dragoman.documents.hybrid import HybridSearch
from dragoman.documents.meaning import ByMeaning
from dragoman.documents.rows import printed_facts
from dragoman.documents.terms import LONGEST, any_of, content_words, near, other_forms
from dragoman.domain.document import Passage, ScoredPassage
from dragoman.domain.fact import Fact
from dragoman.domain.period import same_end
from dragoman.domain.plan import Lookup
from dragoman.domain.printed_row import printed_row
from dragoman.interpret.vocabulary import Vocabulary
from dragoman.stores.corpus import CorpusStore, Filters, Match

SYNONYM_WEIGHT = 0.2  # of a metric's other name, where the person's own words count 1
FURTHER_WEIGHT = 0.3  # of other words for what the text speaks of, from the thesaurus
FORM_WEIGHT = 0.7  # of "lost" where the question says "lose"
NEAR_WEIGHT = 0.5  # of two neighbouring words of the question that stand close together
NEAR_DISTANCE = 4  # words
_SPOKEN = re.compile(r"[\w&]+")
_SEARCHED = ("text", "table")


class Retriever:
    """Looks up facts and searches passages in one corpus."""

    def __init__(
        self,
        store: CorpusStore,
        vocabulary: Vocabulary,
        *,
        contracts: bool = False,
        meaning: Callable[[], ByMeaning | None] | None = None,
        thesaurus: Thesaurus | None = None,
    ) -> None:
        """Search agreements if `contracts`, else everything but agreements: neither ever sees the other.

        `meaning` is opened at the first search that asks it. Without it passages are ranked by words alone, and so
        they are where it cannot say.
        """
        self._is_plain = contracts and meaning is None  # agreements print no figures of companies
        self._hybrid = HybridSearch(store, vocabulary, meaning)
        self._store = store
        self._contracts = contracts
        self._vocabulary = vocabulary
        self._names = _metric_names(vocabulary)
        self._thesaurus = thesaurus

    def facts(self, lookup: Lookup) -> tuple[Fact, ...]:
        """Return all facts of that company, metric and period, whatever their basis and share.

        Those of the period's own report come first, then later comparatives, news last. What is of a day, as cash
        is, may stand under the half or the quarter that ends on it.
        """
        if row := printed_row(lookup.metric):
            return printed_facts(self._store, row, lookup)
        spec = self._vocabulary.metrics.get(lookup.metric)
        ends = same_end(lookup.period) if spec and not spec.flow else (lookup.period.label,)
        found = (self._store.lookup(lookup.company, lookup.metric, label) for label in ends)
        facts = next((some for some in found if some), ())
        own = (fact for fact in facts if (fact.company, fact.metric) == (lookup.company, lookup.metric))
        return tuple(replace(fact, period=lookup.period) for fact in own if fact.period and fact.period.label in ends)

    def tables_on(self, document: str, page: int) -> tuple[Passage, ...]:
        """Return the tables of a page, as passages."""
        return tuple(passage for passage in self._store.passages(document, page) if passage.kind == "table")

    def search(
        self,
        text: str,
        *,
        company: str | None = None,
        period: str | None = None,
        document: str | None = None,
        kinds: tuple[str, ...] | None = None,
        k: int = 8,
    ) -> tuple[ScoredPassage, ...]:
        """Return the k passages nearest to the text, best first; none for a text without content words.

        The filters are hard: they are part of every query and are applied again to what it returned. Notes
        (lists of sources) are searched only where `kinds` names them; who names kinds looks for a row or a source
        by its own words, so then meaning is not asked.
        """
        filters = Filters(
            company=company,
            period=period,
            document=document,
            kinds=_SEARCHED if kinds is None else kinds,
            contracts=self._contracts,
        )
        words = self._words(text, company)
        if not words:
            return ()
        forms, synonyms = other_forms(words), self._synonyms(text, words)
        further = self._thesaurus.others(text[:LONGEST].lower()) if self._thesaurus else ()
        matches = _matches(words, forms, synonyms, further)
        if kinds is not None or self._is_plain:
            hits = self._store.search(matches, filters=filters, k=k)
            found = tuple(hit for hit in hits if filters.admits(hit.passage))
        else:
            found = self._hybrid.find(text, matches, filters, k)
        return self._told(found, text, words, (*forms, *synonyms, *further))

    def _told(
        self, hits: Sequence[ScoredPassage], text: str, words: Sequence[str], others: Sequence[str]
    ) -> tuple[ScoredPassage, ...]:
        explained = explain(hits, words, others, self._store)
        return explained if self._contracts else with_figures(explained, text, self._vocabulary, self._store)

    def _words(self, text: str, company: str | None) -> tuple[str, ...]:
        words = content_words(text)
        if company is None:
            return words
        # Inside one company's documents its name is on every page and says nothing.
        own = set(content_words(" ".join([company, *self._company_names(company)])))
        return tuple(word for word in words if word not in own and word.removesuffix("'s") not in own) or words

    def _company_names(self, company: str) -> tuple[str, ...]:
        spec = self._vocabulary.companies.get(company)
        return (spec.name, *spec.aliases) if spec else ()

    def _synonyms(self, text: str, words: tuple[str, ...]) -> tuple[str, ...]:
        """Return other names of the metrics in the text, without those that share a word with it."""
        spoken = f" {' '.join(_SPOKEN.findall(text.lower()))} "
        found = [names for names in self._names if any(f" {name} " in spoken for name in names)]
        said = frozenset(words)
        return tuple(dict.fromkeys(name for names in found for name in names if said.isdisjoint(name.split())))


def _matches(words: tuple[str, ...], *others: tuple[str, ...]) -> list[Match]:
    """Return what is searched: the words, those near each other, and other forms, synonyms and further words."""
    together = " OR ".join(near(pair, NEAR_DISTANCE) for pair in pairwise(words[:12]))
    weighed = [(any_of(words), 1.0), (together, NEAR_WEIGHT)]
    weighed += zip(map(any_of, others), (FORM_WEIGHT, SYNONYM_WEIGHT, FURTHER_WEIGHT), strict=True)
    return [Match(query, weight) for query, weight in weighed if query]


def _metric_names(vocabulary: Vocabulary) -> tuple[tuple[str, ...], ...]:
    return tuple(
        tuple(dict.fromkeys(name.lower() for name in (metric.name, *metric.synonyms)))
        for metric in vocabulary.metrics.values()
    )
