"""What a text names only to leave it out: "except Rio", "not BHP", "don't tell me …"."""

import re
from collections.abc import Sequence

from dragoman.decide.cues import Cues
from dragoman.decide.slots import SLOT_DIMENSIONS
from dragoman.domain.interpretation import Entity, Interpretation

_LIST = re.compile(r"(?:'s)?\s*(?:,|and|or|nor|&|,\s*(?:and|or))\s*")
_EITHER = re.compile(r"(?:'s)?\s*(?:or|nor)\s*")
_MAX_GAP = 5  # code points between the negation and the name: blanks, "the "


def excluded_entities(seen: Interpretation, cues: Cues) -> frozenset[Entity]:
    """Return the slot entities that a negation directly before them (or before their list) leaves out."""
    slots = [e for e in seen.entities if e.dimension in SLOT_DIMENSIONS and len(e.span)]
    slots.sort(key=lambda e: e.span)
    text = seen.utterance.text
    found: set[Entity] = set()
    for match in cues.of("exclusion"):
        negation = text[match.span.start : match.span.end].lower().strip()
        separator = _EITHER if negation.startswith("not") else _LIST
        found.update(_listed(text, slots, match.span.end, separator))
    return frozenset(found)


def _listed(text: str, slots: Sequence[Entity], end: int, separator: re.Pattern[str]) -> list[Entity]:
    found: list[Entity] = []
    for entity in slots:
        start = entity.span.start
        if start < end:
            continue
        first_fits = not found and start - end <= _MAX_GAP and text[end:start].strip(" ('\"").lower() in ("", "the")
        next_fits = found and separator.fullmatch(text[end:start]) and entity.dimension == found[0].dimension
        if not first_fits and not next_fits:
            break
        found.append(entity)
        end = entity.span.end
    return found
