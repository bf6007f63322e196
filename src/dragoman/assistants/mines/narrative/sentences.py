"""Passages cut into sentences that may be quoted as they stand."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dragoman.domain.document import Passage
from dragoman.grounding.orders import is_order

_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z\"'(“])")
_NO_END = re.compile(
    r"(?:\b(?:U\.S|U\.K|Inc|Corp|Ltd|Co|No|Nos|St|Mt|Mr|Ms|Mrs|Dr|Jr|Sr|vs|approx|e\.g|i\.e)|\b[A-Z])\.$"
)
# How a page is to be read; and superlatives, which nobody here has checked.
_BOILERPLATE = re.compile(
    r"^(?:this page is a (?:digest|summary)|figures in parentheses|source marks? |\[\w\]|the table|\[S\d+\])",
    re.IGNORECASE,
)
_SUPERLATIVE = re.compile(
    r"\b(?:highest|lowest|largest|smallest|biggest|best|worst|strongest|weakest|record|peak)\b", re.IGNORECASE
)
_NOT_PROSE = re.compile(r"https?:|\bwww\.|]\(|</?[a-z][^>]*>|<!--", re.IGNORECASE)
_SHORTEST = 4  # words


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a passage, with the one before it in the same paragraph."""

    text: str
    before: str
    passage: Passage


def sentences_of(passages: Sequence[Passage], companies: Sequence[str]) -> Iterator[Sentence]:
    """Yield the quotable sentences of the prose of these companies, all companies where none is named."""
    for passage in passages:
        if passage.kind == "table" or (companies and passage.company not in companies):
            continue
        for line in passage.text.splitlines():
            before = ""
            for text in _cut(line.strip().lstrip("-•●▪ ").strip("*")):
                if _is_quotable(text):
                    yield Sentence(text, before, passage)
                before = text


def _cut(line: str) -> list[str]:
    """Return the sentences of a line; "Inc." and an initial end none."""
    found: list[str] = []
    for part in _END.split(line):
        if found and _NO_END.search(found[-1]):
            found[-1] = f"{found[-1]} {part}"
        else:
            found.append(part)
    return [text.strip() for text in found]


def _is_quotable(text: str) -> bool:
    """Say whether a sentence may be an answer; one with an address, markup or an order to its reader never is."""
    if len(text.split()) < _SHORTEST or _BOILERPLATE.match(text) or _SUPERLATIVE.search(text):
        return False
    return not _NOT_PROSE.search(text) and not is_order(text)
