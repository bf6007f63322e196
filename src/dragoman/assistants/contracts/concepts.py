"""What a question about an agreement speaks of, each thing weighed by how rare it is in that agreement."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from dragoman.assistants.contracts.library import Agreement
from dragoman.documents.concepts import SYNONYM, Concept, Concepts, Thesaurus, phrase_of, rarity
from dragoman.documents.stems import WORD

ABSENT = 3.0  # how telling a word is that the agreement does not have: it may be a rare thing, or small talk
ABSENT_THING = 6.0  # the same for what the synonyms know as a thing of agreements
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


def concepts_of(question: str, agreement: Agreement, told: str = "") -> Concepts:
    """Return what the question speaks of, weighed in the agreement it is asked about.

    `told` are words of it that a topic understood: where the agreement has other words, these are not missed.
    """
    understood = frozenset(part for word in WORD.findall(told.lower()) for part in (word, *_thesaurus().parts(word)))
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
        phrases = {phrase: SYNONYM for one in words if (phrase := phrase_of(one))}
        wider = replace(concept, phrases={**phrases, **concept.phrases}) if phrases else concept
        found.append(wider)
        holding = sum(wider.weight_in(clause.spoken, clause.words) >= SYNONYM for clause in agreement.clauses)
        telling.append(rarity(holding, len(agreement.clauses)) if phrases and holding else before)
    return Concepts(tuple(found), tuple(telling))


def read_concepts(question: str) -> tuple[Concept, ...]:
    """Return what the question speaks of in its order; words that only ask are left out."""
    return _thesaurus().read(_ASKING.sub(" ", _DOWN.sub(" downtime ", question.lower())), _EMPTY)


@cache
def _thesaurus() -> Thesaurus:
    return Thesaurus.of_file(Path(__file__).parent / "synonyms.yaml")
