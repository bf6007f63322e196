"""What a text names only to leave it out: "except Rio", "not BHP", "leave out FY2022"."""

import re
from collections.abc import Sequence

from dragoman.decide.slots import SLOT_DIMENSIONS
from dragoman.domain.interpretation import Entity, Interpretation
from dragoman.domain.utterance import Span

_NEGATION = re.compile(
    r"\b(?:except(?:ing)?|exclud(?:e|es|ed|ing)|excl\.?|without|other than|apart from|aside from|leav(?:e|ing) out|"
    r"but not|(?:all|everyone|everybody|each) but|(?:do not|don't|dont|never) (?:include|count|mention|use|list)|"
    r"ignor(?:e|ing)|rather than|instead of|not counting|bar(?:ring)?|save for|besides|omit(?:ting)?|skip(?:ping)?|not)"
    r"\s+(?:(?:for|including|the|its|their|any|counting|about|from|company|those of)\s+)*$",
    re.IGNORECASE,
)
_STOP = r"(?!(?:in|for|from|during|over|to|and|or|as|since|per|by|at)\b|fy)"  # where what is set apart ends
_SET_APART = re.compile(
    r"\b(?:exclud(?:ing|e|es)|excl\.?|exclusive of|not including|not counting|net of|apart from|aside from"
    rf"|except(?: for)?)\s+(?P<what>[^\s,.;:?!()]+(?:\s+{_STOP}[^\s,.;:?!()]+){{0,3}})",
    re.IGNORECASE,
)
_LEFT_OUT_OTHERWISE = frozenset({"company", "fiscal_period", "fiscal_range", "basis", "share"})
_LIST = re.compile(r"(?:'s)?\s*(?:,|and|or|nor|&|,\s*(?:and|or))\s*", re.IGNORECASE)
_EITHER = re.compile(r"(?:'s)?\s*(?:or|nor)\s*", re.IGNORECASE)
_NAMED = SLOT_DIMENSIONS | {"basis", "share"}
_BEFORE = 40  # code points to look back for the negation


def excluded_entities(seen: Interpretation) -> frozenset[Entity]:
    """Return the slot entities that a negation directly before them, or before their list, leaves out.

    After a bare "not" only "or" goes on with the list: "not BHP, Fortescue" asks for Fortescue.
    """
    slots = [e for e in seen.entities if e.dimension in _NAMED and len(e.span)]
    slots.sort(key=lambda e: e.span)
    text = seen.utterance.text
    found: set[Entity] = set()
    for index, entity in enumerate(slots):
        before = text[max(0, entity.span.start - _BEFORE) : entity.span.start]
        negation = _NEGATION.search(before)
        if negation and entity not in found:
            separator = _EITHER if negation[0].lower().startswith("not") else _LIST
            found.update(_listed(text, slots[index:], separator))
    return frozenset(found)


def words_set_apart(seen: Interpretation) -> str:
    """Return what a figure is asked without, in the person's words: "excluding iron ore"; nothing where nothing is.

    Companies and years that are set apart are left out of the plan, and what a basis says is in the figure's name.
    """
    text = seen.utterance.text
    for match in _SET_APART.finditer(text):
        inside = Span(match.start("what"), match.end("what"))
        meant = [e.dimension for e in seen.entities if inside.overlaps(e.span)]
        if not any(name in _LEFT_OUT_OTHERWISE for name in meant):
            return " ".join(match[0].split())
    return ""


def _listed(text: str, slots: Sequence[Entity], separator: re.Pattern[str]) -> list[Entity]:
    found = [slots[0]]
    for entity in slots[1:]:
        joined = separator.fullmatch(text[found[-1].span.end : entity.span.start])
        if not joined or entity.dimension != found[0].dimension:
            break
        found.append(entity)
    return found
