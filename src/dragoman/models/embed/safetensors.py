"""Reads safetensors: a JSON header and raw arrays. Nothing in such a file can run."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dragoman.models.embed.errors import ModelContentError

_LENGTH = 8  # bytes: the size of the header, little endian
_MAX_HEADER = 1_000_000
_TYPES = {"F32": "<f4", "F16": "<f2", "I64": "<i8", "I32": "<i4"}
Array = NDArray[Any]


def read_safetensors(path: Path) -> Mapping[str, Array]:
    """Return every array of the file by name, as views of its bytes. Raises ModelContentError."""
    data = path.read_bytes()
    size = int.from_bytes(data[:_LENGTH], "little")
    if len(data) < _LENGTH or size > min(_MAX_HEADER, len(data) - _LENGTH):
        raise ModelContentError(path.name, "its header is longer than it may be")
    try:
        header = json.loads(data[_LENGTH : _LENGTH + size])
        body = memoryview(data)[_LENGTH + size :]
        return {name: _array(body, entry) for name, entry in header.items() if name != "__metadata__"}
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as fault:
        raise ModelContentError(path.name, f"it is no safetensors file ({type(fault).__name__})") from None


def _array(body: memoryview, entry: dict[str, Any]) -> Array:
    start, end = entry["data_offsets"]
    if not 0 <= start <= end <= len(body):
        raise ValueError  # an array outside the file
    return np.frombuffer(body[start:end], dtype=_TYPES[entry["dtype"]]).reshape(entry["shape"])
