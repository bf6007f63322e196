"""Whether a short text of a model may be shown to a person as it is."""

import re

_ADDRESS = re.compile(r"https?:|www\.|[<>`\[\]{}|]|\]\(", re.IGNORECASE)


def is_plain(text: str) -> bool:
    """Say whether the text is one line of plain words: no address, no markup, nothing that looks like code."""
    return bool(text.strip()) and "\n" not in text.strip() and not _ADDRESS.search(text)


def has_no_figure(text: str) -> bool:
    """Say whether the text holds no digit: what a model says of itself is never where a figure comes from."""
    return not any(character.isdigit() for character in text)
