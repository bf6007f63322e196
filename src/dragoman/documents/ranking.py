"""How passages are put in order: by page, by the year that is meant, and by their places in several rankings."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from dragoman.domain.document import ScoredPassage
from dragoman.domain.period import Period
from dragoman.domain.reason import Ranking, Standing
from dragoman.interpret.calendar_date import read_dates
from dragoman.interpret.dimensions.fiscal_period import find_mentions
from dragoman.interpret.normalize import NormalizedText, normalize

FUSION = 60  # of reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009)
WEIGHTS: Mapping[Ranking, float] = {"words": 1.0, "meaning": 0.5, "figures": 1.5}  # of a place in each ranking
OWN_YEAR = 1.5  # of what stands in a report of the year that is meant
PAGE_MATE = 0.3  # of the next best passage of a page, for the one before it
_ENDLESS = 9999
_MATES = 2  # passages that help another


@dataclass(frozen=True, slots=True)
class Place:
    """Where a passage stands in each ranking that was made; what it counts together is 1 for the first in all."""

    id: str
    score: float
    standings: tuple[Standing, ...]


def fuse(rankings: Mapping[Ranking, Sequence[str]]) -> tuple[Place, ...]:
    """Return every passage of any ranking, best first; of two alike the one that the first ranking has before."""
    places = {name: {one: place for place, one in enumerate(ids, 1)} for name, ids in rankings.items()}
    best = sum(WEIGHTS[name] for name in rankings) / (FUSION + 1)

    def place_of(passage: str) -> Place:
        stands = {name: ranking.get(passage) for name, ranking in places.items()}
        score = sum(WEIGHTS[name] / (FUSION + place) for name, place in stands.items() if place)
        return Place(passage, score / best, tuple(Standing(name, place) for name, place in stands.items()))

    passages = dict.fromkeys(one for ids in rankings.values() for one in ids)
    return tuple(sorted(map(place_of, passages), key=lambda place: -place.score))


def year_meant(text: str, labels: Iterable[str | None]) -> int | None:
    """Return the newest of these periods' years, up to the newest that the text names; None where there is none.

    What will be in FY2023 stands in the report of FY2022 as long as there is no newer one.
    """
    until = max(_years_in(normalize(text)), default=_ENDLESS)
    return max((year for label in labels if label and (year := Period.parse(label).year) <= until), default=None)


def _years_in(text: NormalizedText) -> Iterator[int]:
    for mention in find_mentions(text):
        for phrase in filter(None, (mention.first, mention.last)):
            yield from (end.year for end in (phrase.period, phrase.last, phrase.ends) if end)
    yield from (written.year for written in read_dates(text) if written.year)


def of_year(label: str | None, year: int | None) -> float:
    """Return what counts for a passage of a document of this period."""
    return OWN_YEAR if label and year and Period.parse(label).year == year else 1.0


def with_page_mates(hits: Sequence[ScoredPassage]) -> tuple[ScoredPassage, ...]:
    """Let each passage be helped by the next best ones of its page, and put all in order again."""
    pages: dict[tuple[str, int], list[ScoredPassage]] = defaultdict(list)
    for hit in sorted(hits, key=lambda hit: -hit.score):
        pages[hit.passage.document, hit.passage.page].append(hit)
    helped = [
        replace(hit, score=sum(mate.score * PAGE_MATE**n for n, mate in enumerate(page[at : at + _MATES + 1])))
        for page in pages.values()
        for at, hit in enumerate(page)
    ]
    return tuple(sorted(helped, key=lambda hit: -hit.score))
