"""Remembered answers as people see them: the JSON of the command, the endpoints and the page."""

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from dragoman.app.settings import Settings, SystemClock
from dragoman.interpret.intents import IntentSpec
from dragoman.memory.answer_cache import AnswerCache
from dragoman.memory.meaning import QuestionMeaning
from dragoman.stores.answer_rows import LogLine, StoredAnswer
from dragoman.stores.answers import AnswerStore
from dragoman.version import __version__

if TYPE_CHECKING:
    from dragoman.models.embedder import Embedder

Record = dict[str, Any]


class World(Protocol):
    """What the cache is built from; the runtime has it."""

    settings: Settings
    clock: SystemClock

    @property
    def intents(self) -> tuple[IntentSpec, ...]:
        """The rules that read a question."""

    @property
    def embedder(self) -> "Embedder | None":
        """What turns texts into vectors; looked at only when an open question is compared."""


@contextmanager
def open_cache(path: Path, world: World) -> Iterator[AnswerCache]:
    """Open the cache over a file, as the settings say, and close it at the end. Raises StoreError."""
    about, rules = world.settings.memory, rules_version(world.intents)
    with closing(AnswerStore(path)) as store:
        meaning = QuestionMeaning(lambda: world.embedder)
        yield AnswerCache(store, world.clock, rules=rules, ttl=about.ttl, thresholds=about.thresholds, meaning=meaning)


def rules_version(intents: Sequence[IntentSpec]) -> str:
    """Return a name of what turns a question into an answer; answers of other rules are not given again."""
    rules = "\n".join(intent.model_dump_json() for intent in intents)
    return f"{__version__} · intents {hashlib.sha256(rules.encode()).hexdigest()[:12]}"


def entry_record(entry: StoredAnswer, now: datetime, *, is_over: bool = False) -> Record:
    """Return one entry; `is_over` says that it has outlived its time and is not given again."""
    return {
        "id": entry.id,
        "question": entry.question,
        "answer": str(entry.answer.get("text", "")),
        "assistant": entry.assistant,
        "answered_at": entry.at.isoformat(),
        "edited_at": entry.edited.isoformat() if entry.edited else None,
        "age_seconds": int((now - entry.at).total_seconds()),
        "is_over": is_over,
        "hits": entry.hits,
        "corpus": entry.corpus,
        "sources": [str(one.get("title", "")) for one in entry.answer.get("citations", ())],
    }


def log_record(line: LogLine) -> Record:
    """Return one line of the audit log."""
    return {
        "at": line.at.isoformat(),
        "kind": line.kind,
        "entry": line.entry,
        "question": line.question or None,
        "equivalence": line.equivalence,
        "reason": line.reason or None,
    }


def age_words(age: timedelta) -> str:
    """Return how old something is, in its largest unit: "3 h", "2 days", "just now"."""
    seconds = int(age.total_seconds())
    for size, name in ((86_400, "day"), (3_600, "h"), (60, "min")):
        if seconds >= size:
            number = seconds // size
            return f"{number} {name}{'s' if name == 'day' and number > 1 else ''}"
    return "a moment"
