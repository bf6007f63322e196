"""What a question speaks of, word by word, and how well a sentence speaks of the same."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import log
from pathlib import Path

from dragoman.assistants.contracts.library import Agreement
from dragoman.documents.stems import WORD, stem
from dragoman.documents.terms import content_words
from dragoman.specs.reader import load
from dragoman.specs.spec import Spec

Phrase = tuple[str, ...]  # stems
SYNONYM = 0.75  # of another word for the same thing, where the word itself counts 1
ABSENT = 3.0  # how telling a word is that the agreement does not have: it may be a rare thing, or small talk
ABSENT_THING = 6.0  # the same for what the synonyms know as a thing of agreements
PART = 0.5  # of one word of a phrase
_MAX_PHRASE = 5  # words
# How a question is asked says nothing about where its answer stands.
_ASKING = re.compile(
    r"\bhow (?:long|much|many (?:business |calendar )?(?:days?|weeks?|months?|years?|hours?|times)"
    r"|many|often|fast|quickly|soon|early|late|far)\b"
    r"|\b(?:by|until|since|from) when\b|\bwithin (?:how many|what|which)(?: \w+)?\b"
    r"|\bin (?:the|a) case of\b|\bwhat (?:if|amount|happens?)\b|\bwhat (?:kind|sort|type)s? of\b"
    r"|\b(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|forty-five|sixty|ninety)"
    r"(?: \(\d+\))?[ -](?:(?:business|working|calendar) )?(?:day|week|month|year|hour)s?\b"
    r"|\bin (?:full )?(?:force|effect)\b"
    r"|\b(?:how is|is there|are there)\b|\b(?:to|for) what (?:amount|extent)\b|\b\d[\d.,]*\s?(?:%|per ?cent)?"
)
_DOWN = re.compile(r"\b(?:is|are|was|be|goes|go) down\b")  # "down" alone is a word without content
_EMPTY = frozenset(
    """
    agreement contract clause section happen happens need needs needed required require requires say says state states
    get gets give given kind somebody someone else thing things case still work works allowed permitted possible
    agreed agree part side sides side's party parties apply applies anything something mean means meant definition
    state's stated provision provisions sections carry either go goes itself still old too hold holds exist exists side
    obligation obligations duty duties run runs carries carried comes come
    take takes taken took make makes made making put puts show shows tell explain describe list find look know want
    count counts counted apply cover covers covered concern concerning regarding regard respect become becomes deal
    deals occur occurs result really exactly actually please currently according way ways ones one start finish stay
    stays sit sits bit lot long much many often ever own's done doing try tries
    """.split()  # noqa: SIM905, it reads
)


class SynonymsSpec(Spec):
    """The file `synonyms.yaml`."""

    groups: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Concept:
    """One thing the question speaks of: the phrases that say it, and how well each does."""

    words: str  # as in the question
    phrases: Mapping[Phrase, float]
    is_known: bool = False  # whether the synonyms have it

    def weight_in(self, spoken: Sequence[str], present: frozenset[str]) -> float:
        """Return how well a text says it, 0 to 1; `present` are the stems of the text as a set."""
        best = 0.0
        for phrase, weight in self.phrases.items():
            if weight > best and present.issuperset(phrase) and (len(phrase) == 1 or _stands_in(phrase, spoken)):
                best = weight
        return best


@dataclass(frozen=True, slots=True)
class Concepts:
    """All a question speaks of, each with how telling it is in one agreement."""

    concepts: tuple[Concept, ...]
    telling: tuple[float, ...]  # inverse document frequency over the clauses of the agreement

    def coverage(self, weights: Iterable[float], more: Sequence[tuple[float, float]] = ()) -> float:
        """Return which part of the question is covered by a text with these weights, 0 to 1.

        `more` are weight and telling of what the question speaks of beside its words.
        """
        pairs = (*zip(weights, self.telling, strict=True), *more)
        total = sum(telling for _, telling in pairs)
        return sum(weight * telling for weight, telling in pairs) / total if total else 0.0


def concepts_of(question: str, agreement: Agreement, told: str = "") -> Concepts:
    """Return what the question speaks of, weighed in the agreement it is asked about.

    `told` are words of it that a topic understood: where the agreement has other words, these are not missed.
    """
    understood = frozenset(part for word in WORD.findall(told.lower()) for part in (word, *_parts(word)))
    concepts, telling = [], []
    for concept in read_concepts(question):
        holding = sum(concept.weight_in(clause.spoken, clause.words) >= SYNONYM for clause in agreement.clauses)
        if not holding and understood.issuperset(WORD.findall(concept.words)):
            continue
        concepts.append(concept)
        rare = rarity(holding, len(agreement.clauses))
        telling.append(rare if holding else ABSENT_THING if concept.is_known else ABSENT)
    return Concepts(tuple(concepts), tuple(telling))


def widened(concepts: Concepts, also: Mapping[str, Sequence[str]], agreement: Agreement) -> Concepts:
    """Return the same with further words for some of them: "walk away" is said by "terminate" as well."""
    if not also:
        return concepts
    found, telling = [], []
    for concept, before in zip(concepts.concepts, concepts.telling, strict=True):
        own = frozenset(WORD.findall(concept.words))
        words = [one for word, others in also.items() if own & frozenset(WORD.findall(word)) for one in others]
        phrases = {phrase: SYNONYM for one in words if (phrase := _phrase(one))}
        wider = replace(concept, phrases={**phrases, **concept.phrases}) if phrases else concept
        found.append(wider)
        holding = sum(wider.weight_in(clause.spoken, clause.words) >= SYNONYM for clause in agreement.clauses)
        telling.append(rarity(holding, len(agreement.clauses)) if phrases and holding else before)
    return Concepts(tuple(found), tuple(telling))


def rarity(holding: int, clauses: int) -> float:
    """Return how telling it is that a clause holds what so many of all clauses hold."""
    return log(1 + (clauses - holding + 0.5) / (holding + 0.5))


def read_concepts(question: str) -> tuple[Concept, ...]:
    """Return what the question speaks of in its order; words that only ask are left out."""
    lower = _ASKING.sub(" ", _DOWN.sub(" downtime ", question.lower()))
    words = [word for part in WORD.findall(lower) for word in _parts(part) if _has_content(word)]
    said = [stem(word) for word in words]
    concepts: list[Concept] = []
    at = 0
    while at < len(said):
        length = _longest_phrase(said, at)
        phrase = tuple(said[at : at + length])
        concepts.append(Concept(" ".join(words[at : at + length]), _phrases(phrase), phrase in _groups()))
        at += length
    return tuple({concept.words: concept for concept in concepts}.values())


def _parts(word: str) -> list[str]:
    """Cut "third-party" in two; "set-off" is one word where a group has it as one."""
    joined = word.replace("-", "")
    return [joined] if joined != word and (stem(joined),) in _groups() else re.split(r"[-/]", word)


def _has_content(word: str) -> bool:
    return bool(word) and word not in _EMPTY and bool(content_words(word))


def _longest_phrase(said: Sequence[str], at: int) -> int:
    groups = _groups()
    for length in range(min(_MAX_PHRASE, len(said) - at), 1, -1):
        if tuple(said[at : at + length]) in groups:
            return length
    return 1


def _phrases(phrase: Phrase) -> dict[Phrase, float]:
    phrases: dict[Phrase, float] = {}
    for group in _groups().get(phrase, ()):
        phrases |= dict.fromkeys(group, SYNONYM)
    if len(phrase) > 1:
        phrases = {(one,): PART for one in phrase} | phrases
    return phrases | {phrase: 1.0}


@cache
def _groups() -> Mapping[Phrase, tuple[tuple[Phrase, ...], ...]]:
    """Return for each phrase the groups it stands in."""
    spec = load(Path(__file__).parent / "synonyms.yaml", SynonymsSpec)
    found: dict[Phrase, list[tuple[Phrase, ...]]] = {}
    for group in spec.groups:
        phrases = tuple(dict.fromkeys(phrase for text in group if (phrase := _phrase(text))))
        for phrase in phrases:
            found.setdefault(phrase, []).append(phrases)
    return {phrase: tuple(groups) for phrase, groups in found.items()}


def _phrase(text: str) -> Phrase:
    return tuple(stem(word) for word in WORD.findall(text.lower()) if content_words(word))


def _stands_in(phrase: Phrase, spoken: Sequence[str]) -> bool:
    """Say whether the words stand together, with at most one other between each two."""
    for start, word in enumerate(spoken):
        if word != phrase[0]:
            continue
        at = start
        for following in phrase[1:]:
            near = [place for place in (at + 1, at + 2) if place < len(spoken) and spoken[place] == following]
            if not near:
                break
            at = near[0]
        else:
            return True
    return False
