"""What an answering sentence leans on: later amendments, defined terms, clauses it points to."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from dragoman.assistants.contracts.library import Agreement, Clause, Sentence
from dragoman.assistants.contracts.sources import Sources, marked, place_of

_REPLACED = re.compile(
    r"[“\"]([^”\"]+)[”\"]\s+(?:are|is|shall be|will be)\s+(?:deleted and )?"
    r"replaced\s+(?:by|with)\s+[“\"]([^”\"]+)[”\"]",
    re.IGNORECASE,
)
_POINTS = re.compile(r"\b(?:clauses?|sections?|articles?)\s+(\d{1,2}(?:\.\d{1,3})*)", re.IGNORECASE)
_MAX_TERMS = 1
_MAX_POINTERS = 2
_COMMON_TERM = 0.15  # of the clauses; a term on more of them is known to everybody who reads the agreement
_MAX_DEFINITION = 320  # characters


@dataclass(frozen=True, slots=True)
class Amended:
    """A sentence as amendments leave it, and the sentences that amend it."""

    text: str
    by: tuple[Sentence, ...] = ()


def amended(text: str, clause: Clause, agreement: Agreement) -> Amended:
    """Return the sentence with every replacement of its words carried out, the oldest first."""
    changes = [sentence for number, sentence in agreement.changes if clause.number and number == clause.number]
    by = []
    for sentence in changes:
        replaced = _REPLACED.search(sentence.text)
        if replaced is None or replaced[1] in text:
            text = text.replace(replaced[1], replaced[2]) if replaced else text
            by.append(sentence)
    return Amended(text, tuple(by))


def amendment_notes(change: Amended, agreement: Agreement, sources: Sources) -> Iterator[str]:
    """Yield the sentences that amend an answer, each with the document it stands in."""
    for sentence in change.by:
        amendment = next(one for one in agreement.amendments if one.document.id == sentence.passage.document)
        marker = sources.cite(sentence, amendment.clause_of(sentence))
        yield f"{amendment.document.title}: {marked(sentence.text, [marker])}"


def term_notes(sentence: Sentence, question: str, agreement: Agreement, sources: Sources) -> Iterator[str]:
    """Yield what a rare defined term of a sentence means, unless the question itself uses it."""
    told = 0
    for term, definition in agreement.terms.items():
        is_here = re.search(rf"\b{re.escape(term)}\b", sentence.text)
        if told == _MAX_TERMS or not is_here or term.lower() in question.lower() or definition is sentence:
            continue
        if len(definition.text) <= _MAX_DEFINITION and _share_of(term, agreement) <= _COMMON_TERM:
            told += 1
            marker = sources.cite(definition, agreement.clause_of(definition))
            yield marked(definition.text, [marker])


def pointer_notes(sentence: Sentence, clause: Clause, agreement: Agreement) -> Iterator[str]:
    """Yield where the clauses stand that a sentence points to; none for a sentence that only lists clauses."""
    numbers = list(dict.fromkeys(_POINTS.findall(sentence.text)))
    if len(numbers) > _MAX_POINTERS:
        return
    for number in numbers:
        pointed = agreement.numbered(number)
        if pointed and pointed is not clause and pointed.passages:
            yield f"Clause {number} is on {place_of(pointed, pointed.passages[0].page)}."


def _share_of(term: str, agreement: Agreement) -> float:
    holding = sum(term in passage.text for clause in agreement.clauses for passage in clause.passages[:1])
    return holding / max(len(agreement.clauses), 1)
