"""Fit the weights of the answer cache's likeness on pairs that are made from frames and fillers of our own.

Positives are two ways to ask the same. Negatives change one thing: the filler, the frame, what narrows it, a
negation, an order. The same files give the same weights. No public data set is used to fit.

Where an embedder is fetched (`dragoman models fetch`), a second set of weights is fitted on a quarter of the pairs
with its cosine beside the words; without one that set stays as it is. Its only free choice, the strength of the
penalty, is made on one half of the public pairs (`DRAGOMAN_DATA`, set `qqp-sample`): the weakest penalty whose false
hits at 0.95 are fewer than half of those that words alone have there. The other half is for reporting, see
`dragoman eval --suite cache_open`.

Run: DRAGOMAN_DATA=DIR PYTHONPATH=src python scripts/train_equivalence.py
"""

import hashlib
import json
import os
import random
import sys
from collections.abc import Iterator, Sequence
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression

from dragoman.app.embedding import find_embedding
from dragoman.app.settings import load_settings
from dragoman.evals.likeness import cosines_of, public_halves
from dragoman.memory.equivalence import WEIGHTS, Weights, equivalence, of_wordings
from dragoman.memory.features import NAMES, NEARNESS, compare, nearness
from dragoman.memory.wording import read_wording
from dragoman.models.embed.pinned import MINILM
from dragoman.models.embedder import Embedder
from dragoman.specs.reader import load
from dragoman.specs.spec import Spec

FOLDER = Path(__file__).with_name("equivalence")
EACH = 12000  # pairs of each kind
SEED = 20261130
STRENGTHS = (0.01, 0.02, 0.03, 0.05, 0.07, 0.1)  # of the penalty, the strongest first
ANSWER = 0.95  # the threshold above which a remembered answer is given
Pair = tuple[str, str, bool]
Matrix = NDArray[np.float64]
Labels = NDArray[np.bool_]


class FramesSpec(Spec):
    """The file `frames.yaml`."""

    thing: dict[str, tuple[str, ...]]
    two: dict[str, tuple[str, ...]]
    act: dict[str, tuple[str, ...]]


class FillersSpec(Spec):
    """The file `fillers.yaml`."""

    thing: tuple[tuple[str, ...], ...]
    act: tuple[tuple[str, ...], ...]
    more: tuple[str, ...]
    polite: tuple[str, ...]


class Maker:
    """Makes pairs; the same seed makes the same ones."""

    def __init__(self, frames: FramesSpec, fillers: FillersSpec) -> None:
        self.frames = frames
        self.fillers = fillers
        self.dice = random.Random(SEED)  # noqa: S311  no secret
        self.families = {"thing": frames.thing, "two": frames.two, "act": frames.act}

    def pairs(self) -> Iterator[tuple[str, str, bool]]:
        """Yield pairs with whether both ask the same."""
        for _ in range(EACH):
            family = self.dice.choice(("thing", "thing", "two", "act", "act"))
            frame = self.dice.choice(sorted(self.families[family]))
            fill = self._fill(family)
            yield self._same(family, frame, fill)
            yield self._other_fill(family, frame, fill)
            yield self._other_frame(family, frame, fill)
            yield self._narrowed(family, frame, fill)
            yield self._stranger(family, frame, fill)

    def _fill(self, family: str) -> dict[str, str]:
        if family == "act":
            return {"do": self.dice.choice(self.dice.choice(self.fillers.act))}
        one, two = self.dice.sample(self.dice.choice(self.fillers.thing), 2)
        return {"x": one, "y": two}

    def _near(self, family: str, fill: dict[str, str]) -> dict[str, str]:
        """Return a filling that differs in one thing, mostly by something near."""
        key = "do" if family == "act" else self.dice.choice(("x", "y") if family == "two" else ("x",))
        groups = self.fillers.act if family == "act" else self.fillers.thing
        group = next(group for group in groups if fill[key] in group)
        others = [one for one in group if one not in fill.values()]
        return {**fill, key: self.dice.choice(others)}

    def _say(self, family: str, frame: str, fill: dict[str, str]) -> str:
        text = self.dice.choice(self.families[family][frame]).format(**fill)
        if self.dice.random() < 0.15:
            text = self.dice.choice(self.fillers.polite).format(q=text)
        if self.dice.random() < 0.08:
            text = _misspelt(text, self.dice)
        return text[:1].upper() + text[1:] + self.dice.choice(("?", "?", "", "."))

    def _same(self, family: str, frame: str, fill: dict[str, str]) -> tuple[str, str, bool]:
        more = f" {self.dice.choice(self.fillers.more)}" if self.dice.random() < 0.3 else ""
        fill = {**fill, ("do" if family == "act" else "x"): fill["do" if family == "act" else "x"] + more}
        return self._say(family, frame, fill), self._say(family, frame, fill), True

    def _other_fill(self, family: str, frame: str, fill: dict[str, str]) -> tuple[str, str, bool]:
        return self._say(family, frame, fill), self._say(family, frame, self._near(family, fill)), False

    def _other_frame(self, family: str, frame: str, fill: dict[str, str]) -> tuple[str, str, bool]:
        other = self.dice.choice([name for name in sorted(self.families[family]) if name != frame])
        return self._say(family, frame, fill), self._say(family, other, fill), False

    def _narrowed(self, family: str, frame: str, fill: dict[str, str]) -> tuple[str, str, bool]:
        key = "do" if family == "act" else "x"
        more = {**fill, key: f"{fill[key]} {self.dice.choice(self.fillers.more)}"}
        less = fill
        if self.dice.random() < 0.4:
            less = {**fill, key: f"{fill[key]} {self.dice.choice(self.fillers.more)}"}
        if more == less:
            return self._other_fill(family, frame, fill)
        return self._say(family, frame, less), self._say(family, frame, more), False

    def _stranger(self, family: str, frame: str, fill: dict[str, str]) -> tuple[str, str, bool]:
        """Return two questions that share a thing or a form and no more: turned round, negated, or another family."""
        text = self._say(family, frame, fill)
        if family == "two" and self.dice.random() < 0.5 and frame == "into":
            return text, self._say(family, frame, {"x": fill["y"], "y": fill["x"]}), False
        other = self.dice.choice(("thing", "act"))
        return text, self._say(other, self.dice.choice(sorted(self.families[other])), self._fill(other)), False


