"""Dates: "30 June 2024", "Jun 16, 2024", "2024-06-30", "30/06/2024", "June 2024", "today"."""

import re
from datetime import date, timedelta

from dragoman.domain.value import DateValue, Relation
from dragoman.interpret.calendar_date import WrittenDate, has_date, read_dates
from dragoman.interpret.dimensions.dimension import Context, Match
from dragoman.interpret.normalize import NormalizedText

_RELATIONS: dict[Relation, str] = {
    "by": "by|on or before|not later than|no later than",
    "on": "on|as of|as at|dated|dated as of",
    "before": "before|prior to|earlier than|preceding",
    "after": "after|following|later than|beyond",
    "from": "from|since|starting|starting from|starting with|commencing|beginning|effective|effective from",
    "until": "until|till|to|through|up to|up until|expiring|ending|expires|ends|terminating",
}
_RELATION_OF = {form: relation for relation, forms in _RELATIONS.items() for form in forms.split("|")}
_FORMS = "|".join(sorted(_RELATION_OF, key=len, reverse=True))
_BEFORE = re.compile(rf"(?:^|(?<![a-z]))({_FORMS})(?: on| of)?(?: the)?(?: date of)? $")
_LONGEST = 32
_DAYS = {"yesterday": -1, "today": 0, "tomorrow": 1}
_RELATIVE = re.compile(rf"(?<![a-z])({'|'.join(_DAYS)})(?!['a-z])")
_FUTURE = frozenset({"will", "shall", "due", "upcoming", "next", "expires", "expire"})
_PAST = frozenset({"was", "were", "did", "had", "been", "ago", "went", "rose", "fell", "grew", "made", "paid", "sold"})


class Date:
    """Days and months on the calendar, in ISO form, with how the text relates to them."""

    name = "date"

    def find(self, text: NormalizedText, context: Context) -> list[Match]:
        """Return every date; a date without a year lists its other reading as an alternative."""
        found = []
        if has_date(text):
            past = is_past(text)
            found = [_match(written, text.lower, context.reference_date, past=past) for written in read_dates(text)]
        if not text.words.isdisjoint(_DAYS):
            found.extend(_relative(text, context.reference_date))
            found.sort(key=lambda match: match.start)
        return found


def is_past(text: NormalizedText) -> bool:
    """Say whether the text speaks of what has happened, as "released from 23 May to 2 Aug" does."""
    if not text.words.isdisjoint(_FUTURE):
        return False
    return any(word in _PAST or (len(word) > 4 and word.endswith("ed") and word[-3] != "e") for word in text.words)


def readings(written: WrittenDate, reference: date, *, past: bool) -> list[date]:
    """Return the days a written date may mean, likeliest first."""
    orders = [written, written.swapped] if written.is_swappable else [written]
    found: list[date] = []
    for one in orders:
        years = [one.year] if one.year else _near_years(one, reference, past=past)
        found.extend(day for year in years if (day := one.on(year)))
    return found


def _near_years(written: WrittenDate, reference: date, *, past: bool) -> list[int]:
    """Return the year of the next and the last such day, in the order the tense asks for."""
    years = [year for year in range(reference.year - 8, reference.year + 9) if written.on(year)]
    coming = [year for year in years if (written.on(year) or reference) >= reference][:1]
    gone = [year for year in years if (written.on(year) or reference) <= reference][-1:]
    return list(dict.fromkeys(gone + coming if past else coming + gone))


def _match(written: WrittenDate, lower: str, reference: date, *, past: bool) -> Match:
    relation = relation_before(lower, written.start)
    grain = "day" if written.day else "month"
    first, *others = (
        DateValue(date=day, grain="day" if grain == "day" else "month", relation=relation)
        for day in readings(written, reference, past=past)
    )
    return Match(written.start, written.end, "date", first, alternatives=tuple(others))


def relation_before(lower: str, start: int) -> Relation | None:
    """Return the relation that the words right before a date express."""
    match = _BEFORE.search(lower[max(start - _LONGEST, 0) : start])
    return _RELATION_OF[match[1]] if match else None


def _relative(text: NormalizedText, reference: date) -> list[Match]:
    found = []
    for match in _RELATIVE.finditer(text.lower):
        day = reference + timedelta(days=_DAYS[match[1]])
        value = DateValue(date=day, relation=relation_before(text.lower, match.start()))
        found.append(Match(*match.span(), "date", value))
    return found
