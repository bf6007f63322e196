"""The content words of a text, and the words that have no content."""

import re

_STOPWORDS = """
a about above after again against all also am an and any are aren't as at be because been before being below between
both but by can can't cannot could couldn't did didn't do does doesn't doing don't down during each every few for from
further get give had hadn't has hasn't have haven't having he her here hers him his how i i'd i'll i'm i've if in into
is isn't it it's its itself just kindly know let let's like many may me might more most much must my myself need no nor
not now of off on once only or other ought our ours out over own per please same shall she should show so some such tell
than that that's the their theirs them then there these they they're this those through to too under until up us very
want was wasn't we we'd we're were weren't what what's when where which while who whom whose why will with won't would
wouldn't you you'd you'll you're your yours yet
"""
STOPWORDS = frozenset(_STOPWORDS.split())
_WORD = re.compile(r"[^\W_][\w'&.-]*[\w]|[^\W\d_]")


def keywords(lower: str) -> tuple[str, ...]:
    """Return the words with content, each once, in the order of the text; bare numbers are none."""
    found: dict[str, None] = {}
    for word in _WORD.findall(lower):
        plain = word[:-2] if word.endswith("'s") else word
        if plain not in STOPWORDS and not _is_number(plain):
            found[plain] = None
    return tuple(found)


def _is_number(word: str) -> bool:
    return not any(map(str.isalpha, word))
