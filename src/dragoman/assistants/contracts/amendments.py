"""Which agreement a document amends: by its title, else by the name, the day and the parties it gives."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date

from dragoman.domain.document import Document

_OPENING = 4000  # characters; who made what with whom on which day stands there
_AMENDS = re.compile(r"\bamend(?:s|ed|ing|ment|ments)?\b", re.IGNORECASE)
_BASE = re.compile(
    r"\b(?:amends?|amendment(?: (?:no\.?|number) ?\w+)? (?:to|of)|to amend|changes?|under|to)\s+"
    r"(?:the|that certain|an?|their)?\s*((?:[A-Z][\w&'’-]*\s+){0,5}(?:Agreement|Contract|Lease|Licen[cs]e))\b"
)
_MONTHS = "january february march april may june july august september october november december".split()  # noqa: SIM905, it reads
_MONTH = "|".join(month.capitalize() for month in _MONTHS)
_DAY = re.compile(
    rf"\b(\d{{1,2}})(?:st|nd|rd|th)?\s+(?:day of\s+)?({_MONTH}),?\s+(\d{{4}})\b"
    rf"|\b({_MONTH})\s+(\d{{1,2}})(?:st|nd|rd|th)?,?\s+(\d{{4}})\b"
)
_PARTY = re.compile(
    r"\b((?:[A-Z][\w&'’.-]*,?\s+){1,5}(?:Limited|Ltd|LLC|L\.L\.C|Inc|Incorporated|Corp|Corporation|plc|PLC|GmbH|AG|LP|LLP|N\.V|B\.V))\b"
)


@dataclass(frozen=True, slots=True)
class Opening:
    """How a document introduces itself."""

    text: str

    @property
    def days(self) -> tuple[date, ...]:
        """Every day it names, in order."""
        return tuple(day for match in _DAY.finditer(self.text) if (day := _day_of(match)))

    @property
    def parties(self) -> frozenset[str]:
        """The companies it names, lower case."""
        return frozenset(" ".join(name.replace(",", "").split()).casefold() for name in _PARTY.findall(self.text))

    @property
    def bases(self) -> frozenset[str]:
        """The agreements it speaks of as amended, lower case."""
        return frozenset(" ".join(name.split()).casefold() for name in _BASE.findall(self.text))


def opening_of(text: str) -> Opening:
    """Return the opening of a document's text."""
    return Opening(text[:_OPENING])


def amended_by(document: Document, held: Sequence[Document], opening: Callable[[Document], Opening]) -> Document | None:
    """Return what a document amends; None where it amends nothing, or what it amends is open.

    It is called "Amendment … to the …" with the title of another; or it says that it amends, and one other document
    has the name it gives together with the day or two of the parties.
    """
    title = document.title.casefold()
    own = opening(document)
    if "amendment" in title:
        named = [other for other in held if other is not document and other.title.casefold() in title]
        if named:
            return max(named, key=lambda other: len(other.title))
    if "amend" not in title and not _AMENDS.search(own.text[: _OPENING // 4]):
        return None
    fitting = [other for other in held if other is not document and _fits(own, other, opening(other))]
    return fitting[0] if len(fitting) == 1 else None


def _fits(own: Opening, other: Document, base: Opening) -> bool:
    """Say whether another document is the one that is amended."""
    if "amendment" in other.title.casefold():
        return False
    head = f"{other.title}\n{base.text}".casefold()
    is_named = any(name in head for name in own.bases)
    made = base.days[:1]
    return is_named and ((bool(made) and made[0] in own.days) or len(own.parties & base.parties) > 1)


def _day_of(match: re.Match[str]) -> date | None:
    day, month, year = (match[1], match[2], match[3]) if match[1] else (match[5], match[4], match[6])
    try:
        return date(int(year), _MONTHS.index(month.lower()) + 1, int(day))
    except ValueError:  # "31 April" is a slip of the pen
        return None
