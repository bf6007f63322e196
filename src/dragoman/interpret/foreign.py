"""Companies that nobody here covers: known ones by name, others by the shape of a name or the place it stands in."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeGuard

from dragoman.domain.interpretation import UnsupportedMention
from dragoman.interpret.keywords import STOPWORDS
from dragoman.interpret.lexicon import Hit
from dragoman.interpret.normalize import NormalizedText
from dragoman.interpret.overlap import Placed, keep_longest
from dragoman.interpret.period_label import MONTHS
from dragoman.interpret.vocabulary import Vocabulary

_LISTED = re.compile(
    r"(?<!\w)(?:(?:ASX|NYSE|NASDAQ|LSE|TSX|JSE|HKEX)\s?:\s?[A-Z][A-Z0-9]{1,4}|[A-Z][A-Z0-9]{2}\.(?:AX|ASX))(?!\w)"
)
_NAME = re.compile(r"(?<![\w@./#$])[A-Z][A-Za-z0-9]*(?:[&'-][A-Z][A-Za-z0-9]+)*(?!\w)")
_REACH = 24  # characters between a name and the metric or period that shows it is a company
_JOINT = re.compile(r" (?:& |of )?|\. ")
_POSSESSIVE = re.compile(r"'s?(?!\w)")
_BEFORE_COMPANY = re.compile(
    r"(?<!\w)(?:of|for|at|by|from|vs\.?|versus|with|than|compare|comparing|between|and|or|did|does|has|had|about|is|was|were)\s+$"
)
_CLAIMS = re.compile(r"(?<!\w)(?:did|does|has|had|will|is|was|were)\s+$")
_REPORTS = re.compile(
    r"\s+(?:ltd|report|earn|make|made|pay|paid|produc|ship|sell|sold|spen[dt]|hav|post|generat|achiev|record|grow|grew|owe|declar|deliver"
    r"|invest|perform|do\b|compare)"
)
_SENTENCE_START = re.compile(r"(?:^|[.?!:;\n])[\s\"'(]*$")
_ORDINARY_CAPITALS = """
monday tuesday wednesday thursday friday saturday sunday australian australia's chinese english american
canadian british european asian japanese indian african global group board annual report company companies total
average please hi hello hey thanks thank compare show list give rank plot chart table calculate compute tell
explain describe summarise summarize find get graph draw yes ok okay sure also now then still next first second
third latest recent net gross underlying statutory question answer note page section figure source sources
digest appendix financial fiscal full half quarter year years interim final special dear mr mrs ms dr prof sir
madam i mining miner miners metal metals iron ore copper gold lithium nickel coal income statement balance sheet
statements cash flow highlights headline reports results key ceo cfo spodumene hematite waio fob sc6 c1 ebitda
ebit npat fy cagr yoy aisc roe roce eps dps capex opex esg usd aud australia china assume using based given
hypothetically ignore forget system prompt instructions user assistant markdown json excel python sql html pdf
csv internet google bloomberg reuters covid christmas easter king queen president minister government treasury
pilbara hub christ god corp ltd limited inc plc
"""
_ORDINARY = frozenset(_ORDINARY_CAPITALS.split()) | STOPWORDS | frozenset(MONTHS)


_FIGURES = ("metric", "fiscal_period", "fiscal_range")


@dataclass(frozen=True, slots=True)
class Stranger:
    """A company that is not covered, at [start:end] of the normalised text; `name` when it is one we know."""

    start: int
    end: int
    name: str | None = None


@dataclass(frozen=True, slots=True)
class _Group:
    """Capitalised words in a row that nothing else has claimed."""

    start: int
    end: int
    words: tuple[str, ...]


class ForeignNames:
    """Finds names of companies outside the vocabulary."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        shape = vocabulary.foreign_shape
        self._endings = frozenset(ending.lower() for ending in shape.endings)
        self._ordinary_names = frozenset(name for name, spec in vocabulary.foreign.items() if spec.ordinary)
        words = {
            word
            for phrase in vocabulary.lexicon.phrases
            if phrase.dimension != "foreign"
            for word in phrase.words.split()
        }
        self._known = _ORDINARY | words | frozenset(vocabulary.ordinary_words)
        self._openings = _ORDINARY - self._endings  # words before a name that are no part of it
        self._plain = self._known | self._endings

    def is_meant(self, hit: Hit, text: NormalizedText) -> bool:
        """Say whether a listed foreign name is one here: "Evolution's revenue", not "the evolution of revenue"."""
        if hit.phrase.name not in self._ordinary_names or " " in text.text[hit.start : hit.end]:
            return True
        if not text.text[hit.start].isupper():
            return False
        starts = _SENTENCE_START.search(text.text, max(0, hit.start - 8), hit.start)
        return not starts or _POSSESSIVE.match(text.text, hit.end) is not None

    def find(self, text: NormalizedText, kept: Sequence[Placed]) -> list[Stranger]:
        """Return the names of uncovered companies, in order. `kept` is what has been recognised, in order of place."""
        known = [Stranger(item.start, item.end, item.phrase.name) for item in kept if _is_foreign(item)]
        if not any(map(str.isupper, text.text)):
            return known
        tickers = {item.start for item in kept if _dimension(item) == "company"}
        listed = [Stranger(*match.span()) for match in _LISTED.finditer(text.text) if match.start() not in tickers]
        shaped = [] if text.text.isupper() else self._shaped(text, kept)
        return keep_longest([*known, *listed, *shaped])

    def _shaped(self, text: NormalizedText, kept: Sequence[Placed]) -> list[Stranger]:
        claimed = [item for item in kept if not self._is_part_of_name(item, text)]
        figures = {item.start for item in kept if _dimension(item) in _FIGURES}
        found = []
        for group in _groups(text.text, claimed):
            place = self._by_shape(text.text, group)
            if place is None and figures:
                place = self._by_place(text, group, figures)
            if place:
                found.append(Stranger(*place))
        return found

    def _is_part_of_name(self, item: Placed, text: NormalizedText) -> bool:
        """Say whether a metric may be the end of a name: "Resources" in "Acme Resources Ltd"."""
        words = text.text[item.start : item.end]
        return _dimension(item) == "metric" and words.istitle() and words.lower() in self._endings

    def _by_shape(self, text: str, group: _Group) -> tuple[int, int] | None:
        """Read "XYZ Mining", "Acme Resources Ltd": a name with an ending of companies."""
        words = list(group.words)
        start = group.start
        while words and words[0].lower() in self._openings:
            start += len(words.pop(0))
            start += len(text[start:]) - len(text[start:].lstrip(" .&"))
        lasts = [index for index, word in enumerate(words) if index and word.lower().rstrip(".") in self._endings]
        if not lasts or all(word.lower() in self._plain for word in words):
            return None
        return start, group.end

    def _by_place(self, text: NormalizedText, group: _Group, starts: set[int]) -> tuple[int, int] | None:
        """Read an unknown name where a company stands: "What was Xyz's revenue", "revenue of Xyz"."""
        if any(word.lower() in self._known or len(word) < 2 for word in group.words):
            return None
        possessive = _POSSESSIVE.match(text.text, group.end)
        after = possessive.end() if possessive else group.end
        is_beside = any(at in starts for at in range(after + 1, after + _REACH + 1))
        if _SENTENCE_START.search(text.text, max(0, group.start - 8), group.start):
            is_code = group.words[0].isupper() and len(group.words[0]) > 2
            meant = (possessive is not None and is_beside) or (is_code and after + 1 in starts)
        else:
            meant = is_beside or possessive is not None or _stands_as_company(text.lower, group)
        return (group.start, group.end) if meant else None


