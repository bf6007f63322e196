"""Formulas in words, as questions and the vocabulary write them, read into terms over figures.

"365 * (average accounts payable between FY2019 and FY2020) / (FY2020 COGS)". What cannot be read is looked up under its
own words, and so is named as missing instead of being guessed.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal

from dragoman.domain.period import Period
from dragoman.domain.plan import Constant, Lookup, Mean, Operation, Operator, Size, Term
from dragoman.domain.printed_row import PrintedRow
from dragoman.interpret.lexicon import Phrase, squeeze
from dragoman.interpret.phrases import words_of
from dragoman.interpret.vocabulary import Vocabulary
from dragoman.interpret.vocabulary_spec import MetricSpec
from dragoman.interpret.years_beside import is_year, years_beside

_MAX_DEPTH = 8  # of formulas within formulas, and of brackets
_TOKEN = re.compile(
    r"\s*(?:(?P<number>(?<![\w.])\d[\d,]*(?:\.\d+)?%?(?![\w.]))"
    r"|(?P<sign>[()\[\]+*×÷/]|(?:(?<=[\s)\]])|^)[-−–](?=[\s(\[]))"
    r"|(?P<words>\b(?:divided by|over|plus|minus|less|times|multiplied by)\b)"
    r"|(?P<word>[^\s()\[\]+*×÷/]+))",
    re.IGNORECASE,
)
_SIGNS: Mapping[str, str] = {
    "×": "*", "÷": "/", "−": "-", "–": "-", "[": "(", "]": ")", "divided by": "/", "over": "/", "plus": "+",
    "minus": "-", "less": "-", "times": "*", "multiplied by": "*",
}  # fmt: skip
_MEAN = re.compile(r"^\s*(?:the\s+)?(?:average|mean)\b\s*(?:of\s+)?(?:the\s+)?", re.IGNORECASE)
_CHANGE = re.compile(r"^\s*(?:the\s+)?(?:year[- ]over[- ]year\s+)?(?:net\s+)?change\s+in\s+(?:the\s+)?", re.IGNORECASE)
_OPENING = re.compile(r"^\s*(?:beginning|opening|prior[- ]year|last year's)\s+", re.IGNORECASE)
_UNADJUSTED = re.compile(r"\b(?:unadjusted|as reported|reported|GAAP)\b", re.IGNORECASE)
_LIGHT = re.compile(
    r"^(?:(?:the|its|total|reported|unadjusted|annual|ending|closing|year[- ]end|company's)\s+)+"
    r"|\s+(?:from|in|per|on|as shown in|as reported in)\s+the\b.*$|\s+balance$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Meaning:
    """Against what a formula is read: whose figures, of which period, and what the question means by its names."""

    company: str
    period: Period
    vocabulary: Vocabulary
    given: Mapping[str, str] = field(default_factory=dict)  # canonical or plain name → its definition in the question
    depth: int = 0


class _NotReadError(Exception):
    """The text is no formula."""


def read_formula(text: str, meaning: Meaning) -> Term:
    """Return the term that the text stands for."""
    try:
        return _Reader(text, meaning).whole()
    except _NotReadError:
        return _unknown(text, meaning)


def canonical(name: str, vocabulary: Vocabulary) -> str:
    """Return what a name is called in the vocabulary, the name in small letters where it is not there."""
    phrase = _phrase(name, vocabulary)
    return phrase.name if phrase else words_of(name)


def cells_named(text: str, vocabulary: Vocabulary) -> frozenset[str]:
    """Return the metrics that a list of names speaks of: "total cash dividends paid and net income"."""
    parts = re.split(r"\s*(?:,|\band\b|&(?!A))\s*", re.sub(r"\([^()]*\)", " ", text))
    return frozenset(canonical(_plain(part), vocabulary) for part in parts if part.strip())


class _Reader:
    """Reads one text by recursive descent: sums of products of operands."""

    def __init__(self, text: str, meaning: Meaning) -> None:
        self._meaning = meaning
        self._tokens = list(_tokens(text))
        self._at = 0
        self._depth = 0

    def whole(self) -> Term:
        term = self._sum()
        if self._at < len(self._tokens):
            raise _NotReadError
        return term

    def _sum(self) -> Term:
        self._depth += 1
        if self._depth > _MAX_DEPTH:
            raise _NotReadError
        term = self._product()
        while operator := self._take("+", "-"):
            term = Operation(operator=operator, left=term, right=self._product())
        self._depth -= 1
        return term

    def _product(self) -> Term:
        term = self._factor()
        while operator := self._take("*", "/"):
            term = Operation(operator=operator, left=term, right=self._factor())
        return term

    def _factor(self) -> Term:
        if self._take_sign("("):
            term = self._sum()
            if not self._take_sign(")"):
                raise _NotReadError
            return term
        kind, text = self._next()
        if kind == "number" and not self._is_word():
            return Constant(value=_number(text))
        if kind == "sign":
            raise _NotReadError
        return self._operand(text)

    def _operand(self, first: str) -> Term:
        words = [first]
        while self._is_word():
            words.append(self._next()[1])
        if words == ["average"] and self._take_sign("("):  # "average (inventory)": the mean of its two years
            words += self._until_closed()
        elif self._take_sign("("):  # "D&A (from the cash flow statement)"
            self._until_closed()
        return _operand(" ".join(words), self._meaning)

    def _until_closed(self) -> list[str]:
        words = []
        while not self._take_sign(")"):
            kind, text = self._next()
            if kind == "sign":
                raise _NotReadError
            words.append(text)
        return words

    def _next(self) -> tuple[str, str]:
        if self._at >= len(self._tokens):
            raise _NotReadError
        self._at += 1
        return self._tokens[self._at - 1]

    def _is_word(self) -> bool:
        return self._at < len(self._tokens) and self._tokens[self._at][0] != "sign"

    def _take(self, *operators: Operator) -> Operator | None:
        return next((one for one in operators if self._take_sign(one)), None)

    def _take_sign(self, sign: str) -> bool:
        found = self._at < len(self._tokens) and self._tokens[self._at] == ("sign", sign)
        self._at += found
        return found


def _tokens(text: str) -> Iterator[tuple[str, str]]:
    for match in _TOKEN.finditer(text.strip()):
        own = (match["number"] or match["sign"] or match["words"] or match["word"] or "").strip()
        if match["sign"] or match["words"]:
            sign = " ".join(own.lower().split())
            yield "sign", _SIGNS.get(sign, sign)
        elif own:
            yield ("number" if match["number"] and not is_year(own) else "word"), own


def _number(text: str) -> Decimal:
    value = Decimal(text.rstrip("%").replace(",", ""))
    return value / 100 if text.endswith("%") else value


def _operand(text: str, meaning: Meaning) -> Term:
    """Return the figure that words name, its mean or its change over the periods beside it."""
    words, periods = years_beside(text)
    is_mean, is_change = _MEAN.match(words), _CHANGE.match(words)
    words = _CHANGE.sub("", _MEAN.sub("", words))
    if is_mean or is_change:
        ends = periods if len(periods) > 1 else _with_year_before(periods, meaning.period)
        found = [_named(words, replace(meaning, period=period)) for period in ends]
        if is_mean:
            return Mean(terms=tuple(found))
        return Operation(operator="-", left=found[-1], right=found[0])
    period = periods[0] if len(periods) == 1 else meaning.period
    if _OPENING.match(words):
        words, period = _OPENING.sub("", words), period.shifted(-1)
    return _named(words, replace(meaning, period=period))


def _with_year_before(periods: tuple[Period, ...], usual: Period) -> tuple[Period, Period]:
    last = periods[0] if periods else usual
    return last.shifted(-1), last


def _named(words: str, meaning: Meaning) -> Term:
    """Return the figure of a name: the question's own definition first, then a formula, a ratio, a metric."""
    vocabulary, name = meaning.vocabulary, canonical(words, meaning.vocabulary)
    if meaning.depth > _MAX_DEPTH:
        return _unknown(words, meaning)
    if name in meaning.given:
        inner = {key: text for key, text in meaning.given.items() if key != name}
        return read_formula(meaning.given[name], replace(meaning, given=inner, depth=meaning.depth + 1))
    if formula := vocabulary.formulas.get(name):
        return read_formula(formula.expression, replace(meaning, depth=meaning.depth + 1))
    if ratio := vocabulary.ratios.get(name):
        over, under = (_cell(metric, meaning) for metric in (ratio.numerator, ratio.denominator))
        return Operation(operator="/", left=over, right=under)
    phrase = _phrase(words, vocabulary)
    if phrase is None or name not in vocabulary.metrics:
        return _unknown(words, meaning)
    basis = phrase.basis or ("statutory" if _is_printed(words, vocabulary.metrics[name]) else None)
    return _cell(name, meaning, basis=basis, share=phrase.share)


