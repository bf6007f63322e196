"""The suite for embedders can be passed, and notices what it is there to notice."""

import zlib
from collections.abc import Callable, Sequence

import numpy as np
import pytest

from dragoman.models.embedder import Embedder, Vectors
from dragoman.testing.embedder_conformance import TEXTS, EmbedderConformance


class CountingEmbedder:
    """Counts groups of three signs into buckets: no meaning, but everything else an embedder must be."""

    id = "counting@1"
    dimensions = 64

    def embed(self, texts: Sequence[str]) -> Vectors:
        rows = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            row[0] = 1.0  # an empty text has a direction too
            for start in range(len(text) - 2):
                row[zlib.crc32(text[start : start + 3].encode(errors="replace")) % self.dimensions] += 1.0
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)


class TestCounting(EmbedderConformance):
    knows_meaning = False

    def open(self) -> Embedder:
        return CountingEmbedder()


class Faulty(CountingEmbedder):
    def __init__(self, spoil: Callable[[Vectors], Vectors]) -> None:
        self._spoil = spoil

    def embed(self, texts: Sequence[str]) -> Vectors:
        return self._spoil(super().embed(texts))


@pytest.mark.parametrize(
    ("spoil", "claim"),
    [
        (lambda rows: rows * 2, "each_text_gets_a_row_of_floats_of_length_one"),
        (lambda rows: rows.astype(np.float64), "each_text_gets_a_row_of_floats_of_length_one"),
        (lambda rows: rows + len(rows) / 100, "a_text_has_the_same_vector_alone_and_in_company"),
        (lambda rows: rows[np.argsort(rows[:, 1])], "the_order_of_the_texts_is_the_order_of_the_rows"),
        (lambda rows: rows if rows.size else rows.reshape(-1), "no_texts_give_no_rows"),
    ],
)
def test_the_suite_fails_an_embedder_that_breaks_a_claim(spoil, claim):
    class Suite(EmbedderConformance):
        def open(self) -> Embedder:
            return Faulty(spoil)

    assert len(TEXTS) > 3
    with pytest.raises(AssertionError):
        getattr(Suite(), f"test_{claim}")()
