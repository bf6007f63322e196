"""The parser's complaints in words for people."""

import yaml

from dragoman.errors import Source
from dragoman.specs.errors import SpecSyntaxError

# What the parser says → what is wrong, what to do. The first that fits counts.
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
    ("found unexpected end of stream", "a quote that is never closed", "Close the quote."),
    (
        "found unknown escape character",
        "an escape that YAML does not know",
        "Double the backslash, or use single quotes.",
    ),
    (
        "expected <block end>",
        "an entry that does not line up with its neighbours",
        "Indent the entries of one list or mapping alike, and close every quote.",
    ),
    (
        "did not find expected '-' indicator",
        "an entry that does not line up with its neighbours",
        "Indent the entries of one list alike, each with its dash.",
    ),
    (
        "did not find expected key",
        "an entry that does not line up with its neighbours",
        "Indent the entries of one list or mapping alike, and close every quote.",
    ),
    (
        "expected ',' or",
        "a list or mapping in brackets that is never closed",
        "Separate with commas and close the bracket.",
    ),
    ("block sequence entries are not allowed", 'a "-" where no list can be', "Begin the list on a line of its own."),
    ("cannot start any token", "a character that cannot begin a value", "Put the text in quotes."),
    ("maximum nesting depth", "too many levels inside each other", "Make it flatter, or close the brackets."),
    (
        "found undefined tag handle",
        "a tag with an unknown prefix",
        "Remove the tag; a text that begins with ! needs quotes.",
    ),
)


def syntax_error(error: yaml.YAMLError, text: str, file: str) -> SpecSyntaxError:
    """Return our error for the parser's."""
    problem = str(getattr(error, "problem", None) or "this is not YAML")
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    where = Source(file, mark.line + 1, mark.column + 1) if mark else Source(file)
    if mark and _is_indented_with_tab(text, mark.line):
        return SpecSyntaxError("a tab in the indentation", where=where, remedy="Indent with spaces.")
    for complaint, words, remedy in _READINGS:
        if complaint in problem:
            return SpecSyntaxError(words, where=where, remedy=remedy)
    return SpecSyntaxError(problem, where=where, remedy="Check the quotes and the indentation around this place.")


def _is_indented_with_tab(text: str, line: int) -> bool:
    lines = text.splitlines()
    if line >= len(lines):
        return False
    indentation = lines[line][: len(lines[line]) - len(lines[line].lstrip())]
    return "\t" in indentation
