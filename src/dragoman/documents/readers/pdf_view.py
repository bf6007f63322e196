"""Looking at a page of a PDF in a process apart: a page made to paint for ever costs its limit of time, once."""

import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from dragoman.documents.readers.apart.outside import EndedError, Row, answers

_MODULE = "dragoman.documents.readers.pdf_view_child"
_AT_ONCE = 2  # processes; more wait
_KEPT_CHARACTERS = 64_000_000  # of all that was said lately


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewLimits:
    """How much looking at one page may take."""

    megabytes: int = 2000
    seconds: int = 20


LIMITS = ViewLimits()


@dataclass(frozen=True, slots=True)
class View:
    """What was said of a page; `problem` is why that is not all."""

    rows: tuple[Row, ...]
    problem: str = ""

    @property
    def weight(self) -> int:
        """About how many characters it holds."""
        return 200 + sum(len(str(value)) for row in self.rows for value in row.values())


class Viewer:
    """Asks for views of pages and keeps the last ones, the failed ones too; many threads may ask."""

    def __init__(self, limits: ViewLimits = LIMITS, *, at_once: int = _AT_ONCE) -> None:
        self._limits = limits
        self._slots = threading.Semaphore(at_once)
        self._lock = threading.Lock()
        self._kept: OrderedDict[tuple[object, ...], View] = OrderedDict()
        self._weight = 0

    def view(self, path: Path, **ask: str | float) -> View:
        """Return what the process apart says to `ask` about the file, from memory while the file is the same."""
        try:
            stamp = path.stat()
        except OSError as error:
            return View((), f"it cannot be opened: {error.strerror}")
        key = (str(path), stamp.st_mtime_ns, stamp.st_size, *sorted(ask.items()))
        if found := self._remembered(key):
            return found
        with self._slot() as is_free:
            if not is_free:
                return View((), "too many pages are looked at just now")
            found = self._remembered(key) or self._asked({**ask, "path": str(path)})
            self._remember(key, found)
        return found

    def _asked(self, ask: Row) -> View:
        limits = self._limits
        rows: list[Row] = []
        problem = ""
        with closing(answers(_MODULE, {**ask, "limits": asdict(limits)}, seconds=limits.seconds)) as said:
            try:
                rows.extend(said)
            except EndedError as ended:
                problem = f"it took more than {limits.seconds} seconds" if ended.is_late else "it breaks what paints it"
        if rows and "refused" in rows[-1]:
            refused = rows.pop()
            problem = "it needs too much memory" if refused["refused"] == "memory" else str(refused["refused"])
        return View(tuple(rows), problem)

    @contextmanager
    def _slot(self) -> Iterator[bool]:
        is_free = self._slots.acquire(timeout=self._limits.seconds)
        try:
            yield is_free
        finally:
            if is_free:
                self._slots.release()

    def _remembered(self, key: tuple[object, ...]) -> View | None:
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def _remember(self, key: tuple[object, ...], view: View) -> None:
        with self._lock:
            if key not in self._kept:
                self._kept[key] = view
                self._weight += view.weight
            while self._weight > _KEPT_CHARACTERS:
                _, oldest = self._kept.popitem(last=False)
                self._weight -= oldest.weight


VIEWER = Viewer()
