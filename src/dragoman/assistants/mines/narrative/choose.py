"""The sentences that speak of what a question speaks of, and whether they say it or only come near."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from dragoman.assistants.mines.narrative.question import OpenQuestion, is_number, without_dates
from dragoman.assistants.mines.narrative.sentences import Sentence
from dragoman.documents.concepts import SYNONYM, Concepts, rarity
from dragoman.documents.stems import stems

IN_HEADING = 0.5  # of a word that only the heading over the sentence has
BEFORE = 0.35  # of a word that only the sentence before has
WRONG_KIND = 0.6  # of a sentence without a day where it is asked when
SOFT = 0.85  # the same where the kind is hard to tell by its form: reasons, lists
FAR = 0.8  # of a sentence whose number stands far from all that the question speaks of
NUMBER_NEAR = 5  # words
ELSEWHERE = 0.6  # of a sentence that only says where something stands
_POINTS_AWAY = re.compile(
    r"\b(?:(?:please )?(?:refer|see|referred) (?:to )?(?:the |our |also )?(?:notes?|item|part|section|page|table)"
    r"|further information|additional information|as follows|the following)\b|:$",
    re.IGNORECASE,
)
SAYS = 0.6  # of the question's weight that a sentence must speak of to be its answer
NEAR = 0.25  # below this it is about something else
BESIDE = 0.7  # of the best, that another sentence must reach to stand beside it
MAX_SENTENCES = 3


class Weighed(NamedTuple):
    """A sentence with how much of the question it speaks of, 0 to 1."""

    coverage: float
    sentence: Sentence


@dataclass(frozen=True, slots=True)
class Chosen:
    """Sentences in the order of the documents."""

    sentences: tuple[Sentence, ...] = ()
    is_answer: bool = False  # else they only come near what was asked


class _Spoken(NamedTuple):
    """Stems of the places that a sentence is read in."""

    own: tuple[str, ...]
    heading: tuple[str, ...]
    before: tuple[str, ...]


def choose(question: OpenQuestion, sentences: Sequence[Sentence]) -> Chosen:
    """Return at most three sentences: those that answer, else the nearest, else none."""
    ranked = weigh(question, sentences)
    if not ranked or ranked[0].coverage < NEAR:
        return Chosen()
    best = ranked[0].coverage
    unique = {one.sentence.text: one.sentence for one in ranked if one.coverage >= best * BESIDE}
    places = {id(sentence): place for place, sentence in enumerate(sentences)}
    kept = sorted(list(unique.values())[:MAX_SENTENCES], key=lambda sentence: places[id(sentence)])
    return Chosen(tuple(kept), is_answer=best >= SAYS)


def weigh(question: OpenQuestion, sentences: Sequence[Sentence]) -> list[Weighed]:
    """Return the sentences by how much of the question they speak of, the shorter first where they are alike."""
    spoken = [_Spoken(stems(s.text), stems(" ".join(s.passage.section)), stems(s.before)) for s in sentences]
    concepts = _telling(question, spoken)
    weighed = []
    for sentence, places in zip(sentences, spoken, strict=True):
        coverage = concepts.coverage(_weights(concepts, places)) * _fit(question, sentence.text)
        weighed.append(Weighed(round(coverage, 3), sentence))
    return sorted(weighed, key=lambda one: (-one.coverage, len(one.sentence.text)))


def _fit(question: OpenQuestion, text: str) -> float:
    """Return how far the form of a sentence fits the question, 0 to 1."""
    fit = ELSEWHERE if _POINTS_AWAY.search(text) else 1.0
    if not question.may_answer(text):
        return fit * (SOFT if question.wanted in ("reason", "list") else WRONG_KIND)
    return fit * FAR if question.wanted == "number" and not _counts_them(question, text) else fit


def _counts_them(question: OpenQuestion, text: str) -> bool:
    """Say whether a number stands close to a word of the question."""
    words = without_dates(text).lower().split()
    meant = frozenset(stem for concept in question.concepts for phrase in concept.phrases for stem in phrase)
    numbers = [at for at, word in enumerate(words) if is_number(word.lstrip("(~$€£"))]
    spoken = [at for at, word in enumerate(words) if meant.intersection(stems(word))]
    return any(abs(number - at) <= NUMBER_NEAR for number in numbers for at in spoken)


def _telling(question: OpenQuestion, spoken: Sequence[_Spoken]) -> Concepts:
    """Weigh each thing by how few of the sentences speak of it; what none speaks of is missed most."""
    present = [frozenset(places.own) for places in spoken]
    telling = []
    for concept in question.concepts:
        held = sum(
            concept.weight_in(places.own, words) >= SYNONYM for places, words in zip(spoken, present, strict=True)
        )
        telling.append(rarity(held, len(spoken)))
    return Concepts(question.concepts, tuple(telling))


def _weights(concepts: Concepts, places: _Spoken) -> list[float]:
    shares = ((places.own, 1.0), (places.heading, IN_HEADING), (places.before, BEFORE))
    sets = [(words, frozenset(words), share) for words, share in shares]
    return [
        max(concept.weight_in(words, present) * share for words, present, share in sets)
        for concept in concepts.concepts
    ]
