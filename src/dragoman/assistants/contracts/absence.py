"""What is said when the agreement does not say: that, and where it was looked."""

from collections.abc import Sequence

from dragoman.assistants.contracts.choose import Question
from dragoman.assistants.contracts.concepts import SYNONYM
from dragoman.assistants.contracts.library import Agreement

OPENING = "The agreement does not say"
REPHRASE = "If you know it by another word, ask with that."
_MAX_SECTIONS = 4


def absence(question: Question, agreement: Agreement, looked: Sequence[tuple[str, int]]) -> str:
    """Return the sentence, with the sections that were read and the words that stand nowhere."""
    pages = agreement.document.pages
    places = list(dict.fromkeys(f"{title} (page {page})" for title, page in looked if title))[:_MAX_SECTIONS]
    where = f" I read {_listed(places)}, and searched " if places else " I searched "
    searched = f"all {pages} pages" if pages > 1 else "the whole text"
    missing = _missing(question, agreement)
    words = (
        f"; {_listed([f'“{word}”' for word in missing])} {'stands' if len(missing) == 1 else 'stand'} nowhere in it"
        if missing
        else ""
    )
    return f"{OPENING}.{where}{searched}{words}. {REPHRASE}"


def _missing(question: Question, agreement: Agreement) -> tuple[str, ...]:
    """Return the words of the question, and all that stands for them, that the agreement never uses."""
    words = [clause.words for clause in agreement.clauses]
    return tuple(
        concept.words
        for concept in question.concepts.concepts
        if not any(
            concept.weight_in(clause.spoken, here) >= SYNONYM
            for clause, here in zip(agreement.clauses, words, strict=True)
        )
    )[:3]


def _listed(items: Sequence[str]) -> str:
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"
