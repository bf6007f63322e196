"""The rows of financial statements: labels that say the same in many ways, made plain before they are looked up."""

import re
from collections.abc import Iterable, Mapping

from dragoman.interpret.normalize import normalize
from dragoman.interpret.row_label import MetricReading
from dragoman.interpret.vocabulary_spec import MetricSpec

_NOTES = re.compile(r"\((?:see\s+)?notes?\s[^()]*\)|\[\w{1,3}\]|\((?:[a-z]|\d{1,2})\)|[*†‡§]|\bnotes?\s+[\d, ]+$")
# The other sign of the same row: "Net cash provided by (used in) …", "Profit/(loss)", "Provision for (benefit from) …".
_OTHER_SIGN = re.compile(
    r"/?\s?\((?:used (?:in|for|by)|provided by|loss(?:es)?|benefit(?:s)?(?: from)?|expense|income|decrease|increase"
    r"|deficit|gain|credit|outflow|inflow|profit|earnings|provision|recovery)\)\s?/?"
)
_OWNERS = re.compile(r"\b(?:attributable|available) to (?P<whom>.+)$")
_MINORITY = re.compile(r"\b(?:non-?\s?controlling|minority|redeemable|preferred|participating|discontinued)\b")
_SILENT = re.compile(r"\b(?:common|ordinary|consolidated|the|company's|group's|of common stock|our)\b")
_END = re.compile(r"\bfor the (?:fiscal |financial |half[- ])?(?:year|period|quarter)\b.*$")
_WORD = re.compile(r"[a-z0-9&%']+")


def plain_row(label: str) -> str | None:
    """Return a label without notes, other signs and silent words; the owners' share ends in "attributable".

    None for a row that names the share of others.
    """
    text = _END.sub(" ", _NOTES.sub(" ", " ".join(normalize(label).lower.split())))
    text = _OTHER_SIGN.sub(" ", text)
    if owners := _OWNERS.search(text):
        if _MINORITY.search(owners["whom"]):
            return None
        per_share = " per share" if "per share" in owners["whom"] else ""
        rest = " ".join(word for word in ("basic", "diluted") if word in owners["whom"])
        text = f"{text[: owners.start()]} attributable{per_share} {rest}"
    return " ".join(_WORD.findall(_SILENT.sub(" ", text))) or None


def rows_of(metrics: Iterable[MetricSpec]) -> dict[str, MetricReading]:
    """Return what each row label of the vocabulary means."""
    found: dict[str, MetricReading] = {}
    for metric in metrics:
        for label in metric.rows:
            found[plain_row(label) or label] = MetricReading(metric.metric)
        for reading in metric.readings:
            for label in reading.rows:
                found[plain_row(label) or label] = MetricReading(metric.metric, reading.basis, reading.share)
    return found


def read_statement_row(label: str, rows: Mapping[str, MetricReading]) -> MetricReading | None:
    """Return what a row of a statement means, None for one that the vocabulary does not list."""
    plain = plain_row(label)
    return rows.get(plain) if plain else None
