"""Asking the cells of a grid that were not asked yet, a few at a time."""

import asyncio
from collections.abc import Iterator

from dragoman.app.dragoman import Dragoman
from dragoman.app.grid.journal import Journal, key_of
from dragoman.app.grid.plan import GridPlan
from dragoman.domain.event import Event, EventSink
from dragoman.errors import DragomanError, StoreError
from dragoman.export.grid import Grid, GridCell, cell_of
from dragoman.version import __version__

Place = tuple[int, int]


class GridRun:
    """One grid being filled."""

    def __init__(
        self, dragoman: Dragoman, plan: GridPlan, journal: Journal, *, assistant: str, sink: EventSink
    ) -> None:
        self._dragoman = dragoman
        self._plan = plan
        self._journal = journal
        self._assistant = assistant
        self._sink = sink
        runtime, has_model = dragoman.runtime, dragoman.runtime.language_model is not None
        versions = (__version__, runtime.corpus.version(), runtime.vocabulary.version)
        self._state = (*versions, assistant, has_model, dragoman.day(None).isoformat())
        self._failed: dict[str, GridCell] = {}
        self._questions = plan.cells()
        self._keys = {place: self._key(place, words) for place, words in self._questions.items()}
        self.kept = sum(key in journal.cells for key in self._keys.values())  # from an earlier run

    @property
    def grid(self) -> Grid:
        """The grid as far as it is filled."""
        known = self._failed | self._journal.cells
        cells = {place: known[key] for place, key in self._keys.items() if key in known}
        return Grid(rows=self._plan.rows, columns=self._plan.columns, cells=cells)

    async def fill(self, *, at_once: int) -> None:
        """Ask what is missing; each cell is kept as soon as it is answered, so stopping loses none."""
        missing = [place for place, key in self._keys.items() if key not in self._journal.cells]
        self._sink.emit(Event(name="grid.started", values={"cells": len(self._keys), "kept": self.kept}))
        places = iter(missing)  # shared: whoever is free takes the next
        async with asyncio.TaskGroup() as workers:
            for _ in range(min(at_once, len(missing))):
                workers.create_task(self._work(places))

    async def _work(self, places: Iterator[Place]) -> None:
        for place in places:
            await self._ask(place)

    async def _ask(self, place: Place) -> None:
        words, row = self._questions[place], self._plan.rows[place[0]]
        try:
            answer = await self._dragoman.ask(words, assistant=self._assistant)
        except StoreError:
            raise  # the next cell would fail as well
        except DragomanError as fault:
            self._failed[self._keys[place]] = GridCell(question=words, state="failed", text=fault.problem)
        else:
            cell = cell_of(answer, words, row)
            self._journal.keep(self._keys[place], cell)
            if cell.state != "asked":  # a thread that waits is there to be answered; the others would only pile up
                self._dragoman.runtime.threads.remove(answer.thread)
        self._sink.emit(Event(name="grid.cell", values={"row": row.title}))

    def _key(self, place: Place, words: str) -> str:
        row = self._plan.rows[place[0]].document
        return key_of(self._state, row, words)
