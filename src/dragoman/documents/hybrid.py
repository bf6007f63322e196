"""Passages by their words, by the figures on their pages and, where vectors are there, by their meaning: one order."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from dragoman.documents.figure_pages import pages_of_figures
from dragoman.documents.meaning import MIN_COSINE, ByMeaning, Near
from dragoman.documents.ranking import fuse, of_year, with_page_mates, year_meant
from dragoman.domain.document import Passage, ScoredPassage
from dragoman.domain.reason import Ranking, Reasons
from dragoman.interpret.vocabulary import Vocabulary
from dragoman.stores.corpus import CorpusStore, Filters, Match

BY_WORDS = 80  # passages that are put in order
BY_MEANING = 40
FIGURE_PAGES = 3  # further ones print what every page of a report prints
WORDS_ALONE = "by words alone"  # said of hits where the meaning should have been asked and could not be


class HybridSearch:
    """Searches one corpus in every way there is and joins what was found."""

    def __init__(
        self, store: CorpusStore, vocabulary: Vocabulary, meaning: Callable[[], ByMeaning | None] | None
    ) -> None:
        """`meaning` is opened at the first search. Without it, and where it cannot say, the other rankings remain."""
        self._store = store
        self._vocabulary = vocabulary
        self._meaning = meaning

    def find(self, text: str, matches: Sequence[Match], filters: Filters, k: int) -> tuple[ScoredPassage, ...]:
        """Return the k passages that stand best in all rankings together; a score of 1 is the first place in all."""
        found = self._store.search(matches, filters=filters, k=max(k, BY_WORDS))
        hits = [hit for hit in found if filters.admits(hit.passage)]
        year = year_meant(text, (hit.passage.period for hit in hits))
        hits = [replace(hit, score=hit.score * of_year(hit.passage.period, year)) for hit in hits]
        passages = {hit.passage.id: hit.passage for hit in with_page_mates(hits)}
        rankings: dict[Ranking, Sequence[str]] = {"words": tuple(passages)}
        meaning = self._meaning() if self._meaning else None
        nearest = meaning.nearest(text, filters, BY_MEANING) if meaning else None
        if nearest is not None:
            rankings["meaning"] = self._by_meaning(nearest, filters, passages)
        if by_figures := self._by_figures(text, filters, year, passages):
            rankings["figures"] = by_figures
        note = WORDS_ALONE if meaning and nearest is None else ""
        return tuple(
            ScoredPassage(
                passage=passages[place.id],
                score=place.score,
                reasons=Reasons(standings=place.standings if len(rankings) > 1 else (), note=note),
            )
            for place in fuse(rankings)[:k]
        )

    def _by_meaning(self, nearest: Sequence[Near], filters: Filters, passages: dict[str, Passage]) -> list[str]:
        """Return the order by meaning; what only the meaning brought is read, through the same filters."""
        names = [near.id for near in nearest if passages or near.cosine >= MIN_COSINE]
        others = self._store.admitted([name for name in names if name not in passages], filters)
        passages |= {name: passage for name, passage in others.items() if filters.admits(passage)}
        return [name for name in names if name in passages]

    def _by_figures(self, text: str, filters: Filters, year: int | None, passages: dict[str, Passage]) -> list[str]:
        """Return a table of each page that prints what the text names; those not yet found are read."""
        pages = pages_of_figures(text, self._vocabulary, self._store, filters)
        best = sorted(pages, key=lambda page: -page.score * of_year(page.period, year))[:FIGURE_PAGES]
        found = [self._table_of(page.document, page.page, filters, passages) for page in best]
        passages |= {passage.id: passage for passage in found if passage}
        return [passage.id for passage in found if passage]

    def _table_of(self, document: str, page: int, filters: Filters, passages: dict[str, Passage]) -> Passage | None:
        known = [one for one in passages.values() if (one.document, one.page) == (document, page)]
        own = known or [one for one in self._store.passages(document, page) if filters.admits(one)]
        return min(own, key=lambda one: one.kind != "table", default=None)
