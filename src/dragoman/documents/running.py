"""Lines that a report prints on page after page: its name, the chapter's name, page numbers."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence

_EDGE = 5  # lines from the top and from the bottom in which running lines stand
_SHARE = 0.4  # of the pages: what stands on more says nothing about any of them
_DIGITS = re.compile(r"\d+")
_CONTINUED = re.compile(r"\s*\(?\bcont(?:inued|['’]?d)\b\.?\)?\s*$", re.IGNORECASE)
_PAGE_NUMBER = re.compile(r"(?:[-–|\s]*(?:page|p\s*a\s*g\s*e)?[-–|\s]*)(?:\d{1,4}|[ivxl]{1,7})[-–|\s]*", re.IGNORECASE)


def running_lines(pages: Sequence[str]) -> frozenset[str]:
    """Return the lines, as `line_key` gives them, that stand at the edge of many pages."""
    if len(pages) < 5:
        return frozenset()
    counts = Counter(key for page in pages for key in {line_key(line) for line in _edges(page)})
    return frozenset(key for key, count in counts.items() if key and count >= _SHARE * len(pages))


def without_running_lines(page: str, running: frozenset[str]) -> str:
    """Return the page without its running lines and page numbers, and without "(continued)" at the ends of lines."""
    lines = [line for line in page.split("\n") if line.strip()]
    edge = {*range(_EDGE), *range(len(lines) - _EDGE, len(lines))}
    kept = [
        _CONTINUED.sub("", line) if _CONTINUED.search(line) else line
        for number, line in enumerate(lines)
        if not (number in edge and (line_key(line) in running or _PAGE_NUMBER.fullmatch(line.strip())))
    ]
    return "\n".join(line for line in kept if line.strip())


def line_key(line: str) -> str:
    """Return what two prints of a running line have in common: all but figures, case and blanks."""
    return " ".join(_DIGITS.sub("#", _CONTINUED.sub("", line)).lower().split())


def _edges(page: str) -> Iterable[str]:
    lines = [line for line in page.split("\n") if line.strip()]
    return [*lines[:_EDGE], *lines[-_EDGE:]]
