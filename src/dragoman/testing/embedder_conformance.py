"""What every embedder does. Subclass it in a test file, say how it is opened, and run pytest.

class TestMyEmbedder(EmbedderConformance):
def open(self):
return my_embedder()
"""

from abc import ABC, abstractmethod

import numpy as np

from dragoman.models.embedder import Embedder

TEXTS = (
    "What was BHP's revenue in FY2024?",
    "How much did BHP take in last year?",
    "late payment penalties",
    "Ünïcødé 更多 — “quotes”\nand a second line",
    "x",
)
VERY_LONG = "Iron ore shipments rose while prices fell. " * 2_000
TOLERANCE = 1e-5  # of one coordinate of a vector of length one


class EmbedderConformance(ABC):
    """The suite. Each test is a claim about an embedder."""

    is_remote = False  # a served model may give the last digits differently from call to call
    knows_meaning = True  # False for one that only counts words or signs

    @abstractmethod
    def open(self) -> Embedder:
        """Return the embedder; it may be the same one each time."""

    def test_it_has_a_name_and_says_how_long_its_vectors_are(self) -> None:
        embedder = self.open()
        assert embedder.id.strip()
        assert embedder.dimensions > 0

    def test_each_text_gets_a_row_of_floats_of_length_one(self) -> None:
        embedder = self.open()
        vectors = embedder.embed(TEXTS)
        assert vectors.shape == (len(TEXTS), embedder.dimensions)
        assert vectors.dtype == np.float32
        assert np.allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-4)

    def test_a_text_has_the_same_vector_alone_and_in_company(self) -> None:
        embedder = self.open()
        together = embedder.embed((*TEXTS, VERY_LONG))
        for text, vector in zip(TEXTS, together, strict=False):
            assert np.abs(embedder.embed([text])[0] - vector).max() <= self.tolerance, text

    def test_the_order_of_the_texts_is_the_order_of_the_rows(self) -> None:
        embedder = self.open()
        there, back = embedder.embed(TEXTS), embedder.embed(TEXTS[::-1])
        assert np.abs(there - back[::-1]).max() <= self.tolerance

    def test_the_same_text_gets_the_same_vector_again(self) -> None:
        first, again = self.open().embed(TEXTS), self.open().embed(TEXTS)
        assert np.abs(first - again).max() <= (self.tolerance if self.is_remote else 0)

    def test_no_texts_give_no_rows(self) -> None:
        embedder = self.open()
        assert embedder.embed([]).shape == (0, embedder.dimensions)

    def test_an_empty_text_and_a_blank_one_are_texts_too(self) -> None:
        vectors = self.open().embed(["", " \n\t", "x"])
        assert np.isfinite(vectors).all()
        assert np.allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-4)

    def test_a_very_long_text_is_read_as_far_as_it_goes(self) -> None:
        vector = self.open().embed([VERY_LONG])[0]
        assert np.isfinite(vector).all()
        assert abs(float(np.linalg.norm(vector)) - 1.0) <= 1e-4

    def test_signs_that_are_no_text_do_no_harm(self) -> None:
        vectors = self.open().embed(["\x00", "\ufffd\u200b", "a\x00b", "🦘" * 50])
        assert np.isfinite(vectors).all()

    def test_many_texts_at_once_are_as_good_as_few(self) -> None:
        embedder = self.open()
        texts = [f"text number {number}" for number in range(100)]
        many = embedder.embed(texts)
        assert many.shape == (100, embedder.dimensions)
        assert np.abs(many[:3] - embedder.embed(texts[:3])).max() <= self.tolerance

    def test_texts_that_mean_the_same_are_nearer_than_others(self) -> None:
        same, like, other, *_ = self.open().embed(TEXTS)
        assert not self.knows_meaning or same @ like > same @ other

    @property
    def tolerance(self) -> float:
        """How far two vectors of one text may lie apart."""
        return 1e-3 if self.is_remote else TOLERANCE
