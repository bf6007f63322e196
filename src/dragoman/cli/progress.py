"""Progress of long work, on standard error and only where somebody watches."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, TextColumn, TimeElapsedColumn

from dragoman.cli.output import one_line, say
from dragoman.cli.spent import spent_words
from dragoman.domain import wire
from dragoman.domain.cost import Cost, together
from dragoman.domain.event import Event


class _Progress:
    """A line that is there while its block runs; quiet when standard error is no terminal."""

    def __init__(self, console: Console | None, *columns: ProgressColumn) -> None:
        # A file's name is shown as it is: in rich's markup "[/]" would be a fault.
        name = TextColumn("{task.description}", markup=False)
        console = console or Console(stderr=True)
        shown = (name, BarColumn(), *columns, TimeElapsedColumn())
        self._progress = Progress(*shown, console=console, transient=True, disable=not console.is_terminal)

    def __enter__(self) -> Self:
        self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._progress.stop()


class TerminalProgress(_Progress):
    """Shows documents, cells of a grid and eval cases as a bar."""

    skipped = 0  # files of folders that are of no kind we read
    spent = Cost()  # what the language models took so far

    def __init__(self, console: Console | None = None) -> None:
        super().__init__(console, MofNCompleteColumn())
        self._task = self._progress.add_task("reading", total=None, visible=False)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        super().__exit__(kind, error, trace)
        if kind is KeyboardInterrupt and self.spent.model_calls:  # work that ends by itself says it in its own way
            say(f"\nasked until then: {spent_words(self.spent)}", err=True)

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Take the bar away while the person is asked something."""
        self._progress.stop()
        yield
        self._progress.start()

    def emit(self, event: Event) -> None:
        """Move the bar; events it does not know are ignored."""
        if event.name == "ingest.started":
            self._progress.update(self._task, total=_count(event, "files"), completed=0, visible=True)
        elif event.name == "grid.started":
            total, kept = _count(event, "cells"), _count(event, "kept") or 0
            self._progress.update(self._task, description="asking", total=total, completed=kept, visible=True)
        elif event.name == "grid.cell":
            self._progress.update(self._task, description=one_line(str(event.values.get("row"))), advance=1)
        elif event.name == "document.started":
            self._progress.update(self._task, description=one_line(Path(str(event.values.get("path"))).name))
        elif event.name == "ingest.done":
            self.skipped = _count(event, "skipped") or 0
        elif event.name in ("document.done", "case.done"):
            self._progress.update(self._task, advance=1, visible=True)
        elif event.name == "model.called":
            self.spent = together([self.spent, wire.load(Cost, event.values["cost"])])
        elif event.name.startswith("vectors."):
            self._show_vectors(event)

    def _show_vectors(self, event: Event) -> None:
        if event.name == "vectors.started":
            self._progress.update(self._task, total=_count(event, "passages"), completed=0, visible=True)
        elif event.name == "vectors.document":
            self._progress.update(self._task, description=one_line(str(event.values.get("document"))))
        elif event.name == "vectors.part":
            self._progress.update(self._task, advance=_count(event, "passages") or 0)


def _count(event: Event, name: str) -> int | None:
    value = event.values.get(name)
    return value if isinstance(value, int) else None


class StepProgress(_Progress):
    """Shows which step of one long piece of work is under way."""

    def __init__(self, console: Console | None = None) -> None:
        super().__init__(console)
        self._task = self._progress.add_task("starting", total=None)

    def emit(self, event: Event) -> None:
        """Name the step, or move the bar of a download."""
        if event.name == "model.step":
            self._progress.update(self._task, description=one_line(str(event.values.get("step"))), total=None)
        elif event.name == "model.bytes":
            self._progress.update(self._task, total=_count(event, "of"), completed=_count(event, "done") or 0)
