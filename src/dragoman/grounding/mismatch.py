"""Why a number differs from what the passages say, in words for a person."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from dragoman.domain.period import Period
from dragoman.grounding.figure import Figure, SlotName, comparable, same_number
from dragoman.grounding.mentions import LABEL
from dragoman.interpret.vocabulary import Vocabulary

_TELLING_DIGITS = 3  # a number of fewer digits may stand elsewhere by chance
_Match = tuple[Figure, tuple[SlotName, ...]]


@dataclass(frozen=True, slots=True)
class Mismatch:
    """What the page says instead."""

    reason: str
    quote: str


def explain(
    claimed: Figure,
    fitting: Sequence[Figure],
    matches: Sequence[_Match],
    figures: Sequence[Figure],
    *,
    vocabulary: Vocabulary,
) -> Mismatch | None:
    """Return how a number that was not found contradicts the passages, None if they say nothing to it."""
    if fitting:
        return Mismatch("the page has it with the other sign or direction", fitting[0].quote)
    same_place = [found for found in figures if _is_same_place(claimed, found)]
    return (
        _elsewhere(claimed, matches, vocabulary)
        or _other_unit(claimed, same_place)
        or _other_value(claimed, [found for found in same_place if comparable(claimed, found)])
    )


def _elsewhere(claimed: Figure, matches: Sequence[_Match], vocabulary: Vocabulary) -> Mismatch | None:
    """Return whose figure the number is: that of another company, period, metric or basis."""
    for found, misfits in sorted(matches, key=lambda match: len(match[1])):
        if not misfits or (len(misfits) > 1 and digits(claimed) < _TELLING_DIGITS + 1):
            continue
        if digits(claimed) < _TELLING_DIGITS and "metric" in misfits:
            continue
        return Mismatch(f"on the page {claimed.text} is {_belongs_to(found, misfits[0], vocabulary)}", found.quote)
    return None


def _belongs_to(found: Figure, slot: SlotName, vocabulary: Vocabulary) -> str:
    names = sorted(getattr(found.slots, slot))
    match slot:
        case "company":
            return f"a figure of {' or '.join(vocabulary.company_name(name) for name in names)}"
        case "period":
            company = next(iter(found.slots.company), None)
            return f"the figure for {' or '.join(_spoken(name, company, vocabulary) for name in names)}"
        case "metric":
            return " or ".join(
                name.removeprefix(LABEL) if LABEL in name else vocabulary.metric_name(name) for name in names
            )
        case _:
            return f"the {' or '.join(name.replace('_', ' ') for name in names)} figure"


def _spoken(label: str, company: str | None, vocabulary: Vocabulary) -> str:
    return vocabulary.spoken_period(Period.parse(label), company)


def _is_same_place(claimed: Figure, found: Figure) -> bool:
    ours, theirs = claimed.slots, found.slots
    known = ours.metric and theirs.metric and ours.period and theirs.period and (not theirs.company or ours.company)
    return bool(known) and not ours.misfits(theirs)


def _other_unit(claimed: Figure, same_place: Sequence[Figure]) -> Mismatch | None:
    for found in same_place:
        if not comparable(claimed, found) and same_number(replace(claimed, unit=""), found):
            return Mismatch(f"the page has it in {found.unit}", found.quote)
    return None


def _other_value(claimed: Figure, same_place: Sequence[Figure]) -> Mismatch | None:
    for found in same_place:
        if _is_slip(claimed, found):
            return Mismatch(f"the digits are right and the scale is not: the page has {found.text}", found.quote)
    exact = min(same_place, key=lambda found: found.step, default=None)
    return Mismatch(f"the page has {exact.text}", exact.quote) if exact else None


def _is_slip(claimed: Figure, found: Figure) -> bool:
    if not claimed.amount or not found.amount:
        return False
    ratio = abs(claimed.amount / found.amount)
    power = Decimal(10) ** round(ratio.log10())
    return power != 1 and abs(ratio / power - 1) < Decimal("0.005")


def digits(figure: Figure) -> int:
    """Return how many significant digits a number is written with."""
    if not figure.step:
        return 0
    return len(str(abs(int((figure.amount / figure.step).to_integral_value())))) if figure.amount else 1
