"""The whole product with a language model behind it: a server on loopback that says what each test lets it say."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from dragoman.memory.answer_cache import AnswerCache
from dragoman.models.chat import ChatRequest
from dragoman.stores.answer_rows import StoredAnswer
from dragoman.testing.openai_script import ReplySpec

WHY = "Why did BHP's net operating cash flow rise in FY2024?"
FIGURE = "Net operating cash flow rose 10.5 % to US$20,665 million [1]."
CAUSE = "Investing took less than in the year before [1]."
QUOTE = "Investing absorbed US$8,762 million, less than the US$13,065 million of the year before"
FORMS = {
    "RewriteProposal": {"global_query": "", "companies": ["BHP"], "company_queries": []},
    "RelevantProposal": {"indices": [1, 2, 3, 4, 5, 6]},
}
JUDGED = {"claims": [{"claim": 1, "verdict": "supported", "quote": QUOTE}]}
FAILS = ReplySpec(fault="server_error")
SLOW = ReplySpec(fault="slow_first_byte")  # without end

Speak = Callable[[ChatRequest], object]


@dataclass
class Speaker:
    """Replies as the test says: with one thing to every writing prompt, with a verdict where it is to judge."""

    text: object = FIGURE
    verdict: object = field(default_factory=lambda: JUDGED)
    calls: int = 0

    def reset(self) -> None:
        self.text, self.verdict, self.calls = FIGURE, JUDGED, 0

    def __call__(self, request: ChatRequest) -> object:
        self.calls += 1
        if request.schema is None:
            return self.text
        return self.verdict if request.schema.name == "Judgement" else FORMS.get(request.schema.name, ReplySpec())


@dataclass(frozen=True)
class Modelled:
    """The page's server, and what its model says."""

    address: str
    speaker: Speaker
    memory: AnswerCache

    def reset(self) -> None:
        """Let the model speak as at the start, and forget every answer."""
        self.speaker.reset()
        for entry in self.memory.entries("local"):
            self.memory.delete("local", entry.id)

    def fill(self, count: int) -> None:
        """Remember this many answers; "number 7" is in those of 7 and 17."""
        for number in range(1, count + 1):
            entry = StoredAnswer(
                id=f"m-filled{number}",
                tenant="local",
                assistant="mines",
                key=f"filled {number}",
                corpus="",
                signature="",
                question=f"What is the number {number}?",
                residual="",
                answer={"text": f"It is {number}."},
                extra={},
                at=datetime.now(UTC),
            )
            self.memory.store.put(entry, ())


MODELS = """max_rounds: 1
candidates:
  - id: paid:scripted
    url: "{url}"
    model: scripted
    profile: vllm
    price: {{input: 0.27, output: 1.10}}
  - id: paid:far
    url: "https://models.example/v1"
    model: far
    key: FAR_API_KEY
"""
NEWS = """sources:
  - {kind: folder, name: our notes, path: notes}
  - {kind: feed, name: mining news, path: nowhere.rss}
"""
NOTE = """---
title: Port Hedland was closed for a day
published: 2026-11-20
source: https://news.example/port
company: BHP
---
Ships waited outside.
"""


def write_home(home: Path, url: str) -> None:
    """Configure the speaker with a price, a model whose key is not there, and news of which one source fails."""
    (home / "notes").mkdir(parents=True)
    (home / "models.yaml").write_text(MODELS.format(url=url))
    (home / "news.yaml").write_text(NEWS)
    (home / "notes" / "port.md").write_text(NOTE)
