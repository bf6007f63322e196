"""Change: growth in per cent, compound growth, and differences in the figure's own unit."""

import re
from collections.abc import Sequence

from dragoman.decide.ask import Ask, Draft, Group, lookup
from dragoman.decide.families.asked import direction_asked
from dragoman.decide.families.figures import grid
from dragoman.decide.families.open import explain
from dragoman.decide.families.results import in_order
from dragoman.decide.periods import covered_years, named_years
from dragoman.decide.slots import MetricMention, PeriodMention
from dragoman.domain.period import Period
from dragoman.domain.plan import Assumption, Difference, Growth, Lookup, Step
from dragoman.domain.printed_row import printed_row

_FROM_TO = re.compile(
    r"\b(from|between|since|to|vs|versus|against|compared|than|over|until|through|above|below)\b|[–-]"
    r"|\bon (?:the |its )?(?:(?:year|half|quarter|period) before|prior|previous|preceding)\b"
)
_CHANGE_ITSELF = re.compile(
    r"\b(?:the|an?|what|net|total|overall)\s+(?:[\w-]+\s+){0,2}?(?:change|increase|decrease|decline|reduction|movement)\b",
    re.IGNORECASE,
)
_RATE = re.compile(
    r"%|\bper ?cent|\bpercentages?\b|\brates? of\b|\bgrowth\b|\bgr[eo]w\w*\b|\bproportion|\bcagr\b|\bcompound|"
    r"\by(?:ear|/y)?[ -]?o(?:n|ver)",
    re.IGNORECASE,
)
_THAN = re.compile(r"\bthan\b(?P<after>.*)", re.IGNORECASE | re.DOTALL)


def _averages_too(ask: Ask) -> bool:
    """Say whether rows are to be averaged before they are held against each other, which no plan can say yet."""
    is_rows = all(printed_row(metric.name) for metric in ask.metrics)
    return is_rows and ask.cues.has("average") and not ask.cues.has("cagr")


def plan_growth(ask: Ask) -> Draft | None:
    """Relative change; one year means against the year before, no year the latest one."""
    if not ask.cues.has("growth", "cagr") or not ask.metrics or not ask.companies:
        return None
    if _averages_too(ask):
        return explain(ask)
    steps: list[Step] = []
    said: list[Assumption] = []
    for group in ask.groups:
        for company, metric in group.pairs():
            runs, more = _runs(ask, group, company)
            steps.extend(_growth(ask, company, metric, run) for run in runs)
            said.extend(more)
    if len(steps) > 1 and ask.cues.has("total", "average") and not ask.cues.has("cagr"):
        text = "Growth rates are neither added nor averaged, so each is given by itself."
        said.append(Assumption(kind="metric", text=text))
    return Draft(steps=(in_order(ask, steps) or tuple(steps)), assumptions=tuple(said))


def _growth(ask: Ask, company: str, metric: MetricMention, run: Sequence[Period]) -> Step:
    found = tuple(lookup(company, metric, period) for period in run)
    if len(found) < 2:
        return found[0]
    is_amount = _CHANGE_ITSELF.search(ask.text) is not None and not _RATE.search(ask.text)
    return Growth(cells=found, asked=direction_asked(ask.text), by_amount=is_amount)


def _runs(ask: Ask, group: Group, company: str) -> tuple[list[tuple[Period, ...]], tuple[Assumption, ...]]:
    """Return the runs of periods to measure over, oldest first, and what was assumed."""
    covered = covered_years(ask.world.coverage, company)
    if not group.periods:
        if ask.cues.has("cagr") and covered:
            return [covered], _whole(ask, covered, company)
        last = covered[-1:]
        return [(*(p.shifted(-1) for p in last), *last)] if last else [], _latest(ask, last, company)
    periods, said = named_years(ask.world, group.periods, company)
    ordered = tuple(sorted(periods))
    if len(ordered) > 1 and (_is_run(ask, group.periods) or ask.cues.has("cagr")):
        return [ordered], said
    newest = covered[-1:]
    if len(ordered) == 1 and newest and ordered[0] < newest[0] and _counts_from(ask):
        spoken = ask.world.vocabulary.spoken_period(newest[0], company)
        text = f"No later year was named, so the change is up to the latest I have, {spoken}."
        return [(*ordered, *newest)], (*said, Assumption(kind="period", text=text))
    runs: list[tuple[Period, ...]] = [(period.shifted(-1), period) for period in ordered]
    return runs, (*said, *(_against(ask, period, company) for period in ordered))


