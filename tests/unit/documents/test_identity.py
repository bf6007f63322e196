from dataclasses import dataclass, field
from pathlib import Path

import pytest
from tests.unit.documents.test_cover import TEN_K

from dragoman.documents.identity import IngestOptions, Question, Said
from dragoman.documents.ingest import ingest
from dragoman.errors import UnknownNameError
from dragoman.interpret.vocabulary import Vocabulary
from dragoman.stores.corpus import CorpusStore

OF_ACME = f"Washington, D.C.\n\n{TEN_K.format(end='June 30, 2022')}"
OF_BHP = OF_ACME.replace("ACME MINING, INC.", "BHP GROUP LIMITED")
QUARTER = (
    OF_ACME.replace("FORM 10-K", "FORM 10-Q")
    .replace("ANNUAL REPORT", "QUARTERLY REPORT")
    .replace("fiscal year ended June 30, 2022", "quarterly period ended December 31, 2021")
)


@dataclass
class Book:
    """Knows every company that is introduced from then on."""

    vocabulary: Vocabulary
    written: list = field(default_factory=list)

    def introduce(self, company):
        from dragoman.app.own_vocabulary import OwnVocabulary

        self.written.append(company)
        return OwnVocabulary(self.folder, self.vocabulary).introduce(company)

    folder: Path = Path()


@pytest.fixture
def book(vocabulary: Vocabulary, tmp_path: Path) -> Book:
    return Book(vocabulary, folder=tmp_path / "vocabulary")


@pytest.fixture
def read(store: CorpusStore, vocabulary: Vocabulary, tmp_path: Path):
    def bring(*texts: str, book: Book | None = None, **options):
        folder = tmp_path / "documents"
        folder.mkdir(exist_ok=True)
        for number, text in enumerate(texts, 1):
            (folder / f"{number}.txt").write_text(text)
        return ingest([folder], store=store, vocabulary=vocabulary, options=IngestOptions(**options), book=book)

    return bring


def test_a_report_of_a_known_company_needs_no_options(read, store: CorpusStore) -> None:
    (report,) = read(OF_BHP)

    assert report.read_as is not None
    assert (report.read_as.company, report.read_as.period, report.read_as.source) == ("BHP", "FY2022", "the cover")
    assert [one.title for one in store.documents()] == ["BHP annual report (10-K) FY2022"]


def test_options_go_before_the_pages(read, store: CorpusStore) -> None:
    read(OF_BHP, company="RIO", period="FY2020")

    assert [(one.company, one.period) for one in store.documents()] == [("RIO", "FY2020")]


def test_a_company_that_nobody_knows_is_introduced_once(read, book: Book, store: CorpusStore) -> None:
    first, second = read(OF_ACME, QUARTER, book=book)

    assert first.introduced is not None
    assert second.introduced is None
    assert [(one.company, one.period) for one in store.documents()] == [("ACM", "FY2022"), ("ACM", "Q2 FY2022")]


def test_a_report_read_before_its_company_was_introduced_is_read_again(read, book: Book, store: CorpusStore) -> None:
    current = "FORM 8-K\nDate of Report: July 1, 2022\nACME MINING, INC.\n(Exact name of registrant as specified)"

    read(current, OF_ACME, book=book)

    assert {one.company for one in store.documents()} == {"ACM"}


def test_a_company_that_is_not_sure_is_not_guessed(read, book: Book, store: CorpusStore) -> None:
    (report,) = read("2022 Annual Report\n\nAcme Limited wrote to us.\n\nSo did Beta Limited.", book=book)

    assert (book.written, store.documents()[0].company) == ([], None)
    assert "give --company with a ticker" in " ".join(report.warnings)


def test_a_company_that_is_not_known_is_told_with_the_command_that_adds_it(read) -> None:
    with pytest.raises(UnknownNameError) as caught:
        read("Acme wrote to us.", company="Acme Mining")

    assert "To add one: dragoman vocabulary add company" in caught.value.remedy


def test_the_person_is_asked_what_the_pages_leave_open(read, store: CorpusStore) -> None:
    asked: list[Question] = []

    def ask(question: Question) -> Said:
        asked.append(question)
        return Said(company="rio tinto", period="FY2021")

    read("2022 Annual Report\n\nAcme Limited wrote to us.\n\nSo did Beta Limited.", ask=ask)

    assert [one.what for one in asked] == ["company"]
    assert [(one.company, one.period) for one in store.documents()] == [("RIO", "FY2021")]


def test_another_company_in_the_vocabulary_does_not_read_a_report_again(read, book: Book) -> None:
    (first,) = read(OF_BHP, book=book)
    second, _ = read(OF_BHP, OF_ACME, book=book)

    assert (first.status, second.status) == ("added", "unchanged")


def test_what_was_said_of_a_document_holds_until_something_else_is_said(read, store: CorpusStore) -> None:
    read(OF_BHP, company="RIO", period="FY2020")

    (again,) = read(OF_BHP)
    read(OF_BHP + "\n\nA line more.")

    assert again.status == "unchanged"
    assert [(one.company, one.period) for one in store.documents()] == [("RIO", "FY2020")]
    assert [one.company for one in store.documents()] == ["RIO"]


def test_an_answer_at_the_terminal_is_not_asked_for_again(read, store: CorpusStore) -> None:
    asked: list[Question] = []

    def ask(question: Question) -> Said:
        asked.append(question)
        return Said(company="RIO", period="FY2021")

    read("2022 Annual Report\n\nAcme Limited wrote to us.\n\nSo did Beta Limited.", ask=ask)
    (again,) = read("2022 Annual Report\n\nAcme Limited wrote to us.\n\nSo did Beta Limited.", ask=ask)

    assert (len(asked), again.status) == (1, "unchanged")
    assert [one.company for one in store.documents()] == ["RIO"]
