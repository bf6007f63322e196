"""Files into the corpus: read, cut, turned into facts and stored, one document at a time."""

import hashlib
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from dragoman.documents.audit.audit import audit
from dragoman.documents.clauses import clause_blocks
from dragoman.documents.facts import read_facts
from dragoman.documents.identity import Identity, IngestOptions, ReadAs, describe, document_id
from dragoman.documents.newcomer import CompanyBook
from dragoman.documents.notes import notes_of
from dragoman.documents.passages import passages_of
from dragoman.documents.presentation import read_presentation
from dragoman.documents.readers.kinds import KINDS, VERSION, read, read_bytes
from dragoman.documents.reading import Reading, shown
from dragoman.documents.sections import place
from dragoman.documents.walk import Found, walk
from dragoman.domain.audit import BrokenIdentity
from dragoman.domain.document import CONTRACT, Document, DocumentNote, Passage, Table
from dragoman.domain.event import Event, EventSink
from dragoman.errors import DocumentError, DragomanError, MissingExtraError
from dragoman.interpret.vocabulary import Vocabulary
from dragoman.interpret.vocabulary_spec import CompanySpec
from dragoman.stores.corpus import CorpusStore
from dragoman.stores.corpus_parts import Remarks

__all__ = ["IngestOptions", "IngestReport", "ingest"]

