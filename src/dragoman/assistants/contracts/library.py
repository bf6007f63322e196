"""The agreements of the corpus, clause by clause, with what amends and what defines."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from typing import Protocol

from dragoman.assistants.contracts.amendments import Opening, amended_by, opening_of
from dragoman.documents.stems import stems
from dragoman.domain.document import CONTRACT, Document, Passage
from dragoman.grounding.statements import sentences_of

_NUMBERED = re.compile(r"(?:(?:ARTICLE|Article)\s+)?([0-9IVXLC]{1,7}(?:\.\d{1,3})*)\.?(?:\s+|$)")
_ATTACHED = re.compile(r"(?i:(schedule|exhibit|annex|appendix|attachment)\s+[A-Z0-9]{1,3})\b[.:]?\s*(?:[-–—]\s*)?")
_DEFINES = re.compile(
    r"[“\"]([A-Z][^”\"]{1,60})[”\"]\s+(?:means|shall mean|is defined|(?:has|shall have|will have) the meaning)"
)
_DEFINES_AT_HEAD = re.compile(r"(?:\(?\w{1,2}[.)]\s*)?[“\"]([A-Z][^”\"]{1,60})[”\"]\s+(?:is|are|shall be|includes?)\b")
_NAMES = re.compile(r"\((?:the|each,? an?|an?|collectively,?(?: the)?|this)?\s*[“\"]([A-Z][^”\"]{1,60})[”\"]\)")
_AMENDS = re.compile(r"\b(?:clauses?|sections?|articles?|paragraphs?)\s+(\d{1,2}(?:\.\d{1,3})*)", re.IGNORECASE)
_CHANGES = re.compile(r"\b(?:replaced|amended|deleted|substituted|restated|changed|inserted)\b")
_OPENING_PASSAGES = 8
_SHORT = 4  # words; less is a heading within a clause, or the mark of an item
_ENDS = re.compile(r"[.!?:;][”\"')\]]*$")
_GOES_ON = re.compile(r"[a-z($£€\d]")
_BLANKS = re.compile(r"^\W*(?:\w+\W+){0,5}_{3,}")  # "Initials ____ ____" at the foot of a page, or where to sign
# "…of Berkshire; and b) Auriemma grants…": an item with a sentence of its own.
_ITEM_BEGINS = re.compile(r"(?<=[.;:])\s+(?:(?:and|or)\s+)?(?=\(?(?:[a-z]|[ivx]{1,4})[.)]\s+[A-Z“\"])")
_ITEM_MARK = re.compile(r"\(?[a-z0-9]{1,4}[.)]")


class Shelf(Protocol):
    """Where documents and their passages are kept; the corpus store is one."""

    def documents(self) -> tuple[Document, ...]:
        """Return every document."""

    def passages(self, document_id: str) -> tuple[Passage, ...]:
        """Return the passages of a document in the order of the text."""

    def version(self) -> str:
        """Return a name of the present content."""


@dataclass(frozen=True, slots=True, eq=False)
class Sentence:
    """A sentence of a clause, or a row of a table, with the passage it stands in."""

    text: str
    passage: Passage  # where it begins
    is_row: bool = False
    rest: Passage | None = None  # where it ends, if it runs over a page
    stems: tuple[str, ...] = field(init=False)
    words: frozenset[str] = field(init=False)  # the stems as a set

    def __post_init__(self) -> None:
        object.__setattr__(self, "stems", stems(self.text))
        object.__setattr__(self, "words", frozenset(self.stems))


@dataclass(frozen=True, eq=False)
class Clause:
    """The text under one heading: its number, the titles of it and of what it stands in, its sentences."""

    document: Document
    path: tuple[str, ...]  # headings, outermost first, without that of the whole agreement
    passages: tuple[Passage, ...]

    @cached_property
    def number(self) -> str:
        """Return "9.1", "Schedule 1", or nothing for text before the first clause."""
        return self.numbers[-1] if self.numbers else ""

    @cached_property
    def numbers(self) -> tuple[str, ...]:
        """The numbers of it and of what it stands in, outermost first."""
        return tuple(number for heading in self.path if (number := _split(heading)[0]))

    @cached_property
    def titles(self) -> tuple[str, ...]:
        """The headings without their numbers, those that have words."""
        return tuple(title for heading in self.path if (title := _split(heading)[1]))

    @property
    def section(self) -> str:
        """The outermost title: that of the article or numbered section the clause belongs to."""
        return self.titles[0] if self.titles else (self.path[0] if self.path else "")

    @property
    def section_key(self) -> tuple[str, str]:
        """What clauses of one section have in common."""
        return (self.document.id, self.path[0] if self.path else "")

    @cached_property
    def sentences(self) -> tuple[Sentence, ...]:
        """The sentences in order; a row of a table is one, and so is a sentence that runs over a page."""
        joined: list[Sentence] = []
        for sentence in (sentence for passage in self.passages for sentence in _sentences(passage)):
            if joined and _runs_on(joined[-1], sentence):
                before = joined.pop()
                text = f"{before.text} {sentence.text}"
                joined.append(Sentence(text, before.passage, rest=sentence.passage))
            else:
                joined.append(sentence)
        return tuple(joined)

    @cached_property
    def spoken(self) -> tuple[str, ...]:
        """The stems of all its sentences, in order."""
        return tuple(word for sentence in self.sentences for word in sentence.stems)

    @cached_property
    def words(self) -> frozenset[str]:
        """The stems of its sentences and titles."""
        return frozenset(self.spoken) | self.title_stems

    @cached_property
    def title_stems(self) -> frozenset[str]:
        """The stems of all titles."""
        return frozenset(stems(" ".join(self.titles)))

    @cached_property
    def nearest_title(self) -> frozenset[str]:
        """The stems of the innermost title."""
        return frozenset(stems(self.titles[-1] if self.titles else ""))

    @property
    def is_definition(self) -> bool:
        """Whether the clause does nothing but say what a term means."""
        return bool(self.titles) and self.titles[-1].startswith(("“", '"'))


@dataclass(frozen=True, eq=False)
class Agreement:
    """An agreement with its clauses and with the documents that amend it, the oldest first."""

    document: Document
    clauses: tuple[Clause, ...]
    amendments: tuple["Agreement", ...] = ()

    @cached_property
    def terms(self) -> dict[str, Sentence]:
        """Every defined term with the sentence that says what it means."""
        found: dict[str, Sentence] = {}
        for clause in self.clauses:
            for sentence in clause.sentences:
                heads = filter(None, [_DEFINES_AT_HEAD.match(sentence.text)])
                for match in (*_DEFINES.finditer(sentence.text), *heads):
                    found.setdefault(match[1], sentence)
        for clause in self.clauses:
            for sentence in clause.sentences:
                for match in _NAMES.finditer(sentence.text):
                    found.setdefault(match[1], sentence)
        return found

    @cached_property
    def parties(self) -> frozenset[str]:
        """The companies named at the beginning, lower case."""
        texts = (passage.text for clause in self.clauses[:_OPENING_PASSAGES] for passage in clause.passages)
        return opening_of("\n".join(texts)).parties

    def clause_of(self, sentence: Sentence) -> Clause:
        """Return the clause a sentence stands in."""
        return next(clause for clause in self.clauses if sentence in clause.sentences)

    def numbered(self, number: str) -> Clause | None:
        """Return the clause of that number, the first below it where it has no text of its own."""
        exact = [clause for clause in self.clauses if clause.number == number]
        below = [clause for clause in self.clauses if clause.number.startswith(f"{number}.")]
        return next(iter((*exact, *below)), None)

    @cached_property
    def changes(self) -> tuple[tuple[str, Sentence], ...]:
        """The clauses that amendments change, each with the sentence that changes it, the oldest first."""
        sentences = (s for amendment in self.amendments for clause in amendment.clauses for s in clause.sentences)
        return tuple(
            (match[1], sentence)
            for sentence in sentences
            if _CHANGES.search(sentence.text)
            for match in _AMENDS.finditer(sentence.text)
        )


class Library:
    """Gives the agreements of a corpus; what was read is kept until the corpus changes."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf
        self._version = ""
        self._agreements: tuple[Agreement, ...] = ()

    def agreements(self) -> tuple[Agreement, ...]:
        """Return every agreement, amendments under what they amend."""
        version = self._shelf.version()
        if version != self._version:
            self._agreements = tuple(self._read())
            self._version = version
        return self._agreements

    def version(self) -> str:
        """Return a name of what the corpus holds now."""
        return self._shelf.version()

    def agreement(self, document_id: str) -> Agreement | None:
        """Return the agreement of that document."""
        return next((one for one in self.agreements() if one.document.id == document_id), None)

    def _read(self) -> Iterator[Agreement]:
        held = [document for document in self._shelf.documents() if document.kind == CONTRACT]
        amended = {document.id: base for document in held if (base := amended_by(document, held, self._opening))}
        for document in held:
            if document.id not in amended:
                own = sorted((d for d in held if amended.get(d.id) is document), key=self._made)
                amendments = tuple(Agreement(one, self._clauses(one)) for one in own)
                yield Agreement(document, self._clauses(document), amendments)

    def _opening(self, document: Document) -> Opening:
        return opening_of("\n".join(passage.text for passage in self._shelf.passages(document.id)[:_OPENING_PASSAGES]))

    def _made(self, document: Document) -> str:
        """Return the day a document was made, as far as it or its file says."""
        days = self._opening(document).days
        return document.published or (days[0].isoformat() if days else "")

    def _clauses(self, document: Document) -> tuple[Clause, ...]:
        passages = self._shelf.passages(document.id)
        groups = groupby(passages, key=lambda passage: passage.section)
        return tuple(Clause(document, _path(path, document), tuple(group)) for path, group in groups)


