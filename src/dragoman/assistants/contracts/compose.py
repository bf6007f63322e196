"""An answer out of the agreement's own sentences, each with clause and page."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from dragoman.assistants.contracts.choose import Found, Question, companions, ranked
from dragoman.assistants.contracts.decomposition import Decomposition
from dragoman.assistants.contracts.followed import amended, amendment_notes, pointer_notes, term_notes
from dragoman.assistants.contracts.library import Agreement, Clause
from dragoman.assistants.contracts.pointed import MAX_SENTENCES, clauses_at, is_only_named
from dragoman.assistants.contracts.sources import Sources, marked, spoken
from dragoman.domain.answer import Citation
from dragoman.domain.claim import Claim
from dragoman.domain.value import Duration, Percent
from dragoman.grounding.citations import renumber
from dragoman.grounding.evidence import Evidence

SURE = 0.7  # coverage from which a sentence is about just what was asked, so that its number may deny the question's
NO_VALUE = 0.5  # the most that an answer covers which lacks the time, sum or rate that was asked for
_SEPARATOR = "\x1f"  # no text of a document holds it


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """An answer before it is judged. `body` is what the agreement says; the rest is said about it."""

    body: str = ""
    written: str = ""  # what a model put in front of it, each sentence checked
    written_claims: tuple[Claim, ...] = ()
    is_picked: bool = False  # a model chose the sentences of `body`, where no rule found one that answers
    lead: str = ""  # that a number of the question is another one on the page
    also: str = ""  # other readings of the question's word, and where they stand
    notes: tuple[str, ...] = ()  # amendments, defined terms, clauses pointed to
    citations: tuple[Citation, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    coverage: float = 0.0

    @property
    def claims(self) -> str:
        """What is judged: every sentence that is taken from a page."""
        return "\n".join(part for part in (self.body, *(note for note in self.notes if "[" in note)) if part)


@dataclass(frozen=True, slots=True)
class Scene:
    """What an answer is composed from."""

    question: Question
    asked: Decomposition
    agreement: Agreement
    clauses: Sequence[Clause]  # those that were retrieved
    read: Callable[[str], Decomposition]
    readings: Sequence[Question] = ()  # one for each reading of the intent's word, best known first


def compose(scene: Scene) -> Draft:
    """Return the answer; an empty draft where no retrieved sentence answers."""
    if is_only_named(scene.question.text):
        return _clause_itself(scene)
    if _is_open(scene) and (grouped := _grouped(scene)):
        return grouped
    found = ranked(scene.question, scene.clauses, scene.agreement)
    if not found:
        return Draft()
    sources = Sources()
    notes: list[str] = []
    body = " ".join(_said(one, scene, sources, notes) for one in companions(found[0], found, scene.question))
    is_sure = found[0].coverage >= SURE and len(scene.question.concepts.concepts) > 1
    lead = _lead(scene.asked, scene.read(found[0].sentence.text)) if is_sure else ""
    also = _also(scene, found[0], sources)
    has_value = not scene.question.wanted.kinds or scene.question.wanted.holds(body)
    coverage = found[0].coverage if has_value else min(found[0].coverage, NO_VALUE)
    return _numbered(Draft(body=body, lead=lead, also=also, notes=tuple(notes), coverage=coverage), sources)


def quoting(found: Sequence[Found], scene: Scene) -> Draft:
    """Return an answer of these sentences, whoever chose them."""
    sources, notes = Sources(), list[str]()
    body = " ".join(_said(one, scene, sources, notes) for one in found)
    coverage = max((one.coverage for one in found), default=0.0)
    return _numbered(Draft(body=body, notes=tuple(notes), coverage=coverage), sources)


def _clause_itself(scene: Scene) -> Draft:
    """Return the sentences of the clause a question names, the first of them where it is long."""
    clauses = clauses_at(scene.question.clause, scene.agreement)
    found = [Found(sentence, clause, 1.0, 1.0) for clause in clauses for sentence in clause.sentences]
    sources, notes = Sources(), list[str]()
    body = " ".join(_said(one, scene, sources, notes) for one in found[:MAX_SENTENCES])
    if len(found) > MAX_SENTENCES:
        notes.append(f"It goes on: {len(found) - MAX_SENTENCES} more sentences are in the document.")
    return _numbered(Draft(body=body, notes=tuple(notes), coverage=1.0 if found else 0.0), sources)


def _is_open(scene: Scene) -> bool:
    """Say whether the question's word has several readings and nothing in it chooses one."""
    return len(scene.readings) > 1 and len(scene.question.subjects) == len(scene.readings)


