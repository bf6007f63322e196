"""Bytes of a text file to text, refusing what is none."""

import re
from pathlib import Path

from dragoman.documents.reading import UnreadableDocumentError

# Tab, line feed and form feed (a page break) stay; the rest would only hide things.
_CONTROL = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f\u200b\u2060\ufeff]")


def decode(data: bytes, path: Path) -> str:
    """Return the cleaned text of the file.

    UTF-8, and UTF-16 where a byte order mark says so. Raises UnreadableDocumentError for binary data.
    """
    encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        problem = f"this is no text: byte {error.start:,} is not valid {encoding.upper().removesuffix('-SIG')}"
        raise UnreadableDocumentError(path, problem, "Save it as UTF-8 text.") from None
    if "\0" in text:
        raise UnreadableDocumentError(path, "this is a binary file, it has NUL bytes", "Is the file name right?")
    return clean(text)


def clean(text: str) -> str:
    """Return the text with plain line ends and blanks, and without characters that only hide things."""
    return _CONTROL.sub("", text.replace("\r\n", "\n").replace("\r", "\n").replace("\xa0", " "))
