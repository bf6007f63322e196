"""Answers as people read them in a terminal."""

import re
from collections.abc import Iterator

from dragoman.app.remembered import age_words
from dragoman.cli.output import one_line, proved_by
from dragoman.cli.spent import spent_words
from dragoman.domain.answer import Answer, Citation, Remembered
from dragoman.domain.lineage import facts_of

_HINT = re.compile(r"\[([^\[\]]+)\]$")  # what earlier turns lent the question stands behind it
_MAX_PROVED = 3  # lines
_SEARCHES = ("retrieval_agent", "news_agent", "retrieve")


def answer_lines(answer: Answer, *, reply_with: str = "") -> Iterator[str]:
    """Yield the lines of an answer: the answer first, then its sources, then one quiet line.

    `reply_with` is the beginning of the command that answers a question of ours.
    """
    yield ""
    yield answer.text
    yield ""
    if answer.question:
        yield from _options(answer, reply_with)
        yield from answer.caveats  # those of an answer stand in its text
    for calculation in answer.calculations:
        yield calculation.expression
    for citation in answer.citations:
        yield citation_line(citation)
    yield from _proofs(answer)
    yield quiet_line(answer)


def _proofs(answer: Answer) -> Iterator[str]:
    """Yield a line for each figure that its report's own arithmetic proves; the names are in `dragoman trace`."""
    facts = {fact.id: fact for node in answer.lineage for fact in facts_of(node)}
    proved = [fact for fact in facts.values() if fact.proofs]
    for fact in proved[:_MAX_PROVED]:
        period = f", {fact.period.label}" if fact.period else ""
        yield f"{one_line(fact.label)}{period}: {proved_by(len(fact.proofs))}"
    if len(proved) > _MAX_PROVED:
        yield f"and {len(proved) - _MAX_PROVED} more figures are proved"


def _options(answer: Answer, reply_with: str) -> Iterator[str]:
    options = answer.question.options if answer.question else ()
    for number, option in enumerate(options, start=1):
        yield f"  {number}  {option.text}"
    if options:
        yield "  0  none of these"
    if reply_with and answer.question:
        yield f'answer with: {reply_with} --thread {answer.thread} --answer {answer.question.id} "…"'


def citation_line(citation: Citation) -> str:
    """Return "[1] BHP digest FY2024, page 1, "Headline figures", row Revenue"."""
    place = citation.place or f"page {citation.page}, {citation.section}"
    return " ".join(f"[{citation.marker}] {citation.title}, {place}".split())


def quiet_line(answer: Answer) -> str:
    """Return what was checked, what was carried, who decided, and how long it took."""
    parts = [remembered_words(answer.remembered) if answer.remembered else "", _state(answer)]
    if carried := _carried(answer):
        parts.append(f"carried: {carried}")
    parts.append(f"decided by {answer.decision.get('decided_by', 'rule')}")
    parts.append(spent_words(answer.cost))
    parts.append(f"{answer.latency_ms:.0f} ms")
    parts.append(f"thread {answer.thread}:{answer.turn}")
    return " · ".join(part for part in parts if part)


def remembered_words(remembered: Remembered) -> str:
    """Return how old a remembered answer is, whether a person edited it, and how to ask anew."""
    edited = ", edited by a person" if remembered.edited_at else ""
    return f"from memory, {age_words(remembered.age)} old{edited} · ask again with --fresh"


def _state(answer: Answer) -> str:
    if answer.outcome == "answered":
        return f"confidence {answer.confidence}{_checked(answer)}"
    if answer.outcome == "clarification":
        return "a question waits"
    return "" if any(visit.node in _SEARCHES for visit in answer.path) else "no search was made"


def _checked(answer: Answer) -> str:
    if answer.grounding is None or answer.confidence == "unchecked":
        return ": nothing to check on a page"
    claims = len(answer.grounding.claims) - answer.grounding.count("unchecked")
    judged = sum(claim.judged and claim.verdict == "supported" for claim in answer.grounding.claims)
    supported = answer.grounding.count("supported") - judged
    calculated = f", {len(answer.calculations)} calculated" if answer.calculations else ""
    by_model = f", {judged} judged by a model ≈" if judged else ""
    return f": {supported} of {claims} claims checked against the page{by_model}{calculated}"


def _carried(answer: Answer) -> str:
    assumptions = answer.decision.get("plan", {}).get("assumptions", ())
    hint = _HINT.search(str(answer.decision.get("query", "")))
    return hint[1] if hint and any(one.get("kind") == "carried" for one in assumptions) else ""
