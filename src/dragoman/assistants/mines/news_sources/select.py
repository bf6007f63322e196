"""What every source does with its items: leave out what is not meant, undated or from the future, rank the rest."""

import re
from collections.abc import Iterable, Sequence
from datetime import date

from dragoman.assistants.mines.news import NewsFound, NewsItem, SourceNote
from dragoman.assistants.mines.news_sources.text import canonical_link, title_key

_WORD = re.compile(r"[^\W_]{3,}")
_LIGHT = frozenset(
    "the and for with any what about news latest recent happened this that from has was".split()  # noqa: SIM905  a word list reads better so
)
_SAME_STORY_DAYS = 3  # the same title later than that is another story: "Quarterly report"


def select(
    items: Iterable[NewsItem], *, companies: Sequence[str], since: date | None, topic: str, until: date, limit: int
) -> NewsFound:
    """Return the newest items about the companies, those that share a word with the topic before all others.

    Items without a date, or dated after `until`, are counted and left out.
    """
    about = [item for item in items if not companies or set(companies) & set(item.companies)]
    dated = [item for item in about if item.published]
    ahead = [item for item in dated if item.published > until.isoformat()]
    first = since.isoformat() if since else ""
    meant = [item for item in dated if first <= item.published <= until.isoformat()]
    counts = {"undated": len(about) - len(dated), "ahead": len(ahead)}
    notes = [SourceNote(source="", kind="undated", count=counts["undated"])] if counts["undated"] else []
    notes += [SourceNote(source="", kind="ahead", count=counts["ahead"])] if counts["ahead"] else []
    return NewsFound(items=ranked(meant, topic)[:limit], notes=tuple(notes))


def ranked(items: Iterable[NewsItem], topic: str) -> tuple[NewsItem, ...]:
    """Return the items best first: on the topic, then new."""
    words = _words(topic)
    scored = [(bool(words & _words(f"{item.title} {item.text}")), item.published, item) for item in items]
    return tuple(item for *_, item in sorted(scored, key=lambda one: one[:2], reverse=True))


def distinct(items: Iterable[NewsItem]) -> tuple[NewsItem, ...]:
    """Return each story once, as it came first: the same page, or the same title within a few days."""
    kept: list[NewsItem] = []
    pages: set[str] = set()
    titles: dict[str, list[date]] = {}
    for item in items:
        page, title = canonical_link(item.source), title_key(item.title)
        day = date.fromisoformat(item.published)
        is_told = any(abs((day - other).days) <= _SAME_STORY_DAYS for other in titles.get(title, ()))
        if is_told or (page and page in pages):
            continue
        kept.append(item)
        pages.add(page)
        titles.setdefault(title, []).append(day)
    return tuple(kept)


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.lower())) - _LIGHT
