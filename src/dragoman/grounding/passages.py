"""Passages read into figures, once each."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cache, cached_property

from dragoman.domain.interpretation import Entity
from dragoman.domain.period import Period
from dragoman.grounding.alike import Words, words_of
from dragoman.grounding.digits import Keys, keys_in
from dragoman.grounding.evidence import Evidence
from dragoman.grounding.figure import NOTHING, Figure, Slots
from dragoman.grounding.loose_rows import read_loose, split_loose
from dragoman.grounding.mentions import LABEL
from dragoman.grounding.reading import Reader, Sentence
from dragoman.grounding.statements import sentences_of
from dragoman.grounding.tables import LabelReader, read_table, split_tables
from dragoman.interpret.lexicon import squeeze
from dragoman.interpret.normalize import normalize
from dragoman.interpret.vocabulary import Vocabulary

_MAX_KEPT = 512
_MAX_LABELS = 4096
_YEAR = re.compile(r"(?<![\w,.])((?:19|20)\d\d)(?![\w,])")
_BRACKETED = re.compile(r"\([A-Za-z ]{1,40}\)")  # "(unaudited)" beside a period
_FOOTNOTE = re.compile(r"\s*\[\w{1,3}\]")
_DIGIT = re.compile(r"\d")
_MIN_QUOTED = 6  # words; fewer may stand anywhere
_NEGATIVE_LABEL = re.compile(r"\bnet cash$|\bnet cash position\b|\bloss(?:es)?\b(?!.*\bprofit)")
_GENERIC = frozenset({"total", "group", "year", "company", "item", "amount", "value", ""})


@dataclass(frozen=True, slots=True)
class _Spoken:
    """A sentence of a passage and the first digits of its numbers."""

    text: str
    keys: Keys


class ReadPassage:
    """A passage with its tables read; its sentences are read when a number of theirs is asked for."""

    def __init__(
        self, evidence: Evidence, cells: Sequence[Figure], prose: str, read: Callable[[str], Sentence]
    ) -> None:
        self.evidence = evidence
        self.lower = evidence.text.lower()
        self.labels = frozenset(name for cell in cells for name in cell.slots.metric if name.startswith(LABEL))
        self._cells = tuple(cells)
        self._prose = prose
        self._read = cache(read)
        self._spoken = tuple(_Spoken(text, keys_in(text)) for text in sentences_of(prose) if _DIGIT.search(text))

    def figures(self, keys: Keys | None = None) -> tuple[Figure, ...]:
        """Return the figures of all tables, and of the sentences that hold a number of the keys (None: of all)."""
        wanted = [one.text for one in self._spoken if keys is None or one.keys & keys]
        return (*self._cells, *(figure for text in wanted for figure in self._read(text).figures))

    @cached_property
    def sentences(self) -> tuple[tuple[str, Words], ...]:
        """Its sentences outside tables, each with the words that say of what it speaks."""
        return tuple((text, words_of(text)) for text in sentences_of(self._prose))

    def sentence(self, text: str) -> str:
        """Return the text as it stands here where it does so word for word, from a sentence's begin to its end."""
        words = text.rstrip(". ").split()
        if len(words) < _MIN_QUOTED:
            return ""
        whole = r"(?:^|(?<=[.!?:;|)]))\s*(" + r"\s+".join(map(re.escape, words)) + r")(?=\s*(?:[.!?;]|$))"
        found = re.search(whole, self.evidence.text, re.IGNORECASE)
        return found[1] if found else ""

    @property
    def dates(self) -> Iterator[Entity]:
        """The days that its sentences name."""
        return (entity for one in self._spoken for entity in self._read(one.text).dates)


