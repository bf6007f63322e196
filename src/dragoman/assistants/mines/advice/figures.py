"""The figures a calculation may use: cells of the pages that were found, as code reads them.

Only these reach the model that chooses the tools, written in our own words: no text of a page or of news does.
"""

from collections.abc import Collection, Iterable, Sequence
from datetime import date

from dragoman.assistants.mines.compose.words import Words, amount
from dragoman.assistants.mines.material import Material
from dragoman.assistants.mines.tools import MinesTools
from dragoman.documents.choose import choose
from dragoman.domain.document import Passage
from dragoman.domain.fact import Fact
from dragoman.domain.lineage import FactNode
from dragoman.domain.period import Period
from dragoman.domain.plan import Lookup

MAX_FIGURES = 40
MAX_METRICS = 8


def figures_in(material: Material, question: str, *, tools: MinesTools, today: date) -> tuple[FactNode, ...]:
    """Return the facts that were found for the plan, and those on the found pages that the question or they name."""
    known = [fact for one in material.found.values() if (fact := one.fact)]
    found = [*known, *_on_pages(material.passages, question, tools, today)]
    unique = {(fact.company, fact.metric, fact.period, fact.basis, fact.share): fact for fact in reversed(found)}
    return tuple(FactNode(fact=fact) for fact in reversed(unique.values()))[:MAX_FIGURES]


def listing(figures: Sequence[FactNode], words: Words) -> str:
    """Return the figures as the model is shown them: "F1: BHP's revenue for FY2024: US$55,658 million"."""
    lines = [f"F{n}: {words.subject(node.fact)}: {amount(node.fact)}" for n, node in enumerate(figures, start=1)]
    return "\n".join(lines) or "none"


def _on_pages(passages: Sequence[Passage], question: str, tools: MinesTools, today: date) -> Iterable[Fact]:
    pages = {(passage.document, passage.page) for passage in passages}
    metrics = _metrics(passages, question, tools, today)
    places = dict.fromkeys((p.company, p.period) for p in passages if p.company and p.period)
    for metric in metrics:
        for company, label in places:
            yield from _facts(company or "", metric, label or "", pages, tools)


def _facts(
    company: str, metric: str, label: str, pages: Collection[tuple[str, int]], tools: MinesTools
) -> Iterable[Fact]:
    """Yield the figure of a year and that of the year before, which a page shows beside it."""
    period = Period.parse(label)
    for one in (period, period.shifted(-1)):
        cell = Lookup(company=company, metric=metric, period=one)
        shown = [fact for fact in tools.retriever.facts(cell) if (fact.cell.document, fact.cell.page) in pages]
        if chosen := choose(shown, cell, tools.vocabulary):
            yield chosen.fact


def _metrics(passages: Sequence[Passage], question: str, tools: MinesTools, today: date) -> tuple[str, ...]:
    texts = [question, *(passage.text for passage in passages)]
    read = (tools.interpreter.interpret(text[:4_000], reference_date=today).names("metric") for text in texts)
    return tuple(dict.fromkeys(name for names in read for name in names))[:MAX_METRICS]
