"""Who a document is: its id, and its company, period, kind and title from the options, the file and its name."""

import hashlib
import re
import shlex
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from dragoman.documents.agreement import looks_like_agreement
from dragoman.documents.cover import CompanyOnCover, Cover, read_cover
from dragoman.documents.newcomer import calendar_of, newcomer
from dragoman.documents.presentation import Presentation, read_presentation
from dragoman.documents.readers.pdf_ocr import LANGUAGES
from dragoman.documents.reading import Reading, shown
from dragoman.domain.document import CONTRACT, Document
from dragoman.domain.period import FiscalCalendar, Period
from dragoman.errors import TO_ADD_COMPANY, UnknownNameError, UsageError
from dragoman.interpret.period_label import part_to
from dragoman.interpret.vocabulary import Vocabulary
from dragoman.interpret.vocabulary_spec import CompanySpec

KINDS_OF_DOCUMENTS = (CONTRACT, "digest", "news", "report")
_SEC_FORMS = ("10-K", "20-F", "40-F", "10-Q", "8-K")
_FILE_NAME = re.compile(r"([A-Za-z0-9]{2,6})[_-](.{4,10}?)(?:[_-].*)?")  # BHP_FY2024, bhp-2024-digest
_REPORT_FILES = (".pdf", ".xlsx", ".htm", ".html", ".xhtml")  # what reports come as; a text may be anything
_MAX_AWAY = 1  # years that a year in the file's name may be from the page's without a word


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What a report does not say surely enough, with what was guessed."""

    path: str
    company: str | None  # the name that the pages seem to give
    period: str | None
    what: str  # "company" or "period"


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What a person answered; None leaves it open."""

    company: str | None = None  # a name or ticker of the vocabulary, or that of a company it lacks
    period: str | None = None


Ask = Callable[[Question], Said]


@dataclass(frozen=True, slots=True, kw_only=True)
class IngestOptions:
    """What the person says about the files; it goes before what the files say about themselves."""

    company: str | None = None  # ticker
    period: str | None = None  # canonical label
    kind: str | None = None  # "contract" for agreements, which have no company and no period
    name: str | None = None  # of a company that the vocabulary may lack, as the person called it
    root: Path | None = None  # ids are made from paths below it, so that a folder of documents may move
    ocr: str = ""  # languages, as "eng+deu", in which pages without text are recognised; none without any
    ask: Ask | None = None  # asks the person at the terminal, where there is one

    def check(self, vocabulary: Vocabulary) -> None:
        """Raise UnknownNameError for a kind or company that does not exist, UsageError for what is no period."""
        if self.kind is not None and self.kind not in KINDS_OF_DOCUMENTS:
            raise UnknownNameError("kind of document", self.kind, KINDS_OF_DOCUMENTS)
        if self.ocr and not LANGUAGES.fullmatch(self.ocr):
            raise UsageError(f"{self.ocr!r} names no languages", remedy="Write them like eng or eng+deu.")
        if self.company is not None and self.company not in vocabulary.companies:
            raise UnknownNameError("company", self.company, vocabulary.companies, to_add=TO_ADD_COMPANY)
        if self.period is not None and _period(self.period, self.company, vocabulary) is None:
            raise UsageError(f"{self.period!r} names no period", remedy="Write it like FY2024 or H1 FY2025.")

    def answered(self, said: Said, vocabulary: Vocabulary) -> "IngestOptions":
        """Return the options with what the person answered, which is not asked again."""
        ticker = said.company and (
            said.company if said.company in vocabulary.companies else vocabulary.company_of(said.company)
        )
        return replace(
            self,
            company=self.company or ticker,
            name=None if ticker else said.company,
            period=self.period or said.period,
            ask=None,
        )

    def remembered(self, fingerprint: str, vocabulary: Vocabulary) -> "IngestOptions":
        """Return the options with what was said of a document before, where nothing is said of it now."""
        if any((self.company, self.period, self.kind, self.name)):
            return self
        company, period, kind = [part if part != "None" else None for part in (*fingerprint.split("/"), "", "")[:3]]
        kind = kind if kind in KINDS_OF_DOCUMENTS else None
        if company not in vocabulary.companies:
            return replace(self, period=period or None, kind=kind, name=company or None)
        return replace(self, company=company, period=period or None, kind=kind)

    @property
    def fingerprint(self) -> str:
        """The part of the options that changes what is stored."""
        ocr = f"/ocr {self.ocr}" if self.ocr else ""
        return f"{self.company or self.name}/{self.period}/{self.kind}{ocr}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadAs:
    """As what a document was taken, and on what evidence; said before anybody asks."""

    company: str | None = None  # ticker
    name: str | None = None  # of the company, as it is spoken of
    period: str | None = None
    form: str | None = None  # "annual report (10-K)"
    source: str = ""  # "the cover", "as given"


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """A document with all that was found out about it, and what would have to be asked."""

    document: Document
    warnings: tuple[str, ...] = ()
    read_as: ReadAs | None = None
    newcomer: CompanySpec | None = None  # the company of the cover, where the vocabulary lacks it
    question: Question | None = None