class PassageReader:
    """Reads passages and keeps the last few hundred readings, since answers cite the same pages again."""

    def __init__(self, reader: Reader, vocabulary: Vocabulary) -> None:
        self._reader = reader
        self._vocabulary = vocabulary
        self._kept: dict[tuple[Evidence, date], ReadPassage] = {}
        self._labels: dict[tuple[str, str | None], Slots] = {}

    def read(self, evidence: Evidence, *, reference_date: date) -> ReadPassage:
        """Return the passage as figures."""
        key = (evidence, reference_date)
        found = self._kept.get(key)
        if found is None:
            if len(self._kept) >= _MAX_KEPT:
                self._kept.clear()
            found = self._kept[key] = self._read(evidence, reference_date)
        return found

    def _read(self, evidence: Evidence, reference_date: date) -> ReadPassage:
        defaults = self._defaults(evidence)
        prose, tables = split_tables(evidence.text)
        cells = [cell for caption, lines in tables for cell in self.table(lines, caption, defaults)]
        prose, loose = split_loose(prose)
        cells.extend(self._named(read_loose(loose, self._reads_labels(defaults)), defaults))

        def read(text: str) -> Sentence:
            return self._reader.read(text, defaults=defaults, reference_date=reference_date)

        return ReadPassage(evidence, cells, prose, read)

    def _defaults(self, evidence: Evidence) -> Slots:
        """Return what a passage speaks of: as told, else the one company it names, else what its file name says."""
        company = frozenset([evidence.company]) if evidence.company else self._companies(evidence.text)
        name = re.sub(r"[-_./]+", " ", evidence.document)
        if len(company) != 1:
            company = self._companies(name) if not company else NOTHING
        period = frozenset([evidence.period] if evidence.period else [])
        return Slots(company=company, period=period, metric=frozenset([evidence.metric] if evidence.metric else []))

    def _companies(self, text: str) -> frozenset[str]:
        hits = self._vocabulary.find(squeeze(normalize(text).lower))
        return frozenset(hit.phrase.name for hit in hits if hit.phrase.dimension == "company")

    def table(self, lines: Sequence[str], caption: str, defaults: Slots) -> Iterator[Figure]:
        """Give the figures of a table; rows that no vocabulary knows keep their label as metric."""
        yield from self._named(read_table(lines, self._reads_labels(defaults), caption=caption), defaults)

    def _reads_labels(self, defaults: Slots) -> LabelReader:
        company = next(iter(defaults.company), None) if len(defaults.company) == 1 else None

        def read_label(text: str) -> Slots:
            key = (text, company)
            if key not in self._labels:
                if len(self._labels) >= _MAX_LABELS:
                    self._labels.clear()
                self._labels[key] = self._label(text, company)
            return self._labels[key]

        return read_label

    def _named(self, figures: Iterable[Figure], defaults: Slots) -> Iterator[Figure]:
        for figure in figures:
            label, slots, amount = figure.label.lower(), figure.slots, figure.amount
            is_loss = amount > 0 and figure.kind in ("money", "number") and _NEGATIVE_LABEL.search(label) is not None
            if not slots.metric and not _is_generic(label):
                slots = replace(slots, metric=frozenset([LABEL + label]))
            signed = replace(figure, amount=-amount, is_signed=True) if is_loss else figure
            yield signed.about(slots.or_else(defaults))

    def _label(self, text: str, company: str | None) -> Slots:
        """Return what a row or column head names, exactly or not at all."""
        text = _FOOTNOTE.sub("", text)
        reading = self._vocabulary.read_row_label(text)
        row = self._vocabulary.read_statement_row(text)  # "Dividends paid": of a share, or of all, as the figure tells
        read = self._vocabulary.read_period_label
        period = read(text, company) or read(_BRACKETED.sub("", text).strip(), company)
        labels = [period.label] if period else [Period(int(year)).label for year in _YEAR.findall(text)]
        if not reading and text.strip().lower() in ("net cash", "net cash position"):
            return Slots(metric=frozenset(["net_debt"]))
        return Slots(
            company=self._companies(text),
            metric=frozenset(one.metric for one in (reading, row if reading else None) if one),
            basis=frozenset([reading.basis] if reading and reading.basis else []),
            share=frozenset([reading.share] if reading and reading.share else []),
            period=frozenset(labels),
        )


def _is_generic(label: str) -> bool:
    return label.strip() in _GENERIC or bool(_YEAR.fullmatch(label.strip()))
