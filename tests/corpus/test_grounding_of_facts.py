"""What answers say about the facts of the sample corpus: true sentences stand, each spoilt one falls."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from dragoman.calculate.show import show_fact, show_value
from dragoman.documents.ingest import ingest
from dragoman.domain.claim import Grounding
from dragoman.domain.fact import Fact
from dragoman.grounding.ground import Evidence, Grounder
from dragoman.interpret.interpreter import Interpreter
from dragoman.interpret.vocabulary import Vocabulary, load_vocabulary
from dragoman.stores.corpus import CorpusStore

MINES = Path(__file__).parents[2] / "src" / "dragoman" / "assistants" / "mines"
ODD = ("per_data_aggregator", "restated")  # spoken of with more words than a plain sentence has
EVERY = 7  # of some 560 facts, enough to see every company and kind


class World:
    """The sample corpus, its facts and a checker."""

    def __init__(self) -> None:
        self.vocabulary: Vocabulary = load_vocabulary(MINES / "vocabulary")
        self._grounder = Grounder(Interpreter(self.vocabulary), self.vocabulary)
        store = CorpusStore.open(None)
        ingest([MINES / "corpus" / "digests"], store=store, vocabulary=self.vocabulary)
        self.facts = [f for f in store.facts() if f.metric and f.period and f.basis not in ODD]
        self._pages = {
            (document.id, number): store.page(document.id, number)
            for document in store.documents()
            for number in range(1, document.pages + 1)
        }

    def say(self, fact: Fact, shown: str | None = None) -> str:
        names = self.vocabulary
        metric = names.metric_name(fact.metric or "", fact.basis, fact.share)
        period = names.spoken_period(fact.period, fact.company) if fact.period else ""
        return f"{names.company_name(fact.company or '')}'s {metric} for {period} was {shown or show_fact(fact)}."

    def ground(self, text: str, fact: Fact) -> Grounding:
        """Check a sentence against all pages of the document that the fact stands in."""
        pages = [page for (document, _), page in self._pages.items() if document == fact.cell.document and page]
        evidence = [Evidence(text=page.text, company=fact.company) for page in pages]
        return self._grounder.ground(text, evidence, reference_date=date(2026, 11, 30))

    def others(self, fact: Fact) -> Iterator[Fact]:
        return (f for f in self.facts if f.cell.document == fact.cell.document and f.amount != fact.amount)


@pytest.fixture(scope="module")
def world() -> World:
    return World()


def other_digit(world: World, fact: Fact) -> str | None:
    shown = show_fact(fact)
    places = [place for place, character in enumerate(shown) if character.isdigit()]
    place = places[len(fact.id + shown) % len(places)]
    return world.say(fact, shown[:place] + str((int(shown[place]) + 3) % 10) + shown[place + 1 :])


def other_year(world: World, fact: Fact) -> str | None:
    series = (fact.metric, fact.basis, fact.share)
    others = (f for f in world.others(fact) if (f.metric, f.basis, f.share) == series and f.period != fact.period)
    swapped = next((f for f in others if abs(f.amount - fact.amount) > fact.amount / 20), None)  # beyond rounding
    return world.say(replace(fact, period=swapped.period)) if swapped else None


def other_metric(world: World, fact: Fact) -> str | None:
    others = (f for f in world.others(fact) if f.period == fact.period and f.unit == fact.unit)
    swapped = next((f for f in others if f.metric != fact.metric), None)
    return world.say(swapped, show_fact(fact)) if swapped else None


def other_company(world: World, fact: Fact) -> str | None:
    return world.say(replace(fact, company="RIO" if fact.company != "RIO" else "BHP"))


def other_currency(world: World, fact: Fact) -> str | None:
    shown = show_fact(fact)
    swapped = shown.replace("US$", "A$") if "US$" in shown else shown.replace("A$", "US$")
    return world.say(fact, swapped) if swapped != shown else None


def other_sign(world: World, fact: Fact) -> str | None:
    return world.say(fact, show_value(-fact.value, fact.unit, fact.scale)) if fact.value else None


def other_scale(world: World, fact: Fact) -> str | None:
    shown = show_fact(fact)
    return world.say(fact, shown.replace("million", "billion")) if "million" in shown else None


def test_true_sentences_about_facts_are_supported(world) -> None:
    texts = [(world.say(fact), fact) for fact in world.facts[::EVERY]]
    assert [text for text, fact in texts if world.ground(text, fact).verdict != "yes"] == []


@pytest.mark.parametrize(
    "spoil", [other_digit, other_year, other_metric, other_company, other_currency, other_sign, other_scale]
)
def test_spoilt_sentences_about_facts_are_not_supported(world, spoil: Callable[[World, Fact], str | None]) -> None:
    spoilt = [(text, fact) for fact in world.facts[::EVERY] if (text := spoil(world, fact))]
    assert spoilt
    assert [text for text, fact in spoilt if world.ground(text, fact).count("supported")] == []
