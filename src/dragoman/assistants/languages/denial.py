"""Whether a translation denies where the English does: "may not" that becomes "may" has every figure of the page."""

import re

from dragoman.assistants.languages.tongues import Tongue

_DENIES = re.compile(r"\b(?:not|no|never|neither|nor|none|cannot)\b|n't\b", re.IGNORECASE)
# What a language may put with its word for "not": "unpaid", "only" (ne … que), "before", "without".
_MAY_DENY = re.compile(
    r"\b(?:nothing|nobody|nowhere|without|unless|except|only|until|before|otherwise|lack|least|fail|free|both"
    r"|(?:un|in|im|il|ir|dis|non)\w{3,})\b|\w+less\b|\w+n't\b",
    re.IGNORECASE,
)


def denies_alike(english: str, said: str, tongue: Tongue) -> bool:
    """Say whether each line denies in both texts or in neither; a line that stayed English is what it was."""
    before = [line for line in english.splitlines() if line.strip()]
    after = [line for line in said.splitlines() if line.strip()]
    return all(_alike(one, other, tongue) for one, other in zip(before, after, strict=False))


def _alike(english: str, said: str, tongue: Tongue) -> bool:
    if english.strip() == said.strip():
        return True
    denied = re.search(tongue.denies, said, re.IGNORECASE) is not None
    if _DENIES.search(english):
        return denied or _DENIES.search(said) is not None
    is_open = not tongue.has_words or _MAY_DENY.search(english) is not None
    return is_open or not denied