def document_id(path: Path, root: Path | None = None) -> str:
    """Return the id of the file: readable, and the same from every working directory."""
    full = path.resolve()
    inside = root is not None and full.is_relative_to(root.resolve())
    key = full.relative_to(root.resolve()) if inside and root else full
    slug = re.sub(r"[^a-z0-9]+", "-", path.stem.lower()).strip("-")[:40] or "document"
    return f"{slug}-{hashlib.sha256(key.as_posix().encode(errors='surrogateescape')).hexdigest()[:8]}"


def describe(path: Path, reading: Reading, *, digest: str, options: IngestOptions, vocabulary: Vocabulary) -> Identity:
    """Return who the document is, with a warning for everything it says of itself that we cannot use."""
    kind = options.kind or reading.metadata.get("kind", "")
    document = _document(path, reading, digest=digest, options=options, kind=kind or "report")
    named_company, _ = _from_name(path, vocabulary)
    is_of_company = bool(options.company or reading.metadata.get("company") or named_company)
    cover = Cover() if kind in (CONTRACT, "digest", "news") else read_cover(reading.pages)
    if options.name:
        on_cover = CompanyOnCover(legal_name=options.name, name=options.name, is_sure=True, source="as given")
        cover = replace(cover, company=on_cover)
    may_be_agreement = not kind and not is_of_company and cover.form not in _SEC_FORMS
    if kind == CONTRACT or (may_be_agreement and looks_like_agreement(reading)):
        return Identity(document=replace(document, kind=CONTRACT), read_as=ReadAs(form="agreement", source="its words"))
    return _Company(path, reading, cover, options, vocabulary).identity(document)


