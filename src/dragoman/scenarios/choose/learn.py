"""What the classifier of a catalog learns from: its examples, and texts that no scenario is for."""

import hashlib
from pathlib import Path

from dragoman.classify.artefact import FORMAT
from dragoman.classify.model import OUTSIDE
from dragoman.scenarios.choose.catalog import Catalog
from dragoman.specs.reader import load
from dragoman.specs.spec import Spec

Row = tuple[str, str]  # text, label
FOLDER = Path(__file__).parent
SHIPPED = FOLDER / "classifier.json"  # trained on the scenarios that ship; a test keeps it so
MIN_EXAMPLES = 5  # as the training wants; a scenario with fewer is known by its rules only


class OutsideSpec(Spec):
    """The file of texts that fit no scenario, and of words of such texts."""

    outside: tuple[str, ...]
    words: tuple[str, ...] = ()


def rows_of(catalog: Catalog) -> tuple[Row, ...]:
    """Return the rows for training."""
    known = [intent for intent in catalog.intents if len(intent.examples) >= MIN_EXAMPLES]
    rows = [(example, intent.intent) for intent in known for example in intent.examples]
    return (*rows, *((text, OUTSIDE) for text in _outside().outside))


def hints_of(catalog: Catalog) -> tuple[Row, ...]:
    """Return words with the field they belong to. They are learned, and never counted as texts that people write."""
    labels = {label for _, label in rows_of(catalog)}
    hints = [(word, name) for name, words in catalog.words.items() if name in labels for word in words]
    return (*hints, *((word, OUTSIDE) for word in _outside().words))


def version_of(rows: tuple[Row, ...], hints: tuple[Row, ...] = ()) -> str:
    """Return a name for what was learned: it changes with any row."""
    text = "\n".join(f"{label}\t{example}" for example, label in (*sorted(rows), *sorted(hints)))
    return f"{FORMAT}-{hashlib.sha256(text.encode()).hexdigest()[:12]}"


def _outside() -> OutsideSpec:
    return load(FOLDER / "outside.yaml", OutsideSpec)
