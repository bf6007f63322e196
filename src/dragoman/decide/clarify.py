"""When and how we ask back: the smallest question that fills the gap, options first, at most twice a turn."""

from collections.abc import Sequence

from dragoman.domain.decision import Option
from dragoman.domain.document import Coverage
from dragoman.interpret.vocabulary import Vocabulary

MAX_QUESTIONS = 2  # a turn; after that the best that can be done is done
MAX_OPTIONS = 5
MAX_ROWS = 8  # of one label that a reader may have to choose from
NONE_OF_THESE = Option(value="", text="none of these")

_QUESTIONS = {
    "company": "Which company do you mean?",
    "metric": "Which figure do you mean: revenue, EBITDA, net profit, the dividend, or another one?",
    "period": "Which fiscal year do you mean?",
    "instead": "What would you like to know instead?",
}


def may_ask(questions_asked: int) -> bool:
    """Say whether another question may be asked in this turn."""
    return questions_asked < MAX_QUESTIONS


def question_for(missing: Sequence[str]) -> str:
    """Return the question for what is missing; empty when nothing we have words for is."""
    return next((_QUESTIONS[slot] for slot in missing if slot in _QUESTIONS), "")


def fixed_question(coverage: Coverage) -> str:
    """Return the question that stands in when a layer asks with a blank text; it names what is covered."""
    companies = ", ".join(coverage.companies)
    return f"Could you clarify which company ({companies}), fiscal year, and metric you are asking about?"


def options_for(missing: Sequence[str], coverage: Coverage, vocabulary: Vocabulary) -> tuple[Option, ...]:
    """Return what there is to choose from, "none of these" last; nothing when the list would be long."""
    if "company" in missing:
        names = [(vocabulary.company_name(company)) for company in coverage.companies]
    elif "period" in missing:
        names = sorted({p for labels in coverage.periods.values() for p in labels if p.startswith("FY")})
    else:
        return ()
    if not 1 < len(names) <= MAX_OPTIONS:
        return ()
    return (*(Option(value=name, text=name) for name in names), NONE_OF_THESE)
