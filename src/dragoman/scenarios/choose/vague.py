"""Texts that ask for something to be done without saying what."""

import re
from functools import cache
from pathlib import Path

from dragoman.interpret.normalize import normalize
from dragoman.specs.reader import load
from dragoman.specs.spec import Spec

FILE = Path(__file__).with_name("vague.yaml")
_WORD = re.compile(r"[a-z0-9]+(?:['&-][a-z0-9]+)*")


class VagueSpec(Spec):
    """The file of words; each entry holds several, with spaces between them."""

    words: tuple[str, ...]
    asks: tuple[str, ...]
    things: tuple[str, ...]


def is_vague(prompt: str) -> bool:
    """Say whether every word of the text is one that could mean anything."""
    words = _WORD.findall(normalize(prompt).lower)
    return bool(words) and all(word in _words() for word in words)


@cache
def _words() -> frozenset[str]:
    spec = load(FILE, VagueSpec)
    return frozenset(word for line in (*spec.words, *spec.asks, *spec.things) for word in line.split())
