"""How units are written: canonical unit → its spellings in lower case, singular."""

import re

_FORMS = {
    "t": "t|tonne|metric ton|metric tonne|ton",
    "kt": "kt|kilotonne|thousand tonne|thousand ton|'000 t|'000 tonne|000 tonne|000t",
    "Mt": "mt|megatonne|million tonne|million ton|million metric tonne|million metric ton",
    "Mtpa": "mtpa|million tonnes per annum|million tonnes per year|million tonnes a year|mt per annum",
    "wmt": "wmt|wet metric tonne|wet tonne",
    "kwmt": "kwmt|thousand wmt|thousand wet metric tonne|'000 wmt|000 wmt",
    "Mwmt": "mwmt|million wmt|million wet metric tonne",
    "dmt": "dmt|dry metric tonne|dry tonne",
    "kdmt": "kdmt|thousand dmt|thousand dry metric tonne|'000 dmt|000 dmt",
    "Mdmt": "mdmt|million dmt",
    "dmtu": "dmtu",
    "oz": "oz|ounce|troy ounce|fine ounce",
    "koz": "koz|thousand ounce|'000 oz|'000 ounce|000 oz|000 ounce",
    "Moz": "moz|million ounce|million oz",
    "lb": "lb|lbs|pound",
    "Mlb": "mlb|million pound|million lb",
    "kg": "kg|kilogram|kilogramme|kilo",
    "g": "g|gram|gramme",
    "mg": "mg|milligram",
    "bbl": "bbl|barrel",
    "boe": "boe|barrel of oil equivalent|barrels of oil equivalent",
    "MMboe": "mmboe|million barrels of oil equivalent|million boe",
    "km": "km|kms|kilometre|kilometer",
    "m": "metre|meter",
    "cm": "cm|centimetre|centimeter",
    "mm": "mm|millimetre|millimeter",
    "mi": "mile|mi",
    "ft": "ft|foot|feet",
    "in": "inch|inches",
    "yd": "yard|yd|yds",
    "ha": "ha|hectare",
    "acre": "acre",
    "km2": "km2|square kilometre|square kilometer|sq km",
    "m2": "m2|square metre|square meter|sqm|sq m",
    "m3": "m3|cubic metre|cubic meter",
    "L": "litre|liter",
    "cL": "cl|centilitre|centiliter",
    "mL": "ml|mls|millilitre|milliliter",
    "ML": "megalitre|megaliter",
    "GL": "gigalitre|gigaliter",
    "gal": "gallon|gal",
    "kW": "kw|kilowatt",
    "MW": "mw|megawatt",
    "GW": "gw|gigawatt",
    "kWh": "kwh|kilowatt hour|kilowatt-hour",
    "MWh": "mwh|megawatt hour|megawatt-hour",
    "GWh": "gwh|gigawatt hour|gigawatt-hour",
    "GJ": "gj|gigajoule",
    "TJ": "tj|terajoule",
    "PJ": "pj|petajoule",
    "tCO2e": "tco2e|tco2-e|t co2-e|t co2e|tonnes co2-e|tonnes co2e|tonnes of co2-e|tonnes of co2 equivalent",
    "ktCO2e": "ktco2e|ktco2-e|kt co2-e|kt co2e",
    "MtCO2e": "mtco2e|mtco2-e|mt co2-e|mt co2e|million tonnes co2-e|million tonnes of co2-e",
    "ppm": "ppm|parts per million",
    "g/t": "g/t|grams per tonne|gram per tonne|g per tonne",
    "°C": "°c|° c|° celsius|celsius|degrees celsius|degree celsius|deg celsius|degrees c|deg c",
    "°F": "°f|° f|° fahrenheit|fahrenheit|degrees fahrenheit|degree fahrenheit|deg fahrenheit|degrees f|deg f",
    "°": "°|degree|deg",
    "hL": "hl|hectolitre|hectoliter",
    "cup": "cup",
}


def _spellings() -> dict[str, str]:
    """Map every written form, plurals included, to its unit."""
    found: dict[str, str] = {}
    for unit, forms in _FORMS.items():
        for form in forms.split("|"):
            found[form] = unit
            if len(form) > 3 and form[-1].isalpha() and form[-1] != "s":
                found.setdefault(f"{form}s", unit)
    return found


UNIT_BY_FORM = _spellings()
# The word that each form begins with, scale words aside: texts without one hold no unit.
_SCALES = {"million", "thousand"}
UNIT_WORDS = frozenset(
    next(word for word in re.findall("[a-z]+", form) if word not in _SCALES)
    for form in UNIT_BY_FORM
    if form not in ("°",)
) | {"m", "l"}


def any_form() -> str:
    """Return an alternation of all forms for a pattern, longest first."""
    return "|".join(re.escape(form) for form in sorted(UNIT_BY_FORM, key=len, reverse=True))
