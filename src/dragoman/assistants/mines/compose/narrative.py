"""Open narrative: the sentences of the documents that speak of the question, word for word."""

import re
from collections.abc import Iterator, Sequence

from dragoman.assistants.mines.compose.part import Part, Scene
from dragoman.domain.document import Passage
from dragoman.domain.plan import Concept, Explain

MAX_SENTENCES = 3
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z\"'(])")
_WORD = re.compile(r"[a-z][a-z-]{2,}|\d{4}")
_LIGHT = frozenset(
    _WORD.findall(
        """the and for with that this from what how why does did was were are has have its their than into about which
        who when over year years company explain describe tell main any all our your can could would most more"""
    )
)


def compose_explain(step: Explain, scene: Scene) -> Part:
    """Quote up to three sentences, each with its place; nothing when no sentence shares a word with the question."""
    chosen = best_sentences(step, scene.material.passages)
    sentences = tuple(f"{text.rstrip('.')} {scene.sources.cite_passage(passage, text)}." for passage, text in chosen)
    return Part(sentences=sentences)


def best_sentences(step: Explain, passages: Sequence[Passage]) -> tuple[tuple[Passage, str], ...]:
    """Return the sentences with the most words of the topic, in the order the documents have them."""
    wanted = stems(step.topic) - _names(passages)
    scored = []
    for order, (passage, text) in enumerate(_sentences(step, passages)):
        shared = len(wanted & stems(text))
        if shared:
            scored.append((-shared, order, passage, text))
    best = sorted(scored, key=lambda item: item[:2])[:MAX_SENTENCES]
    unique = {text: (passage, text) for _, _, passage, text in sorted(best, key=lambda item: item[1])}
    return tuple(unique.values())


def _sentences(step: Explain, passages: Sequence[Passage]) -> Iterator[tuple[Passage, str]]:
    for passage in passages:
        if passage.kind == "table" or (step.companies and passage.company not in step.companies):
            continue
        for line in passage.text.splitlines():
            text = line.strip().lstrip("-• ").strip("*")
            yield from ((passage, one.strip()) for one in _SENTENCE.split(text) if len(one.split()) > 3)


def _names(passages: Sequence[Passage]) -> frozenset[str]:
    """Return the words of the companies' own titles: they are on every page and tell nothing apart."""
    return frozenset().union(*(stems(passage.title) for passage in passages))


def stems(text: str) -> frozenset[str]:
    """Return the content words of a text without their plural or tense."""
    words = (word for word in _WORD.findall(text.lower()) if word not in _LIGHT)
    return frozenset(re.sub(r"(?:ing|ed|es|s)$", "", word) if len(word) > 4 else word for word in words)


def compose_concept(step: Concept, scene: Scene) -> Part:
    """Define a term of the vocabulary in its own words; they come from no document, so nothing is cited."""
    vocabulary = scene.words.vocabulary
    spec = vocabulary.metrics.get(step.term) or vocabulary.ratios.get(step.term)
    if spec is None or not spec.definition:
        return Part(notes=(f"I have no definition of {step.term!r}.",))
    return Part(notes=(spec.definition,))