def _grouped(scene: Scene) -> Draft | None:
    """Answer every reading that the agreement knows, one line each; None for fewer than two."""
    firsts = [(one.subjects[0], found) for one in scene.readings if (found := _first(scene, one))]
    if len(firsts) < 2:
        return None
    sources = Sources()
    notes: list[str] = []
    lines = [f"- {subject.name.capitalize()}: {_said(found, scene, sources, notes)}" for subject, found in firsts]
    coverage = max(found.coverage for _, found in firsts)
    return _numbered(Draft(body="\n".join(lines), notes=tuple(notes), coverage=coverage), sources)


def _numbered(draft: Draft, sources: Sources) -> Draft:
    """Give the markers the numbers 1, 2, 3… in the order of reading."""
    parts = [draft.body, draft.also, *dict.fromkeys(draft.notes)]
    text, citations = renumber(_SEPARATOR.join(parts), sources.citations)
    places = {(one.document, one.page, one.section): one.marker for one in citations}
    marker_of = {one.marker: places.get((one.document, one.page, one.section), 0) for one in sources.citations}
    evidence = tuple(replace(one, marker=marker_of[one.marker or 0]) for one in sources.evidence)
    body, also, *notes = text.split(_SEPARATOR)
    return replace(draft, body=body, also=also, notes=tuple(notes), citations=citations, evidence=evidence)


def _first(scene: Scene, reading: Question) -> Found | None:
    found = ranked(reading, scene.agreement.clauses, scene.agreement)
    return found[0] if found else None


def _said(found: Found, scene: Scene, sources: Sources, notes: list[str]) -> str:
    marker = sources.cite(found.sentence, found.clause)
    change = amended(spoken(found.sentence), found.clause, scene.agreement)
    amendments = list(amendment_notes(change, scene.agreement, sources))
    markers = [marker, *(citation.marker for citation in sources.citations if change.by and citation.marker > marker)]
    notes.extend(amendments)
    notes.extend(term_notes(found.sentence, scene.asked.query, scene.agreement, sources))
    notes.extend(pointer_notes(found.sentence, found.clause, scene.agreement))
    return marked(change.text, markers)


def _also(scene: Scene, best: Found, sources: Sources) -> str:
    """Say which other readings of the word the agreement has, and where."""
    meant = {subject.name for subject in scene.question.subjects}
    names = {reading.subjects[0].name for reading in scene.readings}
    if not meant or not meant < names:
        return ""
    others = []
    for reading in scene.readings:
        name = reading.subjects[0].name
        found = None if name in meant else _first(scene, reading)
        if found and found.sentence is not best.sentence:
            marker = sources.cite(found.sentence, found.clause)
            others.append((name, f"{name} (page {found.sentence.passage.page}) [{marker}]"))
    if not others:
        return ""
    word = scene.asked.intent
    named = " and ".join(text for _, text in others)
    plural = f"{word[:-1]}ies" if word.endswith("y") else f"{word}s"
    asks = " or ".join(f'"{name.removesuffix("s")} {plural}"' for name, _ in others)
    return f"Also about {plural} in this agreement: {named}. Ask {asks} for those."


def _lead(asked: Decomposition, told: Decomposition) -> str:
    """Say so where the question names a rate or a time and the page has another."""
    values = [entity.value for entity in told.seen.entities]
    wrong = [
        entity.text
        for entity in asked.seen.entities
        if isinstance(entity.value, Percent | Duration)
        and entity.value not in values
        and any(type(value) is type(entity.value) for value in values)
    ]
    return f"Not {' and not '.join(wrong)}:" if wrong else ""
