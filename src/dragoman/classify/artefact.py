"""The classifier on disk: one JSON file of numbers and words. Reading it can build nothing but that."""

import json
import os
from pathlib import Path
from typing import Any

from dragoman.classify.errors import ArtefactError
from dragoman.classify.model import LexicalClassifier
from dragoman.errors import Source

FORMAT = 2


def save(classifier: LexicalClassifier, path: Path) -> None:
    """Write the file in one step: a reader sees the old one or the new one."""
    names = sorted(classifier.rarity)
    record = {
        "format": FORMAT,
        "version": classifier.version,
        "labels": list(classifier.labels),
        "intercepts": list(classifier.intercepts),
        "unseen": classifier.unseen,
        "slope": classifier.slope,
        "offset": classifier.offset,
        "features": {name: [classifier.rarity[name], *classifier.weights[name]] for name in names},
    }
    beside = path.with_suffix(f".{os.getpid()}.tmp")
    beside.write_text(json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")
    beside.replace(path)


def load(path: Path) -> LexicalClassifier:
    """Read a file. Raises ArtefactError when it is not one of ours."""
    where = Source(str(path))
    try:
        record = json.loads(path.read_text("utf-8"))
        if record["format"] != FORMAT:
            raise ArtefactError("this classifier was written by another version of Dragoman", where=where)
        return _classifier(record)
    except (OSError, ValueError, KeyError, TypeError, IndexError) as fault:
        raise ArtefactError(f"this is no classifier of ours ({type(fault).__name__})", where=where) from None


def _classifier(record: dict[str, Any]) -> LexicalClassifier:
    labels = tuple(str(label) for label in record["labels"])
    features = {str(name): [float(x) for x in numbers] for name, numbers in record["features"].items()}
    if any(len(numbers) != len(labels) + 1 for numbers in features.values()):
        raise ValueError("a feature has not one weight per label")
    intercepts = tuple(float(x) for x in record["intercepts"])
    if len(intercepts) != len(labels):
        raise ValueError("not one intercept per label")
    return LexicalClassifier(
        version=str(record["version"]),
        labels=labels,
        rarity={name: numbers[0] for name, numbers in features.items()},
        unseen=float(record["unseen"]),
        weights={name: tuple(numbers[1:]) for name, numbers in features.items()},
        intercepts=intercepts,
        slope=float(record["slope"]),
        offset=float(record["offset"]),
    )
