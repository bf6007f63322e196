"""Threads and facts as files, in whichever form is asked for."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol

from dragoman.app.desk import StoredAnswerError
from dragoman.app.runtime import Runtime
from dragoman.domain.answer import Answer
from dragoman.domain.audit import BrokenIdentity
from dragoman.domain.fact import Fact
from dragoman.domain.outcome import Json
from dragoman.domain.utterance import readable
from dragoman.errors import UnknownNameError
from dragoman.export.broken_sheet import broken_sheet
from dragoman.export.conversation import Said, conversation_record, conversation_sheets, flat_sheet
from dragoman.export.csv_text import csv_lines
from dragoman.export.errors import ExportFormatError, NothingToExportError
from dragoman.export.figure import fact_figures
from dragoman.export.figure_sheet import fact_sheet
from dragoman.export.file import safe_name
from dragoman.export.markdown import conversation_markdown
from dragoman.export.page import conversation_page
from dragoman.export.workbook import workbook_bytes
from dragoman.stores.threads import StoredQuestion, StoredTurn

TYPES = {
    "md": "text/markdown; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
OF_ANSWERS = ("md", "html", "csv", "xlsx")
OF_FACTS = ("csv", "xlsx")


class Opened(Protocol):
    """What holds threads: a `Dragoman` or a `Handle`."""

    @property
    def runtime(self) -> Runtime:
        """The parts it is made of."""

    @property
    def answer_of(self) -> Callable[[str, int | None], Answer]:
        """Return a stored answer by thread and turn."""


class Exported(NamedTuple):
    """A file to be written or sent."""

    name: str  # safe on every system
    media_type: str
    pieces: Iterable[bytes]
    counts: Json  # what is in it


def export_thread(opened: Opened, thread: str, turn: int | None, form: str) -> Exported:
    """Return a conversation, or one turn of it, as a file.

    Raises UnknownNameError, ExportFormatError, NothingToExportError, MissingExtraError.
    """
    check_form(form, OF_ANSWERS)
    said = said_in(opened, thread, turn)
    title = f"{said[0].question[:120]}" if len(said) == 1 else f"Conversation {thread}"
    name = safe_name(thread if turn is None else f"{thread}-{turn}", form)
    return Exported(name, TYPES[form], _written(said, form, title), conversation_record(said))


def export_facts(facts: Sequence[Fact], broken: Sequence[BrokenIdentity], form: str, *, name: str) -> Exported:
    """Return facts as a file; a workbook has the sums that do not hold on a sheet of its own.

    Raises ExportFormatError, NothingToExportError, SheetSizeError, MissingExtraError.
    """
    check_form(form, OF_FACTS)
    if not facts:
        raise NothingToExportError("no fact matches", remedy="See what there is with: dragoman documents list")
    sheet = fact_sheet(tuple(fact_figures(facts)))
    counts = {"facts": len(facts), "broken_sums": len(broken)}
    if form == "csv":
        return Exported(safe_name(name, form), TYPES[form], _encoded(csv_lines(sheet)), counts)
    sheets = (sheet, *((broken_sheet(broken),) if broken else ()))
    return Exported(safe_name(name, form), TYPES[form], (workbook_bytes(sheets, title="Facts"),), counts)


def said_in(opened: Opened, thread: str, turn: int | None) -> tuple[Said, ...]:
    """Return the turns of a thread, or one of them. Raises UnknownNameError, NothingToExportError."""
    thread, store = readable(thread), opened.runtime.threads
    asked = store.questions(thread)
    turns = store.turns(thread)
    chosen = [one for one in turns if turn in (None, one.number)]
    if turn is not None and not chosen:
        raise UnknownNameError(f"turn of {thread}", str(turn), (str(one.number) for one in turns))
    if not chosen:
        raise NothingToExportError(f"nothing was said in {thread}", remedy="See: dragoman threads list")
    answered = [one for one in asked if one.reply is not None]
    return tuple(_said(opened, thread, one, [ask for ask in answered if ask.turn == one.number]) for one in chosen)


def check_form(form: str, known: tuple[str, ...]) -> None:
    """Refuse a form that this cannot be written as. Raises ExportFormatError."""
    if form not in known:
        raise ExportFormatError(form, known)


def _said(opened: Opened, thread: str, turn: StoredTurn, asked: Sequence[StoredQuestion]) -> Said:
    replies = tuple((one.question, one.meant or one.reply or "") for one in asked)
    answer, words = None, ""
    if turn.answer is not None:
        try:
            answer = opened.answer_of(thread, turn.number)
        except StoredAnswerError:  # of another version: its words can still be read
            words = str(turn.answer.get("text", ""))
    return Said(number=turn.number, question=turn.question, answer=answer, replies=replies, words=words)


def _written(said: Sequence[Said], form: str, title: str) -> Iterable[bytes]:
    match form:
        case "md":
            return (conversation_markdown(said).encode(),)
        case "html":
            return (conversation_page(said, title=title).encode(),)
        case "csv":
            return _encoded(csv_lines(flat_sheet(said)))
        case _:
            return (workbook_bytes(conversation_sheets(said), title=title),)


def _encoded(lines: Iterable[str]) -> Iterator[bytes]:
    return (line.encode("utf-8", "replace") for line in lines)
