"""News as it is told: date, age, source; never cited as if it were a report."""

from collections.abc import Sequence
from datetime import date
from urllib.parse import urlsplit

from dragoman.assistants.mines.compose.words import listed
from dragoman.assistants.mines.news import NewsItem
from dragoman.domain.plan import News
from dragoman.interpret.vocabulary import Vocabulary

MAX_SENTENCES = 2


def tell(item: NewsItem, today: date) -> str:
    """Return one item in a line: its date and age, what it says, where it is from."""
    published = date.fromisoformat(item.published)
    source = urlsplit(item.source).hostname or item.source or "source not given"
    said = ". ".join(item.text.replace("\n", " ").split(". ")[:MAX_SENTENCES]).rstrip(".")
    return f"{published.day} {published:%B %Y} ({age(published, today)}): {item.title}. {said}. ({source})"


def age(published: date, today: date) -> str:
    """Return how long ago, in the largest unit that fits."""
    days = (today - published).days
    if days < 1:
        return "today"
    for size, unit in ((365, "year"), (30, "month"), (7, "week"), (1, "day")):
        if days >= size:
            count = days // size
            return f"{count} {unit}{'s' if count > 1 else ''} ago"
    return "today"


def no_news(step: News, vocabulary: Vocabulary) -> str:
    """Say that there is none."""
    names = listed([vocabulary.company_name(company) for company in step.companies], last="or")
    about = f" about {names}" if names else ""
    since = f" since {step.since}" if step.since else ""
    prices = "I have no market prices, and " if step.prices else ""
    return f"{prices}I found no news{about}{since} in the news I have."


def heading(step: News, items: Sequence[NewsItem]) -> str:
    """Return what stands above the news; a market price that was asked for is first said not to be there."""
    if not step.prices:
        return NEWS_HEADING
    newest = date.fromisoformat(max(item.published for item in items))
    return f"I have no market prices; the newest news I have is from {newest.day} {newest:%B %Y}:"


NEWS_HEADING = "Recent news:"
NEWS_FAILED = "The news could not be read, so this answer is without it."