def _path(section: tuple[str, ...], document: Document) -> tuple[str, ...]:
    return section[1:] if section and section[0].casefold() == document.title.casefold() else section


def _split(heading: str) -> tuple[str, str]:
    """Return number and title of a heading."""
    if attached := _ATTACHED.match(heading):
        return attached[0].strip(" .:-–—"), heading[attached.end() :].strip() or attached[0].strip(" .:-–—")
    numbered = _NUMBERED.match(heading)
    if numbered is None or not (numbered[1][0].isdigit() or heading[:1].upper() == "A"):
        return "", heading
    return numbered[1], heading[numbered.end() :].strip()


def _runs_on(before: Sentence, after: Sentence) -> bool:
    """Say whether a sentence goes on at the top of the next page."""
    if before.is_row or after.is_row or before.rest or before.passage is after.passage:
        return False
    return _ENDS.search(before.text) is None and _GOES_ON.match(after.text) is not None


def _sentences(passage: Passage) -> Iterator[Sentence]:
    if passage.kind == "table":
        yield from (Sentence(row, passage, is_row=True) for row in passage.text.split("\n")[1:] if row.strip())
        return
    held = ""
    for sentence in (one for part in _ITEM_BEGINS.split(passage.text) for one in sentences_of(part)):
        text = f"{held} {sentence}".strip()
        held = ""
        if len(text.split()) <= _SHORT or _ITEM_MARK.fullmatch(text):
            held = text
            continue
        if not _BLANKS.search(text):
            yield Sentence(text, passage)
    if held and not _BLANKS.search(held):
        yield Sentence(held, passage)
