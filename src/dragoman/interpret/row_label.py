"""The head of a table row → the metric it names, exactly or not at all."""

import re
from dataclasses import dataclass

from dragoman.interpret.lexicon import Hit, Lexicon, squeeze
from dragoman.interpret.normalize import normalize

_FOOTNOTE = re.compile(r"\[\w{1,3}\]|\((?:[a-z]|\d|i{1,3}|iv|v)\)|[*†‡§¹²³⁴⁵⁶⁷⁸⁹]")
_WORD = re.compile(r"[\w%$]+(?:[.'][\w]+)*")
# What a label may say beside its metric without changing what the row holds.
_SILENT_WORDS = """
a an the of for in to on at by per and total group company consolidated year years full half period ended annual
note notes us$ a$ us $ usd aud m mn million millions bn billion mt kt koz oz t tonne tonnes wmt dmt ounce ounces
share shares shareholders owners members cents cent thousand basis determined declared paid
"""
_SILENT = frozenset(_SILENT_WORDS.split())


@dataclass(frozen=True, slots=True)
class MetricReading:
    """A metric with the basis and share that the words beside it name."""

    metric: str
    basis: str | None = None
    share: str | None = None


def read_row(label: str, lexicon: Lexicon) -> MetricReading | None:
    """Read a label such as "Underlying EBITDA" or "Mined copper (consolidated basis), kt".

    None where no metric, several, or other words than units stand in it: "Revenue from copper" is not revenue.
    """
    squeezed = squeeze(_FOOTNOTE.sub(" ", normalize(label).lower))
    hits = lexicon.find(squeezed)
    metrics = [hit for hit in hits if hit.phrase.dimension == "metric"]
    if len(metrics) != 1 or _says_more(squeezed.text, hits):
        return None
    phrase = metrics[0].phrase
    basis, share = _variant(hits, "basis"), _variant(hits, "share")
    return MetricReading(phrase.name, phrase.basis or basis, phrase.share or share)


def _says_more(text: str, hits: list[Hit]) -> bool:
    at = 0
    rest = []
    for hit in hits:
        if hit.phrase.dimension in ("metric", "basis", "share", "company"):
            rest.append(text[at : hit.start])
            at = hit.end
    rest.append(text[at:])
    return any(word not in _SILENT for word in _WORD.findall(" ".join(rest)))


def _variant(hits: list[Hit], dimension: str) -> str | None:
    names = {hit.phrase.name for hit in hits if hit.phrase.dimension == dimension}
    return names.pop() if len(names) == 1 else None
