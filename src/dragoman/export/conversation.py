"""A conversation, or one answer of it, as sheets: the answers, their numbers, a comparison, the sources."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from dragoman.domain.answer import Answer
from dragoman.domain.claim import Grounding
from dragoman.domain.outcome import Json
from dragoman.export.comparison import comparison_sheet
from dragoman.export.figure import Figure, figures_of
from dragoman.export.figure_sheet import figure_sheet, quote_row
from dragoman.export.sheet import Column, Row, Sheet


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """One turn as it is exported: the words of both sides, and the replies to our questions in between."""

    number: int
    question: str
    answer: Answer | None  # None where the work was stopped, or the answer is of another version
    replies: tuple[tuple[str, str], ...] = ()  # (our question, what was meant)
    words: str = ""  # of an answer that is of another version

    @property
    def text(self) -> str:
        """The answer's words, or that there are none."""
        return self.answer.text if self.answer else self.words or "(not answered: the work was stopped)"


_ANSWERS = (
    Column(name="turn", title="Turn", width=6),
    Column(name="question", title="Question", width=48),
    Column(name="answer", title="Answer", width=80),
    Column(name="outcome", title="Outcome", width=13),
    Column(name="confidence", title="Confidence", width=11),
    Column(name="checked", title="Checked", width=36),
    Column(name="assumptions", title="Assumed", width=48),
    Column(name="caveats", title="Caveats", width=48),
    Column(name="asked", title="Asked back", width=36),
)
_SOURCES = (
    Column(name="turn", title="Turn", width=6),
    Column(name="marker", title="Marker", width=7),
    Column(name="title", title="Document", width=30),
    Column(name="page", title="Page", width=6),
    Column(name="section", title="Section", width=30),
    Column(name="place", title="Place", width=44),
    Column(name="quote", title="Quote", width=80),
    Column(name="document", title="Document id", width=26),
)


def figures_said(said: Sequence[Said]) -> tuple[Figure, ...]:
    """Return the numbers of every answer, in order."""
    return tuple(figure for turn in said if turn.answer for figure in figures_of(turn.answer, turn.number))


def conversation_sheets(said: Sequence[Said]) -> tuple[Sheet, ...]:
    """Return the sheets of a file; without numbers, those of numbers are left out."""
    figures = figures_said(said)
    compared = comparison_sheet(figures)
    numbers = (figure_sheet(figures),) if figures else ()
    answers = Sheet(title="Answers", columns=_ANSWERS, rows=tuple(_answer_row(turn) for turn in said))
    return (answers, *(() if compared is None else (compared,)), *numbers, source_sheet(said))


def flat_sheet(said: Sequence[Said]) -> Sheet:
    """Return one table of everything that has a place: the numbers, then the quotes that show none of them."""
    figures = figures_said(said)
    shown = {(figure.turn, figure.marker) for figure in figures}
    quotes = tuple(
        quote_row(turn.number, one, turn.answer.confidence)
        for turn in said
        if turn.answer
        for one in turn.answer.citations
        if (turn.number, one.marker) not in shown
    )
    sheet = figure_sheet(figures)
    return replace(sheet, rows=(*sheet.rows, *quotes))


def source_sheet(said: Sequence[Said]) -> Sheet:
    """Return every citation with its quote."""
    rows = tuple(row for turn in said if turn.answer for row in _source_rows(turn.number, turn.answer))
    return Sheet(title="Sources", columns=_SOURCES, rows=rows)


def checked_words(answer: Answer) -> str:
    """Return how many claims of the answer stand on their page, in words."""
    grounding: Grounding | None = answer.grounding
    if grounding is None or answer.confidence == "unchecked":
        return "nothing to check on a page"
    claims = len(grounding.claims) - grounding.count("unchecked")
    judged = sum(claim.judged and claim.verdict == "supported" for claim in grounding.claims)
    by_model = f", {judged} judged by a model" if judged else ""
    return f"{grounding.count('supported') - judged} of {claims} claims checked against the page{by_model}"


def _answer_row(turn: Said) -> Row:
    answer = turn.answer
    asked = "\n".join(f"{question}\n> {reply}" for question, reply in turn.replies)
    if answer is None:
        return (turn.number, turn.question, turn.text, "stored" if turn.words else "stopped", *[None] * 4, asked)
    return (
        turn.number,
        turn.question,
        answer.text,
        answer.outcome,
        answer.confidence,
        checked_words(answer),
        "\n".join(answer.assumptions),
        "\n".join(answer.caveats),
        asked,
    )


def _source_rows(number: int, answer: Answer) -> list[Row]:
    return [
        (number, one.marker, one.title, one.page, one.section, one.place, one.quote, one.document)
        for one in answer.citations
    ]


def conversation_record(said: Sequence[Said]) -> Json:
    """Return what was exported, in counts."""
    answers = [turn.answer for turn in said if turn.answer]
    return {
        "answers": len(answers),
        "figures": len(figures_said(said)),
        "sources": sum(len(answer.citations) for answer in answers),
    }
