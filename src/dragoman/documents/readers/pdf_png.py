"""Pixels to PNG, without a library of pictures."""

import struct
import zlib
from typing import Any


def png(picture: Any) -> bytes:  # noqa: ANN401 (pypdfium2 is optional and has no types)
    """Return the file of a picture that pdfium painted."""
    color = {1: 0, 3: 2, 4: 6}[picture.n_channels]
    row = picture.width * picture.n_channels
    data = bytes(picture.buffer)
    lines = b"".join(b"\0" + data[at : at + row] for at in range(0, picture.stride * picture.height, picture.stride))
    head = struct.pack(">IIBBBBB", picture.width, picture.height, 8, color, 0, 0, 0)
    parts = (_part(b"IHDR", head), _part(b"IDAT", zlib.compress(lines, 6)), _part(b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def _part(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
