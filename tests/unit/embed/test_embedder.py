"""The embedder that runs here: exact graph, small graph, one text at a time."""

import shutil
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.embed.tiny import HEADS, LAYERS, expected, tokenizer, weights

from dragoman.models.embed.bert_graph import build_graph, bytes_by_column, bytes_by_row
from dragoman.models.embed.errors import BrokenEmbedderError, NoEmbedderError
from dragoman.models.embed.fetch import Fetched
from dragoman.models.embed.manifest import GRAPH, TOKENIZER
from dragoman.models.embed.onnx_embedder import OnnxEmbedder
from dragoman.models.embed.recent import RecentVectors
from dragoman.models.embed.text_encoder import TextEncoder

TEXTS = st.lists(st.text(alphabet="abcxyz ,.é漢\ud800", max_size=60), min_size=1, max_size=8)


@pytest.mark.parametrize("text", ["", "a", "b a d", "the quick brown fox jumps over"])
def test_the_exact_graph_computes_what_the_book_says(text: str) -> None:
    encoder = TextEncoder(_graph("float"), tokenizer(), max_tokens=32)
    tokens = encoder.tokens(text)[0].tolist()
    assert encoder.encode(text) == pytest.approx(expected(weights(), tokens), abs=1e-5)


def test_the_small_graph_is_near_the_exact_one() -> None:
    exact, small = (TextEncoder(_graph(name), tokenizer(), max_tokens=32) for name in ("float", "int8"))
    cosines = [float(exact.encode(text) @ small.encode(text)) for text in ("a b c", "xyz", "some longer words here")]
    assert min(cosines) > 0.97
    assert len(_graph("int8")) < len(_graph("float")) / 2


@given(texts=TEXTS)
def test_a_text_has_the_same_vector_alone_and_in_any_company(embedder: OnnxEmbedder, texts: list[str]) -> None:
    small = TextEncoder(_graph("int8"), tokenizer(), max_tokens=16)
    alone = [small.encode(text) for text in texts]
    fresh = OnnxEmbedder(small, embedder._manifest, threads=3)
    assert np.array_equal(fresh.embed(texts), np.stack(alone))
    assert np.array_equal(fresh.embed(texts[::-1]), np.stack(alone[::-1]))


def test_many_texts_in_one_run_would_sway_each_other() -> None:
    """Why every text is a run of its own: this test falls when that is needed no more."""
    small = TextEncoder(_graph("int8"), tokenizer(), max_tokens=16)
    rows = np.concatenate([small.tokens("abcabc"), small.tokens("xyzxyz"), small.tokens("mnomno")])
    assert not np.array_equal(small.run(rows)[0], small.run(rows[:1])[0])


@given(texts=TEXTS)
def test_every_vector_has_length_one(embedder: OnnxEmbedder, texts: list[str]) -> None:
    vectors = embedder.embed(texts)
    assert vectors.shape == (len(texts), embedder.dimensions)
    assert vectors.dtype == np.float32
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1, abs=1e-5)


def test_no_texts_are_no_rows(embedder: OnnxEmbedder) -> None:
    assert embedder.embed([]).shape == (0, embedder.dimensions)


def test_of_a_long_text_the_first_tokens_are_seen(embedder: OnnxEmbedder) -> None:
    start = "a b c d e f g h i j k l m n"  # 14, and two of the model's own
    short, long, longer = embedder.embed([start, f"{start} o p", f"{start} " + "z" * 300_000])
    assert np.array_equal(short, long)
    assert np.array_equal(short, longer)
    assert not np.array_equal(short, embedder.embed([start[:-2]])[0])


def test_what_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(NoEmbedderError, match="there is no embedding model here") as error:
        OnnxEmbedder.load(tmp_path)
    assert error.value.remedy == "Run: dragoman models fetch"


@pytest.mark.parametrize("name", [GRAPH, TOKENIZER, "manifest.json"])
def test_a_damaged_model_is_not_used(name: str, fetched: Fetched, tmp_path: Path) -> None:
    copy = shutil.copytree(fetched.folder, tmp_path / "copy")
    data = bytearray((copy / name).read_bytes())
    data[len(data) // 2] ^= 0x20
    (copy / name).write_bytes(data[:-3])
    with pytest.raises(BrokenEmbedderError):
        OnnxEmbedder.load(copy)


def test_only_texts_seen_lately_are_kept() -> None:
    recent, vector = RecentVectors(2), np.ones(3)
    for text in ("a", "b", "a", "c", "x" * 501):
        recent.put(text, vector)
        recent.get("a")
    kept = [text for text in ("a", "b", "c", "x" * 501) if recent.get(text) is not None]
    assert kept == ["a", "c"]


def test_bytes_are_as_near_as_bytes_can_be() -> None:
    matrix = np.random.default_rng(1).normal(size=(20, 7)).astype(np.float32)
    matrix[:, 3] = 0
    for small, worth in (bytes_by_column(matrix), bytes_by_row(matrix)):
        assert small.dtype == np.int8
        assert np.all(np.abs(small * worth - matrix) <= worth * 0.5001)


def _graph(precision: str) -> bytes:
    return build_graph(weights(), layers=LAYERS, heads=HEADS, precision=precision)
