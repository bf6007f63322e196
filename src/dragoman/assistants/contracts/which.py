"""Which agreement a question is about: the one it names, the one spoken of before, or the only one there is."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from dragoman.assistants.contracts.library import Agreement
from dragoman.documents.stems import WORD, stem, stems
from dragoman.domain.conversation import Turn

# What many agreements are called by: alone it names none of them.
_COMMON = frozenset(
    stems(
        "limited ltd llc inc corp corporation plc agreement contract services service terms master the of and to no"
        " version sow order form"
    )
)
_AGREEMENT_NAME = re.compile(
    r"\b(?:the|our|their|this|your)\s+((?:[A-Z][\w&.-]*\s+){1,4})(?:[Aa]greement|[Cc]ontract|[Ll]ease|MSA|NDA|[Dd]eal)\b"
)
_KIND = re.compile(r"\b(?:the|our|this)\s+((?:[\w-]+\s+){1,3}(?:agreement|contract|lease))\b")
_NAMED_IN = re.compile(r"\b(?:in|under|of|by|for|from|per)\s+(?:the |our |this )*$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Which:
    """The agreement that is meant and the question without its name; several where it is open."""

    agreements: tuple[Agreement, ...]
    query: str
    carried: bool = False  # it was named in an earlier turn


def which_of(query: str, agreements: Sequence[Agreement], turns: Sequence[Turn] = ()) -> Which:
    """Return the agreement a question means. Of several that fit, all: then somebody must ask."""
    if len(agreements) < 2:
        return Which(tuple(agreements), query)
    named = _named(query, agreements)
    if len(named) == 1:
        return Which(named, _without_name(query, named[0]))
    for turn in reversed(turns):
        before = _named(turn.content, agreements, whole_title=turn.role == "assistant")
        if len(before) == 1 and not named:
            return Which(before, query, carried=True)
    return Which(named or tuple(agreements), query)


def _named(text: str, agreements: Sequence[Agreement], *, whole_title: bool = False) -> tuple[Agreement, ...]:
    """Return the agreements whose title stands in the text, else those whose own words do."""
    lower = text.casefold()
    titled = [one for one in agreements if one.document.title.casefold() in lower]
    if titled or whole_title:
        longest = max((len(one.document.title) for one in titled), default=0)
        return tuple(one for one in titled if len(one.document.title) == longest)
    if called := [one for one in agreements if any(name in one.document.title.casefold() for name in _kinds_in(lower))]:
        return tuple(called)
    said = frozenset(stems(text))
    return tuple(one for one in agreements if said & _own_words(one, agreements))


def _kinds_in(lower: str) -> list[str]:
    """Return what agreements are called by their kind: "services agreement" in "… under the services agreement"."""
    return [" ".join(match[1].split()) for match in _KIND.finditer(lower)]


def _own_words(agreement: Agreement, agreements: Sequence[Agreement]) -> frozenset[str]:
    """Return the words of a title, and of the parties' names, that no other agreement has there."""
    others = {word for other in agreements if other is not agreement for word in _name_words(other)}
    return frozenset(word for word in _name_words(agreement) if word not in others | _COMMON and len(word) > 2)


def _name_words(agreement: Agreement) -> frozenset[str]:
    return frozenset(stems(" ".join((agreement.document.title, *agreement.parties))))


def unknown_name(query: str, agreements: Sequence[Agreement]) -> str:
    """Return the name of an agreement that a question gives and none has; nothing where each name is known."""
    for match in _AGREEMENT_NAME.finditer(query):
        words = [word for word in stems(match[1]) if word not in _COMMON]
        known = [_name_words(one).union(*(clause.words for clause in one.clauses)) for one in agreements]
        if words and not any(one.intersection(words) for one in known):
            return " ".join(match[0].split()[1:])
    return ""


def _without_name(query: str, agreement: Agreement) -> str:
    """Leave the name out: that it is said tells nothing about where in the agreement the answer stands."""
    title = frozenset(stems(agreement.document.title))
    words = [match for match in WORD.finditer(query) if stem(match[0].lower()) in title]
    own = [match for match in words if stem(match[0].lower()) not in _COMMON]
    if not own:
        return query
    start, end = own[0].start(), own[-1].end()
    while following := next((match for match in words if 0 < match.start() - end <= 2), None):
        end = following.end()
    head = _NAMED_IN.sub("", query[:start])
    return " ".join(f"{head} {query[end:]}".split()).strip(" ,;:") or query
