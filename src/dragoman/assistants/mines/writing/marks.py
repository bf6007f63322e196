"""The marks of a written text: citations numbered by first use, and a sign behind what was only judged."""

import re
from collections.abc import Sequence
from dataclasses import replace

from dragoman.assistants.mines.compose.narrative import stems
from dragoman.assistants.mines.compose.sources import Sources
from dragoman.domain.answer import Citation
from dragoman.domain.claim import Claim
from dragoman.grounding.citations import markers_of, renumber
from dragoman.grounding.judge import JUDGED
from dragoman.grounding.statements import sentences_of, statements_of

_ENDING = re.compile(r"[.!…]?\s*$")


def cited_in_order(text: str, claims: Sequence[Claim], sources: Sources) -> tuple[str, tuple[Citation, ...]]:
    """Return the text and what it cites, numbered by first use; a cited passage opens at the sentence that decided."""
    by_marker = {one.marker: one.text for one in sources.evidence}
    quoted = [
        citation if citation.quote else replace(citation, quote=_quote(citation.marker, claims, by_marker))
        for citation in sources.citations
    ]
    return renumber(text, quoted)


def _quote(marker: int, claims: Sequence[Claim], texts: dict[int | None, str]) -> str:
    """Return the sentence of the passage that a claim rests on, or the one that shares most words with it."""
    citing = [claim for claim in claims if marker in markers_of(claim.text)]
    text = texts.get(marker, "")
    found = next((claim.quote for claim in citing if claim.quote and claim.quote in text), "")
    wanted = stems(" ".join(claim.text for claim in citing))
    return found or max(sentences_of(text), key=lambda one: len(stems(one) & wanted), default="")


def with_marks(text: str, claims: Sequence[Claim]) -> tuple[str, tuple[Claim, ...]]:
    """Mark each sentence that only a judge carries, and give the claims their sentences as they stand now."""
    statements = statements_of(text)
    if len(statements) != len(claims):
        return text, tuple(claims)
    marked, place = [], 0
    kept = []
    for statement, claim in zip(statements, claims, strict=True):
        start = text.find(statement.text, place)
        if start < 0:
            return text, tuple(claims)
        said = statement.text
        if claim.judged and claim.verdict == "supported":
            said = _ENDING.sub(lambda ending: f" {JUDGED}{ending[0].strip()}", said, count=1)
        marked += [text[place:start], said]
        place = start + len(statement.text)
        kept.append(replace(claim, text=said))
    return "".join([*marked, text[place:]]), tuple(kept)
