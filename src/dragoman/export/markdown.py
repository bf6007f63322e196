"""A conversation as Markdown: each answer with its numbers, their cells, and every source quoted."""

from collections.abc import Iterator, Sequence

from dragoman.domain.answer import Answer
from dragoman.export.conversation import Said, checked_words
from dragoman.export.figure import Figure, figures_of

_HEADINGS = ("Figure", "Shown", "Period", "Company", "Row", "Document", "Page", "Cell")


def conversation_markdown(said: Sequence[Said]) -> str:
    """Return the whole file."""
    parts = [part for turn in said for part in _turn_parts(turn)]
    return "\n\n".join(part for part in parts if part.strip()) + "\n"


def _turn_parts(turn: Said) -> Iterator[str]:
    yield _quoted(turn.question)
    for question, reply in turn.replies:
        yield _escaped(question)
        yield _quoted(reply)
    yield _escaped(turn.text)
    if turn.answer is None:
        return
    yield _list("Assumed", turn.answer.assumptions)
    yield _list("Caveat", turn.answer.caveats)
    yield _table(figures_of(turn.answer, turn.number))
    yield "\n\n".join(_sources(turn.answer))
    answer = turn.answer
    yield f"{answer.outcome}; confidence {answer.confidence}: {checked_words(answer)}; {answer.thread}:{answer.turn}"


def _list(name: str, sentences: Sequence[str]) -> str:
    return "\n".join(f"- {name}: {_escaped(' '.join(one.split()))}" for one in sentences)


def _table(figures: Sequence[Figure]) -> str:
    if not figures:
        return ""
    lines = [f"| {' | '.join(_HEADINGS)} |", "| --- | ---: |" + " --- |" * (len(_HEADINGS) - 2)]
    lines += [f"| {' | '.join(_cell(value) for value in figure_words(figure))} |" for figure in figures]
    return "\n".join(lines)


def figure_words(figure: Figure) -> tuple[str, ...]:
    """Return the row of a figure for people: a fact with its cell, a calculated number with its sum."""
    fact = figure.fact
    if fact is None:
        sum_of = getattr(figure.node, "expression", "")
        return (figure.id, figure.shown, "", "", sum_of, "calculated from " + ", ".join(figure.inputs), "", "")
    cell = fact.cell
    place = f"table {cell.table}, row {cell.row}, column {cell.column} ({cell.column_label})"
    period = fact.period.label if fact.period else ""
    return (figure.id, figure.shown, period, fact.company or "", fact.label, fact.title, str(cell.page), place)


def _sources(answer: Answer) -> Iterator[str]:
    for one in answer.citations:
        place = _escaped(one.place or f"page {one.page}")
        yield f"[{one.marker}] {_escaped(one.title)}, {place}\n{_quoted(one.quote)}"


def _cell(text: str) -> str:
    return _escaped(" ".join(text.split())).replace("|", "\\|")


def _quoted(text: str) -> str:
    return "\n".join(f"> {line}" for line in _escaped(text).split("\n"))


def _escaped(text: str) -> str:
    """Return words in which no tag and no link of a document's is left; markers such as [1] stay."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("](", "]\\(").replace("`", "\\`").replace("\r", "")
