"""Units of measure behind numbers and in the headers of tables."""

import re
from dataclasses import dataclass

from dragoman.interpret.currency import currency_named
from dragoman.interpret.normalize import normalize
from dragoman.interpret.unit_forms import UNIT_BY_FORM, any_form


@dataclass(frozen=True, slots=True)
class Unit:
    """What the figures under a header count, and the multiplier printed with it.

    `unit` is "USD", "USD/share", "AUD/oz", "Mt", "koz", "%"; an unknown dollar is "$". Hundredths keep their
    name, because a scale is a whole number: "cents/share", "US cents/share".
    """

    unit: str
    currency: str | None = None  # ISO 4217; None for quantities and for a lone "$"
    scale: int = 1


_RATE_OF = {
    "share": "share|ordinary share|fully paid ordinary share|security",
    "person": "person|employee|head",
    "unit": "unit",
}
_RATE_FORMS = {form: unit for unit, forms in _RATE_OF.items() for form in forms.split("|")} | UNIT_BY_FORM
_RATE_NAMES = "|".join(re.escape(form) for form in sorted(_RATE_FORMS, key=len, reverse=True))
_PER = r" ?(?:/ ?|per |an? )"
_RATE = re.compile(rf"{_PER}({_RATE_NAMES})(?![a-z0-9])")
_UNIT = re.compile(rf"[ -]?({any_form()})(?![a-z0-9])")  # also glued, "30Mt", and hyphenated, "16-inch"
_CASED = re.compile(
    r" ?(t|g|m|L|ML|GL)(?![A-Za-z0-9]|-[0-9])| ?(l)(?![A-Za-z0-9])| (G)(?![A-Za-z0-9])"
)  # these count in one case only


def rate_after(lower: str, end: int) -> tuple[str, int] | None:
    """Return the unit of "/t" or " per share" right after `end`, and where it ends."""
    match = _RATE.match(lower, end)
    return (_RATE_FORMS[match[1]], match.end()) if match else None


def unit_after(text: str, lower: str, end: int) -> tuple[str, int] | None:
    """Return the unit of measure written right after `end`, and where it ends."""
    if cased := _CASED.match(text, end):
        return cased[1] or cased[3] or "L", cased.end()
    match = _UNIT.match(lower, end)
    return (UNIT_BY_FORM[match[1]], match.end()) if match and not (len(match[1]) == 1 and match[1].isalpha()) else None


def scaled_unit(unit: str, scale: int) -> str | None:
    """Return the unit that has the scale in its name: a million t are Mt."""
    return _SCALED_UNITS.get((unit, scale))


_SCALE_FORMS = {
    1000: "'000s|'000|000s|000's|000|thousands|thousand|k",
    1_000_000: "millions|million|mn|mln|mm|m",
    1_000_000_000: "billions|billion|bn|b",
}
_SCALE_BY_FORM = {form: scale for scale, forms in _SCALE_FORMS.items() for form in forms.split("|")}
_SCALES = "|".join(sorted(_SCALE_BY_FORM, key=len, reverse=True))
_CENTS = {"cents": "", "cent": "", "c": "", "us cents": "USD", "us cent": "USD", "usc": "USD", "a cents": "AUD"}
_CENTS |= {"australian cents": "AUD", "us$ cents": "USD", "a$ cents": "AUD", "uscents": "USD", "us¢": "USD", "¢": ""}
_CENTS |= {"pence": "GBP", "penny": "GBP", "gbp pence": "GBP", "p": "GBP"}
_CENT_NAMES = "|".join(re.escape(form) for form in sorted(_CENTS, key=len, reverse=True))
_CURRENCY = (
    r"([a-z]{0,3}\$|u\.s\.\$|[£€¥₹]|[a-z]{3}|(?:[a-z]+ ){0,3}(?:dollars?|euros?|pounds?(?: sterling)?|yen|yuan))"
)
_LEAD = re.compile(
    r"^(?:(?:all|figures|amounts|values|expressed|stated|reported|shown|are|in)\s+)+|"
    r",?\s*(?:unless|except where) otherwise (?:stated|indicated|noted)\.?$"
)
_MONEY = re.compile(rf"{_CURRENCY}(?: ?,? ?(?:in )?({_SCALES}))?(?:{_PER}({_RATE_NAMES}))?")
_MONEY_AFTER = re.compile(rf"({_SCALES}) ?(?:of )?{_CURRENCY}(?:{_PER}({_RATE_NAMES}))?")
_CENTS_PER = re.compile(rf"({_CENT_NAMES})(?:{_PER}({_RATE_NAMES}))?")
_COUNTED = re.compile(rf"(?:({_SCALES}) ?(?:of )?)?({any_form()})(?:{_PER}({_RATE_NAMES}))?")
_OTHER = {"%": "%", "per cent": "%", "percent": "%", "pct": "%", "x": "x", "times": "x", "cps": "cents/share"}
_SCALED_UNITS = {("t", 10**3): "kt", ("t", 10**6): "Mt", ("oz", 10**3): "koz", ("oz", 10**6): "Moz"}
_LONGEST_HEADER = 80


def read_unit(text: str) -> Unit | None:
    """Read the unit of a table's header: "US$ million", "A$'000", "US$/wmt", "million tonnes", "%".

    None when the text is anything else, such as a period.
    """
    lower = " ".join(normalize(text[:_LONGEST_HEADER]).lower.split()) if len(text) <= _LONGEST_HEADER else ""
    lower = _LEAD.sub("", lower.removeprefix("(").removesuffix(")").strip()).strip()
    if lower in _OTHER:
        return Unit(_OTHER[lower])
    return _cents(lower) or _money(lower) or _counted(lower)


def _money(lower: str) -> Unit | None:
    if match := _MONEY_AFTER.fullmatch(lower):
        scale, name, rate = match.groups()
    elif match := _MONEY.fullmatch(lower):
        name, scale, rate = match.groups()
    else:
        return None
    known = currency_named(name) or currency_named(name.removesuffix("s"))
    if known is None:
        return None
    unit = known[0] or "$"
    return Unit(f"{unit}/{_RATE_FORMS[rate]}" if rate else unit, known[0], _SCALE_BY_FORM.get(scale or "", 1))


def _cents(lower: str) -> Unit | None:
    match = _CENTS_PER.fullmatch(lower)
    if match is None or (match[1] in ("c", "p") and not match[2]):
        return None
    currency = _CENTS[match[1]] or None
    name = {"USD": "US cents", "AUD": "A cents", "GBP": "pence"}.get(currency or "", "cents")
    return Unit(f"{name}/{_RATE_FORMS[match[2]]}" if match[2] else name, currency)


def _counted(lower: str) -> Unit | None:
    if lower in UNIT_BY_FORM:
        return Unit(UNIT_BY_FORM[lower])
    match = _COUNTED.fullmatch(lower)
    if match is None:
        return None
    scale = _SCALE_BY_FORM.get(match[1] or "", 1)
    unit = UNIT_BY_FORM[match[2]]
    if scaled := _SCALED_UNITS.get((unit, scale)):
        unit, scale = scaled, 1
    return Unit(f"{unit}/{_RATE_FORMS[match[3]]}" if match[3] else unit, None, scale)