def _is_run(ask: Ask, mentions: Sequence[PeriodMention]) -> bool:
    """Tell "from FY23 to FY24" from "in FY23 and FY24", which is two changes."""
    if ask.cues.rule("growth", "in_per_cent"):
        return True  # "what percentage is that?", of the two years just held against each other
    return any(m.is_range for m in mentions) or _FROM_TO.search(ask.text.lower()) is not None


def _counts_from(ask: Ask) -> bool:
    """Tell "grow from FY2022", which has no other end, from "grow in FY2022"."""
    text = ask.text
    return any(re.search(rf"\bfrom\s+{re.escape(mention.text)}", text, re.IGNORECASE) for mention in ask.periods)


def _against(ask: Ask, period: Period, company: str) -> Assumption:
    spoken = ask.world.vocabulary.spoken_period
    before = spoken(period.shifted(-1), company)
    return Assumption(
        kind="period", text=f"The change in {spoken(period, company)} is against the year before, {before}."
    )


def _latest(ask: Ask, last: Sequence[Period], company: str) -> tuple[Assumption, ...]:
    if not last:
        return ()
    spoken = ask.world.vocabulary.spoken_period
    text = (
        f"No year was named, so this is the latest one I have, {spoken(last[0], company)}, "
        f"against the year before, {spoken(last[0].shifted(-1), company)}."
    )
    return (Assumption(kind="period", text=text),)


def _whole(ask: Ask, covered: Sequence[Period], company: str) -> tuple[Assumption, ...]:
    spoken = ask.world.vocabulary.spoken_period
    ends = f"{spoken(covered[0], company)} to {spoken(covered[-1], company)}"
    return (Assumption(kind="period", text=f"No years were named, so this covers all I have: {ends}."),)


def plan_difference(ask: Ask) -> Draft | None:
    """One figure minus another: two companies, two years or two metrics; one year means against the year before."""
    if not ask.cues.has("difference") or not ask.metrics or not ask.companies:
        return None
    if _averages_too(ask):
        return explain(ask)
    found, said = grid(ask)
    if len(found) == 1:
        only = found[0]
        before = Lookup(
            company=only.company,
            metric=only.metric,
            basis=only.basis,
            share=only.share,
            period=only.period.shifted(-1),
        )
        step = Difference(left=only, right=before)
        return Draft(steps=(step,), assumptions=(*said, _against(ask, only.period, only.company)))
    couples = _couples(found)
    if not couples:
        return None
    return Draft(steps=tuple(_ordered(ask, left, right) for left, right in couples), assumptions=said)


def _couples(found: Sequence[Lookup]) -> list[tuple[Lookup, Lookup]]:
    """Return what to subtract from what: the two cells there are, or the two ends of each company and metric."""
    if len(found) == 2:
        return [(found[0], found[1])]
    rows: dict[tuple[str, str, str | None, str | None], list[Lookup]] = {}
    for cell in found:
        rows.setdefault((cell.company, cell.metric, cell.basis, cell.share), []).append(cell)
    if all(len(row) > 1 for row in rows.values()):
        return [(row[0], row[-1]) for row in rows.values()]
    columns: dict[tuple[str, Period], list[Lookup]] = {}
    for cell in found:
        columns.setdefault((cell.metric, cell.period), []).append(cell)
    return [(column[0], column[1]) for column in columns.values() if len(column) == 2]


def _ordered(ask: Ask, left: Lookup, right: Lookup) -> Difference:
    """Put what follows "than" on the right; between two years alone, the later one is on the left."""
    than = _THAN.search(ask.text)
    if than is None:
        swap = left.company == right.company and left.metric == right.metric and left.period < right.period
        return Difference(left=right, right=left) if swap else Difference(left=left, right=right)
    after = len(ask.text) - len(than["after"])
    if left.company != right.company and _named_after(ask, left, right, after):
        return Difference(left=right, right=left)
    return Difference(left=left, right=right)


def _named_after(ask: Ask, left: Lookup, right: Lookup, place: int) -> bool:
    """Tell "more than RIO did BHP earn": the company after "than" comes first, the other after it."""
    name = ask.world.vocabulary.company_name
    text = ask.text.lower()
    first = _position(text, (left.company, name(left.company)))
    second = _position(text, (right.company, name(right.company)))
    return first >= place and second > first


def _position(text: str, names: Sequence[str]) -> int:
    places = [text.find(name.lower()) for name in names]
    return min((place for place in places if place >= 0), default=-1)
