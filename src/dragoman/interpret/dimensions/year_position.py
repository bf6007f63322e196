"""Whether four digits stand where a year stands: not on a page, not in a date, not before a unit."""

import re

from dragoman.interpret.period_label import MONTHS

_MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))
_WORDS_BEFORE = """
page pages p pp paragraph para section clause schedule article rule no nos number note item level room suite version
postcode top iso step line row act usd aud eur gbp approximately nearly almost exactly another approx
"""
_BEFORE = re.compile(
    r"(?:\d[.,/:-]?|[/.:@]|[a-z0-9]-|[$€£¥#]\s*|\d(?:st|nd|rd|th),?\s*"
    rf"|(?<!\w)(?:{_MONTH})\.?\s+\d{{1,2}},\s*"
    rf"|(?<!\w)(?:{'|'.join(_WORDS_BEFORE.split())}|{_MONTH}|(?:more|less|fewer)\s+than|at\s+(?:least|most))\.?,?\s*)$"
)
_MID_YEAR = re.compile(r"(?:^|\W)(?:mid|pre|post|early|late|end)-$")
_WORDS_AFTER = """
mt mtpa kt t wmt dmt tonne tonnes ton tons oz koz moz ounce ounces kg km m mm cm ha kwh mwh gwh mw gw bn b mn million
billion thousand hundred trillion dollar dollars cent cents percent people employees workers staff jobs shares
shareholders day days week weeks months hour hours minute minutes second seconds page pages word words truck trucks
mines wells metres meters litres barrels cars houses items times points units bps x am pm
"""
_MOUNT = r"\s+(?:marion|arthur|gibson|newman|whaleback|keith|isa)"  # "2023 Mt Marion shipments" is no quantity
_AFTER = re.compile(
    rf"[.,:]\d|/\d|-\d|\s?%|\s*(?:(?:{'|'.join(_WORDS_AFTER.split())}|per\s+cent|basis\s+points)(?!\w|{_MOUNT})|[£$€])"
)
_REACH = 20


def is_year_position(lower: str, start: int, end: int, *, may_have_unit: bool = False) -> bool:
    """Say whether the digits at [start:end] can be a year. Looks at a few characters on either side only.

    `may_have_unit` for digits that no unit makes an amount: "2021/22 tonnes shipped".
    """
    before = lower[max(0, start - _REACH) : start]
    if not may_have_unit and _AFTER.match(lower, end):
        return False
    # "mid-2024" and "pre-2020" are years; "iso-2024" and "12-2024" are not.
    return _MID_YEAR.search(before) is not None or _BEFORE.search(before) is None
