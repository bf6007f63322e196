"""Fit the weights of the answer cache's likeness on pairs that are made from frames and fillers of our own.

Positives are two ways to ask the same. Negatives change one thing: the filler, the frame, what narrows it, a
negation, an order. The same files give the same weights. No public data set is used to fit.
"""

import hashlib
import json
import random
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from sklearn.linear_model import LogisticRegression

from dragoman.memory.equivalence import WEIGHTS
from dragoman.memory.features import NAMES, compare
from dragoman.memory.wording import read_wording
from dragoman.specs.reader import load
from dragoman.specs.spec import Spec

FOLDER = Path(__file__).with_name("equivalence")
EACH = 12000  # pairs of each kind
SEED = 20261130


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


def main() -> None:
    """Fit, write the weights, and print how they do on a held-out fifth."""
    frames, fillers = load(FOLDER / "frames.yaml", FramesSpec), load(FOLDER / "fillers.yaml", FillersSpec)
    pairs = list(Maker(frames, fillers).pairs())
    rows = np.array([compare(read_wording(a), read_wording(b)).features for a, b, _ in pairs])
    labels = np.array([is_same for _, _, is_same in pairs])
    held = np.arange(len(pairs)) // 5 % 5 == 0  # a fifth, of every kind as many
    model = LogisticRegression(C=1.0, max_iter=2000).fit(rows[~held], labels[~held])
    sure = model.predict_proba(rows[held])[:, 1]
    for limit in (0.8, 0.95):
        taken = sure >= limit
        hits, false = float(taken[labels[held]].mean()), float(taken[~labels[held]].mean())
        print(f"at {limit}: {hits:.3f} of paraphrases, {false:.4f} of others")
    weights = {name: round(float(value), 4) for name, value in zip(NAMES, model.coef_[0], strict=True)}
    version = hashlib.sha256(json.dumps(pairs).encode()).hexdigest()[:12]
    record = {"version": version, "bias": round(float(model.intercept_[0]), 4), "weights": weights}
    WEIGHTS.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    print(f"{WEIGHTS} learned from {len(pairs)} pairs")


if __name__ == "__main__":
    main()
