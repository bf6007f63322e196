"""Follow-ups that give one half of a couple: "from FY2022?" gives the older end, "in percent of revenue?" the whole."""

import re

from dragoman.decide.cues import Cues
from dragoman.decide.slots import Slots
from dragoman.domain.interpretation import Interpretation
from dragoman.domain.utterance import Span

_FROM = re.compile(
    r"\b(?:from|against|versus|vs\.?|compared (?:to|with)|than in|over|since)\s+(?:the\s+|in\s+)?$", re.IGNORECASE
)
_AGAINST = re.compile(r"\b(?:against|versus|vs\.?|compared (?:to|with))\s+(?:the\s+|in\s+)?$", re.IGNORECASE)
_YEAR_BEFORE = re.compile(
    r"\b(?:from|on|over|against|versus|vs\.?|compare[ds]? (?:to|with)|than(?: in)?)\s+"
    r"(?:the )?(?:year (?:before|earlier|prior)|(?:previous|prior|preceding) year)\b",
    re.IGNORECASE,
)
_IT = re.compile(r"\b(?:that|it|this|those|these|they|them)\b", re.IGNORECASE)


def gives_one_end(text: str, own: Slots, cues: Cues) -> bool:
    """Say whether a change is asked for and only the year it is counted from is named."""
    counts_from = _FROM if cues.has("growth", "difference", "cagr") else _AGAINST if cues.has("compare") else None
    if counts_from is None or len(own.periods) != 1 or own.companies or own.metrics:
        return False
    mention = own.periods[0]
    return len(mention.periods) == 1 and counts_from.search(text[: mention.span.start]) is not None


def counts_from_the_year_before(text: str, cues: Cues) -> bool:
    """Tell "how did it change from the year before", counted up to the year at hand, from "and the year before?"."""
    return cues.has("growth", "difference", "compare") and _YEAR_BEFORE.search(text) is not None


def gives_one_part(seen: Interpretation, own: Slots, cues: Cues) -> bool:
    """Say whether a ratio is asked for and only one of its two figures is named."""
    divides = any(match.intent == "ratio" and len(match.span) for match in cues)
    others = len(own.companies) > 1 or len(own.periods) > 1 or len(seen.of("metric")) != 1
    return divides and not others and len(own.metrics) == 1


def place_of_it(text: str) -> Span:
    """Return where "that" or "it" stands, the start of the text where neither does."""
    it = _IT.search(text)
    return Span(it.start(), it.end()) if it else Span(0, 0)
