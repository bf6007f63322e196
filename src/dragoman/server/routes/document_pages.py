"""The pages of a document as the browser of documents shows them: what stands on each, and what is wrong there."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Annotated, Any

from fastapi import APIRouter
from fastapi import Path as Place

from dragoman.app.records import broken_record, fact_record
from dragoman.documents.footnotes import footnotes_of
from dragoman.domain.audit import BrokenIdentity
from dragoman.domain.document import Box, Document, Footnote
from dragoman.domain.fact import Fact
from dragoman.domain.wire import dump
from dragoman.errors import UnknownNameError
from dragoman.server.schema import LARGEST
from dragoman.server.served import Here, Served

router = APIRouter(prefix="/v1/documents", tags=["documents"])
Record = dict[str, Any]
PageNumber = Annotated[int, Place(ge=1, le=LARGEST)]
CellPlace = tuple[int, int, int]  # table, row, column


@router.get("/{document}/pages")
def pages(document: str, here: Here) -> Record:
    """Give for each page how many facts, proved facts, sums that do not hold and notes it has."""
    about, corpus = _known(here, document), here.dragoman.runtime.corpus
    facts = corpus.facts(document=document)
    counts = {
        "facts": Counter(fact.cell.page for fact in facts),
        "proved": Counter(fact.cell.page for fact in facts if fact.proofs),
        "broken": Counter(broken.page for broken in corpus.broken(document)),
        "notes": Counter(note.page for note in corpus.notes(document) if note.page),
    }
    numbers = range(1, about.pages + 1)
    listed = [{"page": page} | {name: count[page] for name, count in counts.items()} for page in numbers]
    return {"document": document, "pages": listed}


@router.get("/{document}/pages/{number}/figures")
def figures(document: str, number: PageNumber, here: Here) -> Record:
    """Give the facts of a page with cells and footnotes, the sums on it that do not hold, and what was noted of it."""
    about, corpus = _known(here, document), here.dragoman.runtime.corpus
    if number > about.pages:
        raise UnknownNameError(f"page of {document}", str(number), map(str, range(1, min(about.pages, 30) + 1)))
    facts = [fact for fact in corpus.facts(document=document) if fact.cell.page == number]
    broken = [one for one in corpus.broken(document) if one.page == number or _is_in(one, facts)]
    passages = corpus.passages(document, number)
    boxes = {_place(fact): fact.cell.box for fact in facts if fact.cell.box}
    return {
        "document": document,
        "page": number,
        "facts": [_fact_record(fact, broken, footnotes_of(fact.cell, passages)) for fact in facts],
        "broken": [_broken_record(one, boxes) for one in broken],
        "notes": [note.text for note in corpus.notes(document, number)],
    }


def _fact_record(fact: Fact, broken: Iterable[BrokenIdentity], footnotes: Iterable[Footnote]) -> Record:
    """Return a fact with its cell, its footnotes and the places, in the list of broken sums, of those it is part of."""
    touched = [index for index, one in enumerate(broken) if one.touches(fact.cell)]
    more = {"cell": dump(fact.cell), "broken": touched, "footnotes": [dump(one) for one in footnotes]}
    return {"id": fact.id, **fact_record(fact), **more}


def _broken_record(broken: BrokenIdentity, boxes: Mapping[CellPlace, Box]) -> Record:
    found = [boxes[place] for place in broken.places if place in boxes]
    return broken_record(broken) | {"sentence": broken.sentence, "boxes": [dump(box) for box in found]}


def _is_in(broken: BrokenIdentity, facts: Iterable[Fact]) -> bool:
    return any(broken.touches(fact.cell) for fact in facts)


def _place(fact: Fact) -> CellPlace:
    return fact.cell.table, fact.cell.row, fact.cell.column


def _known(here: Served, name: str) -> Document:
    found = here.dragoman.runtime.corpus.document(name)
    if found is None:
        raise UnknownNameError("document", name, (one.id for one in here.dragoman.runtime.corpus.documents()))
    return found
