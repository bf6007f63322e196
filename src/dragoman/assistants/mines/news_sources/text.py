"""Strangers' text made fit to be told: no markup, no hidden characters, nothing that looks like our own marks."""

import re
import unicodedata
from collections.abc import Iterator
from html import unescape
from urllib.parse import parse_qsl, urlencode, urlsplit

MAX_TITLE = 200  # characters
MAX_TEXT = 2_000
_MAX_MARKUP = 20_000  # characters of markup that are looked at
_MAX_LINK = 2_000
_HIDDEN = frozenset({"script", "style", "template", "noscript", "iframe", "svg", "object"})
_BREAKS = frozenset({"p", "br", "div", "li", "tr", "h1", "h2", "h3", "h4", "td", "blockquote"})
_TAG = re.compile(r"<!--|</?(?P<name>[A-Za-z][A-Za-z0-9]{0,20})|<[/!?]")
_CLOSINGS = {name: re.compile(rf"</{name}[^<>]*>", re.IGNORECASE) for name in _HIDDEN}
_MARKER = re.compile(r"\[(\d{1,3})\]")  # how an answer cites a page
_WORD = re.compile(r"\w+")
_FOLLOWED = ("utm_", "fbclid", "gclid", "mc_cid", "mc_eid")  # what only says who clicked where


def without_markup(markup: str) -> str:
    """Return what a reader would see of a piece of HTML; text without any stays as it is.

    One pass, linear in the length: the parser of the standard library takes seconds for a few thousand open tags.
    """
    markup = markup[:_MAX_MARKUP]
    if "<" not in markup and "&" not in markup:
        return markup
    return unescape("".join(_visible(markup)))


def _visible(markup: str) -> Iterator[str]:
    at = 0
    while (start := markup.find("<", at)) >= 0:
        yield markup[at:start]
        tag = _TAG.match(markup, start)
        if tag is None:
            yield "<"  # "a < b"
            at = start + 1
            continue
        end = _end_of(markup, start, tag)
        if end is None:  # what is opened and never closed is not seen
            return
        if tag["name"] and tag["name"].lower() in _BREAKS:
            yield " "
        at = end
    yield markup[at:]


def _end_of(markup: str, start: int, tag: re.Match[str]) -> int | None:
    """Return where a comment, a tag, or an element that is not shown ends."""
    name = (tag["name"] or "").lower()
    if tag[0] == "<!--":
        end = markup.find("-->", start)
        return None if end < 0 else end + 3
    if name in _HIDDEN and tag[0][1] != "/":
        closing = _CLOSINGS[name].search(markup, start)
        return closing.end() if closing else None
    end = markup.find(">", start)
    return None if end < 0 else end + 1


def on_one_line(text: str, limit: int) -> str:
    """Return the text on one line, cut at a word; it can neither cite a page nor open a section of ours."""
    seen = "".join(_seen(character) for character in text[: 4 * limit])
    plain = _MARKER.sub(r"(\1)", " ".join(seen.split()))
    if len(plain) <= limit:
        return plain
    return f"{plain[: limit - 2].rsplit(' ', 1)[0]} …"


def _seen(character: str) -> str:
    if character in "【】":
        return "|"
    if character.isspace():
        return " "
    return "" if unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co", "Cn") else character


def web_link(address: str) -> str:
    """Return an address of the web as it is, nothing for any other."""
    address = address.strip()
    if len(address) > _MAX_LINK or any(character.isspace() or not character.isprintable() for character in address):
        return ""
    try:
        parts = urlsplit(address)
        host = parts.hostname
    except ValueError:
        return ""
    is_web = parts.scheme in ("http", "https") and host and "@" not in parts.netloc and "\\" not in address
    return address if is_web else ""


def canonical_link(address: str) -> str:
    """Return what two addresses of one page have in common: no scheme, no "www.", nothing about who clicked."""
    if not address:
        return ""
    parts = urlsplit(address)
    query = [(name, value) for name, value in parse_qsl(parts.query) if not name.lower().startswith(_FOLLOWED)]
    host = (parts.hostname or "").removeprefix("www.")
    return f"{host}{parts.path.rstrip('/')}?{urlencode(sorted(query))}"


def title_key(title: str) -> str:
    """Return the words of a title, whatever its case and punctuation."""
    return " ".join(_WORD.findall(title.casefold()))
