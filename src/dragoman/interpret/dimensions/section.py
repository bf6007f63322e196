"""Pointers into a document: "clause 12.3", "Schedule 2", "sections 4 to 6", "§ 5(a)(ii)"."""

import re

from dragoman.domain.value import SectionReference
from dragoman.interpret.dimensions.dimension import Context, Match
from dragoman.interpret.normalize import NormalizedText

# A section or clause is known by its number alone; a schedule or an exhibit is named with its kind.
_NUMBERED = "section|sec.|clause|subclause|subsection|sub-clause|paragraph|para|§§|§"
_NAMED = "article|schedule|exhibit|annex|annexure|appendix|attachment|part|chapter|item|note"
_NUMBER = r"[0-9]{1,4}(?:\.[0-9]{1,3}){0,5}[A-Za-z]?(?:\([a-z0-9]{1,5}\)){0,4}(?![\w%$]|[.,][0-9]|/[0-9])"
_LETTER = r"(?:[IVX]{1,7}|[A-Z](?:-?[0-9]{1,3})?)(?![\w'.-]|\s[a-z]+ly\b)"
_REFERENCE = re.compile(
    rf"(?<![A-Za-z0-9])(?:(?i:({_NUMBERED.replace('.', '[.]')})(s?))(?: no\.?)? ?({_NUMBER})"
    rf"|(?i:({_NAMED})(s|es)?) ({_NUMBER}|{_LETTER}))"
)
_MORE = re.compile(
    rf"(?: ?(?:,|-|,? and|,? or|to|through) ?)({_NUMBER})(?! ?(?:%|per|days?|months?|years?|business)\b)"
)
_BARE = re.compile(r"(?<![\w.,/$-])([0-9]{1,2}(?:\.[0-9]{1,2}){2,4})(?![\w%/-]|[.,][0-9])")
_WORDS = frozenset(f"{word}{plural}" for word in re.findall("[a-z]+", f"{_NUMBERED}|{_NAMED}") for plural in ("", "s"))
_DATE = re.compile(r"(?:[0-2]?[0-9]|3[01])\.(?:0?[0-9]|1[0-2])\.[0-9]{2}")
_AFTER_VERSION = re.compile(r"(?:version|release|v|ip|python) ?$", re.IGNORECASE)


class Section:
    """References to sections, clauses, schedules and the like."""

    name = "section"

    def find(self, text: NormalizedText, context: Context) -> list[Match]:  # noqa: ARG002, no day changes a reference
        """Return every reference; "clauses 4 and 5" has two."""
        found: list[Match] = []
        if not text.words.isdisjoint(_WORDS) or "§" in text.text:
            for match in _REFERENCE.finditer(text.text):
                found.extend(_referred(match, text.text))
        if text.has_digit and text.text.count(".") > 1:
            found.extend(_bare(text.text, {at for match in found for at in range(match.start, match.end)}))
        return sorted(found, key=lambda match: match.start)


def _referred(match: re.Match[str], text: str) -> list[Match]:
    numbered, plural, number, named, plural_named, label = match.groups()
    kind = "" if numbered else f"{_singular(named)} "
    found = [_match(match.start(), match.end(), f"{kind}{number or label}")]
    is_list = bool(plural or plural_named) or numbered == "§§"
    at = match.end()
    while is_list and (more := _MORE.match(text, at)):
        found.append(_match(more.start(1), more.end(), f"{kind}{more[1]}"))
        at = more.end()
    return found


def _singular(name: str) -> str:
    return name.lower().capitalize()


def _bare(text: str, taken: set[int]) -> list[Match]:
    """Read "12.3.1" without a word before it, unless it is a date or a version."""
    found = []
    for match in _BARE.finditer(text):
        before = text[max(match.start() - 10, 0) : match.start()]
        if match.start() in taken or _DATE.fullmatch(match[1]) or _AFTER_VERSION.search(before):
            continue
        found.append(_match(*match.span(), match[1]))
    return found


def _match(start: int, end: int, label: str) -> Match:
    return Match(start, end, "section", SectionReference(label=label))
