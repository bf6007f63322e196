"""What two texts have in common and where they differ, as numbers that a weight can be put on."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from rapidfuzz.fuzz import ratio

from dragoman.memory.wording import Wording, lexicon

_MISSPELT = 84.0  # likeness in percent from which a word of some length counts as the other, misspelled
_LONG = 5  # letters; shorter words that look alike are mostly different words
NAMES = (
    "overlap",
    "contained",
    "unmatched",
    "replaced",
    "one_sided",
    "letters",
    "order",
    "asks_alike",
    "asks_otherwise",
    "negation",
    "numbers",
    "opposites",
    "names",
    "length",
    "same_first",
    "same_last",
)
NEARNESS = ("near", "very_near")  # where an embedder is there: the second tells apart what is nearly the same


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """The features of a pair, and whether something in it forbids to take one for the other."""

    features: tuple[float, ...]  # in the order of NAMES
    conflict: str = ""  # what differs that no likeness outweighs
    is_same: bool = False  # word for word, case and punctuation aside


def compare(left: Wording, right: Wording) -> Comparison:
    """Compare two texts; the result does not depend on which comes first."""
    common, only_left, only_right = _matched(left.content, right.content)
    size = max(1, common + len(only_left) + len(only_right))
    smaller = max(1, min(len(left.content), len(right.content)))
    order = _order(left.content, right.content)
    apart = len(only_left) + len(only_right)
    conflict = _conflict(left, right, only_left, only_right)
    return Comparison(
        features=(
            common / size,
            common / smaller,
            min(apart, 6) / 6,
            float(bool(only_left) and bool(only_right)),
            float(bool(only_left) != bool(only_right)),
            _letters(left.plain, right.plain),
            order,
            float(bool(left.asks) and left.asks == right.asks),
            float(bool(left.asks) and bool(right.asks) and left.asks != right.asks),
            float(left.negations % 2 != right.negations % 2),
            float(left.numbers != right.numbers),
            float(conflict == "opposites"),
            min(2, len(left.names ^ right.names)) / 2,
            min(size, 12) / 12,
            float(left.content[:1] == right.content[:1]),
            float(left.content[-1:] == right.content[-1:]),
        ),
        conflict=conflict,
        is_same=left.plain == right.plain,
    )


def nearness(cosine: float) -> tuple[float, ...]:
    """Return the features of a cosine, in the order of NEARNESS; both grow with it."""
    bounded = min(1.0, max(0.0, cosine))
    return (bounded**2, bounded**8)


def _matched(left: Sequence[str], right: Sequence[str]) -> tuple[int, list[str], list[str]]:
    """Return how many words both have, and those that only one has; a misspelled word is matched."""
    mine, yours = Counter(left), Counter(right)
    both = mine & yours
    only_left, only_right = list((mine - both).elements()), list((yours - both).elements())
    found = sum(both.values())
    for word in tuple(only_left):
        near = next((other for other in only_right if _is_misspelt(word, other)), None)
        if near:
            only_left.remove(word)
            only_right.remove(near)
            found += 1
    return found, only_left, only_right


def _is_misspelt(word: str, other: str) -> bool:
    if min(len(word), len(other)) < _LONG or not (word.isalpha() and other.isalpha()):
        return False
    if {word, other} & lexicon().known:
        return False  # "advantage" is no misspelled "disadvantage"
    return ratio(word, other) >= _MISSPELT


def _order(left: Sequence[str], right: Sequence[str]) -> float:
    """Return how much of the shared words stands in the same order: 1 all of it."""
    mine = [word for word in left if word in right]
    yours = [word for word in right if word in left]
    if not mine or not yours:
        return 0.0
    rows = [[0] * (len(yours) + 1) for _ in range(len(mine) + 1)]
    for i, word in enumerate(mine):
        for j, other in enumerate(yours):
            rows[i + 1][j + 1] = rows[i][j] + 1 if word == other else max(rows[i][j + 1], rows[i + 1][j])
    return rows[-1][-1] / max(len(mine), len(yours))


def _letters(left: str, right: str) -> float:
    """Return the share of common groups of three letters (Dice)."""
    mine, yours = (Counter(f" {text} "[i : i + 3] for i in range(len(text))) for text in (left, right))
    both = sum((mine & yours).values())
    return 2 * both / max(1, mine.total() + yours.total())


def _conflict(left: Wording, right: Wording, only_left: Sequence[str], only_right: Sequence[str]) -> str:
    """Return what no likeness outweighs: other numbers, a negation more, opposites, the same words turned round."""
    if sorted(left.numbers) != sorted(right.numbers):
        return "numbers"
    if left.negations % 2 != right.negations % 2 or sorted(left.negated) != sorted(right.negated):
        return "negation"
    pairs = lexicon().opposites
    if any(frozenset((a, b)) in pairs for a in only_left for b in only_right):
        return "opposites"
    if not only_left and not only_right and _is_turned(left, right):
        return "order"
    return ""


_EITHER_WAY = frozenset(("and", "or", "between", "with", "versus", "vs"))


def _is_turned(left: Wording, right: Wording) -> bool:
    """Tell "from gold to copper" from "from copper to gold": two words have changed places."""
    pairs = list(zip(left.content, right.content, strict=False))
    swapped = [place for place, (a, b) in enumerate(pairs) if a != b]
    if len(left.content) != len(right.content) or len(swapped) != 2:  # two words
        return False
    if _EITHER_WAY.intersection(left.words) and _EITHER_WAY.intersection(right.words):
        return False
    one, two = swapped
    return left.content[one] == right.content[two] and left.content[two] == right.content[one]
