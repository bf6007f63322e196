"""What was assumed, as an answer says it: one sentence a kind, whatever the number of companies and years."""

from collections.abc import Collection, Iterable

from dragoman.decide.slots import unique
from dragoman.domain.plan import Assumption

_CHANGE = "The change in "
_CHANGES = "Each change is against the year before."


def sentences(assumptions: Iterable[Assumption], *, without_latest_of: Collection[str] = ()) -> tuple[str, ...]:
    """Return each assumption once; two that differ only in how a company calls its year are one.

    What was said of the latest year of the companies in `without_latest_of` is left out: another year is given.
    """
    said = [a for a in assumptions if a.latest_of is None or a.latest_of not in without_latest_of]
    changes = unique(a.text.replace("FY", "") for a in said if a.text.startswith(_CHANGE))
    found: dict[str, str] = {}
    for one in said:
        text = _CHANGES if len(changes) > 1 and one.text.startswith(_CHANGE) else one.text
        key = text.replace("FY", "")
        found[key] = max(found.get(key, text), text, key=lambda wording: wording.count("FY"))
    return tuple(found.values())
