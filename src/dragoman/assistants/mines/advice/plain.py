"""Whether a short text of a model may be shown to a person as it is."""

import re

_ADDRESS = re.compile(r"https?:|www\.|[<>`\[\]{}|]|\]\(", re.IGNORECASE)
_DIGIT = re.compile(r"\d")
_COVERED_YEAR = re.compile(r"\b(?:FY ?)?20\d\d\b")


def is_plain(text: str) -> bool:
    """Say whether the text is one line of plain words: no address, no markup, nothing that looks like code."""
    return bool(text.strip()) and "\n" not in text.strip() and not _ADDRESS.search(text)


def has_no_figure(text: str) -> bool:
    """Say whether the text states no number; years are no figures."""
    return not _DIGIT.search(_COVERED_YEAR.sub("", text))
