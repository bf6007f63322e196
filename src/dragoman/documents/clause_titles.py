"""Titles that stand in one line with the text of their clause: "Taxes. Customer is…", "PAYMENT The Customer…"."""

import re

_DEFINED = re.compile(r"[“\"']([^”\"']{1,60})[”\"'’]\s+(?:means|shall mean|has the|shall have|will have|is defined)")
_RUN_IN = re.compile(r"(.{2,80}?)[.:](?=\s+\S)")
_LOUD = re.compile(
    r"([A-Z][A-Z'’&/,;-]+(?:[\s-]+(?:(?:and|of|for|the|to|in|or|on|with)\s+)?[A-Z&/][A-Z'’&/,;-]*){0,11})"
    r"\s+(?=[A-Z][a-z]|[A-Z]\s+[a-z]|[“\"]|\([a-z0-9]{1,3}\)|[a-z]\.\s|\d{1,2}\.\d)"
)
_VERB = re.compile(r"\b(?:is|are|shall|will|may|must|has|have|can|cannot|does|do|means|agrees?|keeps?|warrants?)\b")
_SMALL = frozenset(
    """
    a all an and any as at by for from in into its of on or per that the their this to upon with without & / -
    """.split()  # noqa: SIM905, it reads
)
_MAX_TITLE_WORDS = 12
_MAX_LOWER_WORDS = 4
_MIN_LOUD = 4  # letters; a party's initials are no title


def split_title(text: str) -> tuple[str, str]:
    """Return the title a clause begins with, if it does, and the rest: "Taxes. Customer is…" has the title "Taxes"."""
    if term := _DEFINED.match(text):
        return f"“{term[1]}”", text
    if ". " not in text and is_title(
        text, may_be_small=not text.endswith(".")
    ):  # "He pays." is a whole clause and no title
        return text.rstrip(".:"), ""
    head = _RUN_IN.match(text)
    if head and is_title(head[1]):
        return head[1].strip(), text[head.end() :].strip()
    return "", text


def split_loud_title(text: str) -> tuple[str, str]:
    """Return the capitals a text begins with, and the rest: "PAYMENT The Customer…" has the title "PAYMENT"."""
    loud = _LOUD.match(text)
    if loud is None or sum(map(str.isalpha, loud[1])) < _MIN_LOUD or _VERB.search(loud[1].lower()):
        return "", text
    return loud[1].strip(" ,;-"), text[loud.end() :].strip()


def run_in_title(text: str) -> str | None:
    """Return the title at the beginning of a text where it is written like one; else None."""
    text = text.strip()
    head = _RUN_IN.match(text)
    title = head[1] if head else text
    return title if is_title(title, may_be_small=False) else split_loud_title(text)[0] or None


def is_title(text: str, *, may_be_small: bool = True) -> bool:
    """Say whether a text is written like a title: few words, no verb, in capitals or title case."""
    words = text.rstrip(".:").split()
    if not words or len(words) > _MAX_TITLE_WORDS or not words[0][0].isupper() or _VERB.search(text):
        return False
    large = [word for word in words if word.lower().strip("(),;") not in _SMALL]
    is_short = may_be_small and len(words) <= _MAX_LOWER_WORDS
    return is_short or all(word.lstrip("(“\"'")[:1].isupper() for word in large)
