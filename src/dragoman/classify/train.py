"""Train the classifier from examples. Needs the extra `classify`; using it afterwards needs nothing.

One logistic regression per intent against everything else, so that a text can fit none. The scores are calibrated by
a sigmoid fitted on examples that were left out in turn (five folds, fixed): the same examples give the same numbers.
"""

from collections import Counter
from collections.abc import Sequence
from math import log

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold

from dragoman.classify.errors import TooFewExamplesError
from dragoman.classify.features import counts, weigh
from dragoman.classify.model import OUTSIDE, LexicalClassifier

STRENGTH = 20.0  # inverse of regularisation
HINT = 0.3  # the weight of a hint beside that of a text
FOLDS = 5
MIN_EXAMPLES = 5  # of an intent; fewer cannot be left out in turn
DIGITS = 4

Row = tuple[str, str]  # text, label


def train(rows: Sequence[Row], *, version: str, hints: Sequence[Row] = ()) -> LexicalClassifier:
    """Return the classifier for these rows; rows with the label `oos` teach what fits no intent.

    Hints are single words and short phrases of a label. They are learned with less weight than texts, and never
    left out: nobody writes them alone, so they say nothing about how sure to be.
    Raises TooFewExamplesError.
    """
    rows, hints = sorted(set(rows)), sorted(set(hints))
    labels = tuple(sorted({label for _, label in rows} - {OUTSIDE}))
    _refuse_few(rows, labels)
    slope, offset = _calibrated(rows, hints, labels)
    rarity = _rarity([*rows, *hints])
    weights, intercepts = _fitted(rows, hints, labels, rarity)
    names = sorted(rarity)
    return LexicalClassifier(
        version=version,
        labels=labels,
        rarity={name: round(rarity[name], DIGITS) for name in names},
        unseen=round(_unseen([*rows, *hints]), DIGITS),
        weights={name: tuple(round(float(x), DIGITS) for x in weights[:, n]) for n, name in enumerate(names)},
        intercepts=tuple(round(float(x), DIGITS) for x in intercepts),
        slope=round(slope, DIGITS),
        offset=round(offset, DIGITS),
    )


def _refuse_few(rows: Sequence[Row], labels: Sequence[str]) -> None:
    have = Counter(label for _, label in rows)
    for label in labels:
        if have[label] < MIN_EXAMPLES:
            raise TooFewExamplesError(label, have[label], MIN_EXAMPLES)
    if len(labels) < 2:
        raise TooFewExamplesError("a second intent", 0, MIN_EXAMPLES)


def _rarity(rows: Sequence[Row]) -> dict[str, float]:
    seen = Counter(name for text, _ in rows for name in counts(text))
    kept = {name: number for name, number in seen.items() if number > 1 or name.startswith("w:")}
    return {name: log((1 + len(rows)) / (1 + number)) + 1 for name, number in kept.items()}


def _unseen(rows: Sequence[Row]) -> float:
    return log(1 + len(rows)) + 1


def _matrix(texts: Sequence[str], rarity: dict[str, float], unseen: float) -> csr_matrix:
    columns = {name: number for number, name in enumerate(sorted(rarity))}
    cells = [(row, weigh(counts(text), rarity, unseen)) for row, text in enumerate(texts)]
    values = [(row, columns[name], weight) for row, weights in cells for name, weight in weights.items()]
    places = ([row for row, _, _ in values], [column for _, column, _ in values])
    return csr_matrix(([weight for _, _, weight in values], places), shape=(len(texts), len(columns)))


def _fitted(
    rows: Sequence[Row], hints: Sequence[Row], labels: Sequence[str], rarity: dict[str, float]
) -> tuple[np.ndarray, np.ndarray]:
    shares = np.array([1.0] * len(rows) + [HINT] * len(hints))
    rows = [*rows, *hints]
    matrix = _matrix([text for text, _ in rows], rarity, _unseen(rows))
    weights, intercepts = [], []
    for label in labels:
        target = np.array([one == label for _, one in rows])
        model = LogisticRegression(C=STRENGTH, solver="liblinear", random_state=0).fit(matrix, target, shares)
        weights.append(model.coef_[0])
        intercepts.append(model.intercept_[0])
    return np.array(weights), np.array(intercepts)


def _calibrated(rows: Sequence[Row], hints: Sequence[Row], labels: Sequence[str]) -> tuple[float, float]:
    """Return slope and offset of the sigmoid, fitted on scores of examples that were left out."""
    names = [label for _, label in rows]
    folds = StratifiedKFold(n_splits=FOLDS, shuffle=True, random_state=0)
    scores: list[float] = []
    hits: list[bool] = []
    for kept, left in folds.split(names, names):
        known = [rows[index] for index in kept]
        rarity = _rarity([*known, *hints])
        weights, intercepts = _fitted(known, hints, labels, rarity)
        found = _matrix([rows[index][0] for index in left], rarity, _unseen([*known, *hints])) @ weights.T + intercepts
        for row, index in enumerate(left):
            scores.extend(float(x) for x in found[row])
            hits.extend(label == names[index] for label in labels)
    model = LogisticRegression(C=1e6).fit(np.array(scores).reshape(-1, 1), np.array(hits))
    return float(model.coef_[0][0]), float(model.intercept_[0])
