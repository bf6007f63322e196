"""Rows of percentages without the mark: accountants print it on the first row of a sum and on its result."""

import re
from itertools import pairwise

from dragoman.domain.document import Table

_DECIMALS = re.compile(r"\d(?:\.(\d+))?\)?\s?%?\)?$")
_OTHER = re.compile(r"\b(?:years?|life|lives|term|months|days|number|price|value|shares?)\b|[$€£]", re.IGNORECASE)


def rows_of_percent(table: Table) -> frozenset[int]:
    """Return the numbers of rows, counted from 1, that stand between two marked rows and are printed as those are."""
    if not table.boxes or not any("%" in cell for row in table.rows for cell in row[1:]):
        return frozenset()
    marked = [number for number, row in enumerate(table.rows, 1) if _is_marked(row)]
    found: set[int] = set()
    for first, last in pairwise(marked):
        between = [number for number in range(first + 1, last) if _figures(table.rows[number - 1])]
        printed = _decimals(table.rows[first - 1]) | _decimals(table.rows[last - 1])
        if len(printed) == 1 and all(_is_alike(table.rows[number - 1], printed) for number in between):
            found.update(between)
    return frozenset(found)


def _figures(row: tuple[str, ...]) -> list[str]:
    return [cell for cell in row[1:] if any(map(str.isdigit, cell))]


def _is_marked(row: tuple[str, ...]) -> bool:
    figures = _figures(row)
    return bool(figures) and all("%" in cell for cell in figures)


def _decimals(row: tuple[str, ...]) -> set[int]:
    """Return how many decimals the figures have; -1 stands for a cell that is none."""
    matches = [_DECIMALS.search(cell) for cell in _figures(row)]
    return {len(match[1] or "") if match else -1 for match in matches}


def _is_alike(row: tuple[str, ...], printed: set[int]) -> bool:
    plain = not any("," in cell or "$" in cell for cell in row[1:])
    return plain and not _OTHER.search(row[0]) and _decimals(row) == printed
