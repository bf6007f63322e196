"""An answer cut into statements: sentences, list items and table rows, each with its citation markers."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from dragoman.grounding.citations import markers_of, without_markers
from dragoman.grounding.tables import is_rule, is_table_line

_ABBREVIATIONS = frozenset(
    """
    a.m approx apr aug ca cf co corp dec dept dr e.g est excl feb fig i.e inc incl jan jr jul jun ltd mar mr mrs
    ms no nos nov oct p p.m plc pp prof pty sec sep sept sr st u.k u.s vs
    """.split()  # noqa: SIM905, a list of words reads better as words
)
_BOUNDARY = re.compile(
    r"(?P<stop>[.!?…]+[\"'”’)\]]*)(?P<cited>(?:\s*\[\d+(?:\s*,\s*\d+)*\])*)(?=\s+[^\s\da-z]|\s+\d|\s*$)"
)
_ITEM = re.compile(r"^\s*(?:[-*•‣–]|\d{1,2}[.)]|\([a-z0-9]\))\s+")
_HEADING = re.compile(r"^\s*#{1,6}\s+")
_SOURCE_LINE = re.compile(
    r"^\s*(?:[-*] )?(?:\[\d+\]|\[S\d+\])[:\s]\s*\S|^\s*(?:sources|references)\s*:?\s*$", re.IGNORECASE
)
_UNSPOKEN = re.compile(  # addresses and the signs of emphasis
    r"https?://\S+|(?<![\w*])\*{1,3}(?=\S)|(?<=\S)\*{1,3}(?!\w)|`|(?<!\w)__(?=\S)|(?<=\S)__(?!\w)"
)
_LAST_WORD = re.compile(r"([\w.]+)$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """One thing an answer says. `plain` has the markers and emphasis blanked out, position by position."""

    text: str
    plain: str
    markers: tuple[int, ...] = ()
    heading: str = ""  # the heading or lead-in line it stands under
    table: tuple[str, ...] = ()  # for a table row: the header above it

    @property
    def is_question(self) -> bool:
        """A question claims nothing."""
        return self.text.rstrip("\"'”’) ").endswith("?")


def statements_of(answer: str) -> tuple[Statement, ...]:
    """Return the statements of an answer in order. Lists of sources at its end are no statements."""
    return tuple(_statements(answer))


def sentences_of(text: str) -> tuple[str, ...]:
    """Return the sentences of running text; list items and lines of their own are sentences too."""
    return tuple(sentence for line in _lines(text) for sentence in _sentences(line))


def _statements(answer: str) -> Iterator[Statement]:
    heading = ""
    table: list[str] = []
    for line in _lines(answer):
        if is_table_line(line):
            if table and not is_rule(line):
                yield _statement(line, heading=heading, table=(table[0],))
            table.append(line)
            continue
        table = []
        if _SOURCE_LINE.match(line):
            continue
        if _HEADING.match(line):
            heading = _HEADING.sub("", line).strip()
            continue
        item = _ITEM.match(line)
        for sentence in _sentences(line[item.end() :] if item else line):
            yield _statement(sentence, heading=heading if item else "")
            if sentence.rstrip().endswith(":") and not item:
                heading = sentence


def _statement(text: str, *, heading: str, table: tuple[str, ...] = ()) -> Statement:
    plain = _UNSPOKEN.sub(lambda match: " " * len(match[0]), without_markers(text))
    return Statement(text=text.strip(), plain=plain, markers=markers_of(text), heading=heading, table=table)


def _lines(text: str) -> Iterator[str]:
    """Join what only wraps; a line that starts small goes on with the one before it."""
    held = ""
    for line in text.splitlines():
        goes_on = (
            held and line.strip() and line.lstrip()[0].islower() and not held.rstrip().endswith((".", "!", "?", ":"))
        )
        if goes_on and not is_table_line(held):
            held = f"{held.rstrip()} {line.lstrip()}"
            continue
        if held.strip():
            yield held
        held = line
    if held.strip():
        yield held


def _sentences(line: str) -> Iterator[str]:
    start = 0
    for boundary in _BOUNDARY.finditer(line):
        if _is_abbreviation(line[start : boundary.start()], boundary["stop"]):
            continue
        sentence = line[start : boundary.end()].strip()
        if sentence:
            yield sentence
        start = boundary.end()
    if line[start:].strip():
        yield line[start:].strip()


def _is_abbreviation(before: str, stop: str) -> bool:
    word = _LAST_WORD.search(before)
    if not stop.startswith(".") or word is None:
        return False
    last = word[1].lower().rstrip(".")
    # A number right before the stop at the start of a line is a list mark, elsewhere it ends a sentence.
    return (
        last in _ABBREVIATIONS or (len(last) == 1 and last.isalpha()) or (before.strip() == word[1] and last.isdigit())
    )
