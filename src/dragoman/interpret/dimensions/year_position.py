"""Whether four digits stand where a year stands: not on a page, not in a date, not before a unit."""

import re

from dragoman.interpret.period_label import MONTHS

_MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))
_BEFORE = re.compile(
    r"(?:[\d$€£¥#%][.,/:-]?|[/.:@]|[a-z0-9]-|\b(?:page|pages|p\.|pp\.?|paragraph|para|section|clause|schedule|article|rule"
    r"|no\.?|nos\.?|number|note|notes|item|level|room|suite|version|postcode|top|first|last|past|iso|step|line|row|act"
    r"|usd|aud|us|au|a|eur|gbp|more than|less than|fewer than|at least|at most|approximately|about|around|nearly|almost"
    r"|exactly|only|another|" + _MONTH + r")\.?,?)\s*$"
)
_DAY_BEFORE = re.compile(r"\d(?:st|nd|rd|th)\s*,?\s*$")
_AFTER = re.compile(
    r"(?:[.,:]\d|/\d|-\d|\s?%|\s*(?:mt|mtpa|kt|t|wmt|dmt|tonnes?|tons?|oz|koz|moz|ounces?|kg|km|m|mm|cm|ha|kwh|mwh|gwh|mw|gw|bn|b"
    r"|mn|million|billion|thousand|hundred|trillion|dollars?|cents?|percent|per cent|people|employees|workers|staff|jobs"
    r"|shares|shareholders|days?|weeks?|months|hours?|minutes?|seconds?|pages?|words?|trucks?|mines|wells|metres|meters|litres"
    r"|barrels|cars|houses|items|times|points|units|basis points|bps|x|am|pm|o'clock|[£$€])(?!\w))"
)


def is_year_position(lower: str, start: int, end: int) -> bool:
    """Say whether the digits at [start:end] can be a year. Looks at a few characters on either side only."""
    before = lower[max(0, start - 16) : start]
    # "mid-2024" and "pre-2020" are years; "iso-2024" and "12-2024" are not.
    if re.search(r"(?:^|\W)(?:mid|pre|post|early|late|end)-$", before):
        return _AFTER.match(lower, end) is None
    return not (_BEFORE.search(before) or _DAY_BEFORE.search(before) or _AFTER.match(lower, end))
