"""The classifier of a catalog: as it ships, as it was trained before, or trained now."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from dragoman import telemetry
from dragoman.classify.artefact import load, save
from dragoman.classify.model import LexicalClassifier
from dragoman.scenarios.catalog import Catalog
from dragoman.scenarios.learn import SHIPPED, Row, rows_of, version_of


class Train(Protocol):
    """Learns a classifier; `classify.train` does."""

    def __call__(self, rows: Sequence[Row], *, version: str) -> LexicalClassifier:
        """Return the classifier of these texts."""


def classifier_of(catalog: Catalog, kept_in: Path, trainer: Callable[[], Train]) -> LexicalClassifier | None:
    """Return the classifier of this catalog; `kept_in` is a folder that only its owner can enter.

    `trainer` raises ModuleNotFoundError without the extra `classify`: a catalog of one's own is then decided by its
    rules, and asked about more often.
    """
    rows = rows_of(catalog)
    version = version_of(rows)
    kept = kept_in / f"classifier-{version}.json"
    for path in (SHIPPED, kept):
        if path.exists() and (found := load(path)).version == version:
            return found
    try:
        train = trainer()
    except ModuleNotFoundError:
        telemetry.record("degraded", node="classify", error="the extra classify is not installed")
        return None
    trained = train(rows, version=version)
    save(trained, kept)
    return trained
