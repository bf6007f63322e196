"""Plain checks that stand around every layer: blank text, instructions to the machine, other worlds."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from dragoman.domain.interpretation import Entity, IntentMatch, Interpretation
from dragoman.domain.utterance import Span

_OUTSIDE = ("off_topic", "elsewhere", "advice")
_SENTENCE = re.compile(r"[^.?!;\n]+(?:\.(?=\d)[^.?!;\n]*)*[.?!;\n]*")
_MOST_CLAUSES = 8  # a rule reports its first clause only, so the text is read again after each


def is_blank(text: str) -> bool:
    """Say whether nothing is left of the text once blanks, punctuation and invisible characters are gone."""
    return not any(character.isalnum() or character in "?" for character in text)


def without_instructions(seen: Interpretation, read: Callable[[str], Interpretation]) -> Interpretation:
    """Leave clauses that instruct the machine out of what is read: they are no evidence for anything.

    Their characters become blanks, so that every offset still points into the person's own text.
    """
    found: list[IntentMatch] = []
    for _ in range(_MOST_CLAUSES):
        clauses = [match for match in seen.intents if match.intent == "injection"]
        if not clauses:
            break
        found.extend(clauses)
        characters = list(seen.utterance.text)
        for clause in clauses:
            characters[clause.span.start : clause.span.end] = " " * len(clause.span)
        seen = read("".join(characters))
    if not found:
        return seen
    note = "clauses that instruct the machine were left out"
    return replace(seen, intents=(*seen.intents, *found), notes=(*seen.notes, note))


def without_outside(seen: Interpretation, read: Callable[[str], Interpretation]) -> tuple[Interpretation, bool]:
    """Leave sentences of another world out where another sentence asks for a figure; say whether any was left out.

    "Write me a poem. What was BHP's revenue?" has an answer, "Write me a poem about BHP's revenue" has none.
    """
    text = seen.utterance.text
    outside = [match.span for match in seen.intents if match.intent in _OUTSIDE and len(match.span)]
    if not outside:
        return seen, False
    sentences = [Span(match.start(), match.end()) for match in _SENTENCE.finditer(text)]
    dropped = [one for one in sentences if any(one.overlaps(span) for span in outside)]
    metrics = [entity.span for entity in seen.of("metric")]
    if not any(one.covers(span) for one in sentences if one not in dropped for span in metrics):
        return seen, False
    characters = list(text)
    for one in dropped:
        characters[one.start : one.end] = " " * len(one)
    left = read("".join(characters))
    lent = () if left.of("company") else _companies(seen, dropped, Span(len(text), len(text)))
    note = "sentences about something else were left out"
    return replace(left.with_entities(*lent), notes=(*seen.notes, note)), True


def _companies(seen: Interpretation, places: Sequence[Span], end: Span) -> tuple[Entity, ...]:
    """Return the companies named there, for "Should I buy BHP? What was its revenue?"."""
    named = (e for e in seen.of("company") if any(place.covers(e.span) for place in places))
    return tuple(replace(entity, span=end, how="carried") for entity in named)
