"""Open narrative: the sentences of the documents that speak of the question, word for word."""

import re
from collections.abc import Sequence

from dragoman.assistants.mines.compose.part import Part, Scene
from dragoman.assistants.mines.narrative.choose import choose
from dragoman.assistants.mines.narrative.question import in_place_of_a_figure, read_question
from dragoman.assistants.mines.narrative.sentences import Sentence, sentences_of
from dragoman.domain.document import Passage
from dragoman.domain.plan import Concept, Explain

_WORD = re.compile(r"[a-z][a-z-]{2,}|\d{4}")
_AHEAD = re.compile(r"\b(?:outlook|guidance|forecasts?|targets?|expect\w*)\b", re.IGNORECASE)
ONLY_NEAR = "I found no sentence that says this; the closest ones are:"
NO_REASON = "The documents I have do not say why; these are the sentences that speak of it."
_ENDING = re.compile(r"(?:itions?|ements?|ing|ed|es|e|s)$")
_LIGHT = frozenset(
    _WORD.findall(
        """the and for with that this from what how why does did was were are has have its their than into about which
        who when over year years company explain describe tell main any all our your can could would most more
        report reports reported says said mention come comes there here under"""
    )
)


def compose_explain(step: Explain, scene: Scene) -> Part:
    """Quote up to three sentences, each with its place: those that say it, else the nearest."""
    question = read_question(step.topic, _names(step, scene))
    if step == scene.material.instead:
        question = in_place_of_a_figure(question, step.topic)
    chosen = choose(question, _candidates(step, scene.material.passages))
    sentences = tuple(
        f"{one.text.rstrip('.')} {scene.sources.cite_passage(one.passage, one.text)}." for one in chosen.sentences
    )
    if not sentences:
        return Part(gaps=(f'Nothing in the documents was found for "{step.topic.strip(" ?")}".',))
    if lacks_reason(step, [one.text for one in chosen.sentences]):
        return Part(sentences=sentences, notes=(NO_REASON,))
    return Part(lead="" if chosen.is_answer else ONLY_NEAR, sentences=sentences)


def _names(step: Explain, scene: Scene) -> tuple[str, ...]:
    """Return every name of the companies that are asked about."""
    companies = scene.words.vocabulary.companies
    known = [companies[ticker] for ticker in step.companies if ticker in companies]
    return tuple(name for spec in known for name in (spec.ticker, spec.name, *spec.aliases))


def _candidates(step: Explain, passages: Sequence[Passage]) -> list[Sentence]:
    """Return the sentences to choose from; where it is asked what lies ahead, those that look ahead."""
    found = list(sentences_of(passages, step.companies))
    looks_ahead = _AHEAD.search(step.topic) is not None
    return [one for one in found if _AHEAD.search(one.text)] if looks_ahead else found


def lacks_reason(step: Explain, texts: Sequence[str]) -> bool:
    """Say whether it is asked why, and none of the texts gives a reason."""
    question = read_question(step.topic, ())
    return question.wanted == "reason" and not any(question.may_answer(text) for text in texts)


def stems(text: str) -> frozenset[str]:
    """Return the content words of a text without their plural or tense."""
    words = (word for word in _WORD.findall(text.lower()) if word not in _LIGHT)
    return frozenset(_ENDING.sub("", word) if len(word) > 4 else word for word in words)


def compose_concept(step: Concept, scene: Scene) -> Part:
    """Define a term of the vocabulary in its own words; they come from no document, so nothing is cited."""
    vocabulary = scene.words.vocabulary
    spec = vocabulary.metrics.get(step.term) or vocabulary.ratios.get(step.term)
    if spec is None or not spec.definition:
        return Part(notes=(f"I have no definition of {step.term!r}.",))
    return Part(notes=(spec.definition,))
