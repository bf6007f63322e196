"""A folder of vocabulary files → checked entries, on their own or on top of a base."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

from dragoman.errors import Source
from dragoman.interpret.lexicon import Phrase
from dragoman.interpret.phrases import (
    company_phrases,
    foreign_phrases,
    formula_phrases,
    metric_phrases,
    place_phrases,
    ratio_phrases,
    variant_phrases,
)
from dragoman.interpret.vocabulary_errors import (
    DuplicateNameError,
    DuplicatePhraseError,
    NoVocabularyError,
    UnknownReferenceError,
)
from dragoman.interpret.vocabulary_spec import (
    CompanySpec,
    ForeignShapeSpec,
    ForeignSpec,
    FormulaSpec,
    MetricSpec,
    RatioSpec,
    VariantSpec,
    VocabularySpec,
)
from dragoman.specs.reader import load
from dragoman.specs.spec import Spec

T = TypeVar("T", bound=Spec)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Entries:
    """Everything the files of a vocabulary say, by canonical name."""

    name: str = "vocabulary"
    version: str = ""
    companies: Mapping[str, CompanySpec] = field(default_factory=dict)
    metrics: Mapping[str, MetricSpec] = field(default_factory=dict)
    ratios: Mapping[str, RatioSpec] = field(default_factory=dict)
    formulas: Mapping[str, FormulaSpec] = field(default_factory=dict)
    bases: Mapping[str, VariantSpec] = field(default_factory=dict)
    shares: Mapping[str, VariantSpec] = field(default_factory=dict)
    foreign: Mapping[str, ForeignSpec] = field(default_factory=dict)
    foreign_shape: ForeignShapeSpec = field(default_factory=ForeignShapeSpec)
    ordinary_words: tuple[str, ...] = ()
    more_synonyms: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def read_entries(folder: Path, *, base: Entries | None) -> Entries:
    """Read and check all files of a folder. Raises SpecError."""
    paths = sorted(folder.glob("*.yaml"))
    if not paths:
        raise NoVocabularyError(str(folder))
    files = [load(path, VocabularySpec) for path in paths]
    if base is None or any(file.base == "replace" for file in files):
        base = Entries()
    entries = replace(_merge(files, base), version=_version(paths, base))
    _check_references(entries, files)
    return entries


def phrases_of(entries: Entries) -> list[Phrase]:
    """Return all phrases, each once. Raises DuplicatePhraseError where two entries claim one."""
    claimed: dict[str, tuple[Phrase, Source]] = {}
    for phrase, where in _claims(entries):
        held = claimed.get(phrase.words)
        if held is None:
            claimed[phrase.words] = (phrase, where)
        elif held[0].dimension == phrase.dimension and held[0].name != phrase.name:
            raise DuplicatePhraseError(phrase.words, names=(held[0].name, phrase.name), where=where, first=held[1])
    return [phrase for phrase, _ in claimed.values()]


def _claims(entries: Entries) -> Iterator[tuple[Phrase, Source]]:
    # In order of right: a company of the vocabulary is never foreign, a metric's name is never a mere place.
    more = entries.more_synonyms
    for company in entries.companies.values():
        wider = company.model_copy(update={"aliases": company.aliases + more.get(company.ticker, ())})
        yield from ((phrase, company.where()) for phrase in company_phrases(wider))
    for metric in entries.metrics.values():
        wider_metric = metric.model_copy(update={"synonyms": metric.synonyms + more.get(metric.metric, ())})
        yield from ((phrase, metric.where()) for phrase in metric_phrases(wider_metric))
    for ratio in entries.ratios.values():
        wider_ratio = ratio.model_copy(update={"synonyms": ratio.synonyms + more.get(ratio.ratio, ())})
        yield from ((phrase, ratio.where()) for phrase in ratio_phrases(wider_ratio))
    for formula in entries.formulas.values():
        wider_formula = formula.model_copy(update={"synonyms": formula.synonyms + more.get(formula.formula, ())})
        yield from ((phrase, formula.where()) for phrase in formula_phrases(wider_formula))
    for dimension, variants in (("basis", entries.bases), ("share", entries.shares)):
        for variant in variants.values():
            yield from ((phrase, variant.where()) for phrase in variant_phrases(variant, dimension))
    for foreign in entries.foreign.values():
        yield from ((phrase, foreign.where()) for phrase in foreign_phrases(foreign))
    places = place_phrases(entries.foreign_shape.not_companies)
    yield from ((phrase, entries.foreign_shape.where()) for phrase in places)


def _merge(files: list[VocabularySpec], base: Entries) -> Entries:
    shapes = [file.foreign_shape for file in files if file.foreign_shape]
    more: dict[str, tuple[str, ...]] = dict(base.more_synonyms)
    for file in files:
        for name, phrases in file.more_synonyms.items():
            more[name] = (*more.get(name, ()), *phrases)
    metrics = _join(base.metrics, [m for f in files for m in f.metrics], "metric")
    return Entries(
        name=next((file.name for file in files if file.name), base.name),
        companies=_join(base.companies, [c for f in files for c in f.companies], "ticker"),
        metrics=_with_rows(metrics, files),
        ratios=_join(base.ratios, [r for f in files for r in f.ratios], "ratio"),
        formulas=_join(base.formulas, [x for f in files for x in f.formulas], "formula"),
        bases=_join(base.bases, [b for f in files for b in f.bases], "name"),
        shares=_join(base.shares, [s for f in files for s in f.shares], "name"),
        foreign=_join(base.foreign, [x for f in files for x in f.foreign], "name"),
        foreign_shape=_join_shapes([base.foreign_shape, *shapes]),
        ordinary_words=(*base.ordinary_words, *(word for file in files for word in file.ordinary_words)),
        more_synonyms=more,
    )


def _with_rows(metrics: Mapping[str, MetricSpec], files: list[VocabularySpec]) -> dict[str, MetricSpec]:
    """Add labels of rows to metrics; a label that another metric has goes over to the one that is named last."""
    wider = dict(metrics)
    for file in files:
        for name, labels in file.more_rows.items():
            metric = _known(name, wider, where=file.where("more_rows", name))
            del wider[name]  # to the end: later rows win
            wider[name] = metric.model_copy(update={"rows": (*metric.rows, *labels)})
    return wider


def _known(name: str, metrics: Mapping[str, MetricSpec], *, where: Source) -> MetricSpec:
    _require("metric", name, metrics, where=where)
    return metrics[name]


def _join(base: Mapping[str, T], specs: list[T], key: str) -> dict[str, T]:
    """Put the specs on top of the base, which they may override, but not each other."""
    own: dict[str, T] = {}
    for spec in specs:
        name = getattr(spec, key)
        if name in own:
            raise DuplicateNameError(key, name, where=spec.where(key), first=own[name].where(key))
        own[name] = spec
    return {**base, **own}


def _join_shapes(shapes: list[ForeignShapeSpec]) -> ForeignShapeSpec:
    return ForeignShapeSpec(
        endings=tuple(dict.fromkeys(ending for shape in shapes for ending in shape.endings)),
        not_companies=tuple(dict.fromkeys(name for shape in shapes for name in shape.not_companies)),
    )


def _check_references(entries: Entries, files: list[VocabularySpec]) -> None:
    metrics = entries.metrics
    for metric in metrics.values():
        _check_metric(metric, metrics)
        _check_variants(metric, entries)
    for ratio in entries.ratios.values():
        for key in ("numerator", "denominator"):
            _require("metric", getattr(ratio, key), metrics, where=ratio.where(key))
    named = {*entries.companies, *metrics, *entries.ratios, *entries.formulas}
    for file in files:
        for name in file.more_synonyms:
            _require("company or metric", name, named, where=file.where("more_synonyms", name))


def _check_metric(metric: MetricSpec, metrics: Mapping[str, MetricSpec]) -> None:
    for key in ("nearest", "alternatives"):
        for index, name in enumerate(getattr(metric, key)):
            _require("metric", name, metrics, where=metric.where(key, index))
    for word, name in metric.qualifiers.items():
        _require("metric", name, metrics, where=metric.where("qualifiers", word))
    for key in ("within", "qualifies"):
        if (other := getattr(metric, key)) is not None:
            _require("metric", other, metrics, where=metric.where(key))


def _check_variants(metric: MetricSpec, entries: Entries) -> None:
    for kind, known in (("basis", entries.bases), ("share", entries.shares)):
        holders: list[tuple[str, str | None, Spec]] = [(f"default_{kind}", getattr(metric, f"default_{kind}"), metric)]
        holders += [(kind, getattr(reading, kind), reading) for reading in metric.readings]
        holders += [("share_of_basis", metric.share_of_basis, metric)] * (kind == "share")
        for key, name, holder in holders:
            if name is not None:
                _require(kind, name, known, where=holder.where(key))


def _require(kind: str, name: str, known: Collection[str], *, where: Source) -> None:
    if name not in known:
        raise UnknownReferenceError(kind, name, where=where, known=known)


def _version(paths: list[Path], base: Entries) -> str:
    digest = sha256(base.version.encode())
    for path in paths:
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]
