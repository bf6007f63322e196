"""The block of an answer that tells the news, and what is said where there is none."""

from datetime import date

from dragoman.assistants.mines.compose.headlines import NEWS_FAILED, heading, no_news, tell
from dragoman.assistants.mines.material import Material
from dragoman.assistants.mines.tools import MinesTools
from dragoman.domain.plan import News


def told_news(material: Material, tools: MinesTools, today: date) -> str:
    """Return the news under a heading; where there is none, or it could not be read, the sentence that says so."""
    steps = [step for step in material.plan.steps if isinstance(step, News)]
    if not steps:
        return ""
    if material.news_failed:
        return NEWS_FAILED
    if not material.news:
        is_partial = any(note.kind == "failed" for note in material.news_notes)
        return "\n".join(no_news(step, tools.vocabulary, is_partial=is_partial) for step in steps)
    items = sorted(material.news, key=lambda item: item.published, reverse=True)
    head = heading(steps[0], material.news, beside_reports=len(steps) < len(material.plan.steps))
    return "\n".join([head, *(f"- {tell(item, today)}" for item in items)])
