"""Growth rates and ratios in order: which grew most, whose margin is best."""

import re
from collections.abc import Sequence
from decimal import Decimal

from dragoman.decide.ask import Ask
from dragoman.decide.families.asked import direction_asked
from dragoman.decide.thresholds import read_threshold
from dragoman.domain.plan import Growth, Rank, Ratio, Step, Threshold, cells_of

_FEW = re.compile(
    r"\b(?:top|bottom|best|worst|largest|biggest|highest|lowest|smallest|fastest)\s+(\d{1,2}|two|three|four|five)\b"
)
_LOW = re.compile(r"\b(?:least|lowest|smallest|worst|slowest|weakest|lower|smaller|less|fewer|worse|bottom)\b")
_FELL = re.compile(r"\b(?:fell|fall(?:en)?|declin\w+|decreas\w+|drop(?:ped)?|shr[aiu]nk|lost|slump(?:ed)?|plunged?)\b")
_GREW = re.compile(
    r"\b(?:gr[eo]w[ns]?|growing|increas\w+|r[io]se[sn]?|gain(?:ed)?|improv\w+|climb(?:ed)?|jump(?:ed)?|up)\b"
)
_WHICH = re.compile(r"\b(?:which|whose|who|how many|in what years?|any)\b")
_WORDS = {"two": 2, "three": 3, "four": 4, "five": 5}


def in_order(ask: Ask, steps: Sequence[Step]) -> tuple[Step, ...]:
    """Return one ranking of the results where the question compares them, else nothing.

    Rates and ratios carry no currency, so companies that report in different ones stand in one order.
    """
    results = tuple(step for step in steps if isinstance(step, Growth | Ratio))
    if len(results) < 2 or len(results) < len(steps) or not _of_one_kind(results):
        return ()
    text = ask.text.lower()
    if limit := _threshold(ask, results, text):
        return (Rank(results=results, threshold=limit, descending=limit.comparator in ("gt", "ge")),)
    asked = direction_asked(ask.text)
    if asked and len(results) == 2 and isinstance(results[0], Ratio):
        return (Rank(results=_first_asked(results), asked=asked),)
    if not _compares(ask):
        return ()
    low, fell = _LOW.search(text) is not None, isinstance(results[0], Growth) and _FELL.search(text) is not None
    return (Rank(results=results, descending=low == fell, limit=_limit(ask, text)),)


def _first_asked(results: Sequence[Growth | Ratio]) -> tuple[Growth | Ratio, ...]:
    """Put the later of two years first: "did the margin improve" holds it against the year before."""
    one, two = (cells_of(result)[0] for result in results)
    return tuple(reversed(results)) if one.company == two.company and one.period < two.period else tuple(results)


def _threshold(ask: Ask, results: Sequence[Growth | Ratio], text: str) -> Threshold | None:
    """Return the limit of "margin above 50 %", or zero for "which miners grew" and "whose revenue fell"."""
    if limit := read_threshold(ask.constraints):
        return limit if limit.currency is None and limit.unit in (None, "%") else None
    extreme = ask.cues.has("maximum", "minimum") or ask.cues.rule("rank", "rank", "top", "comparative")
    if not _WHICH.search(text) or extreme or not isinstance(results[0], Growth) or ask.cues.has("cagr"):
        return None
    fell, grew = _FELL.search(text) is not None, _GREW.search(text) is not None
    if fell == grew:
        return None
    return Threshold(comparator="lt" if fell else "gt", amount=Decimal(0))


def _compares(ask: Ask) -> bool:
    asked = ask.cues.rule("rank", "rank", "top", "ascending", "comparative")
    return asked or ask.cues.has("maximum", "minimum", "which_year")


def _of_one_kind(results: Sequence[Growth | Ratio]) -> bool:
    kinds = {(r.name, r.numerator.metric, r.as_percent) if isinstance(r, Ratio) else r.cells[0].metric for r in results}
    return len(kinds) == 1


def _limit(ask: Ask, text: str) -> int | None:
    if few := _FEW.search(text):
        return int(_WORDS.get(few[1], 0) or few[1])
    return 1 if ask.cues.has("maximum", "minimum") and not ask.cues.rule("rank", "rank") else None
