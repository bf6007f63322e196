"""The port to search by meaning, and how its ranking joins that of words."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from dragoman.domain.reason import Standing
from dragoman.stores.corpus import Filters

DEPTH = 40  # places of each ranking that count
FUSION = 60  # of reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009)
MEANING_WEIGHT = 0.5  # of a place by meaning, where one by words counts 1
MIN_COSINE = 0.3  # of a passage when no word of the question stands anywhere; texts about other things stay below


class Near(NamedTuple):
    """A passage by its id, and how near it is: 1 means the same."""

    id: str
    cosine: float


class ByMeaning(Protocol):
    """Ranks passages by how near they are in meaning."""

    def nearest(self, text: str, filters: Filters, k: int) -> Sequence[Near] | None:
        """Return the k passages nearest to the text that the filters admit, best first.

        None means that it cannot say: the embedder failed, or some of these passages have no vectors yet.
        """


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a passage stands in each ranking, counted from 1; None where it does not."""

    id: str
    by_words: int | None
    by_meaning: int | None

    @property
    def score(self) -> float:
        """What its places count together; 1 is the first place in both."""
        words = 1 / (FUSION + self.by_words) if self.by_words else 0.0
        meaning = MEANING_WEIGHT / (FUSION + self.by_meaning) if self.by_meaning else 0.0
        return (words + meaning) * (FUSION + 1) / (1 + MEANING_WEIGHT)

    @property
    def standings(self) -> tuple[Standing, ...]:
        """The place in each of the rankings."""
        return Standing("words", self.by_words), Standing("meaning", self.by_meaning)


def fuse(by_words: Sequence[str], by_meaning: Sequence[str]) -> tuple[Place, ...]:
    """Return every passage of either ranking, best first; of two alike the better one by words."""
    words = {name: place for place, name in enumerate(by_words, 1)}
    meaning = {name: place for place, name in enumerate(by_meaning, 1)}
    names = dict.fromkeys((*by_words, *by_meaning))
    places = [Place(id=name, by_words=words.get(name), by_meaning=meaning.get(name)) for name in names]
    return tuple(sorted(places, key=lambda place: -place.score))
