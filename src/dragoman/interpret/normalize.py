"""Text as the recognisers want it, with the way back to what the person wrote.

Quotes, dashes, minus signs and spaces become plain ASCII, combining sequences are composed (NFC), invisible and
control characters go. Every position of the result knows where it came from.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from dragoman.domain.utterance import Span

_PLAIN = re.compile(r"[\t\n\r\x20-\x7e]*")
# A stretch that needs care, with the character before it: that may be the base of a combining mark.
_SPECIAL = re.compile(r"[\x20-\x7e]?[^\t\n\r\x20-\x7e]+")
_MAX_MARKS = 30  # Unicode's stream-safe limit: NFC is quadratic in the length of one combining sequence

_SINGLE = "\u2018\u2019\u201a\u201b\u2032\u02bc\uff07"
_DOUBLE = "\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb\uff02"
_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2043\ufe58\ufe63\uff0d"
_LIGATURES = {"\ufb00": "ff", "\ufb01": "fi", "\ufb02": "fl", "\ufb03": "ffi", "\ufb04": "ffl", "\ufb05": "st"}
_REPLACED = (
    dict.fromkeys(_SINGLE, "'")
    | dict.fromkeys(_DOUBLE, '"')
    | dict.fromkeys(_DASHES, "-")
    | dict.fromkeys("\x0b\x0c\x85\u2028\u2029", "\n")
    | {chr(code): chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F) if chr(code) not in "\uff02\uff07\uff0d"}
    | _LIGATURES
)


@dataclass(frozen=True, slots=True, eq=False)
class NormalizedText:
    """A text made plain; `offsets` and `ends` lead from its characters back to the original."""

    original: str
    text: str
    lower: str  # `text` in lower case, character by character: the same length
    offsets: Sequence[int]  # offsets[i]: where text[i] begins in `original`; one more entry for the end
    ends: Sequence[int]  # ends[i]: where the source of text[i] ends in `original`
    words: frozenset[str]  # the lower-case words, for cheap tests whether a recogniser has anything to do
    has_digit: bool
    notes: tuple[str, ...] = ()  # what was removed, in words for a trace

    def span(self, start: int, end: int) -> Span:
        """Return the place in the original that `text[start:end]` was made from."""
        if end <= start:
            return Span(self.offsets[start], self.offsets[start])
        return Span(self.offsets[start], self.ends[end - 1])


_WORD = re.compile(r"[^\W\d_]+")
_DIGIT = re.compile(r"[0-9½¼¾⅓⅔⅛⅜⅝⅞]")
# Narrow blanks between groups of three digits part thousands and nothing else.
_THOUSANDS = re.compile(r"(?<=[0-9])[\u2007\u2009\u202f](?=[0-9]{3}(?![0-9]))")


def normalize(text: str) -> NormalizedText:
    """Make a text plain. Linear in its length; pure ASCII costs next to nothing."""
    if _PLAIN.fullmatch(text):
        size = len(text)
        return _normalized(text, text, range(size + 1), range(1, size + 1))
    original, text = text, _THOUSANDS.sub(",", text)
    pieces: list[str] = []
    offsets: list[int] = []
    ends: list[int] = []
    removed: list[str] = []
    at = 0
    for special in _SPECIAL.finditer(text):
        begin, end = special.span()
        _keep(text[at:begin], at, pieces, offsets, ends)
        for start, cluster in _clusters(text, begin, end):
            plain = _plain(cluster, removed)
            pieces.append(plain)
            offsets.extend([start] * len(plain))
            ends.extend([start + len(cluster)] * len(plain))
        at = end
    _keep(text[at:], at, pieces, offsets, ends)
    offsets.append(len(text))
    return _normalized(original, "".join(pieces), offsets, ends, removed=removed)


def _keep(plain: str, at: int, pieces: list[str], offsets: list[int], ends: list[int]) -> None:
    pieces.append(plain)
    offsets.extend(range(at, at + len(plain)))
    ends.extend(range(at + 1, at + len(plain) + 1))


def _clusters(text: str, begin: int, end: int) -> list[tuple[int, str]]:
    """Split into base characters with the marks that combine with them."""
    starts = [begin]
    for at in range(begin + 1, end):
        if not _combines(text[at]) or at - starts[-1] > _MAX_MARKS:
            starts.append(at)
    return [(start, text[start:stop]) for start, stop in zip(starts, [*starts[1:], end], strict=True)]


def _combines(character: str) -> bool:
    # Hangul vowels and finals have no combining class but compose all the same.
    return unicodedata.combining(character) != 0 or "\u1160" <= character <= "\u11ff"


def _plain(cluster: str, removed: list[str]) -> str:
    if len(cluster) > 1:
        return unicodedata.normalize("NFC", cluster)
    if cluster in _REPLACED:
        return _REPLACED[cluster]
    category = unicodedata.category(cluster)
    if category == "Zs":
        return " "
    if category in ("Cc", "Cf", "Cs"):
        removed.append(f"U+{ord(cluster):04X}")
        return ""
    return unicodedata.normalize("NFC", cluster)


def _normalized(
    original: str, text: str, offsets: Sequence[int], ends: Sequence[int], *, removed: Sequence[str] = ()
) -> NormalizedText:
    lower = _lower(text)
    return NormalizedText(
        original=original,
        text=text,
        lower=lower,
        offsets=offsets,
        ends=ends,
        words=frozenset(_WORD.findall(lower)),
        has_digit=_DIGIT.search(text) is not None,
        notes=_notes(removed),
    )


def _lower(text: str) -> str:
    lower = text.lower()
    if len(lower) == len(text):
        return lower
    return "".join(low if len(low := character.lower()) == 1 else character for character in text)


def _notes(removed: Sequence[str]) -> tuple[str, ...]:
    if not removed:
        return ()
    kinds = ", ".join(sorted(set(removed))[:5])
    plural = "" if len(removed) == 1 else "s"
    return (f"{len(removed)} invisible or control character{plural} removed: {kinds}",)
