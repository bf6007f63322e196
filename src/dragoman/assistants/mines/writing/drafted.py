"""A text that a model wrote, beside the exact sentences of the steps it did not write."""

from collections.abc import Mapping
from dataclasses import replace

from dragoman.assistants.mines.arithmetic import Computed
from dragoman.assistants.mines.compose.compose import Composition, compose, draft
from dragoman.assistants.mines.compose.narrative import NO_REASON, lacks_reason
from dragoman.assistants.mines.material import Material
from dragoman.assistants.mines.tools import MinesTools
from dragoman.assistants.mines.writing.check import absent
from dragoman.assistants.mines.writing.excerpts import excerpts_of
from dragoman.assistants.mines.writing.scope import Scope, without_open
from dragoman.domain.plan import Explain, Step


def drafted(material: Material, text: str, scope: Scope, tools: MinesTools) -> Composition:
    """Return the draft that holds the text, before any arithmetic."""
    own = without_open(material) if scope == "open" else material
    made = draft(own, tools.vocabulary, sources=excerpts_of(material).sources)
    return with_text(made, text, scope)


def composed(
    material: Material, text: str, scope: Scope, tools: MinesTools, computed: Mapping[Step, Computed]
) -> Composition:
    """Return the answer that holds the text, with every calculation."""
    own = without_open(material) if scope == "open" else material
    made = compose(own, tools.vocabulary, computed, sources=excerpts_of(material).sources)
    explained = [step for step in material.plan.steps if isinstance(step, Explain)]
    if not absent(text) and any(lacks_reason(step, [text]) for step in explained):
        made = replace(made, notes=(*made.notes, NO_REASON))
    return with_text(made, text, scope)


def with_text(made: Composition, text: str, scope: Scope) -> Composition:
    """Put the text beside the exact sentences, or in their place where it was written for all of them."""
    if scope == "open":
        return replace(made, body="\n\n".join(filter(None, (made.body, text))))
    return replace(made, lead="", body=text)
