"""The port to search by meaning."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from dragoman.stores.corpus import Filters

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
