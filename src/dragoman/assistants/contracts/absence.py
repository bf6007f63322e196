"""What is said when the agreement does not say: that, and where it was looked."""

from collections.abc import Sequence

from dragoman.assistants.contracts.choose import Found, Question
from dragoman.assistants.contracts.concepts import read_concepts
from dragoman.assistants.contracts.followed import amended, amendment_notes
from dragoman.assistants.contracts.library import Agreement
from dragoman.assistants.contracts.pointed import is_only_named
from dragoman.assistants.contracts.sources import Sources, marked, place_of, spoken
from dragoman.documents.concepts import SYNONYM

OPENING = "The agreement does not say"
REPHRASE = "If you know it by another word, ask with that."
NO_SENTENCE = "I found no sentence that says so plainly"
_MAX_SECTIONS = 4


def absence(question: Question, agreement: Agreement, looked: Sequence[tuple[str, int]]) -> str:
    """Return the sentence, with the sections that were read and the words that stand nowhere."""
    if is_only_named(question.text):
        return f"{OPENING}: it has no clause {question.clause} that I can find."
    pages = agreement.document.pages
    places = list(dict.fromkeys(f"{title} (page {page})" for title, page in looked if title))[:_MAX_SECTIONS]
    where = f" I read {_listed(places)}, and searched " if places else " I searched "
    searched = f"all {pages} pages" if pages > 1 else "the whole text"
    missing = missing_words(question, agreement)
    words = (
        f"; {_listed([f'“{word}”' for word in missing])} {'stands' if len(missing) == 1 else 'stand'} nowhere in it"
        if missing
        else ""
    )
    return f"{OPENING}.{where}{searched}{words}. {REPHRASE}"


def hedged(near: Found, agreement: Agreement) -> tuple[str, Sources]:
    """Return the sentence that comes nearest, as amendments leave it, said as no more than that, and its place."""
    sources = Sources()
    marker = sources.cite(near.sentence, near.clause)
    change = amended(spoken(near.sentence), near.clause, agreement)
    notes = list(amendment_notes(change, agreement, sources))
    place = place_of(near.clause, near.sentence.passage.page)
    said = f"{NO_SENTENCE}. The nearest is on {place}: {marked(change.text, [marker])}"
    return "\n\n".join((said, *notes)), sources


def doubt(question: Question, agreement: Agreement) -> str:
    """Return which words of the question an answer could not be held against; nothing where all are there."""
    missing = missing_words(question, agreement)
    if not missing:
        return ""
    words = _listed([f"“{word}”" for word in missing])
    stand = "stands" if len(missing) == 1 else "stand"
    return f"{words} {stand} nowhere in the agreement: see whether this is what you mean."


def missing_words(question: Question, agreement: Agreement) -> tuple[str, ...]:
    """Return the words of the question, and all that stands for them, that the agreement never uses."""
    words = [clause.words for clause in agreement.clauses]
    return tuple(
        concept.words
        for concept in read_concepts(question.text)
        if not any(
            concept.weight_in(clause.spoken, here) >= SYNONYM
            for clause, here in zip(agreement.clauses, words, strict=True)
        )
    )[:3]


def _listed(items: Sequence[str]) -> str:
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"
