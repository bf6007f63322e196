"""Whether a sentence says of the same party that it may, must or must not do the same as the sentence it rests on.

The checker of running text compares words and values. That is enough for quotes; what a model rewords can have every
word of the page and turn it round: "may" for "may not", the Customer for the Provider.
"""

import re
from typing import Literal

from dragoman.documents.stems import stem

Rule = tuple[str, Literal["leave", "duty", "ban"], str]  # who, what kind, does what; as stems
_NOT = re.compile(r"\b(?:not|no|never|neither|nor|none|cannot)\b|n't\b")
_CANNOT = re.compile(r"\bcannot\b|\bcan't\b")
_RULE = re.compile(
    r"(?P<who>[\w’'-]+)\s+(?P<modal>may|can|could|might|shall|must|will|should)\s+(?P<no>not\s+|never\s+)?"
    r"(?:(?:only|also|then|promptly|at once|be)\s+)*(?P<does>[\w-]+)"
)
_LEAVE = frozenset({"may", "can", "could", "might"})


def says_the_same(sentence: str, source: str) -> bool:
    """Say whether every rule of the sentence is one of the source, and neither denies where the other does not."""
    ours, theirs = _CANNOT.sub("can not", sentence.lower()), _CANNOT.sub("can not", source.lower())
    if bool(_NOT.search(ours)) != bool(_NOT.search(theirs)):
        return False
    return _rules(ours) <= _rules(theirs)


def _rules(text: str) -> set[Rule]:
    return {_rule(found) for found in _RULE.finditer(text)}


def _rule(found: re.Match[str]) -> Rule:
    kind: Literal["leave", "duty", "ban"] = "leave" if found["modal"] in _LEAVE else "duty"
    return stem(found["who"]), "ban" if found["no"] else kind, stem(found["does"])
