"""Who a document is: its id, and its company, period, kind and title from the options, the file and its name."""

import hashlib
import re
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from dragoman.documents.agreement import looks_like_agreement
from dragoman.documents.reading import Reading, shown
from dragoman.domain.document import CONTRACT, Document
from dragoman.domain.period import Period
from dragoman.errors import UnknownNameError, UsageError
from dragoman.interpret.vocabulary import Vocabulary

KINDS_OF_DOCUMENTS = (CONTRACT, "digest", "news", "report")
_FILE_NAME = re.compile(r"([A-Za-z0-9]{2,6})[_-](.{4,10}?)(?:[_-].*)?")  # BHP_FY2024, bhp-2024-digest


@dataclass(frozen=True, slots=True, kw_only=True)
class IngestOptions:
    """What the person says about the files; it goes before what the files say about themselves."""

    company: str | None = None  # ticker
    period: str | None = None  # canonical label
    kind: str | None = None  # "contract" for agreements, which have no company and no period
    root: Path | None = None  # ids are made from paths below it, so that a folder of documents may move

    def check(self, vocabulary: Vocabulary) -> None:
        """Raise UnknownNameError for a kind or company that does not exist, UsageError for what is no period."""
        if self.kind is not None and self.kind not in KINDS_OF_DOCUMENTS:
            raise UnknownNameError("kind of document", self.kind, KINDS_OF_DOCUMENTS)
        if self.company is not None and self.company not in vocabulary.companies:
            raise UnknownNameError("company", self.company, vocabulary.companies)
        if self.period is not None and _period(self.period, self.company, vocabulary) is None:
            raise UsageError(f"{self.period!r} names no period", remedy="Write it like FY2024 or H1 FY2025.")

    @property
    def fingerprint(self) -> str:
        """The part of the options that changes what is stored."""
        return f"{self.company}/{self.period}/{self.kind}"


def document_id(path: Path, root: Path | None = None) -> str:
    """Return the id of the file: readable, and the same from every working directory."""
    full = path.resolve()
    inside = root is not None and full.is_relative_to(root.resolve())
    key = full.relative_to(root.resolve()) if inside and root else full
    slug = re.sub(r"[^a-z0-9]+", "-", path.stem.lower()).strip("-")[:40] or "document"
    return f"{slug}-{hashlib.sha256(key.as_posix().encode(errors='surrogateescape')).hexdigest()[:8]}"


def describe(
    path: Path, reading: Reading, *, digest: str, options: IngestOptions, vocabulary: Vocabulary
) -> tuple[Document, tuple[str, ...]]:
    """Return the document and a warning for everything the file says about itself that we cannot use."""
    kind = options.kind or reading.metadata.get("kind", "")
    named_company, named_period = _from_name(path, vocabulary)
    is_of_company = bool(options.company or reading.metadata.get("company") or named_company)
    if kind == CONTRACT or (not kind and not is_of_company and looks_like_agreement(reading)):
        return _document(path, reading, digest=digest, options=options, kind=CONTRACT), ()
    said, warnings = reading.metadata, []
    company, period = options.company, options.period
    if company is None and (name := said.get("company")):
        company = vocabulary.company_of(name)
        warnings += [] if company else [f"the vocabulary has no company {name!r}"]
    company = company or named_company
    if period is None and (name := said.get("period")):
        period = _period(name, company, vocabulary)
        warnings += [] if period else [f"{name!r} names no period"]
    else:
        period = _period(period, company, vocabulary) if period else named_period
    kind = kind or "report"
    if not company and kind != "news":
        warnings.append("no company is known for it, so questions that name one will not find it")
    published = said.get("published")
    if published and not _is_date(published):
        warnings.append(f"{published!r} is no date like 2024-08-27")
    document = _document(path, reading, digest=digest, options=options, kind=kind)
    return replace(document, company=company, period=period), tuple(warnings)


def _document(path: Path, reading: Reading, *, digest: str, options: IngestOptions, kind: str) -> Document:
    said = reading.metadata
    published = said.get("published")
    return Document(
        id=document_id(path, options.root),
        path=shown(path.resolve() if options.root is None else _relative(path, options.root)),
        title=said.get("title") or re.sub(r"[_-]+", " ", shown(path.stem)).strip(),
        digest=digest,
        kind=kind,
        published=published if published and _is_date(published) else None,
        source=said.get("source"),
        pages=len(reading.pages),
    )


def _relative(path: Path, root: Path) -> Path:
    full, top = path.resolve(), root.resolve()
    return full.relative_to(top) if full.is_relative_to(top) else full


def _period(text: str, company: str | None, vocabulary: Vocabulary) -> str | None:
    try:
        return Period.parse(text).label
    except ValueError:
        period = vocabulary.read_period_label(text, company)
        return period.label if period else None


def _from_name(path: Path, vocabulary: Vocabulary) -> tuple[str | None, str | None]:
    """Read a file name like BHP_FY2024.pdf; both parts or neither."""
    match = _FILE_NAME.fullmatch(path.stem)
    company = vocabulary.company_of(match[1]) if match else None
    period = _period(match[2], company, vocabulary) if match and company else None
    return (company, period) if period else (None, None)


def _is_date(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True
