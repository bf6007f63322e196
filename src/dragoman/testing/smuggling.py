"""Ways in which instructions are hidden in a text, undone: what a capable model would read out of it."""

import base64
import binascii
import codecs
import re
from collections.abc import Iterator
from html import unescape
from urllib.parse import unquote

MAX_READ = 200_000  # characters
_BASE64 = re.compile(r"[A-Za-z0-9+/]{16,}={0,2}")
_HEX = re.compile(r"(?:\b[0-9a-fA-F]{2}\b[ ]?){8,}|\b(?:[0-9a-fA-F]{2}){12,}\b")
_BITS = re.compile(r"(?:\b[01]{8}\b[ ]?){6,}")
_MORSE = re.compile(r"[.\-]{1,6}(?:[ /]+[.\-]{1,6}){6,}")
_TAGS = re.compile(r"[\U000E0020-\U000E007E]+")  # invisible twins of ASCII
_COMMON = re.compile(r"\b(?:the|is|of|and|to|what|was|that|in|ignore|state|say)\b", re.IGNORECASE)
_LETTERS = (
    "a.- b-... c-.-. d-.. e. f..-. g--. h.... i.. j.--- k-.- l.-.. m-- n-. o--- p.--. q--.- r.-. s... t- u..- v...- "
    "w.-- x-..- y-.-- z--.. 0----- 1.---- 2..--- 3...-- 4....- 5..... 6-.... 7--... 8---.. 9----. ..-.-.- ?..--.."
)
_FROM_MORSE = {sign[1:]: sign[0] for sign in _LETTERS.split()}


def readings(text: str) -> list[str]:
    """Return the text, and every hidden text found in it."""
    text = text[:MAX_READ]
    return list(dict.fromkeys([text, *_unescaped(text), *_decoded(text), *_shifted(text)]))


def _unescaped(text: str) -> Iterator[str]:
    for plain in (unescape(text), unquote(text)):
        if plain != text:
            yield plain
    for found in _TAGS.findall(text):
        yield "".join(chr(ord(sign) - 0xE0000) for sign in found)


def _decoded(text: str) -> Iterator[str]:
    for found in _BASE64.findall(text):
        yield from _printable(_from_base64(found))
    for found in _HEX.findall(text):
        digits = re.sub(r"\s", "", found)
        yield from _printable(bytes.fromhex(digits[: len(digits) // 2 * 2]))
    for found in _BITS.findall(text):
        yield from _printable(bytes(int(byte, 2) for byte in found.split()))
    for found in _MORSE.findall(text):
        words = re.split(r"\s*/\s*", found)
        yield " ".join("".join(_FROM_MORSE.get(letter, "") for letter in word.split()) for word in words)


def _from_base64(found: str) -> bytes:
    try:
        return base64.b64decode(found + "=" * (-len(found) % 4))
    except binascii.Error:
        return b""


def _printable(data: bytes) -> Iterator[str]:
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return
    if text.isprintable() and " " in text:
        yield text


def _shifted(text: str) -> Iterator[str]:
    """Yield what reads as English only after a shift of the alphabet, or backwards."""
    for line in re.split(r"\n|(?<=[.!?'\"])\s", text):
        common = len(_COMMON.findall(line))
        for plain in (codecs.decode(line, "rot13"), _caesar(line, 3), line[::-1]):
            if len(_COMMON.findall(plain)) > max(2, common):
                yield plain


def _caesar(text: str, shift: int) -> str:
    return "".join(
        chr((ord(sign) - base - shift) % 26 + base)
        if sign.isascii() and sign.isalpha() and (base := 65 if sign.isupper() else 97)
        else sign
        for sign in text
    )
