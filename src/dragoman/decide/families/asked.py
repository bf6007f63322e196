"""Questions that yes or no answers: which way they lean."""

import re

from dragoman.domain.plan import Direction

_YES_OR_NO = re.compile(
    r"^\W*(?:(?:and|so|but|ok(?:ay)?|then|now|also)\W+)*(?:did|does|do|is|was|were|are|has|have|had)\b(?!n't)",
    re.IGNORECASE,
)
_NOT = re.compile(r"\bnot\b|n't\b", re.IGNORECASE)
_MORE = re.compile(
    r"\b(?:higher|larger|bigger|greater|more|better|above|over|exceed(?:s|ed)?|beat|ahead|stronger|grow[ns]?|grew|"
    r"growing|growth|increas\w+|ris(?:e|es|en|ing)|rose|jump(?:ed)?|climb(?:ed)?|improv\w+|gain(?:ed)?|up|surged?)\b",
    re.IGNORECASE,
)
_LESS = re.compile(
    r"\b(?:lower|smaller|less|fewer|worse|below|under|behind|weaker|fall(?:s|en|ing)?|fell|declin\w+|decreas\w+|"
    r"drop(?:s|ped)?|shrink|shr[au]nk|down|plunged?|slump(?:ed)?|slip(?:ped)?|reduc\w+|cut|weaken(?:ed)?)\b",
    re.IGNORECASE,
)


def is_yes_or_no(text: str) -> bool:
    """Say whether the question begins as one that yes or no answers."""
    return _YES_OR_NO.match(text) is not None


def direction_asked(text: str) -> Direction | None:
    """Return which way a yes-or-no question leans, None where it leans both ways, none, or is negated."""
    if not is_yes_or_no(text) or _NOT.search(text):
        return None
    more, less = _MORE.search(text) is not None, _LESS.search(text) is not None
    if more == less:
        return None
    return "more" if more else "less"
