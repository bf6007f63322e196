"""Lists inside lists: the number that a nested item is cited by ("2.1" for the first item under the second)."""

import re
from collections.abc import Iterator, Sequence

_ITEM = re.compile(r"([ \t]*)(\d{1,3})[.)]([ \t]+)")


def numbered(lines: Sequence[str]) -> Iterator[str]:
    """Give the lines with every nested numbered item under its full number; other lines as they are."""
    open_items: list[tuple[int, str]] = []  # indent and full number of each item that is open, outermost first
    for line in lines:
        item = _ITEM.match(line)
        if item is None:
            yield line
            continue
        indent = len(item[1].expandtabs(4))
        open_items = [(outer, number) for outer, number in open_items if outer < indent]
        full = f"{open_items[-1][1]}.{item[2]}" if open_items else item[2]
        open_items.append((indent, full))
        nested = len(open_items) > 1
        yield f"{item[1]}{full} {line[item.end() :]}" if nested else line
