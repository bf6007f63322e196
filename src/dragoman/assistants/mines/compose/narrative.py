"""Open narrative: the sentences of the documents that speak of the question, word for word."""

import re
from collections.abc import Iterator, Sequence

from dragoman.assistants.mines.compose.part import Part, Scene
from dragoman.domain.document import Passage
from dragoman.domain.plan import Concept, Explain
from dragoman.grounding.orders import is_order

MAX_SENTENCES = 3
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z\"'(])")
_WORD = re.compile(r"[a-z][a-z-]{2,}|\d{4}")
# How a page is to be read; and superlatives, which nobody here has checked.
_BOILERPLATE = re.compile(
    r"^(?:this page is a (?:digest|summary)|figures in parentheses|source marks? |\[\w\]|the table|\[S\d+\])",
    re.IGNORECASE,
)
_SUPERLATIVE = re.compile(
    r"\b(?:highest|lowest|largest|smallest|biggest|best|worst|strongest|weakest|record|peak)\b", re.IGNORECASE
)
_NOT_PROSE = re.compile(r"https?:|\bwww\.|]\(|</?[a-z][^>]*>|<!--", re.IGNORECASE)
_WHY = re.compile(r"\b(?:why|how come|what (?:drove|caused|led to|explains?)|reasons?|cause[sd]?)\b", re.IGNORECASE)
_BECAUSE = re.compile(
    r"\b(?:because|due to|owing to|driven|drove|caused|as a result|thanks to|reflect\w*|on (?:higher|lower|weaker|"
    r"stronger)|after|which is why|so that|so\b)",
    re.IGNORECASE,
)
_AHEAD = re.compile(r"\b(?:outlook|guidance|forecasts?|targets?|expect\w*)\b", re.IGNORECASE)
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
    """Quote up to three sentences, each with its place; say it when no sentence shares a word with the question."""
    chosen = best_sentences(step, scene.material.passages)
    sentences = tuple(f"{text.rstrip('.')} {scene.sources.cite_passage(passage, text)}." for passage, text in chosen)
    if not sentences:
        return Part(gaps=(f'Nothing in the documents was found for "{step.topic.strip(" ?")}".',))
    return Part(sentences=sentences, notes=(NO_REASON,) if lacks_reason(step, [text for _, text in chosen]) else ())


def lacks_reason(step: Explain, texts: Sequence[str]) -> bool:
    """Say whether it is asked why, and none of the texts gives a reason."""
    return _WHY.search(step.topic) is not None and not any(_BECAUSE.search(text) for text in texts)


def best_sentences(step: Explain, passages: Sequence[Passage]) -> tuple[tuple[Passage, str], ...]:
    """Return the sentences with the most words of the topic, in the order the documents have them."""
    wanted = frozenset(word for word in stems(step.topic) - _names(passages) if not word.isdigit())
    looks_ahead = _AHEAD.search(step.topic) is not None
    scored = []
    for order, (passage, text) in enumerate(_sentences(step, passages)):
        if looks_ahead and not _AHEAD.search(text):
            continue
        own = wanted & stems(text)
        shared = len(own | (wanted & stems(" ".join(passage.section))))
        if own or (shared and passage.section[-1:] and "note" in wanted):
            scored.append((-shared, order, passage, text))
    most = -min((score for score, *_ in scored), default=0)
    near = [item for item in scored if -item[0] * 2 > most]  # half of the best is about something else
    best = sorted(near, key=lambda item: item[:2])[:MAX_SENTENCES]
    unique = {text: (passage, text) for _, _, passage, text in sorted(best, key=lambda item: item[1])}
    return tuple(unique.values())


def _sentences(step: Explain, passages: Sequence[Passage]) -> Iterator[tuple[Passage, str]]:
    for passage in passages:
        if passage.kind == "table" or (step.companies and passage.company not in step.companies):
            continue
        for line in passage.text.splitlines():
            text = line.strip().lstrip("-• ").strip("*")
            yield from ((passage, one.strip()) for one in _SENTENCE.split(text) if _is_quotable(one))


def _is_quotable(text: str) -> bool:
    """Say whether a sentence may be an answer; one with an address, markup or an order to its reader never is."""
    if len(text.split()) <= 3 or _BOILERPLATE.match(text.strip()) or _SUPERLATIVE.search(text):
        return False
    return not _NOT_PROSE.search(text) and not is_order(text)


def _names(passages: Sequence[Passage]) -> frozenset[str]:
    """Return the words of the companies' own titles: they are on every page and tell nothing apart."""
    return frozenset().union(*(stems(passage.title) for passage in passages))


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
