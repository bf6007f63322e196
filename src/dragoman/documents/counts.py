"""Rows that count things, such as stores or members, and money for each of them: their unit and scale."""

import re

from dragoman.documents.units import UnitFound

_SITES = (
    "employees|headcount|stores|clubs|restaurants|warehouses|rooms|wells|unit counts?|units|locations|branches"
    "|properties|hotels|resorts|casinos|tables|slots|mines|drill ?holes|holes|vessels|aircraft|securities"
)
_PEOPLE = "memberships?|members|customers|subscribers|subscriptions|users|patients|claims processed|prescriptions"
_COUNTED = re.compile(rf"\b(?:(?P<people>{_PEOPLE})|(?P<sites>{_SITES}))\b", re.IGNORECASE)
_MEASURED = re.compile(
    r"\b(?:per|rates?|ratio|margin|percent(?:age)?|per cent|yield|occupancy|average|mix|share|square|weighted|years?"
    r" (?:remaining|of)|revenues?|sales|costs?|expenses?|income|value|price)\b|%|/",
    re.IGNORECASE,
)
_IN_LABEL = re.compile(
    r"\bin (thousand|million)s?\b|\((thousand|million)s?\)|\(?'(000)s?\b|\b(000)['’]?s\b", re.IGNORECASE
)
_SCALES = {"thousand": 1_000, "million": 1_000_000, "000": 1_000}
_OVER = re.compile(
    r"(?P<money>\bdollars?|[$€£])?\s*(?:are )?(?:expressed )?\bin (?P<scale>thousand|million)s\b", re.IGNORECASE
)
_OVER_MONEY = re.compile(
    r"[$€£]\s?(?:mm?\b|mn\b|million|bn\b|billion|'?000)|\b(?:thousands|millions) of (?:u\.s\. )?dollars",
    re.IGNORECASE,
)
_EXEMPT = re.compile(r"\b(?:counts?|numbers?|units?|operating|statistical|other)\b", re.IGNORECASE)
_PER = re.compile(r"\bper (?:[a-z-]+ ){0,2}(?P<thing>[a-z]+)$", re.IGNORECASE)
_CENTS = re.compile(r"\d\.\d\d\)?$")


def counted(label: str, group: str, around: str, text: str) -> UnitFound | None:
    """Return the unit of a row that counts things named by its label or its group; None where its scale is not sure.

    "In millions" over a table of shops is of its money; over memberships it is of them, too.
    """
    own = _COUNTED.search(label)
    match = own or _COUNTED.search(group)
    if match is None or any(map(_is_measured, (label,) if own else (label, group))):
        return None
    said = _IN_LABEL.search(label) or _IN_LABEL.search(group)
    if said:
        scale: int | None = _SCALES[next(part for part in said.groups() if part).lower()]
    else:
        scale = _scale(around, match[0], is_of_people=match["people"] is not None)
    if scale is None or (scale == 1 and "." in text):
        return None
    name = match[0].lower()
    name = "units" if name.startswith("unit count") else name
    return UnitFound(unit=name, scale=scale, currency=None, source=f'"{match[0]}" in the label')


def money_each(label: str, texts: tuple[str, ...], text: str) -> UnitFound | None:
    """Return the unit of money for each of something: "Revenue per membership" of "$8.50" is whole dollars."""
    match = _PER.search(label.strip())
    if match is None or not any("$" in cell for cell in texts) or not _CENTS.search(text):
        return None
    thing = match["thing"].lower()
    return UnitFound(unit=f"$/{thing}", scale=1, currency=None, source=f'"{match[0]}" in the label')


def _is_measured(label: str) -> bool:
    return _MEASURED.search(_IN_LABEL.sub(" ", label)) is not None


def _scale(around: str, name: str, *, is_of_people: bool) -> int | None:
    before, _, exempt = around.lower().partition("except")
    exempt = re.sub(r"\bper [a-z]+", " ", exempt)
    said = _OVER.search(before)
    if _OVER_MONEY.search(before) or (said and said["money"]) or (said is None and not _OVER.search(around)):
        return 1
    if exempt and (_EXEMPT.search(exempt) or name.lower().rstrip("s") in exempt):
        return 1
    return _SCALES.get(said["scale"].lower()) if said and is_of_people else None
