"""What searches filter by, as words of the full-text index: a filter is part of the match and not a look at each hit.

The index weighs every passage that matches, which costs far more than finding it. So each passage has a column of
words that no text is searched in: one for its kind, for its company and kind, for its period, for its document.
Names are written in hexadecimal digits and end in a digit, so that the tokenizer neither splits nor stems them.
"""

from collections.abc import Iterable, Sequence
from typing import get_args

from dragoman.domain.document import PassageKind

KINDS: tuple[str, ...] = get_args(PassageKind)
# Of a passage p of a document d; the same words as below.
SCOPE = """
    'k' || hex(p.kind) || (d.kind = 'contract')
    || ' c' || hex(coalesce(p.company, '')) || 'x' || hex(p.kind) || (d.kind = 'contract')
    || ' p' || hex(coalesce(p.period, '')) || '0'
    || ' d' || hex(p.document) || '0'
"""


def scoped(
    query: str,
    *,
    company: str | None,
    period: str | None,
    document: str | None,
    kinds: Sequence[str] | None,
    contracts: bool | None,
) -> str:
    """Return the FTS5 query for those of its passages that the filters admit; None lets everything through."""
    asked = [_named("p", period), _named("d", document)]
    if (company, kinds, contracts) != (None, None, None):
        head = "k" if company is None else f"c{_hex(company)}x"
        flags = (0, 1) if contracts is None else (int(contracts),)
        asked.append([f"{head}{_hex(kind)}{flag}" for kind in kinds or KINDS for flag in flags])
    scope = " AND ".join(f"({_any(words)})" for words in asked if words)
    return f"{{scope}} : ({scope}) AND ({query})" if scope else query


def _named(letter: str, name: str | None) -> list[str]:
    return [] if name is None else [f"{letter}{_hex(name)}0"]


def _any(words: Iterable[str]) -> str:
    return " OR ".join(words)


def _hex(name: str) -> str:
    return name.encode().hex()
