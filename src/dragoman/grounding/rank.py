"""Superlatives over figures: "the highest revenue of the three" is arithmetic where the pages have all of them.

One higher figure refutes "the highest", whoever else there may be. To support it, every figure of what is
compared must be there; who is compared, the sentence must say.
"""

import re
from collections.abc import Callable, Mapping, Sequence

from dragoman.grounding.check import Finding
from dragoman.grounding.derive import Cell
from dragoman.grounding.figure import Names, Slots, same_unit
from dragoman.grounding.mentions import Mention, names_of
from dragoman.grounding.reading import Sentence

_RANK = re.compile(
    r"(?<![\w-])(?P<soft>(?:one of (?:the|its) |among the |second[ -]|third[ -]|fourth[ -]|not )?)(?:the |its )?"
    r"(?:(?P<high>highest|largest|biggest|greatest|strongest)|(?P<low>lowest|smallest|weakest))(?![\w-])"
)
_OF_CHANGE = re.compile(r"\b(?:growth|fall|rise|increase|decrease|decline|drop|jump|change|share|gain|reduction)\b")
_LINK = re.compile(r"[^,;:.]{0,30}")
_EVER = re.compile(r"\bever\b|\bin (?:its|their) history\b|\bon record\b|\bof all (?:years|time)\b")


def check_rank(sentence: Sentence, cells: Callable[[], Sequence[Cell]]) -> Finding | None:
    """Hold a superlative of a metric against the figures. None where a sentence has none."""
    word = _RANK.search(sentence.lower)
    if word is None:
        return None
    metric = _ranked(sentence, word)
    if metric is None or word["soft"]:
        return _left(word[0])
    sign = 1 if word["high"] else -1
    found = [cell for cell in cells() if not Slots(metric=metric.names, basis=metric.basis).misfits(cell.figure.slots)]
    companies = _in_order(sentence.mentions.companies) or tuple(sentence.defaults.company)
    periods = names_of(sentence.mentions.periods) or sentence.defaults.period
    if len(companies) == 1 and (len(periods) > 1 or _EVER.search(sentence.lower)):
        return _over_years(sentence, word[0], _by_period(found, companies[0]), sign=sign)
    if len(periods) != 1 or not companies:
        return _left(word[0])
    figures = {cell.company: cell for cell in found if cell.period in periods and cell.company}
    others = frozenset(companies[1:])
    return _compared(word[0], figures, companies[0], others=others, sign=sign)


def _ranked(sentence: Sentence, word: re.Match[str]) -> Mention | None:
    """Return the metric that the word is about: close after it, or close before it."""
    for mention in sentence.mentions.metrics:
        after, before = sentence.lower[word.end() : mention.start], sentence.lower[mention.end : word.start()]
        gap = after if mention.start >= word.end() else before
        tail = sentence.lower[mention.end : mention.end + 12]
        if mention.names and _LINK.fullmatch(gap) and not _OF_CHANGE.search(gap) and not _OF_CHANGE.search(tail):
            return mention
    return None


def _over_years(sentence: Sentence, word: str, figures: Mapping[str, Cell], *, sign: int) -> Finding:
    """Hold one year against the others that are named; "ever" is refuted by any year, and supported by none."""
    single = [mention for mention in sentence.mentions.periods if len(mention.names) == 1]
    if not single:
        return _left(word)
    (ours,) = single[0].names
    others = names_of(sentence.mentions.periods) - {ours}
    if _EVER.search(sentence.lower):
        others = frozenset()
        return _compared(word, figures, ours, others=others, sign=sign)
    named = {period: cell for period, cell in figures.items() if period in others | {ours}}
    return _compared(word, named, ours, others=others, sign=sign)


def _compared(word: str, figures: Mapping[str, Cell], ours: str, *, others: Names, sign: int) -> Finding:
    """Compare one figure with all there are; `others` are those that must be among them, none: nobody says which."""
    own = figures.get(ours)
    if own is None:
        return _left(word)
    rivals = {name: cell for name, cell in figures.items() if name != ours and _comparable(cell, own)}
    for cell in rivals.values():
        if (cell.figure.amount - own.figure.amount) * sign > 0:
            reason = f"the pages have {own.figure.text} and {cell.figure.text}"
            return Finding(verdict="contradicted", reason=reason, quote=cell.figure.quote, basis="calculation")
    if others and others <= rivals.keys():
        return Finding(
            verdict="supported", reason="the figures of all that are compared say so", quote=own.figure.quote
        )
    return _left(word)


def _comparable(one: Cell, other: Cell) -> bool:
    return one.basis == other.basis and one.share == other.share and same_unit(one.figure.unit, other.figure.unit)


def _by_period(cells: Sequence[Cell], company: str) -> dict[str, Cell]:
    return {cell.period: cell for cell in cells if cell.period and cell.company in (company, "")}


def _in_order(mentions: Sequence[Mention]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for mention in mentions if len(mention.names) == 1 for name in mention.names))


def _left(word: str) -> Finding:
    return Finding(
        verdict="unchecked", reason=f"“{word.strip()}” compares with figures that are not on the cited pages"
    )
