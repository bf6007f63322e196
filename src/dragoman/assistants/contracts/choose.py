"""Which sentences answer: chosen by the words of the question, its intent and the kind of answer it wants."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from dragoman.assistants.contracts.library import Agreement, Clause, Sentence
from dragoman.assistants.contracts.pointed import stands_at
from dragoman.assistants.contracts.topics import Subject
from dragoman.assistants.contracts.wanted import Wanted, same_term
from dragoman.documents.concepts import Concepts
from dragoman.documents.stems import stems

MIN_COVERAGE = 0.46  # of what the question speaks of; below it a sentence does not answer
MIN_NEAR = 0.25  # the same for a sentence that is shown as the nearest where none answers
MIN_ON_SUBJECT = 0.4  # the same where the sentence must speak of a known subject besides
IN_TITLE, IN_OUTER, IN_CLAUSE = (
    0.85,
    0.55,
    0.4,
)  # what a word counts in the nearest title, in those above, in the clause
KIND, NO_KIND = 0.18, -0.12  # a value of the kind that is wanted is there, or is not
SAME_VALUE = 0.2  # a rate or time that the question names stands in it
SUBJECT, MAPPED_TITLE, MAPPED_FIRST = 0.3, 0.15, 0.04
DEFINITION = -0.15  # a sentence that only says what a term means, where that was not asked
POINTERS = -0.25  # a list of clause numbers, as a survival clause is
LEAVE, DENIAL, DOER, LIMIT = 0.06, 0.12, 0.1, 0.08
POINTED = 0.3  # it stands in the clause that the question names
LENGTH, MAX_LENGTH = -0.0004, 300  # for each character: of two that say it, the shorter
WHOLE_TITLE = 0.1  # every word of the nearest title is in the question
NEAR_BEST = 0.88  # of the best score; sentences of its clause above it belong to the answer
_POINTER = re.compile(r"(?<![\w.])\d{1,2}(?:\.\d{1,2})?(?![\w%])")
_MAY = re.compile(r"\b(?:may|can|cannot|shall not|will not|must not|need not|permitted|entitled|consent|prohibited)\b")
_ASKS_LEAVE = re.compile(
    r"^\W*(?:can|may|could|is .{1,40} (?:allowed|permitted|possible|prohibited)|are .{1,40} (?:allowed|permitted))\b"
)
_NOT = re.compile(r"\b(?:not|no|never|neither|nor|nothing|without|except|excluded?|excluding)\b")
_ASKS_NOT = re.compile(r"\b(?:not|never|excluded?|exclud\w+|outside|except\w*|unlimited|uncapped|out of scope)\b")
_LIMITS = re.compile(r"\b(?:within|(?:no|not) later than|not more than|up to|at least|not less than)\b")
_DOER = re.compile(r"\b(?:does|do|can|may|must|will|shall|should|is|are)\s+(?:the\s+)?(\w+)")
_DEFINES = re.compile(r"^\W*(?:\(\w\) )?[“\"'][^”\"']{1,60}[”\"']\s+(?:means|shall mean|has|is defined)")


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """A sentence with how well it answers."""

    sentence: Sentence
    clause: Clause
    coverage: float  # of what the question speaks of, 0 to 1
    score: float


@dataclass(frozen=True)
class Question:
    """A question ready to be held against sentences."""

    text: str
    concepts: Concepts
    wanted: Wanted
    subjects: tuple[Subject, ...] = ()
    sections: frozenset[str] = frozenset()  # titles the intent maps to, lower case
    best_section: str = ""  # the first of them
    values: tuple[str, ...] = ()  # amounts of the rates and times the question names, as digits
    needed: tuple[int, ...] = ()  # the concepts by which the intent was recognised: an answer speaks of one
    clause: str = ""  # the number of the clause it names
    telling: tuple[float, ...] = ()  # how telling each subject is, where they are topics; no weight of their own else

    @cached_property
    def words(self) -> frozenset[str]:
        """The stems of the question."""
        return frozenset(stems(self.text))

    @cached_property
    def required(self) -> tuple[Subject, ...]:
        """The subjects an answer must speak of."""
        return tuple(subject for subject in self.subjects if subject.is_required)


def ranked(question: Question, clauses: Iterable[Clause], agreement: Agreement) -> tuple[Found, ...]:
    """Return the sentences that answer, best first; none where no sentence does."""
    if defined := _definition(question, agreement):
        return (defined,)
    found = [one for clause in clauses for one in _of_clause(question, clause) if _answers(question, one)]
    return tuple(sorted(found, key=lambda one: -one.score))


def weighed(question: Question, clauses: Iterable[Clause]) -> tuple[Found, ...]:
    """Return every sentence with how well it would answer, best first, also those that do not."""
    found = [one for clause in clauses for one in _of_clause(question, clause)]
    return tuple(sorted(found, key=lambda one: -one.score))


def nearest(question: Question, agreement: Agreement) -> Found | None:
    """Return the sentence that comes nearest where none answers; None where it would only be a guess."""
    near = [
        one
        for one in weighed(question, agreement.clauses)
        if one.coverage >= MIN_NEAR and _is_on_subject(question, one)
    ]
    return max(near, key=lambda one: one.score, default=None)


def companions(best: Found, found: Sequence[Found], question: Question, *, most: int = 3) -> tuple[Found, ...]:
    """Return the best sentence with others of its clause that belong to the answer, in the order of the text.

    Those belong that answer nearly as well; where the best has no value of the kind that is wanted, the next sentence
    that has one does too.
    """
    near = [one for one in found if one.clause is best.clause and one.score >= NEAR_BEST * best.score][:most]
    if question.wanted.kinds and not any(question.wanted.holds(one.sentence.text) for one in near):
        near.extend(_next_with_value(best, question))
    order = {id(sentence): place for place, sentence in enumerate(best.clause.sentences)}
    return tuple(sorted(near, key=lambda one: order[id(one.sentence)]))


def _next_with_value(best: Found, question: Question) -> Iterator[Found]:
    sentences = best.clause.sentences
    at = next(place for place, sentence in enumerate(sentences) if sentence is best.sentence)
    for sentence in sentences[at + 1 : at + 2]:
        if question.wanted.holds(sentence.text):
            yield replace(best, sentence=sentence)


def _definition(question: Question, agreement: Agreement) -> Found | None:
    asked = question.wanted.defines or question.wanted.may_define
    term = same_term(asked, agreement.terms) if asked else None
    if term is None:
        return None
    sentence = agreement.terms[term]
    return Found(sentence, agreement.clause_of(sentence), 1.0, 1.0)


def _answers(question: Question, one: Found) -> bool:
    if one.coverage < (MIN_ON_SUBJECT if question.subjects else MIN_COVERAGE):
        return False
    return _is_on_subject(question, one)


def _is_on_subject(question: Question, one: Found) -> bool:
    said = [subject.is_spoken_of(one.sentence.text, one.clause.titles) for subject in question.required]
    return all(said) or _is_said_beside(question, said, one.clause)


def _is_said_beside(question: Question, said: Sequence[bool], clause: Clause) -> bool:
    """Say whether a sentence that has the most telling subject leaves the others to its neighbours."""
    if not question.telling or not any(said):
        return False
    told = dict(zip(question.required, question.telling, strict=False))
    unsaid = [subject for subject, is_said in zip(question.required, said, strict=True) if not is_said]
    most = max(told[subject] for subject, is_said in zip(question.required, said, strict=True) if is_said)
    texts = [sentence.text for sentence in clause.sentences]
    return all(told[subject] <= most and any(map(subject.is_spoken_of, texts)) for subject in unsaid)


def _of_clause(question: Question, clause: Clause) -> Iterator[Found]:
    concepts = question.concepts.concepts
    nearest, outer = clause.nearest_title, clause.title_stems
    over = [
        max(concept.weight_in(tuple(nearest), nearest) * IN_TITLE, concept.weight_in(tuple(outer), outer) * IN_OUTER)
        for concept in concepts
    ]
    beside = [concept.weight_in(clause.spoken, clause.words) * IN_CLAUSE for concept in concepts]
    around = [max(pair) for pair in zip(over, beside, strict=True)]
    for sentence in clause.sentences:
        own = [concept.weight_in(sentence.stems, sentence.words) for concept in concepts]
        weights = [max(pair) for pair in zip(own, around, strict=True)]
        if question.needed and not any(weights[place] for place in question.needed):
            continue
        coverage = question.concepts.coverage(weights, _of_subjects(question, sentence, clause))
        yield Found(sentence, clause, coverage, coverage + _bonus(question, sentence, clause))


def _of_subjects(question: Question, sentence: Sentence, clause: Clause) -> list[tuple[float, float]]:
    """Return how well a sentence speaks of each topic, with how telling that is."""
    weights = []
    for subject, telling in zip(question.subjects, question.telling, strict=False):
        is_under = subject.is_spoken_of("", clause.titles)
        weight = 1.0 if subject.is_spoken_of(sentence.text) else IN_TITLE if is_under else 0.0
        weights.append((weight, telling))
    return weights


def _bonus(question: Question, sentence: Sentence, clause: Clause) -> float:
    """Return what speaks for and against a sentence beside the words it shares with the question."""
    return _of_place(question, clause) + _of_value(question, sentence) + _of_form(question, sentence, clause)


def _of_place(question: Question, clause: Clause) -> float:
    """Weigh the titles a sentence stands under."""
    titles = {title.lower() for title in clause.titles}
    is_mapped = titles & question.sections or any(titles & subject.sections for subject in question.subjects)
    is_named = bool(clause.nearest_title) and clause.nearest_title <= question.words
    is_pointed = bool(question.clause) and stands_at(question.clause, clause)
    is_best = question.best_section in titles
    return MAPPED_TITLE * bool(is_mapped) + MAPPED_FIRST * is_best + WHOLE_TITLE * is_named + POINTED * is_pointed


def _of_value(question: Question, sentence: Sentence) -> float:
    """Weigh the values it holds against those that are wanted or named."""
    lower, bonus = sentence.text.lower(), 0.0
    if question.wanted.kinds:
        bonus += KIND if question.wanted.holds(sentence.text) else NO_KIND
    if any(re.search(rf"(?<![\d.]){re.escape(value)}(?![\d.]*\d)", lower) for value in question.values):
        bonus += SAME_VALUE
    if any(subject.is_spoken_of(sentence.text) for subject in question.subjects):
        bonus += SUBJECT
    return bonus


def _of_form(question: Question, sentence: Sentence, clause: Clause) -> float:
    """Weigh how it speaks: a leave for a question after leave, a denial for one after what is not, a doer in front."""
    text, lower = question.text.lower(), sentence.text.lower()
    doer = _DOER.search(text)
    is_list = len(_POINTER.findall(lower)) >= 4 and not sentence.is_row
    weights = (
        (LEAVE, _ASKS_LEAVE.match(text) and _MAY.search(lower)),
        (DENIAL, _ASKS_NOT.search(text) and _NOT.search(lower)),
        (DOER, doer and doer[1] in lower.split()[:3]),
        (DEFINITION, clause.is_definition or _DEFINES.match(sentence.text)),
        (POINTERS, is_list),
        (LIMIT, question.values and "duration" in question.wanted.kinds and _LIMITS.search(lower)),
    )
    return LENGTH * min(len(lower), MAX_LENGTH) + sum(weight for weight, holds in weights if holds)
