"""Where a figure's unit and scale are said: in its cell, its row, a column, the header, the paragraph above."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from dragoman.documents.presentation import Presentation, scale_in
from dragoman.domain.document import Table
from dragoman.interpret.unit import Unit, read_unit
from dragoman.interpret.vocabulary import Vocabulary
from dragoman.interpret.vocabulary_spec import MetricKind

_BRACKETS = re.compile(r"[(\[]([^()\[\]]{1,40})[)\]]")
_KIND = re.compile(r"^(?:basic and diluted|basic|diluted|in)\s+(?:in\s+)?", re.IGNORECASE)
_CLAUSE = re.compile(r"[.;:,()]+(?=\s|$)|\s[–—-]\s|[()]")
_AFTER_IN = re.compile(r"\b(?:in|are)\s+(.{1,40}?)(?=\s+(?:unless|except|and|but|for|where|as)\b|$)", re.IGNORECASE)
_NAMES_OF_CENTS = {"USD": "US cents", "AUD": "A cents"}
_WHOLE = re.compile(r"\d,\d{3},\d{3}|[$€£¥]\s?\d{1,3}\.\d\d(?!\d)")
_DOLLARS = frozenset({"USD", "AUD", "CAD", "NZD", "SGD", "HKD"})


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitFound:
    """A unit and, in words, where it was read."""

    unit: str  # "USD", "USD/share", "AUD/oz", "Mt", "%"; "$" while nobody has said which dollar
    scale: int
    currency: str | None
    source: str

    @property
    def is_money(self) -> bool:
        """Say whether it counts money, of a known currency or not."""
        return self.currency is not None or self.unit.startswith(("$", "cents"))


def of_cell(unit: Unit | None, currency: str | None, *, is_percent: bool, text: str) -> UnitFound | None:
    """Return the unit that a cell itself writes."""
    source = f'the cell "{text}"'
    if is_percent:
        return UnitFound(unit="%", scale=1, currency=None, source=source)
    if unit is not None:
        return UnitFound(unit=unit.unit, scale=unit.scale, currency=unit.currency, source=source)
    return UnitFound(unit=currency, scale=1, currency=currency, source=source) if currency else None


def unit_of(text: str, source: str) -> UnitFound | None:
    """Read a text that is nothing but a unit."""
    unit = read_unit(text)
    if unit is None:
        return None
    return UnitFound(unit=unit.unit, scale=unit.scale, currency=unit.currency, source=f'{source} "{text}"')


def unit_in(text: str, source: str) -> UnitFound | None:
    """Read a unit in brackets, such as that of "Dividend (US cents per share)"."""
    found = (unit_of(_KIND.sub("", match[1]).strip(), source) for match in _BRACKETS.finditer(text))
    return next((unit for unit in found if unit), None)


def unit_behind(text: str, source: str) -> UnitFound | None:
    """Read a unit in brackets or at the end, such as that of "FY2024 US$ million"."""
    words = text.split()
    tails = (unit_of(" ".join(words[start:]), source) for start in range(max(1, len(words) - 3), len(words)))
    return unit_in(text, source) or next((unit for unit in tails if unit), None)


def units_of_table(table: Table) -> tuple[UnitFound, ...]:
    """Return what the whole table may be in: its first header cell says one unit, the paragraph above may say two."""
    first = table.header[0] if table.header else ""
    if unit := unit_of(first, "the table's header") or unit_in(first, "the table's header"):
        return (unit,)
    found = (unit_of(text, "the paragraph above the table,") for text in _phrases(table.caption))
    return tuple({(unit.unit, unit.scale): unit for unit in found if unit}.values())


_MARK = re.compile(r"([A-Z]{0,3}[$€£¥])")
_CENTS = re.compile(r"\bcents?\b|[¢₵]|\bpence\b", re.IGNORECASE)
_EXCEPT_SHARES = re.compile(r"\bexcept\b.*\bper[ -]share\b", re.IGNORECASE)


def money_of_table(table: Table, presentation: Presentation) -> UnitFound | None:
    """Return the money that a table without a whole unit is in: a sign in a cell, a scale over it or over its page."""
    scale = scale_over(table)
    if scale is None and presentation.scale is not None:
        scale = presentation.scale, presentation.scale_source
    known = _sign_in(table)
    if scale is None and known and table.is_print and not presentation.is_scaled and in_whole_units(table):
        return known  # a document that never speaks of thousands means what it prints
    if scale is None or (known is None and presentation.currency is None):
        return None
    source = f'"{scale[1]}" over the table'
    if known is None:
        return UnitFound(unit="$", scale=scale[0], currency=None, source=source)
    return UnitFound(unit=known.unit, scale=scale[0], currency=known.currency, source=f"{source} and {known.source}")


def in_whole_units(table: Table) -> bool:
    """Say whether its figures show that they leave no thousands out: some run to millions, or have cents."""
    return any(_WHOLE.search(cell) for row in table.rows for cell in row[1:])


def words_over(table: Table) -> str:
    """Return all that stands over a table and may speak of its units."""
    return " · ".join([table.caption, *table.header, *table.section[-1:]])


def scale_over(table: Table) -> tuple[int, str] | None:
    """Return the scale that a caption, a header or the heading gives, and the words that give it."""
    texts = (table.caption, *table.header, *table.section[-1:])
    return next((scale for text in texts if (scale := scale_in(text))), None)


def scaled(unit: UnitFound, table: Table) -> UnitFound:
    """Give a lone currency over a column the scale that stands over the table: "2022 $" below "(in thousands)"."""
    scale = scale_over(table) if unit.is_money and unit.scale == 1 and "/" not in unit.unit else None
    if scale is None or in_hundredths(unit.unit):
        return unit
    return replace(unit, scale=scale[0], source=f'{unit.source} and "{scale[1]}" over the table')


def share_money(unit: UnitFound, table: Table, cell: str) -> UnitFound | None:
    """Return the money per share in a table of money: whole, where the table says so or the cell prints the sign."""
    if not unit.is_money or "/" in unit.unit:
        return unit if unit.unit.endswith("/share") else None
    if in_hundredths(unit.unit):
        return per_share(unit)
    says_so = _EXCEPT_SHARES.search(words_over(table)) or _MARK.search(cell)
    if not says_so and unit.scale != 1:
        return None
    return per_share(replace(unit, scale=1))


def speaks_of_cents(text: str) -> bool:
    """Say whether a label counts in hundredths, though its unit could not be read."""
    return _CENTS.search(text) is not None


def in_hundredths(unit: str) -> bool:
    """Say whether a unit of money is the hundredth of a currency."""
    return "cents" in unit or "pence" in unit


def _sign_in(table: Table) -> UnitFound | None:
    marks = {mark for row in table.rows for cell in row[1:] for mark in _MARK.findall(cell)}
    return unit_of(next(iter(marks)), "the sign") if len(marks) == 1 else None


def _phrases(caption: str) -> Iterator[str]:
    for clause in _CLAUSE.split(caption):
        yield clause.strip()
        yield from (match[1].strip() for match in _AFTER_IN.finditer(clause.strip()))


def settle(
    unit: UnitFound,
    company: str | None,
    metric: str | None,
    vocabulary: Vocabulary,
    presentation: Presentation | None = None,
) -> UnitFound | None:
    """Say which dollar a lone "$" is: what the document says, else its company reports in. None when nobody knows."""
    if not unit.is_money or unit.currency is not None:
        return unit
    if presentation and presentation.currency:
        name = _NAMES_OF_CENTS.get(presentation.currency, "cents") if unit.unit.startswith("cents") else "cents"
        name = unit.unit.replace("$", presentation.currency).replace("cents", name)
        source = f"{unit.source}, and {presentation.currency_source} in {presentation.currency}"
        return replace(unit, unit=name, currency=presentation.currency, source=source)
    spec = vocabulary.companies.get(company or "")
    currency = (vocabulary.currency(company or "", metric) if metric else None) or (spec.currency if spec else None)
    if spec is None or currency not in _DOLLARS:
        return None
    name = unit.unit.replace("$", currency)
    return replace(
        unit, unit=name, currency=currency, source=f"{unit.source} read as {currency}, {spec.name}'s currency"
    )


def fitting(units: Iterable[UnitFound], kind: MetricKind | None) -> tuple[UnitFound, ...]:
    """Keep the units that a figure of the kind can be in: a dividend per share is not in US$ million."""
    return tuple(unit for unit in units if kind is None or _fits(unit, kind))


def _fits(unit: UnitFound, kind: MetricKind) -> bool:
    is_rate, is_whole = "/" in unit.unit, unit.scale == 1
    match kind:
        case "money":
            return unit.is_money and not is_rate and not in_hundredths(unit.unit)
        case "per_share":
            return unit.is_money and is_whole and (not is_rate or unit.unit.endswith("/share"))
        case "unit_cost":
            return unit.is_money and is_whole
        case "percent":
            return unit.unit in ("%", "x")
        case "quantity" | "count":
            return not unit.is_money and unit.unit not in ("%", "x")


def per_share(unit: UnitFound) -> UnitFound:
    """Name the share in the unit of a figure per share whose header says only "US$"."""
    return unit if "/" in unit.unit else replace(unit, unit=f"{unit.unit}/share")
