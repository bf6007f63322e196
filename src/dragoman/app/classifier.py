"""The classifier of a catalog of scenarios: as it ships, as it was trained before, or trained now."""

from collections.abc import Callable
from pathlib import Path

from dragoman import telemetry
from dragoman.classify.artefact import load, save
from dragoman.classify.model import LexicalClassifier
from dragoman.scenarios.choose.catalog import Catalog
from dragoman.scenarios.choose.learn import SHIPPED, hints_of, rows_of, version_of

Train = Callable[..., LexicalClassifier]


def find_classifier(catalog: Catalog, state: Path, find_train: Callable[[], Train | None]) -> LexicalClassifier | None:
    """Return the classifier of this catalog, kept in the folder of the state once it is trained.

    `find_train` imports what trains one, which takes long; without the extra `classify` it gives None. Then a
    catalog of one's own is decided by its rules, and asked about more often.
    """
    rows, hints = rows_of(catalog), hints_of(catalog)
    version = version_of(rows, hints)
    kept = state / f"classifier-{version}.json"  # in a folder that only its owner can enter
    for path in (SHIPPED, kept):
        if path.exists() and (found := load(path)).version == version:
            return found
    if train := find_train():
        trained = train(rows, version=version, hints=hints)
        save(trained, kept)
        return trained
    telemetry.record("degraded", node="classify", error="the extra classify is not installed")
    return None
