"""Many figures to one or in order: total, average, extremes, count, rank, thresholds."""

import re
from decimal import Decimal

from dragoman.decide.ask import Ask, Draft, Group
from dragoman.decide.families.asked import is_yes_or_no
from dragoman.decide.families.figures import grid
from dragoman.decide.periods import Resolved, all_years, named_years, periods_for
from dragoman.decide.rates import read_rate
from dragoman.decide.thresholds import read_threshold
from dragoman.domain.period import Period
from dragoman.domain.plan import Aggregate, AggregateKind, Assumption, Lookup, Rank, Step, Threshold
from dragoman.domain.printed_row import printed_row

_LOW = re.compile(r"\b(lower|smaller|less|fewer|worse|cheaper)\b")
_TOP = re.compile(
    r"\b(top|bottom|best|worst|largest|biggest|highest|lowest|smallest)\s+(\d{1,2}|two|three|four|five)\b"
)
_NAMED_FEW = re.compile(r"\b(\d{1,2}|two|three|four|five)\s+(?:\w+\s+)?(?:miners|companies|years)\s+with\b")
_BELOW_ZERO = re.compile(
    r"\b(?:negative|(?:made|make|reported|report|had|at) an? (?:net )?loss|loss-making|lost money|"
    r"net cash(?! (?:flows?|provided|used|\(used|generated|from|inflows?|outflows?|paid|received)\b))\b"
)
_ABOVE_ZERO = re.compile(
    r"\b(?:profitable|in the black|(?:pay|paid|paying|declared?) (?:out )?(?:\w+ ){0,2}dividends?|"
    r"(?:make|made|making|report(?:ed)?|earn(?:ed)?) an? (?:net |statutory |underlying )?profit)\b",
    re.IGNORECASE,
)
_ALL_YEARS = re.compile(
    r"\b(?:all|across|over|during) (?:of )?(?:the |these )?(?:\d|two|three|four|five)[ -]"
    r"(?:fiscal |financial )?years?\b"
    r"|\b(?:all|each of the) years\b",
    re.IGNORECASE,
)
_COMPARED = re.compile(
    r"\b(?:higher|larger|bigger|greater|more|better|stronger|lower|smaller|less|fewer|worse|weaker)\b(?! than\b)",
    re.IGNORECASE,
)
_SUM_OF = re.compile(
    r"\b(?:sum|total|combined)\s+(?:\w+\s+){0,2}?(?:of|for|from)\b|\b(?:combined|altogether|together|in total)\b",
    re.IGNORECASE,
)
_FEW_YEARS = re.compile(r"\b(\d{1,2}|two|three|four|five)\s+(?:\w+\s+)?years\b")
_HOW_MANY = re.compile(r"\b(?:how many|number of|count)\b", re.IGNORECASE)
_WORDS = {"two": 2, "three": 3, "four": 4, "five": 5}


def plan_rank(ask: Ask) -> Draft | None:
    """Companies (or years) in order of a figure, the first few of them, or those beyond a threshold."""
    if not ask.metrics or not ask.companies:
        return None
    threshold = _threshold(ask)
    if ask.cues.has("growth", "cagr") and not threshold:
        return None
    if not (_orders(ask) or (threshold and _is_open(ask))):
        return None
    found, said = grid(ask, _years if _by_year(ask) else None)
    rows = _rows(ask, found)
    if all(len(row) < 2 for row in rows) and not threshold:
        return _of_one_year(found, said) if ask.cues.has("which_year") and found else None
    limit = None if threshold else _limit(ask)
    counts = threshold is not None and _HOW_MANY.search(ask.text) is not None
    rate = None if threshold else read_rate(ask.text)
    steps: list[Step] = [
        Rank(cells=row, descending=_descending(ask), limit=limit, threshold=threshold, counts=counts, rate=rate)
        for row in rows
    ]
    return Draft(steps=tuple(steps), assumptions=said)


def _picks_year(ask: Ask) -> bool:
    """Say whether it is asked in which year a figure was higher or lower, however many words stand between."""
    return ask.cues.has("which_year") and _COMPARED.search(ask.text) is not None


def _of_one_year(found: tuple[Lookup, ...], said: tuple[Assumption, ...]) -> Draft:
    """State what there is of a figure that is to be compared over years, and that there is no other year."""
    text = "There are figures for no other year, so none can be called higher or lower."
    return Draft(steps=found, assumptions=(*said, Assumption(kind="period", text=text)))


def _orders(ask: Ask) -> bool:
    several = len(ask.companies) > 1
    extreme = ask.cues.has("maximum", "minimum")
    few_years = _by_year(ask) and extreme and _FEW_YEARS.search(ask.text.lower()) is not None
    asked = (
        few_years
        or ask.cues.rule("rank", "rank", "top", "ascending")
        or (several and ask.cues.rule("rank", "comparative"))
    )
    if _picks_year(ask):
        return True  # "in which year was it higher", of as many years as there are
    which = several and ask.cues.rule("rank", "which_company") and not ask.cues.has("average", "total")
    return asked or few_years or (several and extreme and not _by_year(ask)) or (which and extreme)


def _is_open(ask: Ask) -> bool:
    """Several cells are possible, so a threshold picks among them; or it is a yes or no question about one."""
    return (
        len(ask.companies) > 1
        or _by_year(ask)
        or sum(len(m.periods) for m in ask.periods) > 1
        or is_yes_or_no(ask.text)
    )


def _by_year(ask: Ask) -> bool:
    alone = len(ask.companies) == 1
    extreme = ask.cues.has("maximum", "minimum") and not ask.periods
    return (
        ask.cues.has("which_year")
        or (alone and _FEW_YEARS.search(ask.text.lower()) is not None and extreme)
        or (alone and (ask.cues.has("count") or ask.cues.rule("rank", "rank", "ascending")))
    )


