"""Vectors from a server: its rows are put in order and scaled; whatever else it sends is an error of its own."""

import json
from collections.abc import Callable

import httpx2
import numpy as np
import pytest

from dragoman.models.embed.endpoint import EndpointEmbedder
from dragoman.models.embed.errors import EmbeddingsEndpointError

Answer = Callable[[dict], object]


def embedder(answer: Answer, seen: list[httpx2.Request] | None = None, status: int = 200) -> EndpointEmbedder:
    def reply(request: httpx2.Request) -> httpx2.Response:
        if seen is not None:
            seen.append(request)
        found = answer(json.loads(request.content))
        return httpx2.Response(status, content=found if isinstance(found, bytes) else json.dumps(found).encode())

    transport = httpx2.MockTransport(reply)
    return EndpointEmbedder("http://127.0.0.1:1/v1/", "small", key="secret-7", transport=transport)


def rows(body: dict) -> object:
    """Answer with a row for each text, the last one first."""
    return {"data": [{"index": i, "embedding": [3.0, len(text)]} for i, text in enumerate(body["input"])][::-1]}


def test_rows_come_in_order_and_have_length_one() -> None:
    vectors = embedder(rows).embed(["abcd", "", "abcd"])
    assert vectors == pytest.approx(np.array([[0.6, 0.8], [3 / 10**0.5, 1 / 10**0.5], [0.6, 0.8]]))
    assert vectors.dtype == np.float32


def test_many_texts_are_several_requests_and_none_is_asked_twice() -> None:
    seen: list[httpx2.Request] = []
    texts = [f"text {number}" for number in range(70)]
    server = embedder(rows, seen)
    assert np.array_equal(server.embed(texts), server.embed(texts))
    assert [len(json.loads(request.content)["input"]) for request in seen] == [64, 6]
    assert seen[0].headers["Authorization"] == "Bearer secret-7"


def test_the_server_says_how_long_a_vector_is() -> None:
    assert embedder(rows).dimensions == 2
    assert embedder(rows).embed([]).shape == (0, 2)


@pytest.mark.parametrize(
    "answer",
    [
        b"<html>",
        b"[" * 100_000,
        {},
        [],
        {"data": []},
        {"data": [{"index": 0, "embedding": []}]},
        {"data": [{"index": 1, "embedding": [1.0]}]},
        {"data": [{"index": 0, "embedding": [0.0, 0.0]}]},
        {"data": [{"index": 0, "embedding": ["a"]}]},
        b'{"data": [{"index": 0, "embedding": [NaN]}]}',
        {"data": [{"index": 0, "embedding": [[1.0]]}]},
    ],
)
def test_anything_else_is_an_error_of_its_own(answer: object) -> None:
    with pytest.raises(EmbeddingsEndpointError, match="the server for vectors sent"):
        embedder(lambda _body: answer).embed(["a"])


def test_the_key_is_in_no_error() -> None:
    with pytest.raises(EmbeddingsEndpointError, match="status 401") as error:
        embedder(lambda _body: {"error": "bad key secret-7"}, status=401).embed(["a"])
    assert "secret-7" not in error.value.message


def test_a_server_that_is_not_there_is_an_error_of_its_own() -> None:
    with pytest.raises(EmbeddingsEndpointError, match="cannot be reached") as error:
        EndpointEmbedder("http://user:pass@127.0.0.1:1/v1", "small").embed(["a"])
    assert "pass" not in error.value.message
