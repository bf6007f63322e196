"""Vocabulary entries → the phrases a text is searched for."""

from collections.abc import Iterable, Iterator

from dragoman.domain.interpretation import How
from dragoman.interpret.lexicon import Phrase, squeeze
from dragoman.interpret.normalize import normalize
from dragoman.interpret.vocabulary_spec import (
    CompanySpec,
    ForeignSpec,
    FormulaSpec,
    MetricSpec,
    RatioSpec,
    VariantSpec,
)

MISSPELT_SCORE = 0.95  # of a misspelling that the vocabulary lists


def words_of(phrase: str) -> str:
    """Return a phrase in the form texts are searched in."""
    return squeeze(normalize(phrase).lower).text.strip()


def company_phrases(company: CompanySpec) -> Iterator[Phrase]:
    """Yield all names of a company, the ticker with its exchange included."""
    ticker = company.ticker
    exact = (ticker, company.name, company.full_name)
    listed = (f"ASX:{ticker}", f"ASX: {ticker}", f"ASX {ticker}", f"{ticker}.AX", f"{ticker}.ASX", f"{ticker}:ASX")
    ambiguous = {words_of(entry.name): entry for entry in company.ambiguous}
    ways: tuple[tuple[How, Iterable[str]], ...] = (
        ("exact", exact),
        ("alias", (*company.aliases, *listed)),
        ("fuzzy", company.misspellings),
    )
    for how, names in ways:
        for words in filter(None, map(words_of, names)):
            yield Phrase(words=words, dimension="company", name=ticker, how=how, ambiguous=ambiguous.get(words))


def metric_phrases(metric: MetricSpec) -> Iterator[Phrase]:
    """Yield all names of a metric; a reading's phrases carry its basis and share."""
    name = metric.metric
    vague = {words_of(phrase) for phrase in metric.vague}
    yield from _metric(name, "exact", [own for own in (name, metric.name) if words_of(own) not in vague])
    yield from _metric(name, "alias", metric.synonyms)
    for words in _in_all_forms(metric.vague):
        yield Phrase(words=words, dimension="metric", name=name, alternatives=metric.alternatives)
    for reading in metric.readings:
        for words in _in_all_forms(reading.synonyms):
            yield Phrase(words=words, dimension="metric", name=name, basis=reading.basis, share=reading.share)


def ratio_phrases(ratio: RatioSpec) -> Iterator[Phrase]:
    """Yield all names of a ratio; it is found in the dimension of the metrics."""
    yield from _metric(ratio.ratio, "exact", (ratio.ratio, ratio.name))
    yield from _metric(ratio.ratio, "alias", ratio.synonyms)


def formula_phrases(formula: FormulaSpec) -> Iterator[Phrase]:
    """Yield all names of a formula; it is found in the dimension of the metrics."""
    yield from _metric(formula.formula, "exact", (formula.formula, formula.name))
    yield from _metric(formula.formula, "alias", formula.synonyms)


def variant_phrases(variant: VariantSpec, dimension: str) -> Iterator[Phrase]:
    """Yield all phrases of a basis or share. Its canonical name is none by itself: "group" is an ordinary word."""
    for words in _in_all_forms(variant.synonyms):
        how: How = "exact" if words == words_of(variant.name) else "alias"
        yield Phrase(words=words, dimension=dimension, name=variant.name, how=how)


def foreign_phrases(foreign: ForeignSpec) -> Iterator[Phrase]:
    """Yield all names of a company that is known and not covered."""
    for name in (foreign.name, *foreign.aliases):
        yield Phrase(words=words_of(name), dimension="foreign", name=foreign.name)


def place_phrases(names: Iterable[str]) -> Iterator[Phrase]:
    """Yield names that only look like those of companies."""
    for name in names:
        yield Phrase(words=words_of(name), dimension="place", name=name)


def _metric(name: str, how: How, phrases: Iterable[str]) -> Iterator[Phrase]:
    for words in _in_all_forms(phrases):
        yield Phrase(words=words, dimension="metric", name=name, how=how)


def _in_all_forms(phrases: Iterable[str]) -> Iterator[str]:
    """Yield each phrase, also with "&" for "and" and as "dividends per share"; the lexicon allows a final "s"."""
    for phrase in phrases:
        words = words_of(phrase)
        yield words
        if " and " in words:
            yield words.replace(" and ", " & ")
        head, per, unit = words.partition(" per ")
        if per and not head.endswith("s"):
            yield f"{head}s per {unit}"
