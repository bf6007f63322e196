"""Whether a text stands word for word in a sentence of the source, and whether what was cut off around it matters.

What stands there from one stop to the next is said there, whatever the words: a quote is judged by nobody. A piece out
of the middle may have lost the condition or the denial beside it, so it is held against the stretch it was cut from.
"""

import re

from dragoman.grounding.check import Finding
from dragoman.grounding.wording import difference

_STOP_BEFORE = re.compile(r"[.;:?!][\"”’)]*\s+|\n|^")
_STOP_AFTER = re.compile(r"[.;:?!][\"”’)]*(?=\s|$)|\n|$")
_LIST_MARK = re.compile(r"^\W*(?:\(?(?:[a-z]|[ivx]{1,4}|\d{1,2})[.)]\W*)+", re.IGNORECASE)
_LEADS_IN = re.compile(
    r"[^.?!]*\b(?:not|no|never|neither|nor|without)\b[^.;:?!]{0,60}:\s*(?:[^.:?!]*;\s*)*$", re.IGNORECASE
)
_WORD = re.compile(r"\w+")


def quoted(text: str, source: str) -> Finding | None:
    """Return what it is worth that a text stands in a source word for word; None where it does not."""
    found = _place(text, source)
    if found is None:
        return None
    start, end = found
    before, after = _around(source, start, end)
    if _WORD.search(before) or _WORD.search(after):
        stretch = f"{before}{source[start:end]}{after}"
        cut = difference(text, stretch) if difference(text, text) is None else None
        if cut:
            return Finding(verdict=cut.verdict, reason=cut.reason, quote=source)
    return Finding(verdict="supported", reason="the page says so word for word", quote=source)


def _place(text: str, source: str) -> tuple[int, int] | None:
    words = _WORD.findall(text.lower())
    if not words:
        return None
    found = re.search(r"(?<!\w)" + r"\W+".join(map(re.escape, words)) + r"(?!\w)", source.lower())
    return found.span() if found and len(source) == len(source.lower()) else None


def _around(source: str, start: int, end: int) -> tuple[str, str]:
    """Return what stands before and behind a place up to the next stops, and a lead-in that denies all of its list."""
    head = source[:start]
    begin = max((stop.end() for stop in _STOP_BEFORE.finditer(head)), default=0)
    before = _LIST_MARK.sub("", head[begin:])
    leads_in = _LEADS_IN.search(head[:begin])
    tail = _STOP_AFTER.search(source, end)
    after = source[end : tail.start()] if tail else source[end:]
    return (f"{leads_in[0]}{before}" if leads_in else before), after
