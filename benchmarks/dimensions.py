"""Measure the value dimensions on two public sets of phrases.

Reads `recognizers-text-number-unit-duration` and `duckling-number-unit-en` from DRAGOMAN_DATA and prints, for each
dimension, how many of the expected values were read right, read wrong or missed, and how many values nobody expected.
Both sets speak of everyday English (cups, inches, lakhs); the product's own domain is covered by the corpus files.

    DRAGOMAN_DATA=/path/to/data python benchmarks/dimensions.py [--misses number]
"""

import argparse
import json
import os
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from dragoman.domain.value import Duration, Money, Number, Ordinal, Percent, Quantity, Value
from dragoman.interpret.dimensions import duration, money, number, ordinal, percent, quantity
from dragoman.interpret.dimensions.dimension import Context, Dimension, Match
from dragoman.interpret.normalize import NormalizedText, normalize

RECOGNIZERS, DUCKLING = "recognizers-text-number-unit-duration", "duckling-number-unit-en"
CONTEXT = Context(date(2016, 11, 7))
SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86400, "week": 604800}
SECONDS |= {"month": 2592000, "quarter": 7776000, "year": 31536000}
# What one unit is in the smallest of its family, so that "0.002 kg" and "2 g" agree.
BASE = {
    "mm": 0.001,
    "cm": 0.01,
    "m": 1,
    "km": 1000,
    "in": 0.0254,
    "ft": 0.3048,
    "yd": 0.9144,
    "mi": 1609.344,
    "mg": 0.001,
    "g": 1,
    "kg": 1000,
    "t": 1e6,
    "lb": 453.592,
    "oz": 28.3495,
    "cup": 1,
    "mL": 0.001,
    "cL": 0.01,
    "L": 1,
    "hL": 100,
    "gal": 3.78541,
    "°C": 1,
    "°F": 1,
    "°": 1,
    "": 1,
}
HUNDREDTHS = ("Cent", "Penny", "Pence")  # we give them in whole units
DUCKLING_UNITS = {
    "Kilometre": "km",
    "Mile": "mi",
    "Metre": "m",
    "M": "m",
    "Centimetre": "cm",
    "Millimetre": "mm",
    "Inch": "in",
    "Foot": "ft",
    "Yard": "yd",
    "Gram": "g",
    "Pound": "lb",
    "Ounce": "oz",
    "Cup": "cup",
    "Litre": "L",
    "Millilitre": "mL",
    "Gallon": "gal",
    "Hectolitre": "hL",
    "Celsius": "°C",
    "Fahrenheit": "°F",
    "Degree": "°",
}
DUCKLING_FILES = {
    "Numeral": "number",
    "Ordinal": "ordinal",
    "AmountOfMoney": "money",
    **dict.fromkeys(("Distance", "Quantity", "Volume", "Temperature"), "quantity"),
    "Duration": "duration",
}
RECOGNIZERS_FILES = {
    "Number/NumberModel": "number",
    "Number/OrdinalModel": "ordinal",
    "Number/PercentModel": "percent",
    "NumberWithUnit/CurrencyModel": "money",
    "NumberWithUnit/DimensionModel": "quantity",
    "NumberWithUnit/TemperatureModel": "quantity",
    "DateTime/DurationParser": "duration",
}


class Amounts:
    """Money and money per unit: the public sets call both an amount of money."""

    name = "money"

    def find(self, text: NormalizedText, context: Context) -> list[Match]:
        """Return both, in order."""
        found = quantity.Quantity().find(text, context)
        rates = [match for match in found if isinstance(match.value, Quantity) and "/" in match.value.unit]
        return sorted([*money.Money().find(text, context), *rates], key=lambda match: match.start)


FINDERS: dict[str, Callable[[], Dimension]] = {
    "number": number.Number,
    "ordinal": ordinal.Ordinal,
    "percent": percent.Percent,
    "money": Amounts,
    "quantity": quantity.Quantity,
    "duration": duration.Duration,
}


@dataclass(frozen=True)
class Case:
    """A text and the values it must yield, as plain numbers."""

    name: str
    dimension: str
    text: str
    expected: tuple[float, ...]


def comparable(value: Value, *, by_unit: bool) -> float:
    """Return a value as one number: money in whole units, lengths of time in seconds."""
    match value:
        case Number(number=amount) | Percent(percent=amount) | Money(amount=amount):
            return float(amount)
        case Ordinal(ordinal=place):
            return float(place)
        case Duration(amount=amount, unit=unit):
            return float(amount) * SECONDS[unit]
        case Quantity(amount=amount, unit=unit):
            return float(amount) * (BASE.get(unit, 1) if by_unit else 1)
        case _:
            raise TypeError(value)


