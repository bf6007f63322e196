"""A decomposed question made ready to be held against one agreement."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from dragoman.assistants.contracts.choose import Question
from dragoman.assistants.contracts.concepts import ABSENT_THING, concepts_of, widened
from dragoman.assistants.contracts.decomposition import Decomposition
from dragoman.assistants.contracts.library import Agreement
from dragoman.assistants.contracts.pointed import clause_named
from dragoman.assistants.contracts.registry import ClauseIntentSpec
from dragoman.assistants.contracts.topics import Subject, readings_of, subject_of, topics_of
from dragoman.assistants.contracts.wanted import Kind, Wanted, wanted_by
from dragoman.documents.concepts import Concepts, rarity
from dragoman.domain.value import Duration, Percent

_LETTERS = re.compile(r"[^\W\d_]+")
Registry = Mapping[str, ClauseIntentSpec]


def question_of(asked: Decomposition, agreement: Agreement, registry: Registry) -> Question:
    """Return the question with its concepts weighed in the agreement and what its answer must be about."""
    intent = registry.get(asked.intent)
    topics = topics_of(asked.query)
    subjects = tuple(topic.subject for topic in topics) or _readings(asked.query, intent)
    concepts = concepts_of(asked.query, agreement, " ".join(topic.words for topic in topics))
    concepts = widened(concepts, asked.also, agreement)
    return Question(
        text=asked.query,
        concepts=concepts,
        wanted=_wanted(asked, intent),
        subjects=subjects,
        sections=frozenset(name.lower() for name in (intent.sections if intent else ())),
        best_section=intent.sections[0].lower() if intent and intent.sections else "",
        values=tuple(_amounts(asked)),
        needed=() if subjects else _needed(asked, concepts),
        clause=clause_named(asked.query) or "",
        telling=tuple(_telling(topic.subject, agreement) for topic in topics),
    )


def readings_asked(intent: ClauseIntentSpec, agreement: Agreement) -> tuple[Question, ...]:
    """Return one question for each reading of an intent's word: "late payment penalty", "service credits penalty"."""
    questions = []
    for reading in intent.readings:
        text = f"{reading.reading} {intent.intent}"
        wanted = Wanted(kinds=("percent", "money"))
        sections = frozenset(map(str.lower, reading.sections))
        questions.append(Question(text, concepts_of(text, agreement), wanted, (subject_of(reading),), sections))
    return tuple(questions)


def _readings(query: str, intent: ClauseIntentSpec | None) -> tuple[Subject, ...]:
    """Return what the intent's readings want, when the question's words choose one or it has several."""
    if intent is None or not intent.readings:
        return ()
    return tuple(subject_of(reading) for reading in readings_of(query, intent))


def _telling(subject: Subject, agreement: Agreement) -> float:
    """Return how telling a topic is in the agreement: one that hardly a clause speaks of tells most."""
    holding = sum(
        any(subject.is_spoken_of(sentence.text, clause.titles) for sentence in clause.sentences)
        for clause in agreement.clauses
    )
    return rarity(holding, len(agreement.clauses)) if holding else ABSENT_THING


def _wanted(asked: Decomposition, intent: ClauseIntentSpec | None) -> Wanted:
    """Return what kind of answer is wanted; of a penalty how much, of "is 45 days allowed?" another time."""
    wanted = wanted_by(asked.query)
    if wanted.kinds:
        return wanted
    named: tuple[Kind, ...] = ()
    if any(isinstance(entity.value, Duration) for entity in asked.seen.entities):
        named = ("duration",)
    elif intent and intent.readings:
        named = ("percent", "money")
    return replace(wanted, kinds=named) if named else wanted


def _amounts(asked: Decomposition) -> Iterator[str]:
    for entity in asked.seen.entities:
        if isinstance(entity.value, Percent):
            yield f"{entity.value.percent.normalize():f}"
        elif isinstance(entity.value, Duration):
            yield f"{entity.value.amount.normalize():f}"


def _needed(asked: Decomposition, concepts: Concepts) -> tuple[int, ...]:
    """Return the concepts by whose words the first intent was recognised."""
    matches = [match for match in asked.seen.intents if match.intent == asked.intent]
    spans = [asked.seen.utterance.text[match.span.start : match.span.end].lower() for match in matches]
    words = {word for span in spans for word in _LETTERS.findall(span)}
    return tuple(
        place for place, concept in enumerate(concepts.concepts) if words.intersection(_LETTERS.findall(concept.words))
    )
