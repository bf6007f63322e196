"""Markers of an answer: one per place, numbered by first use, none that leads nowhere."""

import re
from collections.abc import Sequence
from dataclasses import replace

from dragoman.domain.answer import Citation

# "[1]", "[1, 2]", "[1][2]": the whole run, with the blanks before it, so that nothing is left of a removed one.
_RUN = re.compile(r"(?P<before>[ \t]*)(?P<run>(?:\[\d{1,4}(?:\s*[,;]\s*\d{1,4})*\](?:[ \t]*(?=\[\d))?)+)")
_NUMBER = re.compile(r"\d{1,4}")


def markers_of(text: str) -> tuple[int, ...]:
    """Return the citation markers of a text in order, each once."""
    found = [int(number) for run in _RUN.finditer(text) for number in _NUMBER.findall(run["run"])]
    return tuple(dict.fromkeys(found))


def without_markers(text: str) -> str:
    """Return the text with its markers blanked out; positions stay as they are."""
    return _RUN.sub(lambda match: " " * len(match[0]), text)


def renumber(text: str, citations: Sequence[Citation]) -> tuple[str, tuple[Citation, ...]]:
    """Return the text and its citations with markers 1, 2, 3… in the order of first use.

    Citations of one place (document, page, cell or quote) become one; those that the text does not use
    are dropped; markers without a citation are taken out of the text.
    """
    places: dict[tuple[object, ...], Citation] = {}
    by_marker: dict[int, Citation] = {}
    for citation in citations:
        by_marker.setdefault(citation.marker, places.setdefault(_place(citation), citation))
    numbers: dict[int, int] = {}  # marker of the kept citation → new marker

    def rewritten(match: re.Match[str]) -> str:
        used = [by_marker[int(number)] for number in _NUMBER.findall(match["run"]) if int(number) in by_marker]
        new = [numbers.setdefault(citation.marker, len(numbers) + 1) for citation in used]
        return match["before"] + "".join(f"[{number}]" for number in dict.fromkeys(new)) if new else ""

    text = _RUN.sub(rewritten, text)
    kept = {citation.marker: citation for citation in places.values()}
    return text, tuple(replace(kept[old], marker=new) for old, new in numbers.items())


def _place(citation: Citation) -> tuple[object, ...]:
    return (citation.document, citation.page, citation.place or citation.quote or citation.section)
