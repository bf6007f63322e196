"""One text through a graph of onnxruntime."""

import numpy as np
import onnxruntime
from tokenizers import Tokenizer

from dragoman.models.embed.safetensors import Array

_LONGEST = 20_000  # characters: far more than the tokens that are looked at, so only time is saved


class TextEncoder:
    """Turns one text at a time into its vector. Safe to use from several threads."""

    def __init__(self, graph: bytes, tokenizer: bytes, *, max_tokens: int) -> None:
        """Raise whatever onnxruntime or tokenizers raise when these are no graph and no tokenizer of theirs."""
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        self._session = onnxruntime.InferenceSession(graph, options, providers=["CPUExecutionProvider"])
        self._tokenizer = Tokenizer.from_buffer(tokenizer)
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(max_tokens)
        self._input = self._session.get_inputs()[0].name

    def tokens(self, text: str) -> Array:
        """Return the numbers of the text's first tokens, as one row."""
        whole = text[:_LONGEST].encode("utf-8", "replace").decode()  # half a surrogate pair is no text
        return np.array([self._tokenizer.encode(whole).ids], dtype=np.int32)

    def encode(self, text: str) -> Array:
        """Return the vector, of length one."""
        row: Array = self.run(self.tokens(text))[0]
        return row

    def run(self, tokens: Array) -> Array:
        """Return a vector for each row of tokens; with whole numbers inside, rows of one call sway each other."""
        vectors: Array = self._session.run(None, {self._input: tokens})[0]
        return vectors
