"""Questions that name a clause by its number: "what is in clause 9.4?", "show me section 13"."""

import re

from dragoman.assistants.contracts.concepts import read_concepts
from dragoman.assistants.contracts.library import Agreement, Clause

_NAMED = re.compile(
    r"(?:\b(?:clauses?|sections?|articles?|paragraphs?)|§)\s*(\d{1,2}(?:\.\d{1,3})*|[IVX]{1,5}\b)"
    r"|\b((?:schedule|exhibit|annex|appendix|attachment)\s+[A-Z0-9]{1,3}\b)",
    re.IGNORECASE,
)
_SHOWS = re.compile(
    r"\b(?:quotes?|read|text|wording|print|open|display|cite|whole|full|summar\w+|content|contents)\b", re.IGNORECASE
)
MAX_SENTENCES = 8


def clause_named(question: str) -> str | None:
    """Return the number of the clause a question names; None where it names none or several."""
    found = [(one[1] or " ".join(one[2].split())).casefold() for one in _NAMED.finditer(question)]
    return found[0] if len(set(found)) == 1 else None


def is_only_named(question: str) -> bool:
    """Say whether a question wants a clause itself and nothing of it in particular."""
    if clause_named(question) is None:
        return False
    rest = _SHOWS.sub(" ", _NAMED.sub(" ", question))
    return not read_concepts(rest)


def clauses_at(number: str, agreement: Agreement) -> tuple[Clause, ...]:
    """Return the clause of that number with those below it, in the order of the text; none where there is none."""
    return tuple(clause for clause in agreement.clauses if stands_at(number, clause))


def stands_at(number: str, clause: Clause) -> bool:
    """Say whether a clause has that number or stands below the one that has it."""
    own = [held.casefold() for held in clause.numbers]
    return number in own or any(held.startswith(f"{number}.") for held in own)
