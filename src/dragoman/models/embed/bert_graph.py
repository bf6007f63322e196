"""The graph of a BERT encoder in ONNX, written node by node, with the fused operators of onnxruntime.

It takes the tokens of one text and has no mask: nothing is padded, so no text ever sees another.
"""

from collections.abc import Mapping
from typing import Literal

import numpy as np
import onnx
from onnx import helper, numpy_helper

from dragoman.models.embed.safetensors import Array

Precision = Literal["float", "int8"]
INPUT, OUTPUT = "tokens", "vectors"
_FUSED = "com.microsoft"
_EPSILON = 1e-12  # of every layer norm of BERT
_LARGEST = 127  # of a signed byte; -128 is left out so that both signs reach as far


def build_graph(weights: Mapping[str, Array], *, layers: int, heads: int, precision: Precision) -> bytes:
    """Return the model as ONNX bytes: tokens (int32, texts × length) in, mean vectors of length one out."""
    graph = _Graph(weights, precision)
    x = graph.embeddings()
    for number in range(layers):
        x = graph.layer(x, f"encoder.layer.{number}", heads)
    total = graph.add("ReduceSum", x, graph.constant("axis", np.array([1])), keepdims=0)
    graph.add("LpNormalization", total, axis=-1, p=2, name=OUTPUT)
    return graph.model()


def bytes_by_column(weights: Array) -> tuple[Array, Array]:
    """Return the matrix as signed bytes, and for each column what a byte of it is worth."""
    worth = _worth(np.abs(weights).max(axis=0))
    return np.rint(weights / worth).astype(np.int8), worth


def bytes_by_row(weights: Array) -> tuple[Array, Array]:
    """Return the matrix as signed bytes, and for each row, as a column, what a byte of it is worth."""
    worth = _worth(np.abs(weights).max(axis=1, keepdims=True))
    return np.rint(weights / worth).astype(np.int8), worth


def _worth(largest: Array) -> Array:
    return (np.where(largest > 0, largest, 1) / _LARGEST).astype(np.float32)


class _Graph:
    """Collects nodes and constants; each method returns the name of what it computes."""

    def __init__(self, weights: Mapping[str, Array], precision: Precision) -> None:
        self._weights = weights
        self._precision = precision
        self._nodes: list[onnx.NodeProto] = []
        self._constants: list[onnx.TensorProto] = []

    def add(self, kind: str, *inputs: str, domain: str = "", name: str = "", **attributes: int | float) -> str:
        name = name or f"v{len(self._nodes)}"
        self._nodes.append(helper.make_node(kind, list(inputs), [name], None, None, domain, None, **attributes))
        return name

    def constant(self, name: str, values: Array) -> str:
        self._constants.append(numpy_helper.from_array(np.ascontiguousarray(values), name))
        return name

    def own(self, name: str) -> str:
        """Return a weight of the file as it is."""
        return self.constant(name, self._weights[name])

    def embeddings(self) -> str:
        """Words, plus places with the one segment added to them, normalised."""
        places = self._weights["embeddings.position_embeddings.weight"]
        segment = self._weights["embeddings.token_type_embeddings.weight"][0]
        length = self.add("Shape", INPUT, start=1, end=2)
        start = self.constant("start", np.array([0]))
        near = self.add("Slice", self.constant("places", places + segment), start, length)
        x = self.add("Add", self._words(), near)
        gain, shift = self.own("embeddings.LayerNorm.weight"), self.own("embeddings.LayerNorm.bias")
        return self.add("LayerNormalization", x, gain, shift, axis=-1, epsilon=_EPSILON)

    def _words(self) -> str:
        words = self._weights["embeddings.word_embeddings.weight"]
        if self._precision == "float":
            return self.add("Gather", self.constant("words", words), INPUT)
        small, worth = bytes_by_row(words)
        found = self.add("Gather", self.constant("words", small), INPUT)
        scale = self.add("Gather", self.constant("words.worth", worth), INPUT)
        return self.add("Mul", self.add("Cast", found, to=onnx.TensorProto.FLOAT), scale)

    def layer(self, x: str, name: str, heads: int) -> str:
        """One layer: attention, then the two dense steps, each with its way around."""
        mixed = self._attention(x, name, heads)
        x = self._around(self._dense(mixed, f"{name}.attention.output.dense"), x, f"{name}.attention.output")
        wide = self._dense(x, f"{name}.intermediate.dense")
        wide = self.add("BiasGelu", wide, self.own(f"{name}.intermediate.dense.bias"), domain=_FUSED)
        return self._around(self._dense(wide, f"{name}.output.dense"), x, f"{name}.output")

    def _attention(self, x: str, name: str, heads: int) -> str:
        parts = [f"{name}.attention.self.{part}" for part in ("query", "key", "value")]
        matrix = np.concatenate([self._weights[f"{part}.weight"].T for part in parts], axis=1)
        bias = np.concatenate([self._weights[f"{part}.bias"] for part in parts])
        together = self._product(x, f"{name}.attention", matrix)
        together = self.add("Add", together, self.constant(f"{name}.attention.bias", bias))
        query, key, value = (f"{name}.{part}" for part in ("q", "k", "v"))
        split = helper.make_node("Split", [together], [query, key, value], axis=-1, num_outputs=3)
        self._nodes.append(split)
        return self.add("MultiHeadAttention", query, key, value, domain=_FUSED, num_heads=heads)

    def _dense(self, x: str, name: str) -> str:
        return self._product(x, name, self._weights[f"{name}.weight"].T)

    def _product(self, x: str, name: str, matrix: Array) -> str:
        if self._precision == "float":
            return self.add("MatMul", x, self.constant(f"{name}.matrix", matrix))
        small, worth = bytes_by_column(matrix)
        inputs = (self.constant(f"{name}.matrix", small), self.constant(f"{name}.worth", worth))
        return self.add("DynamicQuantizeMatMul", x, *inputs, domain=_FUSED)

    def _around(self, y: str, x: str, name: str) -> str:
        """Add what went around and the bias, and normalise."""
        learnt = [self.own(f"{name}.{part}") for part in ("LayerNorm.weight", "LayerNorm.bias", "dense.bias")]
        return self.add("SkipLayerNormalization", y, x, *learnt, domain=_FUSED, epsilon=_EPSILON)

    def model(self) -> bytes:
        """Return everything that was added, as one model."""
        hidden = self._weights["embeddings.LayerNorm.bias"].shape[0]
        tokens = helper.make_tensor_value_info(INPUT, onnx.TensorProto.INT32, ["texts", "length"])
        vectors = helper.make_tensor_value_info(OUTPUT, onnx.TensorProto.FLOAT, ["texts", hidden])
        graph = helper.make_graph(self._nodes, "bert", [tokens], [vectors], self._constants)
        versions = [helper.make_opsetid("", 18), helper.make_opsetid(_FUSED, 1)]
        model = helper.make_model(graph, opset_imports=versions, ir_version=9, producer_name="dragoman")
        return bytes(model.SerializeToString())
