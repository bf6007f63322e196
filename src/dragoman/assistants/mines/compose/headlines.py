"""News as it is told: date, age, source; never cited as if it were a report."""

import re
from collections.abc import Sequence
from datetime import date
from urllib.parse import urlsplit

from dragoman.assistants.mines.compose.words import listed
from dragoman.assistants.mines.news import NewsItem, SourceNote
from dragoman.assistants.mines.news_sources.text import without_markup
from dragoman.domain.plan import News
from dragoman.interpret.vocabulary import Vocabulary
from dragoman.models.plain import without_addresses

MAX_SENTENCES = 2
_MARKDOWN_LINK = re.compile(r"!?\[([^\[\]]*)\]\([^()]*\)")
_INNER_QUOTES = str.maketrans({"“": "‘", "”": "’", '"': "'"})
MAX_TOLD = 500  # characters of an item's text

NEWS_HEADING = "Recent news:"
REPORTS_COUNT = "Recent news, which nobody checked; where it differs from a report, the report counts:"
NEWS_FAILED = "The news could not be read, so this answer is without it."


def tell(item: NewsItem, today: date) -> str:
    """Return one item in a line: its date and age, what it says in quotation marks, where it is from.

    The words are a stranger's: they are shown as a quotation, without markup, and no address in them can be followed.
    """
    published = date.fromisoformat(item.published)
    source = urlsplit(item.source).hostname or item.outlet or "source not given"
    said = ". ".join(_quotable(item.text).split(". ")[:MAX_SENTENCES])
    if len(said) > MAX_TOLD:
        said = f"{said[:MAX_TOLD].rsplit(' ', 1)[0]} …"
    sentences = " ".join(f"{text.rstrip('.')}." for text in (_quotable(item.title), said) if text)
    return f"{published.day} {published:%B %Y} ({age(published, today)}): “{sentences}” ({source})"


def _quotable(text: str) -> str:
    """Return words that can stand in quotation marks: on one line, no markup, no address, no marks that end them."""
    bare = _MARKDOWN_LINK.sub(r"\1", without_markup(text))
    bare = without_addresses(bare).translate(_INNER_QUOTES)
    return " ".join(bare.split())


def age(published: date, today: date) -> str:
    """Return how long ago, in the largest unit that fits."""
    days = (today - published).days
    if days < 1:
        return "today"
    for size, unit in ((365, "year"), (30, "month"), (7, "week"), (1, "day")):
        if days >= size:
            return _ago(days // size, unit)
    return "today"


def _ago(count: int, unit: str) -> str:
    return f"{count} {unit}{'s' if count > 1 else ''} ago"


def no_news(step: News, vocabulary: Vocabulary, *, is_partial: bool = False) -> str:
    """Say that there is none; `is_partial` when a source could not be read, so that there may be some after all."""
    names = listed([vocabulary.company_name(company) for company in step.companies], last="or")
    about = f" about {names}" if names else ""
    since = f" since {step.since}" if step.since else ""
    prices = "I have no market prices, and " if step.prices else ""
    where = "in what could be read" if is_partial else "in the news I have"
    return f"{prices}I found no news{about}{since} {where}."


def heading(step: News, items: Sequence[NewsItem], *, beside_reports: bool = False) -> str:
    """Return what stands above the news; a market price that was asked for is first said not to be there."""
    if not step.prices:
        return REPORTS_COUNT if beside_reports else NEWS_HEADING
    newest = date.fromisoformat(max(item.published for item in items))
    return f"I have no market prices; the newest news I have is from {newest.day} {newest:%B %Y}:"


def source_notes(notes: Sequence[SourceNote]) -> tuple[str, ...]:
    """Return what is to be said about the sources: those that failed, old copies, items that were left out."""
    return tuple(dict.fromkeys(_note(note) for note in notes))


def _note(note: SourceNote) -> str:
    items, are, have = ("item", "is", "has") if note.count == 1 else ("items", "are", "have")
    were = "was" if note.count == 1 else "were"
    match note.kind:
        case "failed":
            return f"I could not read {note.source}: {note.reason}."
        case "stale":
            copy = f"its news is from a copy made {_made(note.minutes)}"
            return f"I could not read {note.source} now ({note.reason}); {copy}."
        case "undated":
            return f"{note.count} {items} of {note.source} {have} no date and {were} left out."
        case "ahead":
            return f"{note.count} {items} of {note.source} {are} dated in the future and {were} left out."


def _made(minutes: int) -> str:
    for size, unit in ((24 * 60, "day"), (60, "hour"), (1, "minute")):
        if minutes >= size:
            return _ago(minutes // size, unit)
    return "just now"
