"""How a remembered answer is said again: marked with its age, and with who changed its words since."""

import re
from dataclasses import replace

from dragoman.domain import wire
from dragoman.domain.answer import Answer, Remembered
from dragoman.memory.answer_cache import Hit

EDITED = "A person has changed the words of this answer since; they were not checked against the pages."
_MARKER = re.compile(r"\[(\d+)\]")


def said_again(found: Hit) -> Answer:
    """Return the remembered answer, marked as such."""
    entry = found.entry
    answer = wire.load(Answer, entry.answer)
    remembered = Remembered(
        entry=entry.id,
        question=entry.question,
        answered_at=entry.at.isoformat(),
        equivalence=round(found.equivalence, 4),
        age=found.age,
        edited_at=entry.edited.isoformat() if entry.edited else None,
    )
    return replace(_edited(answer) if entry.edited else answer, remembered=remembered)


def _edited(answer: Answer) -> Answer:
    """Return an answer in a person's words: what it still cites stays, what was computed for other words goes."""
    cited = {int(number) for number in _MARKER.findall(answer.text)}
    return replace(
        answer,
        text=f"{answer.text}\n\n{EDITED}",
        citations=tuple(citation for citation in answer.citations if citation.marker in cited),
        grounding=None,
        confidence="unchecked",
        caveats=(EDITED,),
        assumptions=(),
        calculations=(),
        lineage=(),
        charts=(),
    )