def _is_printed(words: str, metric: MetricSpec) -> bool:
    """Say whether the words mean the row of the statement, not an adjusted figure under a like name."""
    if metric.default_basis is None:
        return False
    return _UNADJUSTED.search(words) is not None or words_of(_plain(words)) in metric.rows


def _cell(metric: str, meaning: Meaning, *, basis: str | None = None, share: str | None = None) -> Lookup | Size:
    cell = Lookup(company=meaning.company, metric=metric, period=meaning.period, basis=basis, share=share)
    spec = meaning.vocabulary.metrics.get(metric)
    return Size(of=cell) if spec and spec.outflow else cell


def _unknown(words: str, meaning: Meaning) -> Lookup:
    """Return the row that is printed under these words, if any is."""
    name = PrintedRow(label=" ".join(words.split())).name
    return Lookup(company=meaning.company, metric=name, period=meaning.period)


def _phrase(words: str, vocabulary: Vocabulary) -> Phrase | None:
    for own in dict.fromkeys((words, _plain(words))):
        plain = words_of(own)
        for form in (plain, plain.removesuffix("s"), f"{plain}s"):
            phrase = vocabulary.lexicon.get(form) if form else None
            if phrase and phrase.dimension == "metric":
                return phrase
    return _with_reading(_plain(words), vocabulary)


def _with_reading(words: str, vocabulary: Vocabulary) -> Phrase | None:
    """Return the metric of "adjusted EBIT", where a basis or a share is all that stands beside it."""
    squeezed = squeeze(words_of(words))
    hits = vocabulary.lexicon.find(squeezed)
    metrics = [hit.phrase for hit in hits if hit.dimension == "metric"]
    said = {hit.dimension: hit.phrase.name for hit in hits if hit.dimension in ("basis", "share")}
    covered = sum(hit.end - hit.start for hit in hits) + len(hits) - 1  # with a space between
    if len(metrics) != 1 or len(hits) != 1 + len(said) or covered < len(squeezed.text):
        return None
    return replace(metrics[0], basis=said.get("basis", metrics[0].basis), share=said.get("share", metrics[0].share))


def _plain(words: str) -> str:
    return _LIGHT.sub("", words.strip()).strip()
