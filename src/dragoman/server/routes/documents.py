"""Documents: list, upload, what one tells of itself, passages, and a page as text or picture."""

import hashlib
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Form, Query
from fastapi import Path as Place
from starlette.responses import Response

from dragoman.app.records import broken_record, fact_record
from dragoman.app.uploads import keep_upload
from dragoman.documents.readers.pdf_page import page_size, quote_boxes, render_page
from dragoman.domain.document import Document
from dragoman.domain.wire import dump
from dragoman.errors import UnknownNameError
from dragoman.server.schema import LARGEST, UploadSchema
from dragoman.server.served import Here, Served
from dragoman.stores.corpus import Sizes

router = APIRouter(prefix="/v1/documents", tags=["documents"])
Record = dict[str, Any]
PageNumber = Annotated[int, Place(ge=-LARGEST, le=LARGEST)]  # one that is not there is said by its document
Scale = Annotated[float, Query(ge=0.5, le=4, description="1 is 72 pixels an inch.")]
Quote = Annotated[str, Query(max_length=4000, description="Words to be found on the page.")]
PICTURE: dict[int | str, dict[str, Any]] = {200: {"content": {"image/png": {}}}}


@router.get("")
def documents(here: Here) -> Record:
    """List the documents of the index."""
    corpus = here.dragoman.runtime.corpus
    return {"documents": [_record(document) | _counts(corpus.sizes(document.id)) for document in corpus.documents()]}


@router.post("", status_code=201)
def upload(form: Annotated[UploadSchema, Form(media_type="multipart/form-data")], here: Here) -> Record:
    """Read a report into the index; the same name again replaces it."""
    file, company, period = form.file, form.company or None, form.period or None
    report = keep_upload(here.dragoman, file.filename or "", file.file, company=company, period=period)
    counts = {"pages": report.pages, "passages": report.passages, "facts": report.facts}
    return {"id": report.id, "status": report.status, **counts, "warnings": list(report.warnings)}


@router.get("/{document}")
def document(document: str, here: Here) -> Record:
    """Give one document: its contents tree, what was noted while it was read, and the sums that do not hold."""
    corpus, about = here.dragoman.runtime.corpus, _document(here, document)
    return (
        _record(about)
        | _counts(corpus.sizes(document))
        | {
            "outline": [dump(entry) for entry in corpus.outline(document)],
            "notes": [dump(note) for note in corpus.notes(document)],
            "broken": [broken_record(broken) for broken in corpus.broken(document)],
        }
    )


@router.delete("/{document}", status_code=204)
def remove(document: str, here: Here) -> None:
    """Take a document out of the index; the file stays where it is."""
    here.dragoman.runtime.corpus.remove(_document(here, document).id)


@router.get("/{document}/passages")
def passages(document: str, here: Here, page: Annotated[int | None, Query(ge=1, le=LARGEST)] = None) -> Record:
    """Give the passages of a document or of one of its pages."""
    found = here.dragoman.runtime.corpus.passages(_document(here, document).id, page)
    return {"document": document, "passages": [dump(passage) for passage in found]}


@router.get("/{document}/facts")
def facts(document: str, here: Here, page: Annotated[int | None, Query(ge=1, le=LARGEST)] = None) -> Record:
    """Give the figures of a document or of one of its pages, each with its cell, its proofs and what is broken."""
    found = here.dragoman.runtime.corpus.facts(document=_document(here, document).id)
    shown = [fact for fact in found if page in (None, fact.cell.page)]
    return {"document": document, "facts": [fact_record(fact) | {"cell": dump(fact.cell)} for fact in shown]}


@router.get("/{document}/pages/{number}")
def page(document: str, number: PageNumber, here: Here, quote: Quote = "") -> Record:
    """Give the text of a page, and where it is a PDF's the size of its picture and the boxes of a quote."""
    about = _document(here, document)
    corpus = here.dragoman.runtime.corpus
    found = corpus.page(document, number)
    if found is None:
        raise _no_page(about, number)
    path = _pdf(about)
    size = page_size(path, number) if path else None
    return {
        "document": document,
        "title": about.title,
        "page": number,
        "pages": about.pages,
        "printed": found.printed,
        "text": found.text,
        "notes": [note.text for note in corpus.notes(document, number)],
        "broken": [broken_record(one) for one in corpus.broken(document) if one.page == number],
        "has_image": size is not None,
        "size": {"width": size[0], "height": size[1]} if size else None,  # PDF points
        "boxes": [dump(box) for box in quote_boxes(path, number, quote)] if path and size and quote else [],
    }


@router.get("/{document}/pages/{number}/image", response_class=Response, responses=PICTURE)
def image(document: str, number: PageNumber, here: Here, scale: Scale = 2.0) -> Response:
    """Give a page of a PDF as PNG."""
    about = _document(here, document)
    path = _pdf(about)
    if path is None or not 1 <= number <= about.pages:
        raise _no_page(about, number, of="picture of page")
    return Response(render_page(path, number, scale=scale), media_type="image/png")


def _document(here: Served, name: str) -> Document:
    found = here.dragoman.runtime.corpus.document(name)
    if found is None:
        raise UnknownNameError("document", name, (one.id for one in here.dragoman.runtime.corpus.documents()))
    return found


def _no_page(document: Document, number: int, *, of: str = "page") -> UnknownNameError:
    return UnknownNameError(f"{of} of {document.id}", str(number), map(str, range(1, min(document.pages, 30) + 1)))


def _pdf(document: Document) -> Path | None:
    """Return the file a document was read from, if it is a PDF and still the same."""
    path = Path(document.path)
    if path.suffix.lower() != ".pdf" or not path.is_absolute() or not path.is_file():
        return None
    with path.open("rb") as file:
        is_same = hashlib.file_digest(file, "sha256").hexdigest() == document.digest
    return path if is_same else None


def _counts(sizes: Sizes) -> Record:
    return {"passages": sizes.passages, "facts": sizes.facts}


def _record(document: Document) -> Record:
    path = Path(document.path)
    has_image = path.suffix.lower() == ".pdf" and path.is_absolute() and path.is_file()
    fields = ("id", "title", "kind", "company", "period", "pages", "published", "source")
    return {name: getattr(document, name) for name in fields} | {"has_image": has_image}
