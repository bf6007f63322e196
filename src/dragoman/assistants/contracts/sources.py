"""Markers of an answer and the places they open."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from dragoman.assistants.contracts.library import Clause, Sentence
from dragoman.domain.answer import Citation
from dragoman.grounding.evidence import Evidence

_STOPS = ".;:,"


@dataclass(slots=True)
class Sources:
    """The places an answer cites, each under one marker, in the order of first use."""

    citations: list[Citation] = field(default_factory=list)
    evidence: list[Evidence] = field(default_factory=list)

    def cite(self, sentence: Sentence, clause: Clause) -> int:
        """Return the marker of the place where a sentence stands."""
        key = (sentence.passage.document, sentence.passage.page, " › ".join(clause.path))
        for held in self.citations:
            if (held.document, held.page, held.section) == key:
                self._add_evidence(sentence, held.marker)
                return held.marker
        marker = len(self.citations) + 1
        self.citations.append(
            Citation(
                marker=marker,
                document=key[0],
                title=sentence.passage.title,
                page=key[1],
                section=key[2],
                quote=sentence.text,
                place=place_of(clause, sentence.passage.page),
                boxes=sentence.passage.boxes,
            )
        )
        self._add_evidence(sentence, marker)
        return marker

    def _add_evidence(self, sentence: Sentence, marker: int) -> None:
        text = f"{sentence.passage.text} {sentence.rest.text}" if sentence.rest else sentence.passage.text
        one = Evidence(text=text, document=sentence.passage.document, page=sentence.passage.page, marker=marker)
        if one not in self.evidence:
            self.evidence.append(one)


def place_of(clause: Clause, page: int) -> str:
    """Return 'page 8, "Late Payment Penalties", clause 9.1'."""
    title = next((title for title in reversed(clause.titles) if not title.startswith(("“", '"'))), "")
    number = clause.number if clause.number[:1].isdigit() else ""
    parts = [f"page {page}", f'"{title}"' if title else "", f"clause {number}" if number else ""]
    return ", ".join(part for part in parts if part)


def marked(text: str, markers: Iterable[int]) -> str:
    """Return a sentence with its markers before its stop."""
    body = text.strip().rstrip(_STOPS)
    return f"{body} {''.join(f'[{marker}]' for marker in dict.fromkeys(markers))}."


def spoken(sentence: Sentence) -> str:
    """Return a sentence as an answer says it; a row of a table as "Senior analyst: £820 per day"."""
    if not sentence.is_row:
        return sentence.text
    label, *cells = [cell.strip() for cell in sentence.text.split("|")]
    return f"{label}: {' '.join(cell for cell in cells if cell)}"
