"""The sample corpora that fill an empty home by themselves."""

import hashlib
from collections.abc import Iterator
from pathlib import Path

from dragoman.documents.ingest import IngestOptions, ingest
from dragoman.domain.event import EventSink
from dragoman.interpret.vocabulary import Vocabulary
from dragoman.stores.corpus import CorpusStore
from dragoman.version import __version__

_ASSISTANTS = Path(__file__).parents[1] / "assistants"
SAMPLES = _ASSISTANTS / "mines" / "corpus"
AGREEMENTS = _ASSISTANTS / "contracts" / "corpus"
_FOLDERS = (SAMPLES / "digests", AGREEMENTS)


def fill(store: CorpusStore, vocabulary: Vocabulary, *, stamp: Path, sink: EventSink | None = None) -> None:
    """Index the packaged digests and agreements unless this very state of them has been indexed before.

    The stamp is written last, so an interrupted first start goes on at the next one; a sample that a
    person removed stays away until the samples change. An index without any document is filled again: its
    file was moved away.
    """
    state = _state(vocabulary)
    if stamp.exists() and stamp.read_text("utf-8", errors="replace") == state and store.documents():
        return
    for folder in _FOLDERS:
        ingest([folder], store=store, vocabulary=vocabulary, options=IngestOptions(root=folder), sink=sink)
    stamp.write_text(state, "utf-8")


def _state(vocabulary: Vocabulary) -> str:
    # A company that a report introduced does not bring back a sample that a person removed.
    parts = [__version__, vocabulary.reading_version("")]
    for path in (*_samples(), *sorted((SAMPLES.parent / "vocabulary").glob("*.yaml"))):
        seen = path.stat()
        parts.append(f"{path.name} {seen.st_size} {seen.st_mtime_ns}")
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def _samples() -> Iterator[Path]:
    for folder in _FOLDERS:
        yield from sorted(folder.glob("*.md"))