def _years(ask: Ask, group: Group, company: str) -> Resolved:
    return named_years(ask.world, group.periods, company) if group.periods else all_years(ask.world, company)


def _rows(ask: Ask, found: tuple[Lookup, ...]) -> list[tuple[Lookup, ...]]:
    """One ranking per metric: of the years of each company, or of the companies in each year."""
    rows: dict[tuple[str | None, ...], list[Lookup]] = {}
    by_year = _by_year(ask)
    for cell in found:
        apart = cell.company if by_year else cell.period.label
        rows.setdefault((cell.metric, cell.basis, cell.share, apart), []).append(cell)
    return [tuple(row) for row in rows.values()]


def _limit(ask: Ask) -> int | None:
    text = ask.text.lower()
    top, named = _TOP.search(text), _NAMED_FEW.search(text) or (_by_year(ask) and _FEW_YEARS.search(text)) or None
    if few := (top[2] if top else named[1] if named else ""):
        return int(_WORDS.get(few, 0) or few)
    if _picks_year(ask):
        return 1
    ordered = ask.cues.rule("rank", "rank", "comparative")
    return 1 if ask.cues.has("maximum", "minimum") and not ordered else None


def _descending(ask: Ask) -> bool:
    if ask.cues.rule("rank", "ascending"):
        return False
    compared = ask.cues.rule("rank", "comparative") or _picks_year(ask)
    low = ask.cues.has("minimum") or (compared and _LOW.search(ask.text.lower()))
    return not (low and not ask.cues.has("maximum"))


def _threshold(ask: Ask) -> Threshold | None:
    if threshold := read_threshold(ask.constraints):
        return threshold
    if _BELOW_ZERO.search(ask.text.lower()):
        return Threshold(comparator="lt", amount=Decimal(0))
    is_plain = not ask.cues.has("growth", "difference", "compare", "maximum", "minimum", "average", "total", "trend")
    if is_yes_or_no(ask.text) and is_plain and _ABOVE_ZERO.search(ask.text):
        return Threshold(comparator="gt", amount=Decimal(0))
    return None


def plan_aggregate(ask: Ask) -> Draft | None:
    """Total, average or pick the extreme over the years of each company, or over the companies of one year."""
    operation = _operation(ask) or _total_by_name(ask)
    if operation is None or not ask.metrics or not ask.companies:
        return None
    asked = _period_asked(ask, operation)
    if asked:
        found, said = grid(ask, lambda ask, _, company: all_years(ask.world, company))
    else:
        found, said = grid(ask, _years if _wants_years(ask, operation) else _latest_or_named)
    rows = [found] if _adds_rows(ask, found, operation) else _aggregate_rows(found)
    steps = tuple(Aggregate(operation=operation, cells=row, asked=asked) if len(row) > 1 else row[0] for row in rows)
    return Draft(steps=steps, assumptions=said) if steps else None


def _period_asked(ask: Ask, operation: AggregateKind) -> Period | None:
    """Return the year of "was FY2022 its best year", which is a question about all years."""
    periods = [period for mention in ask.own.periods for period in mention.periods]
    is_one = len(periods) == 1 and len(ask.companies) == 1 and operation in ("max", "min")
    return periods[0] if is_one and is_yes_or_no(ask.text) else None


def _latest_or_named(ask: Ask, group: Group, company: str) -> Resolved:
    return periods_for(ask.world, group.periods, company)


def _wants_years(ask: Ask, operation: AggregateKind) -> bool:
    """Without a year "average", "highest" and "in total" of one company speak of all years there are."""
    if ask.cues.has("which_year") or _ALL_YEARS.search(ask.text):
        return True
    return len(ask.companies) == 1 and operation in ("average", "max", "min")


def _operation(ask: Ask) -> AggregateKind | None:
    names: dict[str, AggregateKind] = {
        "average": "average",
        "total": "total",
        "maximum": "max",
        "minimum": "min",
    }
    for intent, operation in names.items():
        if ask.cues.has(intent):
            return operation
    return None


def _total_by_name(ask: Ask) -> AggregateKind | None:
    """Read "total revenue of the five miners" as a sum, though "total revenue" alone is a figure's name.

    Dividends per share do not add up over companies, and "total dividend" is the year's.
    """
    named = [m for m in ask.metrics if m.text.lower().startswith("total ")]
    kinds = {spec.kind for m in named if (spec := ask.world.vocabulary.metrics.get(m.name))}
    several = len(ask.companies) > 1 or sum(len(m.periods) for m in ask.periods) > 1
    adds_up = kinds == {"money"} or (kinds == {"per_share"} and len(ask.companies) == 1)
    return "total" if several and adds_up and len(named) == len(ask.metrics) else None


def _adds_rows(ask: Ask, found: tuple[Lookup, ...], operation: AggregateKind) -> bool:
    """Say whether rows of one company and period are to be added: "the sum of trade and other receivables"."""
    is_one_place = len({(cell.company, cell.period) for cell in found}) == 1
    is_rows = len(found) > 1 and all(printed_row(cell.metric) for cell in found)
    return operation == "total" and is_one_place and is_rows and _SUM_OF.search(ask.text) is not None


def _aggregate_rows(found: tuple[Lookup, ...]) -> list[tuple[Lookup, ...]]:
    """Over years: a row per company and metric. Over companies in one year: a row per metric."""
    several_years = len({cell.period for cell in found}) > 1
    rows: dict[tuple[str | None, ...], list[Lookup]] = {}
    for cell in found:
        company = cell.company if several_years else None
        rows.setdefault((cell.metric, cell.basis, cell.share, company), []).append(cell)
    return [tuple(row) for row in rows.values()]
