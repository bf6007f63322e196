"""What a model is shown of an agreement: numbered excerpts, each a place to cite, without what instructs it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from dragoman.assistants.contracts.choose import ranked
from dragoman.assistants.contracts.compose import Draft, Scene
from dragoman.assistants.contracts.library import Clause
from dragoman.assistants.contracts.router import Reads
from dragoman.assistants.contracts.sources import Sources
from dragoman.domain.answer import Citation
from dragoman.grounding.evidence import Evidence
from dragoman.grounding.orders import without_orders
from dragoman.grounding.statements import sentences_of

MAX_MORE = 6  # sentences beside those of the answer, whose places are shown too
MAX_SHOWN = 2_500  # characters of one excerpt


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """Places of the agreement under their markers, those of the answer first."""

    citations: tuple[Citation, ...]
    evidence: tuple[Evidence, ...]  # as the pages have it, for the answer's own sentences
    shown: tuple[Evidence, ...]  # as a model sees it

    @property
    def text(self) -> str:
        """The excerpts as they are shown."""
        places = {one.marker: f"{one.section or one.title}, page {one.page}" for one in self.citations}
        return "\n\n".join(f"[{one.marker}] {places.get(one.marker or 0, '')}\n{one.text}" for one in self.shown)

    @property
    def carriers(self) -> tuple[Evidence, ...]:
        """What a sentence may rest on: an order to say a thing is no word for it."""
        return tuple(replace(one, text=without_orders(one.text)) for one in self.shown)

    @property
    def markers(self) -> frozenset[int]:
        """Every marker that leads somewhere."""
        return frozenset(one.marker for one in self.citations)


def sheet_of(draft: Draft, scene: Scene, clauses: Sequence[Clause], *, reader: Reads, day: date) -> Sheet:
    """Return the places the answer cites, and those of the sentences of these clauses that answer next best."""
    sources = Sources(list(draft.citations), list(draft.evidence))
    for found in ranked(scene.question, clauses, scene.agreement)[:MAX_MORE]:
        sources.cite(found.sentence, found.clause)
    shown = [replace(one, text=plain(one.text[:MAX_SHOWN], reader, day)) for one in sources.evidence]
    return Sheet(citations=tuple(sources.citations), evidence=tuple(sources.evidence), shown=tuple(shown))


def plain(text: str, reader: Reads, day: date) -> str:
    """Leave out sentences that instruct a machine: an agreement has none that a reader needs."""
    if not _instructs(text, reader, day):
        return text
    return "\n".join(one for one in sentences_of(text) if not _instructs(one, reader, day))


def _instructs(text: str, reader: Reads, day: date) -> bool:
    return reader.interpret(text, reference_date=day).has_intent("injection")
