"""Whether a file is an agreement, though nobody said so."""

import re

from dragoman.documents.reading import Reading

_LOOKED_AT = 40_000  # characters
_PARTIES = re.compile(
    r"\b(?:part(?:y|ies)|customer|provider|supplier|client|contractor|licensee|lessee)\b", re.IGNORECASE
)
_DUTIES = re.compile(r"\b(?:shall|will|may not|must)\b")
# Per thousand words: ten public agreements have 22 or more and 6 or more, ten annual reports at most 3 and 5.
_MIN_PARTIES = 10
_MIN_DUTIES = 6


def looks_like_agreement(reading: Reading) -> bool:
    """Say whether the text keeps speaking of parties and of what they shall do."""
    text = "\n".join(page.text for page in reading.pages)[:_LOOKED_AT]
    thousands = max(len(text.split()), 1) / 1000
    parties, duties = len(_PARTIES.findall(text)), len(_DUTIES.findall(text))
    return parties >= _MIN_PARTIES * thousands and duties >= _MIN_DUTIES * thousands
