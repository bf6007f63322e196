"""The port to embedders: texts become vectors of length one."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]


class Embedder(Protocol):
    """Turns texts into vectors; a text's vector does not depend on what else is in the batch."""

    @property
    def id(self) -> str:
        """Name and content hash, kept beside every stored vector: vectors of two embedders are never compared."""

    @property
    def dimensions(self) -> int:
        """The length of each vector."""

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one row for each text, of Euclidean length 1. Raises an EmbedderError."""
