"""What a suite works with."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dragoman.app.dragoman import Handle
from dragoman.domain.event import Event, EventSink
from dragoman.evals.figures import DataSetError
from dragoman.evals.report import Judged


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """What a suite works with: an open product over its own state, and the data sets if there are any."""

    handle: Handle
    data: Path | None
    sink: EventSink | None
    limit: int | None = None
    cases: frozenset[str] = frozenset()
    measured: dict[str, Any] = field(default_factory=dict)  # by suite: numbers beside the four counts

    @property
    def data_sets(self) -> Path:
        """The folder of the public data sets. Raises DataSetError without one."""
        if self.data is None:
            raise DataSetError("no folder of data sets is named", remedy="Name it with --data DIR or DRAGOMAN_DATA.")
        return self.data

    def wanted(self, names: Sequence[str]) -> frozenset[str]:
        """Return the ids to run: those asked for, at most `limit` of them, spread evenly."""
        chosen = [name for name in names if not self.cases or name in self.cases]
        if self.limit and len(chosen) > self.limit:
            chosen = [chosen[place * len(chosen) // self.limit] for place in range(self.limit)]
        return frozenset(chosen)

    def done(self, name: str) -> None:
        """Tell whoever watches that a case is finished."""
        if self.sink:
            self.sink.emit(Event(name="case.done", values={"case": name}))


Suite = Callable[[Room], Iterator[Judged]]
