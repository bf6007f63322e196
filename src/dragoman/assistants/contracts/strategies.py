"""Three ways to the sections that may answer: by the section map, by full text, and both fused by rank.

There is no fourth by vectors: without an embedder that would be a name and nothing behind it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Protocol

from dragoman.assistants.contracts.decomposition import Decomposition
from dragoman.assistants.contracts.library import Agreement, Clause
from dragoman.assistants.contracts.registry import ClauseIntentSpec, Strategy
from dragoman.assistants.contracts.topics import Subject
from dragoman.documents.stems import stem
from dragoman.domain.document import ScoredPassage

MAX_SECTIONS = 5
MIN_SCORE = 2.0
MAPPED, MAPPED_FIRST = 5.0, 2.0  # for a section that the intent maps to, and more for the first of its list
TITLE_WORD, TEXT_WORD = 1.0, 0.5  # for each word of the question in its titles, in its text
FREQUENCY, MAX_FREQUENCY = 0.1, 1.0  # for each time a word of the question stands there, at most
RELATIVE = 0.5  # of the best score; sections below it are left out
FUSION = 60  # of reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009)
_PASSAGES = 24  # of one full-text search


class Searches(Protocol):
    """Full-text search; the retriever does it."""

    def search(self, text: str, *, document: str | None = None, k: int = 8) -> tuple[ScoredPassage, ...]:
        """Return the best passages, best first."""


@dataclass(frozen=True, slots=True, eq=False)
class Section:
    """A section that may hold the answer: its clauses, and why it was brought."""

    title: str
    page: int  # of its first clause that matches
    clauses: tuple[Clause, ...]
    score: float
    why: str

    @property
    def key(self) -> tuple[str, str]:
        """What tells it from others."""
        return self.clauses[0].section_key


Ranked = tuple[Section, ...]


@dataclass(frozen=True, slots=True)
class Search:
    """What every strategy works with."""

    asked: Decomposition
    agreement: Agreement
    intents: tuple[ClauseIntentSpec, ...]  # those of the question, the most specific first
    searches: Searches


def by_section_map(search: Search) -> Ranked:
    """Score every section by its titles and by the words of the question in it; below two points it is out."""
    words = [stem(word) for word in search.asked.searched]
    scored = (_mapped(section, words, search.intents) for section in _sections(search.agreement))
    return _best(section for section in scored if section.score >= MIN_SCORE)


def by_full_text(search: Search) -> Ranked:
    """Take the sections of the passages that full-text search finds, scored by the best of them."""
    document = search.agreement.document.id
    hits = search.searches.search(_query(search.asked), document=document, k=_PASSAGES)
    of_passage = {passage.id: clause for clause in search.agreement.clauses for passage in clause.passages}
    found: dict[tuple[str, str], Section] = {}
    whole = {section.key: section for section in _sections(search.agreement)}
    for hit in hits:
        clause = of_passage.get(hit.passage.id)
        if clause and clause.section_key not in found:
            section = whole[clause.section_key]
            found[section.key] = replace(section, page=hit.passage.page, score=hit.score, why=hit.why)
    return _best(found.values())


def by_both(search: Search) -> Ranked:
    """Fuse the two by rank: what both bring comes first."""
    scores: dict[tuple[str, str], float] = {}
    sections: dict[tuple[str, str], Section] = {}
    for ranked in (by_section_map(search), by_full_text(search)):
        for place, section in enumerate(ranked, 1):
            scores[section.key] = scores.get(section.key, 0.0) + 1 / (FUSION + place)
            held = sections.get(section.key)
            sections[section.key] = replace(section, why=f"{held.why}; {section.why}") if held else section
    fused = sorted(sections.values(), key=lambda section: -scores[section.key])
    return tuple(replace(section, score=scores[section.key]) for section in fused[:MAX_SECTIONS])


STRATEGIES: Mapping[Strategy, Callable[[Search], Ranked]] = {
    "section_map": by_section_map,
    "full_text": by_full_text,
    "hybrid": by_both,
}


def titled(agreement: Agreement, names: frozenset[str], subjects: Sequence[Subject]) -> Ranked:
    """Return the sections that stand under a title of the intent or of a subject, whatever words they have."""
    named = [section for section in _sections(agreement) if _is_titled(section, names, subjects)]
    return tuple(replace(section, why="title of what is asked about") for section in named[:MAX_SECTIONS])


def _is_titled(section: Section, names: frozenset[str], subjects: Sequence[Subject]) -> bool:
    titles = [title for clause in section.clauses for title in clause.titles]
    wanted = names.union(*(subject.sections for subject in subjects))
    return any(title.lower() in wanted for title in titles) or any(one.is_spoken_of("", titles) for one in subjects)


def everything(agreement: Agreement) -> Ranked:
    """Return all sections of the agreement: the widest search there is."""
    return tuple(_sections(agreement))


def _sections(agreement: Agreement) -> Iterator[Section]:
    for _, group in groupby(agreement.clauses, key=lambda clause: clause.section_key):
        clauses = tuple(group)
        yield Section(clauses[0].section, clauses[0].passages[0].page, clauses, 0.0, "")


def _query(asked: Decomposition) -> str:
    """Return the question with what an agreement may call its words."""
    return " ".join((asked.query, *(one for words in asked.also.values() for one in words)))


def _mapped(section: Section, words: Sequence[str], intents: Sequence[ClauseIntentSpec]) -> Section:
    titles = {title.lower() for clause in section.clauses for title in clause.titles}
    title_words = frozenset(word for clause in section.clauses for word in clause.title_stems)
    text = [word for clause in section.clauses for word in clause.spoken]
    score, why = 0.0, []
    for intent in intents[:1]:
        names = [name for name in intent.sections if name.lower() in titles]
        if names:
            score += MAPPED + (MAPPED_FIRST if names[0] == intent.sections[0] else 0.0)
            why.append(f"{intent.intent} maps to {names[0]!r}")
    present = frozenset(text)
    for word in dict.fromkeys(words):
        if word in title_words:
            score += TITLE_WORD
        elif word in present:
            score += TEXT_WORD
    score += min(MAX_FREQUENCY, FREQUENCY * sum(word in words for word in text))
    return replace(section, score=score, why=" ".join(why) or "words of the question")


def _best(sections: Iterable[Section]) -> Ranked:
    """Return the best sections first, at most five, none far below the best."""
    ranked = sorted(sections, key=lambda section: -section.score)
    floor = ranked[0].score * RELATIVE if ranked else 0.0
    return tuple(section for section in ranked[:MAX_SECTIONS] if section.score >= floor)