_MAX_WARNINGS = 50
_BEFORE_OPTIONS = " · "  # in what a document was made with: the options come last
Status = Literal["added", "replaced", "unchanged", "failed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class IngestReport:
    """What became of one file; a failed one left nothing behind and its older state, if any, is kept."""

    id: str
    path: str
    status: Status
    pages: int = 0
    passages: int = 0
    facts: int = 0
    proved: int = 0  # facts that an identity of the document proves
    broken: tuple[BrokenIdentity, ...] = ()  # identities that do not hold
    warnings: tuple[str, ...] = ()
    read_as: ReadAs | None = None
    introduced: CompanySpec | None = None  # a company that this document brought into the vocabulary
    seconds: float = 0.0
    error: DragomanError | None = None


def ingest(
    paths: Sequence[Path],
    *,
    store: CorpusStore,
    vocabulary: Vocabulary,
    options: IngestOptions | None = None,
    sink: EventSink | None = None,
    book: CompanyBook | None = None,
) -> tuple[IngestReport, ...]:
    """Bring files, and all files of folders, into the corpus; files that have not changed are left alone.

    A company that a report surely names and the vocabulary lacks is written into `book`, where there is one.
    A file that cannot be read is reported and the others go on. Stopping it (KeyboardInterrupt) loses
    only the file at hand. Raises StoreError when the corpus cannot be written, UsageError for bad options.
    """
    work = _Work(store, vocabulary, options or IngestOptions(), sink, book)
    work.options.check(vocabulary)
    files = walk(paths, frozenset(KINDS))
    work.tell("ingest.started", files=len(files.found), skipped=files.skipped)
    reports = []
    for number, found in enumerate(files.found, 1):
        work.tell("document.started", path=shown(found.path), number=number, of=len(files.found))
        reports.append(work.bring_in(found))
    reports = [work.again(found, report) for found, report in zip(files.found, reports, strict=True)]
    work.tell("ingest.done", files=len(reports), skipped=files.skipped)
    return tuple(reports)


@dataclass(slots=True)
class _Work:
    store: CorpusStore
    vocabulary: Vocabulary
    options: IngestOptions
    sink: EventSink | None
    book: CompanyBook | None = None
    has_grown: bool = False  # whether a document introduced a company
    versions: dict[str | None, str] = field(default_factory=dict)  # of the vocabulary, by company

    def tell(self, name: str, **values: object) -> None:
        if self.sink is not None:
            self.sink.emit(Event(name=name, values=values))

    def bring_in(self, found: Found) -> IngestReport:
        start = time.perf_counter()
        try:
            if found.problem:
                raise found.problem
            report = self._read(found.path)
        except (DocumentError, MissingExtraError) as error:
            report = IngestReport(id=_id(found, self.options), path=shown(found.path), status="failed", error=error)
        report = replace(report, seconds=time.perf_counter() - start)
        self.tell("document.done", path=report.path, status=report.status, seconds=report.seconds)
        return report

    def _read(self, path: Path) -> IngestReport:
        data = read_bytes(path)
        digest = hashlib.sha256(data).hexdigest()
        name = document_id(path, self.options.root)
        known, older = self.store.made_with(name), self.store.document(name)
        options = self._options(known)
        if older and known == (digest, self._made_with(older, options)):
            return _unchanged(older, path, self.store, self.vocabulary)
        reading = read(data, path, ocr=self.options.ocr)
        identity, introduced, options = self._identify(path, reading, digest, options)
        document = identity.document
        is_contract = document.kind == CONTRACT
        blocks, outline = (clause_blocks(reading), ()) if is_contract else (reading.blocks, reading.outline)
        placed = tuple(place(blocks, outline, reading.ocr_pages))
        passages = passages_of(placed, document)
        tables = [block for block in placed if isinstance(block, Table) and not is_contract]
        facts, unsure = read_facts(tables, document, self.vocabulary, read_presentation(reading.pages))
        audited = audit(tables, facts, document=name)
        notes = notes_of([*reading.warnings, *_emptiness(passages), *identity.warnings, *unsure])
        remarks = Remarks(broken=audited.broken, notes=notes, outline=reading.outline)
        # Everything slow is done: the write lock is held only for the rows.
        made_with = self._made_with(document, options)
        self.store.replace(document, reading.pages, passages, audited.facts, remarks=remarks, made_with=made_with)
        return IngestReport(
            id=name,
            path=shown(path),
            status="replaced" if known else "added",
            pages=len(reading.pages),
            passages=len(passages),
            facts=len(facts),
            proved=sum(bool(fact.proofs) for fact in self.store.facts(document=name)),
            broken=self.store.broken(name),
            warnings=_limited(notes),
            read_as=identity.read_as,
            introduced=introduced,
        )

    def again(self, found: Found, report: IngestReport) -> IngestReport:
        """Read a document once more whose company only a later one introduced."""
        seen = report.read_as
        if not self.has_grown or report.error or seen is None or seen.company or not seen.name:
            return report
        if self.vocabulary.company_of(seen.name) is None:
            return report
        return replace(self.bring_in(found), status=report.status)

    def _options(self, known: tuple[str, str] | None) -> IngestOptions:
        """Return the options, with what was said of the document when it was read before."""
        before = known[1].rpartition(_BEFORE_OPTIONS)[2] if known else ""
        return self.options.remembered(before, self.vocabulary)

    def _identify(
        self, path: Path, reading: Reading, digest: str, options: IngestOptions
    ) -> tuple[Identity, CompanySpec | None, IngestOptions]:
        """Return who the document is, asking and introducing its company where that is due, and what was said."""
        identity = self._describe(path, reading, digest, options)
        if options.ask and identity.question and not (identity.newcomer and self.book):
            options = options.answered(options.ask(identity.question), self.vocabulary)
            identity = self._describe(path, reading, digest, options)
        introduced = identity.newcomer
        if introduced is None or self.book is None:
            return identity, None, options
        self.vocabulary, self.has_grown = self.book.introduce(introduced), True
        self.versions.clear()
        return self._describe(path, reading, digest, options), introduced, options

    def _describe(self, path: Path, reading: Reading, digest: str, options: IngestOptions) -> Identity:
        return describe(path, reading, digest=digest, options=options, vocabulary=self.vocabulary)

    def _made_with(self, document: Document, options: IngestOptions) -> str:
        """Return what a document was made with: other companies than its own change nothing of it."""
        company = document.company
        if document.kind == CONTRACT:
            return f"readers {VERSION} · agreement{_BEFORE_OPTIONS}{options.fingerprint}"
        if company not in self.versions:
            self.versions[company] = self.vocabulary.reading_version(company)
        return f"readers {VERSION} · vocabulary {self.versions[company]}{_BEFORE_OPTIONS}{options.fingerprint}"


def _emptiness(passages: Sequence[Passage]) -> list[str]:
    return [] if passages else ["there is no text in it, so nothing of it can be found"]


def _limited(notes: Sequence[DocumentNote]) -> tuple[str, ...]:
    warnings = tuple(note.sentence for note in notes[:_MAX_WARNINGS])
    left = len(notes) - len(warnings)
    return (*warnings, f"and {left:,} more of the kind") if left else warnings


def _unchanged(older: Document, path: Path, store: CorpusStore, vocabulary: Vocabulary) -> IngestReport:
    name = older.id
    company = vocabulary.companies.get(older.company or "")
    sizes = store.sizes(name)
    return IngestReport(
        id=name,
        path=shown(path),
        status="unchanged",
        pages=sizes.pages,
        passages=sizes.passages,
        facts=sizes.facts,
        proved=sum(bool(fact.proofs) for fact in store.facts(document=name)),
        broken=store.broken(name),
        warnings=_limited(store.notes(name)),
        read_as=ReadAs(
            company=older.company, name=company.name if company else None, period=older.period, source="as read before"
        ),
    )


def _id(found: Found, options: IngestOptions) -> str:
    try:
        return document_id(found.path, options.root)
    except (OSError, RuntimeError):  # a loop of links has no place
        return ""