def _stands_as_company(lower: str, group: _Group) -> bool:
    before = lower[max(0, group.start - 14) : group.start]
    if _CLAIMS.search(before):
        return _REPORTS.match(lower, group.end) is not None
    return _BEFORE_COMPANY.search(before) is not None


def mention_of(text: NormalizedText, stranger: Stranger) -> UnsupportedMention:
    """Return the mention, with the reason in words for a person."""
    span = text.span(stranger.start, stranger.end)
    written = text.original[span.start : span.end]
    verb = "is" if stranger.name else "looks like"
    reason = f"{stranger.name or written} {verb} a company outside this vocabulary"
    return UnsupportedMention(dimension="company", text=written, span=span, reason=reason)


def _dimension(item: Placed) -> str:
    return getattr(item, "dimension", "")


def _is_foreign(item: Placed) -> TypeGuard[Hit]:
    return isinstance(item, Hit) and item.dimension == "foreign"


def _groups(text: str, kept: Sequence[Placed]) -> Iterator[_Group]:
    """Yield runs of capitalised words outside what is already recognised."""
    at = 0
    run: list[tuple[int, int]] = []
    for match in _NAME.finditer(text):
        start, end = match.span()
        while at < len(kept) and kept[at].end <= start:
            at += 1
        is_taken = at < len(kept) and kept[at].start < end
        joins = bool(run) and _JOINT.fullmatch(text, run[-1][1], start) is not None
        if run and (is_taken or not joins):
            yield _group(text, run)
            run = []
        if not is_taken:
            run.append((start, end))
    if run:
        yield _group(text, run)


def _group(text: str, run: Sequence[tuple[int, int]]) -> _Group:
    return _Group(run[0][0], run[-1][1], tuple(text[start:end] for start, end in run))