@dataclass(slots=True)
class _Company:
    """A document that may be of a company, on its way to its identity."""

    path: Path
    reading: Reading
    cover: Cover
    options: IngestOptions
    vocabulary: Vocabulary

    def identity(self, document: Document) -> Identity:
        says = read_presentation(self.reading.pages) if self.cover.form else Presentation()
        ticker, source, warnings = self._ticker()
        new = newcomer(self.cover, self.reading.pages, says, self.vocabulary) if not ticker else None
        calendar = self.vocabulary.calendar(ticker) or calendar_of(self.cover, says)
        period, doubts = self._period(ticker, calendar)
        warnings += doubts
        released = self.cover.published.isoformat() if self.cover.published else None
        published = document.published or released
        if self._has_published_fault():
            warnings.append(f"{self.reading.metadata['published']!r} is no date like 2024-08-27")
        name = self.vocabulary.companies[ticker].name if ticker else self._name_on_cover()
        if not source and name and self.cover.company:
            source = self.cover.company.source
        read_as = ReadAs(company=ticker, name=name, period=period, form=self.cover.spoken_form, source=source)
        document = replace(document, company=ticker, period=period, published=published)
        document = replace(document, title=self._title(document, read_as))
        question = self._question(document, period)
        if not ticker and document.kind != "news":
            warnings.append(self._no_company(new))
        return Identity(document=document, warnings=tuple(warnings), read_as=read_as, newcomer=new, question=question)

    def _ticker(self) -> tuple[str | None, str, list[str]]:
        """Return the company, where it was found, and what was said in vain."""
        if self.options.company:
            return self.options.company, "as given", []
        warnings = []
        if name := self.reading.metadata.get("company"):
            if ticker := self.vocabulary.company_of(name):
                return ticker, "its front matter", []
            warnings.append(f"the vocabulary has no company {name!r}")
        on_cover, from_name = self._ticker_on_cover(), _from_name(self.path, self.vocabulary)[0]
        if on_cover and self.cover.company:
            if from_name and from_name != on_cover:
                warnings.append(f"its name says {from_name}, but {self.cover.company.source} says {on_cover}")
            return on_cover, self.cover.company.source, warnings
        return from_name, "the file's name" if from_name else "", warnings

    def _ticker_on_cover(self) -> str | None:
        company = self.cover.company
        if company is None or not company.is_sure or self.cover.form is None:
            return None
        names = (company.legal_name, company.name)
        return next(filter(None, map(self.vocabulary.company_of, names)), None)

    def _period(self, ticker: str | None, calendar: FiscalCalendar | None) -> tuple[str | None, list[str]]:
        said = self.options.period or self.reading.metadata.get("period")
        if said:
            label = _period(said, ticker, self.vocabulary)
            return label, [] if label else [f"{said!r} names no period"]
        named = _from_name(self.path, self.vocabulary)[1]
        on_cover = _period_on_cover(self.cover, calendar)
        if on_cover is None:
            return named, []
        if named and abs(Period.parse(named).year - on_cover.year) > _MAX_AWAY:
            return on_cover.label, [f"its name says {named}, but its pages say {on_cover.label}"]
        return on_cover.label, []

    def _title(self, document: Document, read_as: ReadAs) -> str:
        if self.reading.metadata.get("title") or not read_as.company or not read_as.form:
            return document.title
        when = read_as.period or (document.published and f"of {document.published}") or ""
        return f"{read_as.name} {read_as.form} {when}".strip()

    def _question(self, document: Document, period: str | None) -> Question | None:
        """Return what a report leaves open; notes and texts that are no reports are asked nothing."""
        is_report = self.cover.form is not None or self.path.suffix.lower() in _REPORT_FILES
        if document.kind != "report" or not is_report:
            return None
        guess = self.cover.company.name if self.cover.company else None
        if document.company is None:
            return Question(path=shown(self.path.name), company=guess, period=period, what="company")
        if period is None and self.cover.form != "8-K":
            return Question(path=shown(self.path.name), company=document.company, period=None, what="period")
        return None

    def _name_on_cover(self) -> str | None:
        company = self.cover.company
        return company.name if company and company.is_sure and self.cover.form else None

    def _has_published_fault(self) -> bool:
        published = self.reading.metadata.get("published")
        return bool(published and not _is_date(published))

    def _no_company(self, new: CompanySpec | None) -> str:
        if new is not None:
            return f"it is of {new.name}, which the vocabulary does not have: dragoman vocabulary add company"
        if (name := self._name_on_cover()) and not self.options.company:
            command = f"dragoman vocabulary add company {shlex.quote(name)} --ticker {self.cover.ticker or 'TICKER'}"
            return (
                f"it seems to be of {name}, but does not say all that an entry needs: ingest its annual report first, "
                f"or {command} --year-end MONTH --currency CODE"
            )
        said = "no company is known for it{}, so questions that name one will not find it; give --company with a ticker"
        if not (self.cover.company and self.cover.form):
            return said.format("")
        name = self.cover.company.name
        to_add = TO_ADD_COMPANY.replace("NAME", shlex.quote(name))
        return f"{said.format(f' (it may be {name!r})')}; if it has none yet: {to_add}"


def _period_on_cover(cover: Cover, calendar: FiscalCalendar | None) -> Period | None:
    """Return the period that the cover gives; None where its end lies in no period of the calendar."""
    if cover.form is None or cover.span is None:
        return None
    if cover.end is None:
        return _period_in_title(cover)
    if cover.span == "year":
        return calendar.period_of(_in_month(cover.end)) if calendar else Period(cover.end.year)
    return part_to(_in_month(cover.end), 6 if cover.span == "half" else 3, calendar)


def _period_in_title(cover: Cover) -> Period | None:
    if cover.named_year is None:
        return None
    if cover.span == "quarter" and cover.quarter:
        return Period(cover.named_year, f"Q{cover.quarter}")  # type: ignore[arg-type]  # the pattern admits 1 to 4
    return Period(cover.named_year) if cover.span == "year" else None


def _in_month(end: date) -> date:
    """Return a day that lies in the month which the end of a period of weeks counts for."""
    if end.day > 7:
        return end
    return date(end.year, end.month - 1, 1) if end.month > 1 else date(end.year - 1, 12, 1)


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
