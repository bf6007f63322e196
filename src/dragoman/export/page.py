"""A conversation as one file of HTML that needs nothing else; every text of others is escaped."""

import re
from collections.abc import Iterator, Sequence
from html import escape

from dragoman.domain.answer import Answer, Citation
from dragoman.export.conversation import Said, checked_words
from dragoman.export.figure import Figure, figures_of
from dragoman.export.markdown import figure_words

_MARKER = re.compile(r"\[(\d{1,3})\]")
_HEADINGS = ("Figure", "Shown", "Period", "Company", "Row or sum", "Document", "Page", "Cell")
_STYLE = """
:root { color-scheme: light dark; --ink: light-dark(#1b1d20, #e8e9eb); --quiet: light-dark(#5b6169, #a2a8b0);
  --line: light-dark(#dfe2e5, #33373c); --paper: light-dark(#fff, #17191c); --accent: light-dark(#0b6b60, #6fcabc);
  --amber: light-dark(#9a5b00, #f2b84b); }
body { max-width: 860px; margin: 40px auto; padding: 0 24px; background: var(--paper); color: var(--ink);
  font: 16px/24px system-ui, sans-serif; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
h1 { font-size: 20px; line-height: 28px; } h2 { margin-top: 40px; font-size: 17px; line-height: 24px; }
h3 { font-size: 15px; } a { color: var(--accent); text-decoration: none; } sup { line-height: 0; }
p { white-space: pre-line; } .quiet, footer { color: var(--quiet); font-size: 14px; line-height: 20px; }
.caveats { border-left: 3px solid var(--amber); padding-left: 12px; list-style: none; }
blockquote { margin: 4px 0 16px; padding-left: 12px; border-left: 2px solid var(--line); white-space: pre-line;
  font-size: 14px; line-height: 20px; }
.wide { overflow-x: auto; } table { width: 100%; border-collapse: collapse; font-size: 14px; line-height: 20px; }
th, td { padding: 6px 12px 6px 0; border-bottom: 1px solid var(--line); text-align: start; vertical-align: top;
  font-weight: 400; } th { color: var(--quiet); } .num { text-align: end; white-space: nowrap; }
"""


def conversation_page(said: Sequence[Said], *, title: str) -> str:
    """Return the whole file."""
    body = "\n".join(line for turn in said for line in _turn(turn))
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{_words(title)}</title><style>{_STYLE}</style></head>
<body><h1>{_words(title)}</h1>
{body}
<footer>Dragoman</footer></body></html>
"""


def _turn(turn: Said) -> Iterator[str]:
    yield f'<section aria-labelledby="turn-{turn.number}"><h2 id="turn-{turn.number}">{_words(turn.question)}</h2>'
    for question, reply in turn.replies:
        yield f"<p>{_words(question)}</p><blockquote>{_words(reply)}</blockquote>"
    yield f"<p>{_marked(turn.text, turn.number)}</p>"
    if turn.answer:
        yield from _details(turn.answer, turn.number)
    yield "</section>"


def _details(answer: Answer, number: int) -> Iterator[str]:
    yield _list(answer.assumptions, "quiet", "Assumed")
    yield _list(answer.caveats, "caveats", "Caveats")
    state = f"{answer.outcome} · confidence {answer.confidence}: {checked_words(answer)}"
    yield f'<p class="quiet">{_words(state)}</p>'
    yield _table(figures_of(answer, number), number)
    if answer.citations:
        yield "<h3>Sources</h3>"
    yield from (_source(citation, number) for citation in answer.citations)


def _list(sentences: Sequence[str], kind: str, name: str) -> str:
    items = "".join(f"<li>{_words(one)}</li>" for one in sentences)
    return f'<ul class="{kind}" aria-label="{name}">{items}</ul>' if items else ""


def _table(figures: Sequence[Figure], number: int) -> str:
    if not figures:
        return ""
    head = "".join(f'<th scope="col"{_is_number(index)}>{name}</th>' for index, name in enumerate(_HEADINGS))
    rows = "".join(f"<tr>{_cells(figure, number)}</tr>" for figure in figures)
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>'


def _cells(figure: Figure, number: int) -> str:
    words = [_words(text) for text in figure_words(figure)]
    if figure.marker:
        words[5] += f' <a href="#source-{number}-{figure.marker}">[{figure.marker}]</a>'
    return "".join(f"<td{_is_number(index)}>{text}</td>" for index, text in enumerate(words))


def _is_number(index: int) -> str:
    return ' class="num"' if index in (1, 6) else ""


def _source(one: Citation, number: int) -> str:
    place = _words(f"[{one.marker}] {one.title}, {one.place or f'page {one.page}'}")
    return f'<p id="source-{number}-{one.marker}">{place}</p><blockquote>{_words(one.quote)}</blockquote>'


def _marked(text: str, number: int) -> str:
    link = rf'<sup><a href="#source-{number}-\1">[\1]</a></sup>'
    return _MARKER.sub(link, _words(text))


def _words(text: str) -> str:
    return escape("".join(one for one in text if one.isprintable() or one in "\n\t"))
