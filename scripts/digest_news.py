"""The sample corpus's news items: a summary in our words, with every page its figures come from."""

from collections.abc import Mapping
from typing import Any

from digest_figures import Company, Figures
from digest_prose import Prose, ProseError

DISCLAIMER = (
    "This is a summary written for a sample corpus, not an article of that day. Its figures come from the pages below."
)


def news_item(item: Mapping[str, Any], company: Company, figures: Figures) -> tuple[str, str]:
    """Return the file name and the text of one item. Its source must be a page that one of its figures came from."""
    prose = Prose(figures=figures, company=company, period=item["period"])
    for claim in item.get("claims", ()):
        prose.check(claim)
    title = prose.fill(item["title"])
    paragraphs = [prose.fill(text) for text in item["text"]]
    addresses = dict.fromkeys(address for figure in prose.used for address in figure.sources)
    if item["source"] not in addresses:
        raise ProseError(f"{item['published']} {company.ticker}: no figure of the item comes from {item['source']}")
    front = (
        f'title: "{title}"',
        f"company: {company.ticker}",
        f"period: {item['period']}",
        "kind: news",
        f"published: {item['published']}",
        f"source: {item['source']}",
    )
    pages = "\n".join(f"- {address}" for address in addresses)
    body = "\n\n".join((f"# {title}", DISCLAIMER, *paragraphs, "## Sources", pages))
    file_name = f"{item['published']}-{company.ticker.lower()}-{item['about']}.md"
    return file_name, "\n".join(("---", *front, "---", "", body, ""))
