"""Figures that a question means without naming them: "which miner is largest", "what changed for BHP"."""

import re
from dataclasses import replace

from dragoman.decide.ask import Ask, unspoken
from dragoman.decide.families.figures import with_headlines
from dragoman.domain.plan import Assumption

_SIZE = re.compile(r"\b(?:largest|biggest|smallest|bigger|larger|smaller)\b", re.IGNORECASE)
_MERIT = re.compile(r"\b(?:best|worst|strongest|weakest|stronger|weaker)\b(?:\s+(?:\w+\s+)?years?)?", re.IGNORECASE)
_CHANGED = re.compile(r"\b(?:change[sd]?|grow[ns]?|grew|grown|improve[sd]?|decline[sd]?)\b", re.IGNORECASE)
# "per year" says over what, "per company" for whom; anything else divides by something no report here has.
_PER = r"\s+(per\s+(?!year|annum|fiscal|financial|half|quarter|month|compan|miner|report|cent|data|the\b|an?\b)[a-z]+)"
_PAID_OUT = re.compile(
    r"\b(?:percentage|per cent|percent|%|share|proportion|fraction|part|much)\s+of\b.*\b"
    r"(?:pa(?:id|ys?|ying)\s+(?:it\s+)?out|(?:paid|pay|distribute[sd]?|return(?:ed)?|give|given|gave|go|goes|went)\b.*\b"
    r"(?:dividends?|shareholders|investors|owners))\b",
    re.IGNORECASE,
)
_PACE = re.compile(r"\b(?:faster|fastest|slower|slowest|most|least|more|gr[eo]w[ns]?|growing|growth)\b", re.IGNORECASE)


def with_a_figure(ask: Ask) -> tuple[Ask, tuple[Assumption, ...]]:
    """Return the question with the figure that it leaves to us, and the sentence that says which.

    Size is read as revenue, merit as net profit, and a change without a figure as that of the headline figures.
    Words that no rule knows ("the best safety record") leave the question as it is.
    """
    if ask.companies and _PAID_OUT.search(ask.text) and {m.name for m in ask.metrics} <= {"net_profit", "dividend"}:
        groups = tuple(replace(group, metrics=(unspoken("payout_ratio"),)) for group in ask.groups)
        return replace(ask, groups=groups), ()
    if ask.metrics or not ask.companies:
        return ask, ()
    orders = ask.cues.has("maximum", "minimum", "which_year") or ask.cues.rule("rank", "comparative", "rank", "top")
    size, merit = _SIZE.search(ask.text), _MERIT.search(ask.text)
    if orders and (size or merit) and not _unknown(ask, _SIZE if size else _MERIT):
        metric = "revenue" if size else "net_profit"
        name = ask.world.vocabulary.metric_name(metric)
        groups = tuple(replace(group, metrics=(unspoken(metric),)) for group in ask.groups)
        text = f"No figure was named, so this goes by {name}."
        return replace(ask, groups=groups), (Assumption(kind="metric", text=text),)
    if ask.cues.has("growth") and len(ask.companies) > 1 and _PACE.search(ask.text) and not _unknown(ask, _PACE):
        groups = tuple(replace(group, metrics=(unspoken("revenue"),)) for group in ask.groups)
        text = f"No figure was named, so this goes by {ask.world.vocabulary.metric_name('revenue')}."
        return replace(ask, groups=groups), (Assumption(kind="metric", text=text),)
    if ask.cues.has("growth") and _CHANGED.search(ask.text) and not _unknown(ask, _CHANGED):
        filled, said = with_headlines(ask)
        return filled, tuple(said)
    return ask, ()


def per_something(ask: Ask) -> tuple[Assumption, ...]:
    """Say that "revenue per employee" is no figure here, and that the figure given is the whole."""
    said = []
    for metric in ask.metrics:
        spec = ask.world.vocabulary.metrics.get(metric.name)
        found = metric.text and re.search(
            re.escape(metric.text) + r"(?:\s+(?:in |for )?(?:fy ?)?\d{2,4})?" + _PER, ask.text, re.IGNORECASE
        )
        if found and spec and spec.kind == "money":
            per = " ".join(found[1].lower().split())
            text = f"I have no {spec.name} {per}; the figure given is the whole {spec.name}."
            said.append(Assumption(kind="metric", text=text))
    return tuple(said)


def _unknown(ask: Ask, known: re.Pattern[str]) -> bool:
    return any(not known.fullmatch(word) and word not in ("year", "years", "miner", "miners") for word in ask.keywords)