def recognizers(folder: Path) -> Iterator[Case]:
    """Yield the cases of Recognizers-Text, amounts as they stand (their units have names of their own)."""
    for file, dimension in RECOGNIZERS_FILES.items():
        for case in json.loads(Path(folder, f"{file}.json").read_text("utf-8-sig")):
            expected = []
            for result in case["Results"]:
                if result.get("TypeName") in ("ordinal.relative", "datetime"):
                    continue
                resolution = result.get("Resolution") or result["Value"]["FutureResolution"]
                raw = resolution.get("value") or resolution.get("duration")
                if raw and raw != "null":
                    factor = 0.01 if resolution.get("unit") in HUNDREDTHS else 1
                    expected.append(float(str(raw).rstrip("%")) * factor)
            yield Case(f"recognizers {file.partition('/')[2]}", dimension, case["Input"], tuple(expected))


def duckling(folder: Path) -> Iterator[Case]:
    """Yield the phrases of Duckling; ranges expect each end that is written."""
    for file, dimension in DUCKLING_FILES.items():
        for line in Path(folder, f"{file}.jsonl").read_text("utf-8").splitlines():
            row = json.loads(line)
            if row["kind"] != "latent":
                expected = duckling_values(row["value"] or "", dimension)
                yield Case(f"duckling {file}", dimension, row["text"], tuple(expected))


def duckling_values(written: str, dimension: str) -> list[float]:
    """Read "between Gram (100,1000) Nothing" or "DurationData 90 Minute"."""
    bare = re.sub(r'\(Just "[^"]*"\)', "", written)
    words = set(re.findall("[A-Za-z]+", bare))
    amounts = [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?(?:e-?\d+)?", bare)]
    if dimension == "duration":
        return [amount * SECONDS[unit] for amount in amounts for unit in SECONDS if unit.capitalize() in words]
    if dimension == "money" and "Cent" in words:
        return [amount / 100 for amount in amounts]
    factor = next((BASE[unit] for name, unit in DUCKLING_UNITS.items() if name in words), 1)
    return [amount * factor for amount in amounts] if dimension == "quantity" else amounts


def score(case: Case, finder: Dimension) -> Counter[str]:
    """Count right, wrong, missing and extra values of a case."""
    by_unit = case.name.startswith("duckling")
    found = [comparable(match.value, by_unit=by_unit) for match in finder.find(normalize(case.text), CONTEXT)]
    counts: Counter[str] = Counter(cases=1)
    left = list(case.expected)
    unmatched = []
    for value in found:
        same = next((other for other in left if abs(other - value) <= 1e-6 * max(1, abs(other))), None)
        if same is None:
            unmatched.append(value)
        else:
            left.remove(same)
            counts["right"] += 1
    counts["wrong"] = min(len(left), len(unmatched))
    counts["missing"] = len(left) - counts["wrong"]
    counts["extra"] = len(unmatched) - counts["wrong"]
    counts["exact"] = int(not left and not unmatched)
    return counts


def main() -> int:
    """Print a table; without data say so."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--misses", metavar="DIMENSION", help="print each case of this dimension that is not exact")
    wanted = parser.parse_args().misses
    root = Path(os.environ.get("DRAGOMAN_DATA", ""))
    if not os.environ.get("DRAGOMAN_DATA") or not Path(root, RECOGNIZERS).exists() or not Path(root, DUCKLING).exists():
        sys.stdout.write(f"skipped: set DRAGOMAN_DATA to a folder that holds {RECOGNIZERS} and {DUCKLING}\n")
        return 0
    totals: dict[str, Counter[str]] = {}
    finders = {name: make() for name, make in FINDERS.items()}
    for case in (*recognizers(root / RECOGNIZERS), *duckling(root / DUCKLING)):
        counts = score(case, finders[case.dimension])
        totals.setdefault(f"{case.dimension:9} {case.name}", Counter()).update(counts)
        if case.dimension == wanted and not counts["exact"]:
            found = [str(match.value) for match in finders[case.dimension].find(normalize(case.text), CONTEXT)]
            sys.stdout.write(f"{case.text!r}  expected {case.expected}  found {found}\n")
    columns = ("cases", "exact", "right", "wrong", "missing", "extra")
    sys.stdout.write(f"{'':40}{''.join(f'{column:>9}' for column in columns)}\n")
    for name, counts in sorted(totals.items()):
        sys.stdout.write(f"{name:40}{''.join(f'{counts[column]:9}' for column in columns)}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
