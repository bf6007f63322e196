"""The port that a level of kind `graph` runs: an assistant that answers, or asks back and goes on."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Protocol

from dragoman.domain.answer import Answer
from dragoman.domain.conversation import Turn


class GraphAssistant(Protocol):
    """Answers questions; an answer with outcome `clarification` waits for a reply to its question."""

    async def ask(self, text: str, *, thread: str, turns: Sequence[Turn], reference_date: date) -> Answer:
        """Answer, or ask back."""

    async def resume(self, thread: str, question: str, reply: str, *, reference_date: date) -> Answer:
        """Go on with the reply. Raises UnknownNameError when the thread does not wait for it."""


Assistants = Mapping[str, GraphAssistant]
