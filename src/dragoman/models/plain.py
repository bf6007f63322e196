"""Addresses and markup in texts that are not ours: what a model writes is not shown with them, news without them."""

import re

_ADDRESS = re.compile(r"https?:|\bwww\.|\]\(|\w@\w+\.\w|<[/\\!a-z]", re.IGNORECASE)
_MARKUP = re.compile(r"[<>`{}|]")
_WHOLE_ADDRESS = re.compile(r"(?:\b[a-z][a-z0-9+.-]{1,20}://|\bwww\.|\b(?:javascript|data|mailto):)\S*", re.IGNORECASE)


def holds_address(text: str) -> bool:
    """Say whether the text holds an address, a link or a tag."""
    return _ADDRESS.search(text) is not None


def holds_markup(text: str) -> bool:
    """Say whether the text holds an address or any sign that markup, tables and code are made of."""
    return holds_address(text) or _MARKUP.search(text) is not None


def without_addresses(text: str) -> str:
    """Return the text with "(link)" for each address, whatever its scheme."""
    return _WHOLE_ADDRESS.sub("(link)", text)


def is_plain(text: str) -> bool:
    """Say whether the text is one line of plain words: no address, no markup, nothing that looks like code."""
    is_line = bool(text.strip()) and "\n" not in text.strip()
    return is_line and not holds_markup(text) and "[" not in text and "]" not in text


def has_no_figure(text: str) -> bool:
    """Say whether the text holds no digit: what a model says of itself is never where a figure comes from."""
    return not any(character.isdigit() for character in text)
