"""Units of measure in running text and in the headers of tables."""

import re

# canonical unit: its written forms, singular, lower case (a plural "s" is allowed after words)
_FORMS = {
    "t": "t|tonne|metric ton|metric tonne|ton",
    "kt": "kt|kilotonne|thousand tonne|thousand ton",
    "Mt": "mt|megatonne|million tonne|million ton|million metric tonne|million metric ton|m tonne",
    "Mtpa": "mtpa|million tonne per annum|million tonne per year|million tonne a year",
    "wmt": "wmt|wet metric tonne|wet tonne",
    "kwmt": "kwmt|thousand wmt|thousand wet metric tonne",
    "Mwmt": "mwmt|million wmt|million wet metric tonne",
    "dmt": "dmt|dry metric tonne|dry tonne",
    "kdmt": "kdmt|thousand dmt|thousand dry metric tonne",
    "Mdmt": "mdmt|million dmt",
    "dmtu": "dmtu",
    "oz": "oz|ounce|troy ounce|fine ounce",
    "koz": "koz|thousand ounce|kilo ounce",
    "Moz": "moz|million ounce",
    "lb": "lb|pound|lbs",
    "Mlb": "mlb|million pound",
    "kg": "kg|kilogram|kilogramme|kilo",
    "g": "g|gram|gramme",
    "mg": "mg|milligram",
    "bbl": "bbl|barrel",
    "boe": "boe|barrel of oil equivalent",
    "Mboe": "mmboe|million barrels of oil equivalent|million boe",
    "km": "km|kilometre|kilometer",
    "m": "metre|meter",
    "cm": "cm|centimetre|centimeter",
    "mm": "mm|millimetre|millimeter",
    "mi": "mile",
    "ft": "ft|foot|feet",
    "in": "inch|inches",
    "yd": "yard",
    "ha": "ha|hectare",
    "acre": "acre",
    "km2": "km2|square kilometre|square kilometer|sq km",
    "m2": "m2|square metre|square meter|sqm|sq m",
    "m3": "m3|cubic metre|cubic meter",
    "L": "litre|liter|l",
    "mL": "ml|millilitre|milliliter",
    "ML": "megalitre|megaliter",
    "GL": "gigalitre|gigaliter",
    "gal": "gallon",
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
    "MtCO2e": "mtco2e|mtco2-e|mt co2-e|mt co2e",
    "ppm": "ppm|part per million",
    "g/t": "g/t|gram per tonne|g per tonne",
    "share": "share|ordinary share|security|securities",
}


def _spellings() -> dict[str, str]:
    """Map every written form in lower case to its unit."""
    found: dict[str, str] = {}
    for unit, forms in _FORMS.items():
        for form in forms.split("|"):
            found[form] = unit
            head, *rest = form.split(" per ", 1)
            plural = " per ".join([f"{head}s", *rest])
            if len(form) > 3 and not form.endswith("s"):
                found[plural] = unit
    return found


UNITS = _spellings()
_ALL = "|".join(re.escape(form) for form in sorted(UNITS, key=len, reverse=True))
_RATE_OF = (
    "wmt|dmtu|dmt|t|tonne|ton|metric tonne|metric ton|ounce|oz|lb|pound|kg|kilogram|barrel|bbl|boe|share|ordinary share|"
    "fully paid ordinary share|security|litre|l|km|kilometre|mile|hectare|ha|acre|mwh|kwh|gj|employee|user|unit|person"
)
_RATE = re.compile(rf" ?(?:/|per |an? )(?:fine |troy |wet |dry )?({_RATE_OF})(?![a-z])")
_RATE_UNITS = {"ordinary share": "share", "fully paid ordinary share": "share", "security": "share"}


def rate_after(lower: str, end: int) -> tuple[str, int] | None:
    """Return the unit of "/t" or " per share" right after `end`, and where it ends."""
    match = _RATE.match(lower, end)
    if match is None:
        return None
    name = match[1]
    return _RATE_UNITS.get(name) or UNITS.get(name, name), match.end()
