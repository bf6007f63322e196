"""What a model is shown of the documents: numbered excerpts, each a place that can be cited."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from dragoman.assistants.mines.compose.sources import Sources
from dragoman.assistants.mines.material import Material
from dragoman.assistants.mines.news import NewsItem
from dragoman.domain.document import Passage
from dragoman.grounding.evidence import Evidence

MAX_FIGURES = 40
MAX_PASSAGES = 12
MAX_SHOWN = 2_500  # characters of one excerpt


@dataclass(frozen=True, slots=True, kw_only=True)
class Excerpts:
    """Places of documents under their markers; the markers of news go on behind them."""

    sources: Sources
    evidence: tuple[Evidence, ...]

    @property
    def text(self) -> str:
        """The excerpts as they are shown."""
        return "\n\n".join(_shown(one) for one in self.evidence)

    def companies(self, markers: Sequence[int]) -> frozenset[str]:
        """Return whose pages these markers cite."""
        return frozenset(one.company for one in self.evidence if one.marker in markers and one.company)

    @property
    def markers(self) -> frozenset[int]:
        """Every marker that leads somewhere."""
        return frozenset(one.marker for one in self.evidence if one.marker is not None)


def excerpts_of(material: Material) -> Excerpts:
    """Give numbers to the cells of the figures that were found, then to the passages; always the same way."""
    sources = Sources(material.passages)
    facts = [fact for one in material.found.values() for fact in (one.fact, *one.also) if fact]
    for fact in facts[:MAX_FIGURES]:
        sources.cite(fact)
    prose = [passage for passage in material.passages if passage.kind != "table"]
    for passage in _by_place(prose if prose or facts else material.passages)[:MAX_PASSAGES]:
        sources.cite_passage(passage, "")
    return Excerpts(sources=sources, evidence=sources.evidence)


def news_evidence(items: Sequence[NewsItem], excerpts: Excerpts) -> tuple[Evidence, ...]:
    """Return the items as passages, numbered behind the excerpts; each begins with its day."""
    first = len(excerpts.evidence) + 1
    return tuple(
        Evidence(text=f"{spoken_day(item)}. {item.title}. {item.text}", document=item.source, marker=number)
        for number, item in enumerate(items, start=first)
    )


def news_text(evidence: Sequence[Evidence]) -> str:
    """Return the news as it is shown."""
    return "\n\n".join(f"[{one.marker}] news of {one.text[:MAX_SHOWN]}" for one in evidence)


def spoken_day(item: NewsItem) -> str:
    """Return the day of an item: "27 August 2024"."""
    day = date.fromisoformat(item.published)
    return f"{day.day} {day:%B %Y}"


def _by_place(passages: Sequence[Passage]) -> list[Passage]:
    """Join the passages of one section of one page: they are one place, and have one marker."""
    places: dict[tuple[object, ...], Passage] = {}
    for passage in passages:
        key = (passage.document, passage.page, passage.section)
        first = places.get(key)
        joined = passage if first is None else replace(first, text=f"{first.text}\n{passage.text}")
        places[key] = joined
    return list(places.values())


def _shown(one: Evidence) -> str:
    parts = [one.company or "", one.period or "", f"page {one.page}" if one.page else ""]
    return f"[{one.marker}] {' · '.join(part for part in parts if part)}\n{one.text[:MAX_SHOWN]}"
