"""Lines that a report prints on page after page: its name, the chapter's name, page numbers."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise, takewhile

_EDGE = 5  # lines from the top and from the bottom in which running lines stand
_END = 300  # characters of a page's beginning and end in which running words stand
_MIN_END = 30
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


def without_running_ends(pages: Sequence[str]) -> list[str]:
    """Return the pages without what most of them begin or end with, where a page is one line and not many."""
    head = _common([page[:_END] for page in pages])
    head = head[: head.rfind(". ") + 1]  # whole sentences; what follows is the page's own
    tail = _common([page[: -_END - 1 : -1] for page in pages])[::-1]
    tail = tail[tail.find(". ") + 1 :] if ". " in tail else tail[tail.find(" ") :]
    return [_without(page, head, tail) for page in pages]


def _common(texts: Sequence[str]) -> str:
    """Return the longest beginning that many texts share, figures aside; "" where it is short."""
    keys = [_DIGITS.sub("#", text) for text in texts]
    best = ""
    for one, other in pairwise(keys):
        length = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
        shared = sum(key.startswith(one[:length]) for key in keys)
        if length > len(best) and shared >= max(3, _SHARE * len(keys)):
            best = one[:length]
    return best if len(best) >= _MIN_END else ""


def _without(page: str, head: str, tail: str) -> str:
    pattern = "|".join(
        part for part in (rf"\A{_as_pattern(head)}" if head else "", rf"{_as_pattern(tail)}\Z" if tail else "") if part
    )
    return re.sub(pattern, "", page).strip() if pattern else page


def _as_pattern(key: str) -> str:
    return re.escape(key).replace(r"\#", r"\d+")


def is_page_number(line: str) -> bool:
    """Say whether a line is nothing but the number of its page."""
    return _PAGE_NUMBER.fullmatch(line.strip()) is not None


def line_key(line: str) -> str:
    """Return what two prints of a running line have in common: all but figures, case and blanks."""
    return " ".join(_DIGITS.sub("#", _CONTINUED.sub("", line)).lower().split())


def _edges(page: str) -> Iterable[str]:
    lines = [line for line in page.split("\n") if line.strip()]
    return [*lines[:_EDGE], *lines[-_EDGE:]]
