"""What a question is about beside its intent, and what its answer must therefore speak of."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import re2

from dragoman.assistants.contracts.registry import ClauseIntentSpec, ReadingSpec
from dragoman.specs.reader import load
from dragoman.specs.spec import Spec

TOPICS = Path(__file__).parent / "topics"


class TopicSpec(Spec):
    """A topic that agreements commonly have."""

    topic: str
    asks: str  # pattern over the question, lower case
    unless: str = ""  # pattern: taken out of the question before it is tried
    sections: tuple[str, ...]
    says: str  # pattern over a sentence, lower case
    required: bool = False


class TopicFileSpec(Spec):
    """One file of topics that belong together."""

    topics: tuple[TopicSpec, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Subject:
    """What an answer must be about: the titles it may stand under, and the words it has."""

    name: str
    sections: frozenset[str]  # lower case
    says: Any  # a compiled RE2 pattern
    is_required: bool

    def is_spoken_of(self, text: str, titles: Iterable[str] = ()) -> bool:
        """Say whether a sentence (or the title over it) speaks of it."""
        return self.says.search(text.lower()) is not None or any(self.says.search(one.lower()) for one in titles)


@dataclass(frozen=True, slots=True, eq=False)
class Asked:
    """A topic that a question is about, and the words by which it asks for it."""

    subject: Subject
    words: str


def topics_of(question: str) -> tuple[Asked, ...]:
    """Return the common topics that a question is about."""
    lower = question.lower().replace("’", "'")
    found = ((asks.search(unless.sub(" ", lower) if unless else lower), subject) for asks, unless, subject in _topics())
    return tuple(Asked(subject, match.group(0)) for match, subject in found if match)


def readings_of(question: str, intent: ClauseIntentSpec) -> tuple[ReadingSpec, ...]:
    """Return the readings of an intent that the question's own words choose; all where they choose none."""
    lower = question.lower()
    chosen = [reading for reading in intent.readings if pattern(reading.words).search(lower)]
    return tuple(chosen) or intent.readings


def subject_of(reading: ReadingSpec) -> Subject:
    """Return a reading as what an answer must be about."""
    return Subject(
        reading.reading, frozenset(map(str.lower, reading.sections)), pattern(reading.says), is_required=True
    )


@cache
def pattern(text: str) -> Any:  # noqa: ANN401 (the package has no types)
    """Return a compiled pattern of a YAML file; it runs on RE2, in time linear in the text."""
    return re2.compile(text, _options())


def _options() -> re2.Options:
    options = re2.Options()
    options.log_errors = False
    return options


@cache
def _topics() -> tuple[tuple[Any, Any, Subject], ...]:
    files = [load(path, TopicFileSpec) for path in sorted(TOPICS.glob("*.yaml"))]
    topics = [topic for file in files for topic in file.topics]
    return tuple(
        (pattern(topic.asks), pattern(topic.unless) if topic.unless else None, _subject(topic)) for topic in topics
    )


def _subject(topic: TopicSpec) -> Subject:
    return Subject(topic.topic, frozenset(map(str.lower, topic.sections)), pattern(topic.says), topic.required)
