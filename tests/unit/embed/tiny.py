"""A model small enough to build in a blink: two layers of random weights and a handful of words."""

import hashlib
import json
import math
from pathlib import Path

import numpy as np

from dragoman.models.embed.pinned import PinnedFile, PinnedModel

HIDDEN, WIDE, LAYERS, HEADS, PLACES = 64, 128, 2, 4, 32
LETTERS = "abcdefghijklmnopqrstuvwxyz"
WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", *LETTERS, *(f"##{letter}" for letter in LETTERS)]


def weights(seed: int = 0) -> dict[str, np.ndarray]:
    """Return every array of a model, as the published one names them."""
    random = np.random.default_rng(seed)

    def normal(*shape: int) -> np.ndarray:
        return (random.normal(size=shape) * 0.2).astype(np.float32)

    arrays = {
        "embeddings.word_embeddings.weight": normal(len(WORDS), HIDDEN),
        "embeddings.position_embeddings.weight": normal(PLACES, HIDDEN),
        "embeddings.token_type_embeddings.weight": normal(2, HIDDEN),
    }
    norms = ["embeddings"]
    for layer in (f"encoder.layer.{number}" for number in range(LAYERS)):
        shapes = {"attention.self.query": (HIDDEN, HIDDEN), "attention.self.key": (HIDDEN, HIDDEN)}
        shapes |= {"attention.self.value": (HIDDEN, HIDDEN), "attention.output.dense": (HIDDEN, HIDDEN)}
        shapes |= {"intermediate.dense": (WIDE, HIDDEN), "output.dense": (HIDDEN, WIDE)}
        for name, shape in shapes.items():
            arrays[f"{layer}.{name}.weight"], arrays[f"{layer}.{name}.bias"] = normal(*shape), normal(shape[0])
        norms += [f"{layer}.attention.output", f"{layer}.output"]
    for name in norms:
        arrays[f"{name}.LayerNorm.weight"], arrays[f"{name}.LayerNorm.bias"] = 1 + normal(HIDDEN), normal(HIDDEN)
    return arrays


def expected(arrays: dict[str, np.ndarray], tokens: list[int]) -> np.ndarray:
    """Compute the vector of one text by the book, in double precision."""

    def dense(x: np.ndarray, name: str) -> np.ndarray:
        return x @ arrays[f"{name}.weight"].T.astype(float) + arrays[f"{name}.bias"]

    def norm(x: np.ndarray, name: str) -> np.ndarray:
        x = (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + 1e-12)
        return x * arrays[f"{name}.LayerNorm.weight"] + arrays[f"{name}.LayerNorm.bias"]

    def heads(x: np.ndarray) -> np.ndarray:
        return x.reshape(len(tokens), HEADS, -1).transpose(1, 0, 2)

    kinds = ("word", "position", "token_type")
    words, places, segments = (arrays[f"embeddings.{kind}_embeddings.weight"] for kind in kinds)
    x = norm(words[tokens].astype(float) + places[: len(tokens)] + segments[0], "embeddings")
    for layer in (f"encoder.layer.{number}" for number in range(LAYERS)):
        query, key, value = (heads(dense(x, f"{layer}.attention.self.{part}")) for part in ("query", "key", "value"))
        scores = np.exp(query @ key.transpose(0, 2, 1) / math.sqrt(HIDDEN / HEADS))
        mixed = (scores / scores.sum(-1, keepdims=True) @ value).transpose(1, 0, 2).reshape(len(tokens), HIDDEN)
        x = norm(x + dense(mixed, f"{layer}.attention.output.dense"), f"{layer}.attention.output")
        wide = dense(x, f"{layer}.intermediate.dense")
        wide = wide * (1 + np.vectorize(math.erf)(wide / math.sqrt(2))) / 2
        x = norm(x + dense(wide, f"{layer}.output.dense"), f"{layer}.output")
    total = x.sum(0)
    return total / np.linalg.norm(total)


def safetensors(arrays: dict[str, np.ndarray]) -> bytes:
    """Return the arrays as a safetensors file."""
    header, body = {}, b""
    for name, array in arrays.items():
        data = np.ascontiguousarray(array, "<f4").tobytes()
        header[name] = {"dtype": "F32", "shape": array.shape, "data_offsets": [len(body), len(body) + len(data)]}
        body += data
    words = json.dumps(header).encode()
    return len(words).to_bytes(8, "little") + words + body


def tokenizer() -> bytes:
    """Return a tokenizer of words and letters, which pads and cuts unless it is told not to."""
    special = {"id": "[CLS]", "ids": [2], "tokens": ["[CLS]"]}, {"id": "[SEP]", "ids": [3], "tokens": ["[SEP]"]}
    template = [{"SpecialToken": {"id": "[CLS]", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}}]
    template.append({"SpecialToken": {"id": "[SEP]", "type_id": 0}})
    model = {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##"}
    model |= {"max_input_chars_per_word": 100, "vocab": {word: number for number, word in enumerate(WORDS)}}
    after = {"type": "TemplateProcessing", "single": template, "pair": template}
    after["special_tokens"] = {entry["id"]: entry for entry in special}
    padding = {"strategy": {"Fixed": 16}, "direction": "Right", "pad_to_multiple_of": None}
    padding |= {"pad_id": 0, "pad_type_id": 0, "pad_token": "[PAD]"}
    whole = {"version": "1.0", "truncation": None, "padding": padding, "added_tokens": [], "normalizer": None}
    whole |= {"pre_tokenizer": {"type": "BertPreTokenizer"}, "post_processor": after, "decoder": None, "model": model}
    return json.dumps(whole).encode()


def publish(folder: Path, seed: int = 0) -> PinnedModel:
    """Put the files of a model into the folder and return how they are pinned."""
    folder.mkdir(parents=True, exist_ok=True)
    files = {"model.safetensors": safetensors(weights(seed)), "tokenizer.json": tokenizer()}
    pinned = []
    for name, data in files.items():
        (folder / name).write_bytes(data)
        pinned.append(PinnedFile(name=name, size=len(data), sha256=hashlib.sha256(data).hexdigest()))
    return PinnedModel(
        name="tiny",
        licence="none",
        weights=pinned[0],
        tokenizer=pinned[1],
        layers=LAYERS,
        heads=HEADS,
        max_tokens=16,
        wheel="tiny-model==1",
        hub_folder="models--tiny",
    )