def _misspelt(text: str, dice: random.Random) -> str:
    places = [place for place in range(1, len(text) - 2) if text[place].isalpha() and text[place + 1].isalpha()]
    place = dice.choice(places)
    return text[:place] + text[place + 1] + text[place] + text[place + 2 :]


def words_record(pairs: Sequence[Pair]) -> dict[str, Any]:
    """Fit the weights of words alone, and print how they do on a held-out fifth."""
    rows, labels = features_of(pairs), labels_of(pairs)
    held = np.arange(len(pairs)) // 5 % 5 == 0  # a fifth, of every kind as many
    model = LogisticRegression(C=1.0, max_iter=2000).fit(rows[~held], labels[~held])
    _tell("words, held out", model.predict_proba(rows[held])[:, 1], labels[held])
    return _record(model, NAMES)


def meaning_record(pairs: Sequence[Pair], embedder: Embedder, tuning: Sequence[Pair]) -> dict[str, Any]:
    """Fit the weights of words with a cosine; of the penalties tried, take the weakest that keeps the bound."""
    rows, labels = with_cosines(pairs, embedder), labels_of(pairs)
    public, same = with_cosines(tuning, embedder), labels_of(tuning)
    bound = false_hits([equivalence(a, b) for a, b, _ in tuning], same) / 2
    chosen = None
    for strength in STRENGTHS:
        model = LogisticRegression(C=strength, max_iter=5000).fit(rows, labels)
        record = {"embedder": MINILM.name, **_record(model, (*NAMES, *NEARNESS))}
        weights = Weights(
            version="", bias=record["bias"], by_feature=tuple(record["weights"].values()), embedder=MINILM.name
        )
        sure = [
            of_wordings(read_wording(a), read_wording(b), cosine=sqrt(row[-2]), weights=weights)
            for (a, b, _), row in zip(tuning, public, strict=True)
        ]
        _tell(f"C = {strength}, tuning half", np.array(sure), same)
        if false_hits(sure, same) >= bound:
            break
        chosen = record
    if chosen is None:
        sys.exit("no penalty keeps the bound")
    return chosen


def features_of(pairs: Sequence[Pair]) -> Matrix:
    """Return a row of features of words for each pair."""
    return np.array([compare(read_wording(a), read_wording(b)).features for a, b, _ in pairs])


def with_cosines(pairs: Sequence[Pair], embedder: Embedder) -> Matrix:
    """Return the same with the cosine of each pair behind."""
    found = cosines_of([(a, b) for a, b, _ in pairs], embedder)
    return np.hstack([features_of(pairs), np.array([nearness(cosine) for cosine in found])])


def labels_of(pairs: Sequence[Pair]) -> Labels:
    """Return whether each pair asks the same."""
    return np.array([is_same for _, _, is_same in pairs])


def false_hits(sure: Sequence[float], same: Labels) -> int:
    """Return how many pairs that differ would be answered."""
    return int(((np.array(sure) >= ANSWER) & ~same).sum())


def _record(model: LogisticRegression, names: Sequence[str]) -> dict[str, Any]:
    weights = {name: round(float(value), 4) for name, value in zip(names, model.coef_[0], strict=True)}
    return {"bias": round(float(model.intercept_[0]), 4), "weights": weights}


def _tell(what: str, sure: Matrix, same: Labels) -> None:
    for limit in (0.8, ANSWER):
        taken = sure >= limit
        print(f"{what}, at {limit}: {taken[same].mean():.3f} of paraphrases, {taken[~same].mean():.4f} of others")


def main() -> None:
    """Fit, write the weights, and print how they do."""
    frames, fillers = load(FOLDER / "frames.yaml", FramesSpec), load(FOLDER / "fillers.yaml", FillersSpec)
    pairs = list(Maker(frames, fillers).pairs())
    version = hashlib.sha256(json.dumps(pairs).encode()).hexdigest()[:12]
    kept = json.loads(WEIGHTS.read_text(encoding="utf-8")).get("with_meaning")
    record = {"version": version, **words_record(pairs)}
    settings = load_settings()
    embedder, data = find_embedding(settings).embedder, os.environ.get("DRAGOMAN_DATA")
    if embedder and data:
        tuning, _ = public_halves(Path(data) / "qqp-sample" / "pairs.jsonl")
        kept = meaning_record(pairs[: len(pairs) // 4], embedder, tuning)
    else:
        print("no embedder or no DRAGOMAN_DATA: the weights with meaning stay")
    WEIGHTS.write_text(json.dumps({**record, "with_meaning": kept}, indent=1) + "\n", encoding="utf-8")
    print(f"{WEIGHTS} learned from {len(pairs)} pairs")


if __name__ == "__main__":
    main()
