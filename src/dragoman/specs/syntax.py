"""The parser's complaints in words for people."""

from dragoman.errors import Source
from dragoman.specs.errors import SpecSyntaxError

_LINE_UP = "an entry that does not line up with its neighbours"
_INDENT_ALIKE = "Indent the entries of one list or mapping alike, and close every quote and bracket."

_OPEN_QUOTE = "found unexpected end of stream"
_OPEN_BRACKET = "did not find expected ',' or"

# A part of what the parser says → what is wrong, what to do. The first that fits counts.
_READINGS: tuple[tuple[str, str, str], ...] = (
    (
        "mapping values are not allowed",
        'a ":" where no key can be',
        "If the colon belongs to the text, put it in quotes; otherwise check the indentation.",
    ),
    (
        "could not find expected ':'",
        'a key without its ":"',
        'Write "key: value"; a text over several lines needs quotes or "|".',
    ),
    (_OPEN_QUOTE, "a quote that is never closed", "Close the quote."),
    ("unknown escape character", "an escape that YAML does not know", "Double the backslash, or use single quotes."),
    (
        "did not find expected ',' or",
        "brackets with a missing comma or end",
        "Separate with commas, close the bracket.",
    ),
    ("did not find expected '-' indicator", _LINE_UP, _INDENT_ALIKE),
    ("did not find expected key", _LINE_UP, _INDENT_ALIKE),
    ("did not find expected node content", "a value that ends before it begins", _INDENT_ALIKE),
    ("block sequence entries are not allowed", 'a "-" where no list can be', "Begin the list on a line of its own."),
    ("invalid Unicode character escape", "an escape for half a character", "Write the whole character."),
    ("cannot start any token", "a character that cannot begin a value", "Put the text in quotes."),
    ("maximum nesting depth", "too many levels inside each other", "Make it flatter, or close the brackets."),
    ("undefined tag handle", "a tag with an unknown prefix", "Remove the tag; a text that begins with ! needs quotes."),
)


def is_left_open(complaint: str) -> bool:
    """Return whether the parser misses the end of something."""
    return _OPEN_QUOTE in complaint or _OPEN_BRACKET in complaint


def syntax_error(complaint: str, where: Source, text: str) -> SpecSyntaxError:
    """Return our error for the parser's complaint."""
    if _is_indented_with_tab(text, where.line):
        return SpecSyntaxError("a tab in the indentation", where=where, remedy="Indent with spaces.")
    for part, problem, remedy in _READINGS:
        if part in complaint:
            return SpecSyntaxError(problem, where=where, remedy=remedy)
    return SpecSyntaxError(complaint, where=where, remedy="Check the quotes and the indentation around this place.")


def _is_indented_with_tab(text: str, line: int) -> bool:
    lines = text.splitlines()
    if not 0 < line <= len(lines):
        return False
    content = lines[line - 1].lstrip()
    return "\t" in lines[line - 1].removesuffix(content)
