"""Which way things went, in words: rose or fell, more or less."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dragoman.grounding.figure import Figure

_UP = (
    r"rose|rises?|rising|risen|grew|grows?|grown|growing|increas(?:e|es|ed|ing)|climb(?:s|ed|ing)?|jump(?:s|ed)?|surged?|"
    r"soared|higher|more|above|up|advanced|expand(?:s|ed)?|doubled|tripled|trebled|quadrupled|growth|greater|larger|ahead|exceed(?:s|ed|ing)?"
)
_DOWN = (
    r"fell|falls?|falling|fallen|declin(?:e|es|ed|ing)|decreas(?:e|es|ed|ing)|drop(?:s|ped|ping)?|down|lower|less|below|"
    r"shrank|shrunk|reduc(?:e|es|ed|ing|tion)|slid|slipped|plunged|plummeted|halved|fewer|behind|smaller"
)
_WORD = re.compile(rf"(?<![\w-])(?:(?P<up>{_UP})|(?P<down>{_DOWN}))(?![\w-])")
_VERB = re.compile(
    r"rose|rise|grew|grow|increas|climb|jump|surg|soar|up$|advanc|expand|doubl|tripl|trebl|quadrupl|fell|fall|declin|decreas|drop|down|shr[au]nk"
    r"|slid|slip|plung|plumm|halv|reduc|higher|lower"
)
_NEGATION = re.compile(r"\b(?:not|no|never|neither|nor|without|n't|didn't|wasn't)\b[\w\s]{0,14}$")
_LIMIT = re.compile(r"\s+to\b")
_NOUN = frozenset({"growth", "increase", "decrease", "decline", "drop", "fall", "rise", "reduction"})


@dataclass(frozen=True, slots=True)
class Direction:
    """A word that says up (+1) or down (−1), and where it stands."""

    sign: int
    start: int
    end: int
    word: str

    @property
    def is_change(self) -> bool:
        """True for words of change over time; "more" and "above" only compare."""
        return self.word != "growth" and _VERB.match(self.word) is not None


def find_directions(lower: str) -> tuple[Direction, ...]:
    """Return the direction words of a sentence that are not negated and are no limits ("up to", "more than")."""
    return tuple(_directions(lower))


def direction_of(
    figure: Figure, figures: Sequence[Figure], directions: Sequence[Direction], lower: str
) -> Direction | None:
    """Return the word that governs a figure: right after it, or the last one between it and the figure before."""
    limit = min((other.start for other in figures if other.start >= figure.end), default=len(lower))
    for direction in directions:
        gap = lower[figure.end : direction.start]
        if figure.end <= direction.start < limit and len(gap) <= 12 and not re.search(r"[,;.:]|\band\b", gap):
            return direction
    since = max((other.end for other in figures if other.end <= figure.start), default=0)
    ahead = [one for one in directions if since <= one.start and one.end <= figure.start]
    if ahead and not re.search(r"[;:]", lower[ahead[-1].end : figure.start]):
        return ahead[-1]
    return None


def _directions(lower: str) -> Iterator[Direction]:
    for match in _WORD.finditer(lower):
        word = match[0]
        if word == "up" and _LIMIT.match(lower, match.end()):
            continue
        if word in ("more", "less", "fewer", "greater") and re.match(
            r"\s+than\s+(?:us|a)?[$€£]?\d", lower[match.end() :]
        ):
            continue
        if _NEGATION.search(lower[: match.start()]):
            continue
        yield Direction(1 if match["up"] else -1, match.start(), match.end(), word)
