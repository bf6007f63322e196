"""Answers that need no report: hello, thanks, what can you do, what a term means; and the canned refusals."""

from collections.abc import Sequence

from dragoman.decide import language
from dragoman.decide.coverage import describe, years_text
from dragoman.domain.document import Coverage
from dragoman.domain.interpretation import Interpretation
from dragoman.interpret.vocabulary import Vocabulary

RESET = "Done: what was said before no longer counts. What would you like to know?"
ACKNOWLEDGE = "All right. What would you like to know?"
THANKS = "You're welcome. Ask on whenever you like."
_A_QUESTION = "What was BHP's FY2024 revenue?"
OUTSIDE = "The rest of your message is outside what I can help with."
NEEDS_COMPANY = "I need a company for that."


def greeting(coverage: Coverage, vocabulary: Vocabulary) -> str:
    """Return hello, with what there is to ask about."""
    return (
        f"Hello. Ask me about the annual reports of {describe(coverage, vocabulary)}. {_example(coverage, vocabulary)}"
    )


def capabilities(coverage: Coverage, vocabulary: Vocabulary) -> str:
    """Return what can be asked, from what is covered."""
    return (
        f"I answer questions over the annual reports of {describe(coverage, vocabulary)}: "
        "figures such as revenue, EBITDA, net profit, dividends, cash flow, debt and production; "
        "growth, ratios, rankings and trends worked out from them; "
        "what the reports say about why; and recent news. Every figure comes with its page. "
        f"{_example(coverage, vocabulary)}"
    )


def definition(terms: Sequence[str], vocabulary: Vocabulary) -> str:
    """Return what the terms mean, in the vocabulary's words; empty when it defines none of them."""
    found = [text for term in terms if (text := _defined(term, vocabulary))]
    if not found:
        return ""
    return f"{' '.join(found)}\n\nThis is a definition; no report was searched."


def _defined(term: str, vocabulary: Vocabulary) -> str:
    spec = vocabulary.metrics.get(term) or vocabulary.ratios.get(term)
    return spec.definition if spec else ""


def out_of_scope(coverage: Coverage, vocabulary: Vocabulary) -> str:
    """Return the canned refusal; it says what can be asked instead."""
    return (
        "That is outside what I can help with. I answer questions about the annual reports of "
        f"{describe(coverage, vocabulary)}. {_example(coverage, vocabulary)}"
    )


def as_reported(words: str) -> str:
    """Say that nothing is taken out of a figure: the person asked for one "excluding iron ore"."""
    return f"I cannot work out a figure “{words}”: what stands here is as it was reported, with nothing taken out."


def one_of_these(coverage: Coverage, vocabulary: Vocabulary) -> str:
    """Return which companies a figure can be asked of."""
    return f"I have {describe(coverage, vocabulary)}; ask again with one of them. {_example(coverage, vocabulary)}"


def advice(companies: Sequence[str], coverage: Coverage, vocabulary: Vocabulary) -> str:
    """Return the refusal to advise, with the offer of figures instead."""
    company = companies[0] if companies else next(iter(coverage.companies), "")
    name = vocabulary.company_name(company)
    year = coverage.latest(company) or "the latest year"
    return (
        "I don't give investment, legal or tax advice. I can show what was reported, for example: "
        f"How did {name} do in {year}? Or: What was {name}'s {year} net debt?"
    )


def english_only(seen: Interpretation, coverage: Coverage, vocabulary: Vocabulary) -> language.EnglishOnly | None:
    """Return, in the language of the question, that we work in English and what is covered; None for English."""
    example = _example(coverage, vocabulary).removeprefix("For example: ") if coverage.companies else _A_QUESTION
    names = [vocabulary.company_name(company) for company in coverage.companies]
    years = years_text(coverage).replace(" to ", "–")
    return language.english_only(seen, example=example, companies=names, years=years)


def _example(coverage: Coverage, vocabulary: Vocabulary) -> str:
    company = next(iter(coverage.companies), None)
    if company is None:
        return "No report is in the index yet: dragoman ingest REPORT."
    return f"For example: What was {vocabulary.company_name(company)}'s {coverage.latest(company) or ''} revenue?"
