"""The vectors of texts that were seen lately."""

from collections import OrderedDict
from threading import Lock

from dragoman.models.embed.safetensors import Array

_LONGEST = 500  # characters: questions come again, passages do not


class RecentVectors:
    """Keeps the vectors of the last `size` short texts. Safe to use from several threads."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._vectors: OrderedDict[str, Array] = OrderedDict()
        self._lock = Lock()

    def get(self, text: str) -> Array | None:
        """Return the vector of exactly this text."""
        with self._lock:
            if text in self._vectors:
                self._vectors.move_to_end(text)
            return self._vectors.get(text)

    def put(self, text: str, vector: Array) -> None:
        """Keep it, in place of the one not asked for the longest."""
        if len(text) > _LONGEST:
            return
        with self._lock:
            self._vectors[text] = vector
            while len(self._vectors) > self._size:
                self._vectors.popitem(last=False)
